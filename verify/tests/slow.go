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

// attempts is how often tests that hang are left out of a package before all of
// its tests are.
const attempts = 3

// first runs the tests of packages without any change. Where the time of a package
// is over, the tests that were running are left out, and the others run again.
func first(ctx context.Context, c verify.Change, opt Options, pkgs []string) (*baseline, error) {
	b := newBaseline(opt.timeout())
	r, err := run(ctx, c, c.Old, opt, selection{packages: pkgs, timeout: b.timeout})
	if err != nil {
		return nil, err
	}
	for _, p := range slices.Sorted(maps.Keys(r.hung)) {
		again, err := b.without(ctx, c, opt, p, r.hung[p])
		if err != nil {
			return nil, err
		}
		r.forget(p)
		r.add(again)
	}
	b.passed, b.failed, b.broken = r.passed, r.failed, r.broken
	return b, nil
}

// without runs the tests of a package without those that hang, as far as they are
// known by name, and notes which ones those are.
func (b *baseline) without(ctx context.Context, c verify.Change, opt Options, pkg string,
	hung []string) (*result, error) {
	b.slow[pkg] = []string{}
	for range attempts {
		if len(hung) == 0 {
			break
		}
		b.slow[pkg] = append(b.slow[pkg], hung...)
		r, err := run(ctx, c, c.Old, opt, selection{packages: []string{pkg},
			skip: b.slow[pkg], timeout: b.timeout})
		if err != nil {
			return nil, err
		}
		again, hangs := r.hung[pkg]
		if !hangs {
			return r, nil
		}
		hung = again
	}
	b.slow[pkg] = []string{} // all of them
	none := newResult()
	none.broken[pkg] = true
	return none, nil
}

// forget removes the words of a run about a package.
func (r *result) forget(pkg string) {
	ours := func(name string, _ bool) bool { return ofPackages(name, []string{pkg}) }
	maps.DeleteFunc(r.passed, ours)
	maps.DeleteFunc(r.failed, ours)
	delete(r.broken, pkg)
	delete(r.hung, pkg)
}

// run runs the tests of packages with the files of one side, those that take too
// long left out. They have twice the time that they had before.
func (b *baseline) run(ctx context.Context, c verify.Change, side map[string][]byte, opt Options,
	pkgs []string) (*result, error) {
	sum := newResult()
	var together []string
	var list []selection
	for _, p := range pkgs {
		if b.slow[p] == nil {
			together = append(together, p)
			continue
		}
		list = append(list, selection{packages: []string{p}, skip: b.slow[p]})
	}
	if len(together) > 0 {
		list = append(list, selection{packages: together})
	}
	for _, which := range list {
		which.timeout = 2 * b.timeout
		r, err := run(ctx, c, side, opt, which)
		if err != nil {
			return nil, err
		}
		sum.add(r)
	}
	return sum, nil
}

// slowWarning names the tests of a package that are left out because of the time
// that they take.
func (b *baseline) slowWarning(pkg string) alloc.Warning {
	text := fmt.Sprintf("The tests of %s take longer than %v, and were not counted.", pkg,
		b.timeout)
	if names := b.slow[pkg]; len(names) > 0 {
		text = fmt.Sprintf("%s of %s had not ended after %v, and %s not counted.",
			strings.Join(names, ", "), pkg, b.timeout,
			map[bool]string{true: "was", false: "were"}[len(names) == 1])
	}
	return alloc.Warning{Code: alloc.WarnTooSlow, Package: pkg, Text: text}
}
