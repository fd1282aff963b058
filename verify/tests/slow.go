package tests

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// leastTime is what the tests of a package get however little is left.
const leastTime = 10 * time.Second

// timeout returns how long the tests of one package may take.
func (opt Options) timeout() time.Duration {
	limit := cmp.Or(opt.Timeout, defaultTimeout)
	if opt.Left != nil {
		limit = min(limit, max(opt.Left()/4, leastTime))
	}
	return limit.Round(time.Millisecond)
}

// leastForOthers is what the tests of importing packages get together, however little is left.
const leastForOthers = 5 * time.Second

// forOthers returns how long the tests of importing packages may take together, with what is
// built for them: a part of the time that is left, or all of it where nothing else is asked
// about; 0 means that there is no end.
func (opt Options) forOthers(c verify.Change) time.Duration {
	if opt.Left == nil {
		return 0
	}
	part := opt.Left()
	if len(c.Packages) > 0 {
		part /= 4
	}
	return max(part, leastForOthers).Round(time.Millisecond)
}

// attempts is how often the tests that are left are run after others took too long.
const attempts = 3

// first runs the tests of packages without any change. Where the time of a package is over,
// those that are left run in half of it, and those that took or waited too long are left out
// from then on. With a limit, importing packages are left out as a whole.
func first(ctx context.Context, c verify.Change, opt Options, pkgs []string) (*baseline, error) {
	b := newBaseline(opt.timeout())
	own, others := pkgs, []string(nil)
	if opt.Left != nil {
		own, others = divided(c, pkgs)
	}
	r := newResult()
	if len(own) > 0 {
		var err error
		r, err = run(ctx, c, c.Old, opt, selection{packages: own, timeout: b.timeout})
		if err != nil {
			return nil, err
		}
	}
	if len(others) > 0 {
		found, err := run(ctx, c, c.Old, opt, selection{packages: others, timeout: b.timeout,
			limit: opt.forOthers(c)})
		if err != nil {
			return nil, err
		}
		for _, p := range others {
			_, hung := found.hung[p]
			if _, ended := found.ended[p]; hung || !ended {
				found.take(p)
				b.left[p] = true
			}
		}
		r.add(found)
	}
	for _, p := range slices.Sorted(maps.Keys(r.hung)) {
		found, err := b.rest(ctx, c, opt, p, r.take(p))
		if err != nil {
			return nil, err
		}
		b.divide(p, found)
		r.add(found)
	}
	b.passed, b.failed, b.broken = r.passed, r.failed, r.broken
	return b, nil
}

// divided tells the packages that a change rewrites from those that import them.
func divided(c verify.Change, pkgs []string) (own, others []string) {
	for _, p := range pkgs {
		if slices.Contains(c.Packages, p) {
			own = append(own, p)
		} else {
			others = append(others, p)
		}
	}
	return own, others
}

// rest runs the tests of a package that found does not know, some of which hang, and adds what
// they do. It notes in b.hung those that hang, as far as they are known by name.
func (b *baseline) rest(ctx context.Context, c verify.Change, opt Options, pkg string,
	found *result) (*result, error) {
	b.hung[pkg] = []string{}
	times := attempts
	if opt.Left != nil && found.sum() >= b.timeout/2 {
		times = 1 // what has passed is enough, and time is short
	}
	for range times {
		hung := found.hung[pkg]
		delete(found.hung, pkg)
		delete(found.broken, pkg)
		if len(hung) == 0 {
			break
		}
		b.hung[pkg] = append(b.hung[pkg], hung...)
		known := append(found.tests(), b.hung[pkg]...)
		r, err := run(ctx, c, c.Old, opt, selection{packages: []string{pkg}, skip: known,
			timeout: max(b.timeout/2, time.Second)})
		if err != nil {
			return nil, err
		}
		found.add(r)
		if _, hangs := r.hung[pkg]; !hangs {
			break
		}
	}
	if hung := found.hung[pkg]; len(hung) > 0 {
		b.hung[pkg] = append(b.hung[pkg], hung...)
		b.hung[pkg] = append(b.hung[pkg], "the tests after them")
	}
	delete(found.hung, pkg)
	delete(found.broken, pkg)
	maps.DeleteFunc(found.failed, func(name string, _ bool) bool {
		return slices.Contains(b.hung[pkg], top(name))
	})
	return found, nil
}

// divide notes the tests of a package, all of which took too long, that are run from then on:
// the quickest ones, which take half of the time together.
func (b *baseline) divide(pkg string, found *result) {
	var quick []string
	took := map[string]time.Duration{}
	for _, name := range found.tests() {
		if full := pkg + "." + name; found.passed[full] {
			quick, took[name] = append(quick, name), found.took[full]
		}
	}
	slices.SortStableFunc(quick, func(a, b string) int { return cmp.Compare(took[a], took[b]) })
	var sum time.Duration
	for i, name := range quick {
		if sum += took[name]; sum > b.timeout/2 {
			b.long[pkg], quick = quick[i:], quick[:i]
			break
		}
	}
	maps.DeleteFunc(found.passed, func(name string, _ bool) bool {
		return !slices.Contains(quick, top(name))
	})
	b.quick[pkg] = quick
	if len(quick) == 0 {
		found.broken[pkg] = true
	}
}

// top returns the name of the test that a test or subtest belongs to.
func top(name string) string {
	_, test := split(name)
	test, _, _ = strings.Cut(test, "/")
	return test
}

// tests returns the names of the top-level tests that ended, each once.
func (r *result) tests() []string {
	ended := map[string]bool{}
	for _, list := range []map[string]bool{r.passed, r.failed} {
		for name := range list {
			ended[top(name)] = true
		}
	}
	return slices.Sorted(maps.Keys(ended))
}

// sum returns how long the top-level tests that passed took.
func (r *result) sum() (sum time.Duration) {
	for name, took := range r.took {
		if _, test := split(name); r.passed[name] && !strings.Contains(test, "/") {
			sum += took
		}
	}
	return sum
}

// take removes the words of a run about a package, and returns them.
func (r *result) take(pkg string) *result {
	ours := newResult()
	for _, pair := range [][2]map[string]bool{{r.passed, ours.passed}, {r.failed, ours.failed}} {
		for name := range pair[0] {
			if ofPackages(name, []string{pkg}) {
				pair[1][name] = true
				delete(pair[0], name)
			}
		}
	}
	maps.Copy(ours.took, r.took)
	maps.Copy(ours.said, r.said)
	ours.hung[pkg] = r.hung[pkg]
	delete(r.broken, pkg)
	delete(r.hung, pkg)
	return ours
}

// run runs the tests of packages with the change, those that take too long left out. They
// have twice the time that they had before. It returns the importing packages, too, for which
// no time was left.
func (b *baseline) run(ctx context.Context, c verify.Change, opt Options, pkgs []string) (
	sum *result, late []string, err error) {
	sum = newResult()
	own, others := pkgs, []string(nil)
	if opt.Left != nil {
		own, others = divided(c, pkgs)
	}
	var together []string
	var list []selection
	for _, p := range own {
		if b.hung[p] == nil {
			together = append(together, p)
			continue
		}
		list = append(list, selection{packages: []string{p}, only: b.quick[p]})
	}
	if len(together) > 0 {
		list = append(list, selection{packages: together})
	}
	if len(others) > 0 {
		list = append(list, selection{packages: others, limit: opt.forOthers(c)})
	}
	for _, which := range list {
		which.timeout = 2 * b.timeout
		r, err := run(ctx, c, c.New, opt, which)
		if err != nil {
			return nil, nil, err
		}
		sum.add(r)
		for _, p := range which.packages {
			if _, ended := r.ended[p]; which.limit > 0 && !ended {
				late = append(late, p)
			}
		}
	}
	return sum, late, nil
}

// leftOut names importing packages for whose tests there was no time.
func leftOut(pkgs []string) alloc.Warning {
	return alloc.Warning{Code: alloc.WarnTooSlow, Package: pkgs[0], Text: fmt.Sprintf(
		"The tests of %s were not run, for want of time: a longer -time runs them.", some(pkgs))}
}

// slowWarnings names the tests of a package that are left out because of the time that they
// take.
func (b *baseline) slowWarnings(pkg string) (list []alloc.Warning) {
	warn := func(format string, args ...any) {
		list = append(list, alloc.Warning{Code: alloc.WarnTooSlow, Package: pkg,
			Text: fmt.Sprintf(format, args...)})
	}
	if len(b.hung[pkg])+len(b.long[pkg]) == 0 {
		warn("The tests of %s take longer than %v, and were not counted.", pkg, b.timeout)
		return list
	}
	if names := b.hung[pkg]; len(names) > 0 {
		warn("%s of %s had not ended after %v, and %s not counted.", some(names), pkg, b.timeout,
			map[bool]string{true: "was", false: "were"}[len(names) == 1])
	}
	if names := b.long[pkg]; len(names) > 0 {
		warn("All tests of %s take longer than %v, and %s %s not counted.", pkg, b.timeout,
			some(names), map[bool]string{true: "was", false: "were"}[len(names) == 1])
	}
	return list
}

// some joins a few names, and says how many more there are.
func some(names []string) string {
	const most = 5
	if len(names) > most+1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
