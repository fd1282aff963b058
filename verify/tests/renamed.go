package tests

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// renamed finds subtests that have another name in each run, as with an address in it: a run
// with the change does not come to the names of the run before it.
type renamed struct {
	again map[string]*result // the top-level tests once more without the change, by their names
	count map[string]int     // subtests that did not come again
}

// has reports whether a subtest to which the run with the change did not come does not come
// again without the change either.
func (n *renamed) has(ctx context.Context, b *baseline, c verify.Change, opt Options,
	name string) (bool, error) {
	pkg, test := split(name)
	top, _, sub := strings.Cut(test, "/")
	if !sub {
		return false, nil
	}
	top = pkg + "." + top
	if n.again[top] == nil {
		_, test = split(top)
		r, err := run(ctx, c, c.Old, opt, selection{packages: []string{pkg}, test: test,
			timeout: 2 * b.timeout})
		if err != nil {
			return false, err
		}
		n.again[top] = r
	}
	if r := n.again[top]; !r.passed[top] || r.passed[name] || r.failed[name] {
		return false, nil
	}
	n.count[top]++
	return true, nil
}

// warnings names the tests whose subtests are not counted.
func (n *renamed) warnings() []alloc.Warning {
	var list []alloc.Warning
	for _, top := range slices.Sorted(maps.Keys(n.count)) {
		list = append(list, alloc.Warning{Code: alloc.WarnFlakyTest,
			Text: fmt.Sprintf("%s names subtests anew in each run: %d were not counted.",
				top, n.count[top])})
	}
	return list
}
