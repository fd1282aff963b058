package compare

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"

	"github.com/wring-go/wring/alloc"
)

// Bench is a benchmark that both sides have.
type Bench struct {
	Name     string    // "BenchmarkJoin/small"
	Packages [2]string // import path on the old side and on the new one
}

// Common returns the benchmarks that both sides have and that pass the filter,
// in the order of the new side's records; if one side is a text, it returns all
// benchmarks of the other.
func Common(old, new Side, opt Options) ([]Bench, error) {
	g, err := newGrid(labelled(old, new), units(old, new), opt.withDefaults())
	if err != nil {
		return nil, err
	}
	books, rename := new, renamer(old, new)
	if len(new.Runs) == 0 {
		books = old
	}
	both := kept(old, new, g)
	original := map[string]string{} // the old side's path of a package
	for _, rec := range old.Runs {
		for _, b := range rec.Benchmarks {
			original[rename(b.Package)] = b.Package
		}
	}
	var list []Bench
	for _, rec := range books.Runs[:min(1, len(books.Runs))] {
		for _, b := range rec.Benchmarks {
			full := b.FullName()
			mixed := old.Text != nil || new.Text != nil
			if both[full] || mixed && slices.Contains(g.used, full) {
				list = append(list, Bench{b.Name, [2]string{original[b.Package], b.Package}})
			}
		}
	}
	return list, nil
}

// Differing returns the benchmarks whose counts differ between the sides, in
// total or at any site: either the code differs, or the counts scatter.
func Differing(old, new Side, list []Bench) []Bench {
	both := map[string]bool{}
	for _, b := range list {
		both[alloc.Benchmark{Package: b.Packages[1], Name: b.Name}.FullName()] = true
	}
	differ := map[string]bool{}
	d := sites(old, new, both)
	for _, s := range slices.Concat(d.Gone, d.New, d.Changed) {
		for _, c := range s.PerOp {
			differ[c.Benchmark] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(b Bench) bool {
		return !differ[alloc.Benchmark{Package: b.Packages[1], Name: b.Name}.FullName()]
	})
}

// Doubtful returns the benchmarks whose times differ beyond chance, at the probability of opt, by
// less than a part of the old time.
func Doubtful(old, new Side, list []Bench, less float64, opt Options) []Bench {
	alpha := opt.withDefaults().Alpha
	return slices.DeleteFunc(slices.Clone(list), func(b Bench) bool {
		var samples [2]*benchmath.Sample
		for i, s := range []Side{old, new} {
			times := s.Times[alloc.Benchmark{Package: b.Packages[i], Name: b.Name}.FullName()]
			if len(times) == 0 {
				return true
			}
			samples[i] = benchmath.NewSample(slices.Clone(times), &benchmath.DefaultThresholds)
		}
		before, after := summary(samples[0]).Center, summary(samples[1]).Center
		return math.Abs(after-before) >= less*before ||
			benchmath.AssumeNothing.Compare(samples[0], samples[1]).P >= alpha
	})
}

// Pattern returns a pattern for -bench that matches the benchmarks, and perhaps
// a few more.
func Pattern(list []Bench) string {
	var patterns []string
	for _, b := range list {
		parts := strings.Split(b.Name, "/")
		for i, p := range parts {
			parts[i] = "^" + regexp.QuoteMeta(p) + "$"
		}
		patterns = append(patterns, strings.Join(parts, "/"))
	}
	return strings.Join(patterns, "|")
}
