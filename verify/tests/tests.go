// Package tests judges a change by the tests that are there already: those of
// the packages that changed and of everything in the module that imports them.
// A test that fails or flakes before the change is named and not counted.
package tests

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// Options say how to run the tests. The zero value runs all of them.
type Options struct {
	Short   bool          // as go test -short
	Timeout time.Duration // of one package's tests; 0 means 5 minutes
	// Left returns the time that is left for everything, of which the tests of a
	// package may take a quarter, and those of all importing packages another one, each time
	// that they are run; all of it where only importing packages are asked about. Without it
	// there is no end.
	Left func() time.Duration
}

const defaultTimeout = 5 * time.Minute

const judge = "tests"

// Judge returns a judge that remembers what the tests of each package do without
// any change: they are run once, and what is kept of a change has passed them.
func Judge(opt Options) verify.Judge {
	known := &memory{packages: map[string]*baseline{}}
	return func(ctx context.Context, c verify.Change, _ verify.Measurements) (
		verify.Judgement, error) {
		before, err := known.before(ctx, c, opt)
		if err != nil {
			return verify.Judgement{}, err
		}
		v, late, err := compare(ctx, c, before, opt)
		known.leave(late)
		return verify.All(c, v), err
	}
}

// memory holds baselines by package. Several goroutines may ask it.
type memory struct {
	mu       sync.Mutex
	packages map[string]*baseline
}

// before returns what the tests of a change's packages do without it.
func (m *memory) before(ctx context.Context, c verify.Change, opt Options) (*baseline, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := packages(c)
	unknown := slices.DeleteFunc(slices.Clone(all), func(p string) bool {
		return m.packages[p] != nil
	})
	if len(unknown) > 0 {
		found, err := first(ctx, c, opt, unknown)
		if err != nil {
			return nil, err
		}
		for _, p := range unknown {
			m.packages[p] = found
		}
	}
	sum := newBaseline(0)
	for _, p := range all {
		sum.add(m.packages[p])
	}
	return sum, nil
}

// leave takes packages out from now on.
func (m *memory) leave(pkgs []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range pkgs {
		m.packages[p].left[p] = true
	}
}

// baseline is what the tests do before any change.
type baseline struct {
	passed map[string]bool // by "import/path.TestName"
	failed map[string]bool
	// broken are packages whose tests do not build, or end in a way that says
	// nothing of single tests.
	broken map[string]bool
	// hung are the tests that had not ended when the time of their package was over, and long
	// those that took most of it: they are left out from then on, and quick are the others.
	// Packages whose time was enough are in none of them.
	hung, long, quick map[string][]string
	left              map[string]bool // importing packages for which there is no time
	timeout           time.Duration   // that the tests of one package had
}

func newBaseline(timeout time.Duration) *baseline {
	return &baseline{passed: map[string]bool{}, failed: map[string]bool{},
		broken: map[string]bool{}, hung: map[string][]string{}, long: map[string][]string{},
		quick: map[string][]string{}, left: map[string]bool{}, timeout: timeout}
}

func (b *baseline) add(other *baseline) {
	maps.Copy(b.passed, other.passed)
	maps.Copy(b.failed, other.failed)
	maps.Copy(b.broken, other.broken)
	maps.Copy(b.hung, other.hung)
	maps.Copy(b.long, other.long)
	maps.Copy(b.quick, other.quick)
	maps.Copy(b.left, other.left)
	b.timeout = max(b.timeout, other.timeout)
}

func packages(c verify.Change) []string {
	all := slices.Clone(c.Packages)
	for _, p := range c.Affected {
		if !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	return all
}

// compare runs the tests with the change. What fails is tried again on both
// sides: a test that fails now and then without the change is not held against
// it. Importing packages for which there was no time are returned.
func compare(ctx context.Context, c verify.Change, before *baseline, opt Options) (
	v alloc.Verdict, late []string, err error) {
	var pkgs, left []string
	for _, p := range packages(c) {
		switch {
		case before.left[p]:
			left = append(left, p)
		case !before.broken[p]:
			pkgs = append(pkgs, p)
		}
	}
	v = alloc.Verdict{Judge: judge, Outcome: alloc.Accepted}
	v.Warnings = append(v.Warnings, before.warnings(packages(c))...)
	r := newResult()
	if len(pkgs) > 0 {
		if r, late, err = before.run(ctx, c, opt, pkgs); err != nil {
			return v, late, err
		}
	}
	if left = append(left, late...); len(left) > 0 {
		v.Warnings = append(v.Warnings, leftOut(left))
	}
	for _, p := range slices.Sorted(maps.Keys(r.broken)) {
		v.Outcome = alloc.Rejected
		v.Reason = fmt.Sprintf("the tests of %s do not run any more: %s", p, r.said[p])
		return v, late, nil
	}
	pkgs = slices.DeleteFunc(pkgs, func(p string) bool { return slices.Contains(late, p) })
	anew := renamed{again: map[string]*result{}, count: map[string]int{}}
	for _, name := range slices.Sorted(maps.Keys(before.passed)) {
		missing := !r.failed[name] && !r.passed[name] && ofPackages(name, pkgs)
		if missing {
			is, err := anew.has(ctx, before, c, opt, name)
			if err != nil {
				return v, late, err
			}
			if is {
				continue
			}
		}
		if r.blames(name) || missing {
			guilty, err := before.confirm(ctx, c, opt, name)
			if err != nil {
				return v, late, err
			}
			if guilty {
				v.Evidence.TestsFailed++
				v.Outcome = alloc.Rejected
				v.Reason = fmt.Sprintf("%s fails: %s", name, r.why(name))
				break
			}
			v.Warnings = append(v.Warnings, flaky(name))
		}
	}
	v.Warnings = append(v.Warnings, anew.warnings()...)
	v.Evidence.TestsRun = r.counted(before)
	if v.Evidence.TestsRun == 0 && v.Outcome == alloc.Accepted {
		return nothing(v), late, nil
	}
	return v, late, nil
}

func nothing(v alloc.Verdict) alloc.Verdict {
	v.Outcome, v.Reason = alloc.Unknown, "there are no tests that pass before the change"
	return v
}

func ofPackages(name string, pkgs []string) bool {
	return slices.ContainsFunc(pkgs, func(p string) bool { return strings.HasPrefix(name, p+".") })
}

func flaky(name string) alloc.Warning {
	return alloc.Warning{Code: alloc.WarnFlakyTest,
		Text: name + " fails now and then without the change too, and was not counted."}
}

// warnings names what is not counted.
func (b *baseline) warnings(pkgs []string) []alloc.Warning {
	var list []alloc.Warning
	for _, name := range slices.Sorted(maps.Keys(b.failed)) {
		_, test := split(name)
		if ofPackages(name, pkgs) && !strings.Contains(test, "/") {
			list = append(list, alloc.Warning{Code: alloc.WarnFailingTest,
				Text: name + " fails without the change, and was not counted."})
		}
	}
	for _, p := range slices.Sorted(maps.Keys(b.hung)) {
		if slices.Contains(pkgs, p) {
			list = append(list, b.slowWarnings(p)...)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(b.broken)) {
		if slices.Contains(pkgs, p) && b.hung[p] == nil {
			list = append(list, alloc.Warning{Code: alloc.WarnBrokenTests, Package: p,
				Text: "The tests of " + p + " do not run without the change: not counted."})
		}
	}
	return list
}

// confirm reports whether a test that failed passes without the change each
// time and fails again with it. Other judges run tests in the same folder at the
// same time, so one that fails each second time may pass twice in a row.
func (b *baseline) confirm(ctx context.Context, c verify.Change, opt Options, name string) (
	bool, error) {
	const times = 4
	pkg, test := split(name)
	one := selection{packages: []string{pkg}, test: test, timeout: 2 * b.timeout}
	for range times {
		old, err := run(ctx, c, c.Old, opt, one)
		if err != nil || !old.passed[name] {
			return false, err
		}
	}
	for range times {
		now, err := run(ctx, c, c.New, opt, one)
		if err != nil || !now.passed[name] {
			return true, err
		}
	}
	return false, nil
}

// split divides "import/path.TestName" at the dot that ends the path: test
// names have no slash before their first dot, except for those of subtests.
func split(name string) (pkg, test string) {
	top, sub, hasSub := name, "", false
	if i := strings.Index(name, ".Test"); i >= 0 {
		if j := strings.IndexByte(name[i:], '/'); j >= 0 {
			top, sub, hasSub = name[:i+j], name[i+j:], true
		}
	}
	i := strings.LastIndexByte(top, '.')
	if hasSub {
		return top[:i], top[i+1:] + sub
	}
	return top[:i], top[i+1:]
}
