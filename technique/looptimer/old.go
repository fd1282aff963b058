package looptimer

import (
	"bufio"
	"bytes"
	"go/version"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// newTimers is the release since which a timer that is set again has an empty channel.
const newTimers = "go1.23"

// oldTimers reports whether the module, or a comment in the package, says that its programs
// have the timers of older releases: by the release that it is for, or by a directive.
func oldTimers(pass *analysis.Pass, file string) bool {
	if v := pass.Pkg.GoVersion(); v != "" && version.Compare(v, newTimers) < 0 {
		return true
	}
	for _, f := range pass.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if rest, ok := strings.CutPrefix(c.Text, "//go:debug "); ok && bringsBack(rest) {
					return true
				}
			}
		}
	}
	return directed(moduleFile(filepath.Dir(file)))
}

// moduleFile returns the text of the go.mod that a folder belongs to; nil for none.
func moduleFile(dir string) []byte {
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			return text
		}
		if up := filepath.Dir(dir); up != dir {
			dir = up
			continue
		}
		return nil
	}
}

// directed reports whether a go.mod has a godebug directive, alone or in a block, that
// brings old timers back.
func directed(mod []byte) bool {
	block := false
	for lines := bufio.NewScanner(bytes.NewReader(mod)); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "//")
		line = strings.TrimSpace(line)
		rest, alone := strings.CutPrefix(line, "godebug")
		switch {
		case alone && strings.TrimSpace(rest) == "(":
			block = true
		case block && line == ")":
			block = false
		case block && bringsBack(line), alone && bringsBack(rest):
			return true
		}
	}
	return false
}

// bringsBack reports whether a setting of GODEBUG, key=value, brings old timers back: by
// itself, or as the settings of an older release.
func bringsBack(setting string) bool {
	key, value, _ := strings.Cut(strings.TrimSpace(setting), "=")
	switch strings.TrimSpace(key) {
	case "asynctimerchan":
		return strings.TrimSpace(value) != "0"
	case "default":
		return version.Compare(strings.TrimSpace(value), newTimers) < 0
	}
	return false
}
