package text

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// group is a row of the table: sites that have something in common.
type group struct {
	label string
	weight
	sites []*alloc.Finding // heaviest first
}

// labels returns for a finding the groups that it belongs to: with technique
// there may be several, otherwise there is one.
func labels(by string) (func(*alloc.Finding) []string, error) {
	switch by {
	case "line":
		return func(f *alloc.Finding) []string { return []string{place(f)} }, nil
	case "func":
		return func(f *alloc.Finding) []string { return []string{known(f.Func)} }, nil
	case "type":
		return func(f *alloc.Finding) []string { return []string{known(f.Type)} }, nil
	case "cause":
		return func(f *alloc.Finding) []string { return []string{known(f.Cause)} }, nil
	case "technique":
		return techniques, nil
	}
	return nil, fmt.Errorf("cannot group by %q: want line, func, type, cause or technique", by)
}

func techniques(f *alloc.Finding) []string {
	if len(f.Techniques) == 0 {
		return []string{"none"}
	}
	return f.Techniques
}

// groups returns the sites of p in groups, heaviest first, and the sites that
// are in none because they weigh nothing: they allocate on first use only.
func (p *page) groups() (list []*group, weightless int, err error) {
	if !slices.Contains([]string{"objects", "bytes", "cpu"}, p.opt.Sort) {
		return nil, 0, fmt.Errorf("cannot sort by %q: want objects, bytes or cpu", p.opt.Sort)
	}
	labelsOf, err := labels(p.opt.By)
	if err != nil {
		return nil, 0, err
	}
	byLabel := make(map[string]*group)
	for i := range p.Sites {
		site := &p.Sites[i]
		w := p.scale.site(site)
		if w == (weight{}) {
			weightless++
			continue
		}
		for _, label := range labelsOf(site) {
			g := byLabel[label]
			if g == nil {
				g = &group{label: label}
				byLabel[label] = g
				list = append(list, g)
			}
			g.weight = g.weight.plus(w)
			g.sites = append(g.sites, site)
		}
	}
	p.sort(list)
	return list, weightless, nil
}

// sort puts the heaviest groups first, and in each the heaviest sites. Equals
// keep the order that the report has.
func (p *page) sort(list []*group) {
	compare := func(v, w weight) int {
		return cmp.Or(
			cmp.Compare(w.by(p.opt.Sort), v.by(p.opt.Sort)),
			cmp.Compare(w.objects, v.objects),
			cmp.Compare(w.bytes, v.bytes),
			cmp.Compare(w.cpu, v.cpu))
	}
	slices.SortStableFunc(list, func(a, b *group) int { return compare(a.weight, b.weight) })
	for _, g := range list {
		slices.SortStableFunc(g.sites, func(a, b *alloc.Finding) int {
			return compare(p.scale.site(a), p.scale.site(b))
		})
	}
}

// distinct returns the values that the sites of g have, heaviest first.
func (g *group) distinct(value func(*alloc.Finding) string) []string {
	var values []string
	for _, f := range g.sites {
		if v := value(f); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// maxHandle is how long a function's name may be to be worth typing.
const maxHandle = 50

// handle returns what to give to `wring why` for all of g, or at least for its
// heaviest site.
func (g *group) handle(by string) string {
	f := g.sites[0]
	switch {
	case by == "func" && f.Func != "" && len(f.Func) <= maxHandle:
		return f.Func
	case by == "line" && len(g.sites) > 1, f.ID == "":
		return place(f)
	}
	return f.ID
}
