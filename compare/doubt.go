package compare

import (
	"regexp"
	"slices"
	"strings"

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
