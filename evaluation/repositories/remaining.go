package repositories

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// Why a site is as it was measured, or is not.
const (
	whyRewritten = "rewritten"
	whyDropped   = "dropped by a judge"
	whyTest      = "in test code"
	whyUnmatched = "no proposal, though a technique answers the cause"
	whyNone      = "no technique answers the cause"
)

func whys() []string { return []string{whyRewritten, whyDropped, whyTest, whyUnmatched, whyNone} }

// part is a site's part of what the benchmarks allocate. Each benchmark counts
// as one, whatever it allocates; otherwise the heaviest would be the result.
type part struct {
	code  string
	site  alloc.Finding
	why   string
	share float64
}

// parts returns the sites of f, each with its part.
func (f repository) parts() []part {
	of := map[string]float64{} // objects per operation, by benchmark
	for _, s := range f.Report.Sites {
		for _, b := range s.PerOp {
			of[b.Benchmark] += b.Objects
		}
	}
	tried := map[string]string{} // by site
	for _, trial := range f.Report.Trials {
		for _, id := range trial.Sites {
			if tried[id] = cmp.Or(tried[id], whyDropped); trial.Accepted {
				tried[id] = whyRewritten
			}
		}
	}
	answered := answers()
	var list []part
	for _, s := range f.Report.Sites {
		p := part{code: f.Name, site: s, why: cmp.Or(tried[s.ID], whyNone)}
		switch {
		case tried[s.ID] != "":
		case strings.HasSuffix(s.File, "_test.go"):
			p.why = whyTest
		case answered[s.Cause]:
			p.why = whyUnmatched
		}
		for _, b := range s.PerOp {
			p.share += b.Objects / of[b.Benchmark]
		}
		list = append(list, p)
	}
	return list
}

// answers returns the causes that some technique answers.
func answers() map[string]bool {
	causes := map[string]bool{}
	for _, t := range wring.Techniques() {
		for _, cause := range t.Causes {
			causes[cause] = true
		}
	}
	return causes
}

// printLeft prints, by cause, what became of what was measured, and the
// heaviest places that no technique has a proposal for.
func printLeft(m *bench.Machine, all []repository, top int) {
	var list []part
	sum, causes := 0.0, map[string]map[string]float64{}
	for _, f := range all {
		for _, p := range f.parts() {
			if causes[p.site.Cause] == nil {
				causes[p.site.Cause] = map[string]float64{}
			}
			causes[p.site.Cause][p.why] += p.share
			sum += p.share
			list = append(list, p)
		}
	}
	fmt.Fprint(m.Out, "What is left, and why: parts of all objects in percent, each benchmark "+
		"counting as one.\n\n")
	t := bench.NewTable(m.Out, slices.Concat([]string{"cause", "all"}, whys())...)
	names := slices.SortedFunc(maps.Keys(causes), func(a, b string) int {
		return cmp.Or(cmp.Compare(together(causes[b]), together(causes[a])), cmp.Compare(a, b))
	})
	whole := map[string]float64{}
	for _, name := range names {
		for why, share := range causes[name] {
			whole[why] += share
		}
	}
	for _, name := range names {
		if together(causes[name]) >= 0.005*sum {
			t.Row(cells(name, causes[name], sum)...)
		}
	}
	t.Row(cells("**all**", whole, sum)...)
	t.End()
	printPlaces(m, list, sum, top)
}

func together(shares map[string]float64) (sum float64) {
	for _, share := range shares {
		sum += share
	}
	return sum
}

func cells(name string, shares map[string]float64, sum float64) []string {
	list := []string{name, percent(together(shares), sum)}
	for _, why := range whys() {
		list = append(list, percent(shares[why], sum))
	}
	return list
}

func percent(part, whole float64) string {
	if part == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", 100*part/whole)
}

func printPlaces(m *bench.Machine, list []part, sum float64, top int) {
	lines := map[string]part{}
	for _, p := range list {
		if p.why == whyUnmatched || p.why == whyNone {
			key := fmt.Sprintf("%s %s:%d", p.code, p.site.File, p.site.Line)
			if known := lines[key]; known.share > p.share {
				known.share, p = known.share+p.share, known
			} else {
				p.share += known.share
			}
			lines[key] = p
		}
	}
	keys := slices.SortedFunc(maps.Keys(lines), func(a, b string) int {
		return cmp.Or(cmp.Compare(lines[b].share, lines[a].share), cmp.Compare(a, b))
	})
	fmt.Fprint(m.Out, "The heaviest places without a proposal:\n\n")
	t := bench.NewTable(m.Out, "percent", "cause", "type", "place")
	for _, key := range keys[:min(top, len(keys))] {
		p := lines[key]
		t.Row(percent(p.share, sum), p.site.Cause, "`"+p.site.Type+"`", key)
	}
	t.End()
}
