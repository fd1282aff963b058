package guard

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// Measured is what one benchmark allocates, first use left out.
type Measured struct {
	Package string
	Name    string
	N       uint64
	Objects Rate
	Bytes   Rate
	Sites   []MeasuredSite // heaviest first
}

// MeasuredSite is a site of a benchmark, with the finding that it comes from.
// If several lines make one site, the finding is that of the heaviest line.
type MeasuredSite struct {
	Site
	Finding alloc.Finding
	// The amounts over all iterations.
	ObjectsInAll, BytesInAll uint64
}

// FullName returns the package path, a dot, and the benchmark's name.
func (m Measured) FullName() string { return m.Package + "." + m.Name }

// Measure returns what the benchmarks of rec allocate, by package and name. It
// does not count findings for which silenced, if not nil, reports true.
func Measure(rec *alloc.Record, sites []alloc.Finding,
	silenced func(alloc.Finding) bool) []Measured {
	left := map[string][]alloc.Finding{} // sites by benchmark, those not counted
	held := map[string][]alloc.Finding{}
	for _, f := range sites {
		out := silenced != nil && silenced(f)
		for _, p := range f.PerOp {
			if p.Objects == 0 && p.Bytes == 0 {
				continue
			}
			f.PerOp = []alloc.PerOp{p}
			if out {
				left[p.Benchmark] = append(left[p.Benchmark], f)
			} else {
				held[p.Benchmark] = append(held[p.Benchmark], f)
			}
		}
	}
	var all []Measured
	for _, b := range rec.Benchmarks {
		all = append(all, measure(b, held[b.FullName()], left[b.FullName()]))
	}
	slices.SortFunc(all, func(x, y Measured) int {
		return cmp.Or(cmp.Compare(x.Package, y.Package), cmp.Compare(x.Name, y.Name))
	})
	return all
}

// measure subtracts first use and silenced findings as whole numbers over all
// iterations, and divides once at the end.
func measure(b alloc.Benchmark, held, left []alloc.Finding) Measured {
	n := max(b.N, 1)
	objects, bytes := b.Objects-b.FirstUseObjects, b.Bytes-b.FirstUseBytes
	for _, f := range left {
		objects -= min(objects, total(f.PerOp[0].Objects, n))
		bytes -= min(bytes, total(f.PerOp[0].Bytes, n))
	}
	return Measured{Package: b.Package, Name: b.Name, N: n,
		Objects: RateOf(objects, n), Bytes: RateOf(bytes, n), Sites: merge(held, n)}
}

// total undoes the division by n.
func total(perOp float64, n uint64) uint64 { return uint64(math.Round(perOp * float64(n))) }

// merge adds up findings that differ only in their lines.
func merge(findings []alloc.Finding, n uint64) []MeasuredSite {
	type sum struct {
		objects, bytes, heaviest uint64
		finding                  alloc.Finding
	}
	sums := map[Site]*sum{}
	for _, f := range findings {
		key := siteOf(f)
		s := sums[key]
		if s == nil {
			s = &sum{}
			sums[key] = s
		}
		objects, bytes := total(f.PerOp[0].Objects, n), total(f.PerOp[0].Bytes, n)
		if objects > s.heaviest || s.heaviest == 0 {
			s.heaviest, s.finding = objects, f
		}
		s.objects += objects
		s.bytes += bytes
	}
	var list []MeasuredSite
	for key, s := range sums {
		key.Objects, key.Bytes = RateOf(s.objects, n), RateOf(s.bytes, n)
		list = append(list, MeasuredSite{key, s.finding, s.objects, s.bytes})
	}
	slices.SortFunc(list, func(a, b MeasuredSite) int { return a.Site.compare(b.Site) })
	return list
}

// compare orders sites, the heaviest first.
func (s Site) compare(o Site) int {
	return cmp.Or(cmp.Compare(o.Objects, s.Objects), cmp.Compare(o.Bytes, s.Bytes),
		cmp.Compare(s.Func, o.Func), cmp.Compare(s.Type, o.Type), cmp.Compare(s.Leaf, o.Leaf))
}

// siteOf returns what identifies the site of a finding, without amounts and
// without spaces that the file could not hold.
func siteOf(f alloc.Finding) Site {
	s := Site{Func: short(f.Func), Type: cut(strings.Join(strings.Fields(f.Type), " "))}
	if s.Type == "" {
		s.Type = "?"
	}
	if leaf := short(f.Leaf.Func); leaf != s.Func {
		s.Leaf = leaf
	}
	return s
}

// short returns a function's name without the folders before its package, as
// one word.
func short(fn string) string {
	fn = strings.Join(strings.Fields(fn), "_")
	return symbol.Short(fn)
}

// longest is how much of a type is written: that of a struct can fill a page.
const longest = 60

func cut(typ string) string {
	if runes := []rune(typ); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return typ
}
