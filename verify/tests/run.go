package tests

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify"
)

// result is what one run of go test said.
type result struct {
	passed, failed map[string]bool // tests and subtests
	took           map[string]time.Duration
	broken         map[string]bool // packages
	said           map[string]string
	// hung are the packages whose time was over, with the tests that ran then.
	hung  map[string][]string
	ended map[string]time.Time // when packages came to their end, one way or the other
}

func newResult() *result {
	return &result{passed: map[string]bool{}, failed: map[string]bool{},
		took: map[string]time.Duration{}, broken: map[string]bool{}, said: map[string]string{},
		hung: map[string][]string{}, ended: map[string]time.Time{}}
}

// add adds what another run said.
func (r *result) add(other *result) {
	maps.Copy(r.passed, other.passed)
	maps.Copy(r.failed, other.failed)
	maps.Copy(r.took, other.took)
	maps.Copy(r.broken, other.broken)
	maps.Copy(r.said, other.said)
	maps.Copy(r.hung, other.hung)
	maps.Copy(r.ended, other.ended)
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

// selection says which tests to run, and for how long.
type selection struct {
	packages []string
	test     string        // a single one; "" means all
	only     []string      // top-level tests; nil means all
	skip     []string      // top-level tests to leave out
	timeout  time.Duration // of each package
	limit    time.Duration // of all of it, with what is built for it; 0 means none
}

// run runs tests with the files of one side. When the limit is over, what some packages came
// to until then is the result.
func run(ctx context.Context, c verify.Change, side map[string][]byte, opt Options,
	which selection) (*result, error) {
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	list, err := gocmd.WriteOverlay(dir, side, "")
	if err != nil {
		return nil, err
	}
	args := []string{"test", "-json", "-vet=off", "-count=1", "-overlay=" + list,
		"-timeout=" + which.timeout.String()}
	if opt.Short {
		args = append(args, "-short")
	}
	if c.Tags != "" {
		args = append(args, "-tags="+c.Tags)
	}
	if which.test != "" {
		args = append(args, "-run="+pattern(which.test))
	}
	if which.only != nil {
		args = append(args, "-run=^("+strings.Join(which.only, "|")+")$")
	}
	if len(which.skip) > 0 {
		args = append(args, "-skip=^("+strings.Join(which.skip, "|")+")$")
	}
	limited, stop := ctx, func() {}
	over := time.Now().Add(which.limit)
	if which.limit > 0 {
		limited, stop = context.WithDeadline(ctx, over)
	}
	defer stop()
	out, err := gocmd.Run(limited, gocmd.Call{Dir: c.Dir, Env: c.Env,
		Args: append(args, which.packages...)})
	var failed *gocmd.Error
	if err != nil && (!errors.As(err, &failed) || ctx.Err() != nil) {
		return nil, err
	}
	r := parse(out)
	if limited.Err() != nil {
		for _, p := range which.packages {
			if at, ended := r.ended[p]; !ended || r.broken[p] && at.After(over) {
				r.take(p) // the end of the go command was its end
				delete(r.ended, p)
			}
		}
		return r, nil
	}
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
	Time        time.Time
	Action      string
	Package     string
	ImportPath  string // of a build
	Test        string
	Elapsed     float64 // seconds
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
	hanging := ""                 // the package that is saying which tests hang
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
			hanging = r.hangs(e, hanging)
		case "pass":
			if e.Test != "" {
				r.passed[name] = true
				r.took[name] = time.Duration(e.Elapsed * float64(time.Second))
			}
		case "fail":
			r.fail(e, name, builds, failures)
		}
		if e.Test == "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip") {
			r.ended[e.Package] = e.Time
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

// hangs reads what a test binary says at the end of its time: a panic, and the
// tests that were running. It returns the package that is saying so, or "".
func (r *result) hangs(e event, before string) string {
	if strings.HasPrefix(e.Output, "panic: test timed out after ") {
		r.hung[e.Package] = []string{}
		return e.Package
	}
	if before != e.Package || strings.TrimSpace(e.Output) == "running tests:" {
		return before
	}
	name, took, ok := strings.Cut(strings.TrimSpace(e.Output), " (")
	if !ok || !strings.HasPrefix(e.Output, "\t\t") || !strings.HasSuffix(took, ")") {
		return ""
	}
	name, _, _ = strings.Cut(name, "/")
	if !slices.Contains(r.hung[e.Package], name) {
		r.hung[e.Package] = append(r.hung[e.Package], name)
	}
	return before
}
