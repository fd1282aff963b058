package counts

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// maxBytes is the share by which a benchmark's bytes per operation may grow when
// its objects become fewer.
const maxBytes = 0.1

// regression is a benchmark that became heavier, or why none could be counted.
type regression struct {
	benchmark string // its full name; "" for all of them
	reason    string // in what it became heavier; "" if it did not
}

func (r regression) String() string {
	if r.benchmark == "" {
		return r.reason
	}
	return r.benchmark + ": " + r.reason
}

// regressions returns the benchmarks of old that became heavier. One that is
// gone counts as one.
func regressions(old, now *alloc.Record) []regression {
	before, after := perOp(old), perOp(now)
	var list []regression
	for _, b := range old.Benchmarks {
		name := b.FullName()
		is, ok := after[name]
		if !ok {
			list = append(list, regression{name, "it can be counted no more"})
		} else if reason := describeGrowth(before[name], is, maxBytes); reason != "" {
			list = append(list, regression{name, reason})
		}
	}
	return list
}

// pattern returns a regular expression for -bench that matches the benchmarks of rec for
// which keep reports true. Those that share a function with one run as well, as what one of
// them allocates may depend on the others. Replays do not, and are named one by one.
func pattern(rec *alloc.Record, keep func(alloc.Benchmark) bool) string {
	var names, replays []string
	for _, b := range rec.Benchmarks {
		top, _, _ := strings.Cut(b.Name, "/")
		name, list := top, &names
		if fn, ok := b.Replays(); ok && !strings.Contains(fn, "/") {
			name, list = fn, &replays
		}
		if name = regexp.QuoteMeta(name); keep(b) && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	alternatives := []string{"^$"}
	if len(names) > 0 {
		alternatives = append(alternatives, "^("+strings.Join(names, "|")+")$")
	}
	if len(replays) > 0 {
		alternatives = append(alternatives,
			"^"+alloc.ReplayBenchmark+"$/^("+strings.Join(replays, "|")+")$")
	}
	return strings.Join(alternatives, "|")
}

// describeGrowth returns in what a benchmark became heavier, or "".
func describeGrowth(was, is figures, share float64) string {
	if is.objects > was.objects+tolerance(was.objects) {
		return fmt.Sprintf("%.4g objects per operation become %.4g", was.objects, is.objects)
	}
	if is.objects > was.objects-tolerance(was.objects) {
		share = 0.01 // fewer objects may be larger; the same number may not
	}
	if is.bytes > was.bytes*(1+share)+16 {
		return fmt.Sprintf("%.4g bytes per operation become %.4g, more than %.0f %% more",
			was.bytes, is.bytes, 100*share)
	}
	return ""
}
