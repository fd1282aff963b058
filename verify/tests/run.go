package tests

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"strings"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/overlay"
	"github.com/wring-go/wring/verify"
)

// result is what one run of go test said.
type result struct {
	passed, failed map[string]bool // tests and subtests
	broken         map[string]bool // packages
	said           map[string]string
}

func newResult() *result {
	return &result{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]string{}}
}

// counted returns how many tests ran, those left out that failed before.
func (r *result) counted(before *baseline) int {
	n := 0
	for name := range r.passed {
		if !before.failed[name] {
			n++
		}
	}
	return n
}

// blames reports whether a test failed by itself, not because a subtest did.
func (r *result) blames(name string) bool {
	if !r.failed[name] {
		return false
	}
	for other := range r.failed {
		if strings.HasPrefix(other, name+"/") {
			return false
		}
	}
	return true
}

// why returns the output of a test and the panic that ended it, which the go
// command attributes to the surrounding test or to the package.
func (r *result) why(name string) string {
	text := r.said[name]
	pkg, test := split(name)
	top, _, _ := strings.Cut(test, "/")
	for _, other := range []string{pkg + "." + top, pkg} {
		if _, panicked, ok := strings.Cut(r.said[other], "panic: "); ok && other != name {
			line, _, _ := strings.Cut(panicked, "\n")
			return text + "panic: " + line
		}
	}
	return text
}

// run runs the tests of pkgs with the files of one side; test names a single
// one, "" all.
func run(ctx context.Context, c verify.Change, side map[string][]byte, opt Options, pkgs []string,
	test string) (*result, error) {
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list, err := overlay.Write(dir, side, "")
	if err != nil {
		return nil, err
	}
	args := []string{"test", "-json", "-vet=off", "-count=1", "-overlay=" + list,
		"-timeout=" + cmp.Or(opt.Timeout, defaultTimeout).String()}
	if opt.Short {
		args = append(args, "-short")
	}
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	if test != "" {
		args = append(args, "-run="+pattern(test))
	}
	out, err := gocmd.Run(ctx, gocmd.Call{Dir: c.Dir, Env: c.Env,
		Args: append(args, pkgs...)})
	var failed *gocmd.Error
	if err != nil && (!errors.As(err, &failed) || ctx.Err() != nil) {
		return nil, err
	}
	r := parse(out)
	if failed != nil && len(r.failed)+len(r.broken) == 0 {
		return nil, err // the go command itself
	}
	return r, nil
}

// pattern returns the -run pattern of one test or subtest.
func pattern(test string) string {
	parts := strings.Split(test, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}

// event is a line of go test -json.
type event struct {
	Action      string
	Package     string
	ImportPath  string // of a build
	Test        string
	Output      string
	FailedBuild string
}

// maxSaid bounds what is kept of what a test prints.
const maxSaid = 2000

// parse reads the events. Lines that are none are left out: a test may write
// to standard output what it likes.
func parse(out []byte) *result {
	r := newResult()
	builds := map[string]string{} // what compilers said
	failures := map[string]int{}  // tests that failed, by package
	for line := range bytes.Lines(out) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		name := e.Package
		if e.Test != "" {
			name += "." + e.Test
		}
		switch e.Action {
		case "build-output":
			builds[e.ImportPath] += e.Output
		case "output":
			r.say(name, e.Output)
		case "pass":
			if e.Test != "" {
				r.passed[name] = true
			}
		case "fail":
			r.fail(e, name, builds, failures)
		}
	}
	for name := range r.failed {
		delete(r.passed, name)
	}
	return r
}

func (r *result) fail(e event, name string, builds map[string]string, failures map[string]int) {
	switch {
	case e.Test != "":
		r.failed[name] = true
		failures[e.Package]++
	case e.FailedBuild != "":
		r.broken[e.Package] = true
		r.said[e.Package] = tail(builds[e.FailedBuild])
	case failures[e.Package] == 0: // a TestMain, an init, a package that hangs
		r.broken[e.Package] = true
	}
}

// say keeps the end of what a test prints.
func (r *result) say(name, text string) {
	if strings.HasPrefix(text, "=== ") || strings.HasPrefix(strings.TrimSpace(text), "--- PASS") {
		return
	}
	r.said[name] = tail(r.said[name] + text)
}

func tail(text string) string {
	if len(text) <= maxSaid {
		return text
	}
	return "..." + text[len(text)-maxSaid:]
}
