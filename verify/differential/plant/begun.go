package plant

import (
	"regexp"
	"slices"
	"strings"
)

// begun are the names of tests that have begun, without those below them.
type begun []string

// Write reads them from what a test binary prints with -test.v. A parallel test that waits
// for the others has not begun.
func (b *beginnings) Write(p []byte) (int, error) {
	for _, c := range p {
		switch {
		case c == '\n':
			b.read(string(b.line))
			b.line = b.line[:0]
		case len(b.line) < longestLine:
			b.line = append(b.line, c)
		}
	}
	return len(p), nil
}

// beginnings is output of which only the tests that have begun are kept.
type beginnings struct {
	tests begun
	line  []byte // so far
}

// longestLine is how much of a line is looked at, in bytes. Names are shorter.
const longestLine = 1000

// read reads a line: "=== RUN   TestName".
func (b *beginnings) read(line string) {
	event, name, _ := strings.Cut(strings.TrimPrefix(line, "=== "), " ")
	if name = strings.TrimSpace(name); name == "" || strings.Contains(name, "/") ||
		!strings.HasPrefix(line, "=== ") {
		return
	}
	switch event {
	case "RUN", "CONT":
		if !slices.Contains(b.tests, name) {
			b.tests = append(b.tests, name)
		}
	case "PAUSE":
		b.tests = slices.DeleteFunc(b.tests, func(old string) bool { return old == name })
	}
}

func (b begun) none() bool { return len(b) == 0 }

// and returns the tests of both.
func (b begun) and(more begun) begun { return append(slices.Clip(b), more...) }

// pattern returns a regular expression for -test.skip that matches them.
func (b begun) pattern() string {
	var names []string
	for _, name := range b {
		names = append(names, regexp.QuoteMeta(name))
	}
	return "^(" + strings.Join(names, "|") + ")$"
}
