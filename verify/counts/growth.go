package counts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// Growth is a benchmark that became heavier.
type Growth struct {
	Benchmark string // its full name
	Reason    string // in what it became heavier
}

// Growths returns the benchmarks of old that became heavier. One that is gone
// counts as one.
func Growths(old, now *alloc.Record, opt Options) []Growth {
	if opt.Bytes == 0 {
		opt.Bytes = defaultBytes
	}
	before, after := perOp(old), perOp(now)
	var list []Growth
	for _, b := range old.Benchmarks {
		name := b.FullName()
		is, ok := after[name]
		if !ok {
			list = append(list, Growth{name, "it can be counted no more"})
		} else if reason := grown(before[name], is, max(0, opt.Bytes)); reason != "" {
			list = append(list, Growth{name, reason})
		}
	}
	return list
}

// Both returns the growths of one list whose benchmarks are in the other, too.
func Both(list, other []Growth) []Growth {
	return slices.DeleteFunc(slices.Clone(list), func(g Growth) bool {
		return !slices.ContainsFunc(other, func(h Growth) bool {
			return g.Benchmark == h.Benchmark
		})
	})
}

// Pattern returns a regular expression for -bench that matches the benchmarks
// of rec for which keep reports true, and those that share a function with one.
func Pattern(rec *alloc.Record, keep func(fullName string) bool) string {
	var names []string
	for _, b := range rec.Benchmarks {
		top, _, _ := strings.Cut(b.Name, "/")
		if name := regexp.QuoteMeta(top); keep(b.FullName()) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// grown returns in what a benchmark became heavier, or "".
func grown(was, is PerOp, share float64) string {
	if is.Objects > was.Objects+tolerance(was.Objects) {
		return fmt.Sprintf("%.4g objects per operation become %.4g", was.Objects, is.Objects)
	}
	if is.Objects > was.Objects-tolerance(was.Objects) {
		share = 0.01 // fewer objects may be larger; the same number may not
	}
	if is.Bytes > was.Bytes*(1+share)+16 {
		return fmt.Sprintf("%.4g bytes per operation become %.4g, more than %.0f %% more",
			was.Bytes, is.Bytes, 100*share)
	}
	return ""
}
