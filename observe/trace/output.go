package trace

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// output reads what a test binary prints, line by line, and keeps what tells
// how it ended. However much there is, little of it is kept.
type output struct {
	line     []byte // the unfinished one, cut to maxLine
	last     []string
	crash    []string  // the lines from "panic: " or "fatal error: " on
	failures []failure // "--- FAIL: NAME", and what was logged
	failed   bool      // package testing's last word was FAIL
	passed   bool      // or PASS
}

// failure is a benchmark or test that failed.
type failure struct {
	name string
	log  []string
}

// The bounds of what is kept.
const (
	maxLine     = 400 // bytes of a line
	maxLast     = 3   // lines from the end
	maxCrash    = 60  // lines of a crash
	maxLog      = 3   // lines of a failure
	maxFailures = 100
)

// Write never fails.
func (o *output) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			o.extend(p)
			return n, nil
		}
		o.extend(p[:i])
		o.end()
		p = p[i+1:]
	}
}

func (o *output) extend(p []byte) {
	o.line = append(o.line, p[:min(len(p), maxLine-len(o.line))]...)
}

// end says that the line is complete.
func (o *output) end() {
	line := afterName(strings.ToValidUTF8(string(o.line), "?"))
	o.line = o.line[:0]
	switch {
	case o.crash != nil:
		if len(o.crash) < maxCrash {
			o.crash = append(o.crash, line)
		}
	case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
		o.crash = []string{line}
	}
	if strings.TrimSpace(line) == "" {
		return
	}
	o.classify(line)
	o.last = append(o.last, line)
	o.last = o.last[max(0, len(o.last)-maxLast):]
}

// afterName cuts off a benchmark's name: it is printed before the benchmark is
// run, and what the benchmark prints follows on the same line.
func afterName(line string) string {
	name, rest, ok := strings.Cut(line, "\t")
	if !ok || !strings.HasPrefix(name, "Benchmark") || !strings.Contains(rest, ": ") {
		return line
	}
	return rest
}

// classify looks for the words of package testing.
func (o *output) classify(line string) {
	n := len(o.failures)
	inLog := n > 0 && len(o.last) > 0 && (strings.HasPrefix(o.last[len(o.last)-1], "--- FAIL: ") ||
		strings.HasPrefix(o.last[len(o.last)-1], "    "))
	fail, isFail := strings.CutPrefix(line, "--- FAIL: ")
	switch {
	case line == "FAIL":
		o.failed = true
	case line == "PASS":
		o.passed = true
	case isFail && n < maxFailures:
		name, _, _ := strings.Cut(fail, " ")
		o.failures = append(o.failures, failure{name: name})
	case strings.HasPrefix(line, "    ") && inLog && len(o.failures[n-1].log) < maxLog:
		o.failures[n-1].log = append(o.failures[n-1].log, strings.TrimSpace(line))
	}
}

// leaves returns the failures without those that only pass on the failure of a
// sub-benchmark.
func (o *output) leaves() []failure {
	return slices.DeleteFunc(slices.Clone(o.failures), func(f failure) bool {
		return len(f.log) == 0 && slices.ContainsFunc(o.failures, func(sub failure) bool {
			return strings.HasPrefix(sub.name, f.name+"/")
		})
	})
}

// reason ends a sentence with what was logged.
func (f failure) reason() string {
	if len(f.log) == 0 {
		return "."
	}
	return ": " + strings.Join(f.log, "; ")
}

// lastWords ends a sentence with what a process said before it ended: the
// message and the place of a panic, or else its last lines.
func (o *output) lastWords() string {
	if o.crash == nil {
		if len(o.last) == 0 {
			return " without a word."
		}
		return ": " + strings.Join(o.last, "\n")
	}
	words := []string{}
	for _, line := range o.crash {
		if line == "" || strings.HasPrefix(line, "\tpanic: ") || len(words) == maxLast {
			break
		}
		line, _, _ = strings.Cut(line, " [recovered") // by package testing
		words = append(words, line)
	}
	return ": " + strings.Join(words, "\n") + o.place()
}

// place names the first line in a crash's first stack that is neither in the
// runtime nor in package testing.
func (o *output) place() string {
	for i, line := range o.crash {
		file, ok := strings.CutPrefix(line, "\t")
		if !ok || i == 0 || !strings.Contains(file, ".go:") || isHarness(o.crash[i-1]) {
			continue
		}
		file, _, _ = strings.Cut(file, " +")
		return fmt.Sprintf(" at %s", filepath.Base(file))
	}
	return ""
}

// isHarness reports whether a line of a stack names a function that is on the
// stack of every panic of a test.
func isHarness(line string) bool {
	for _, prefix := range []string{"panic(", "runtime.", "testing.", "created by ", "main.main()",
		"os.Exit(", "log."} {
		if strings.HasPrefix(line, prefix) {
			return true
		}
	}
	return false
}
