package compare

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchproc"

	"github.com/wring-go/wring/alloc"
)

// confidence is that of the intervals that are shown.
const confidence = 0.95

// compare fills in what the grid says of the benchmarks: each column after the
// first is compared with the first.
func (g *grid) compare(d *alloc.Diff) {
	for _, col := range g.cols {
		d.Columns = append(d.Columns, col.StringValues())
	}
	if len(g.cols) < 2 {
		return
	}
	for _, table := range g.tables {
		for _, row := range g.rows {
			for _, col := range g.cols[1:] {
				g.compareRow(d, table, row, col)
			}
		}
	}
	correct(d.Benchmarks, d.Alpha, g.units)
	for _, table := range g.tables {
		for _, col := range g.cols[1:] {
			d.Means = append(d.Means, means(d.Benchmarks, title(table), col.StringValues())...)
		}
	}
}

// title names a table.
func title(table benchproc.Key) string { return table.StringValues() }

// compareRow compares one row of a column with the first column.
func (g *grid) compareRow(d *alloc.Diff, table, row, col benchproc.Key) {
	b := alloc.BenchmarkDiff{Package: title(table), Name: row.StringValues(),
		Column: col.StringValues(), Metrics: []alloc.Metric{}}
	var hasOld, hasNew bool
	for _, unit := range sortedUnits(g.unitNames) {
		old := g.cells[place{table, row, g.cols[0], unit}]
		now := g.cells[place{table, row, col, unit}]
		hasOld, hasNew = hasOld || old != nil, hasNew || now != nil
		if old != nil && now != nil {
			b.Metrics = append(b.Metrics, g.metric(unit, old, now))
		}
	}
	full := b.Name
	if b.Package != "" {
		full = b.Package + "." + b.Name
	}
	switch {
	case len(b.Metrics) > 0:
		d.Benchmarks = append(d.Benchmarks, b)
	case hasOld:
		d.OnlyOld = addNew(d.OnlyOld, full)
	case hasNew:
		d.OnlyNew = addNew(d.OnlyNew, full)
	}
}

// sortedUnits puts the usual units into the usual order, before all others.
func sortedUnits(units []string) []string {
	usual := []string{"sec/op", "B/s", "B/op", "allocs/op"}
	rank := func(unit string) int {
		if i := slices.Index(usual, unit); i >= 0 {
			return i
		}
		return len(usual)
	}
	sorted := slices.Clone(units)
	slices.SortStableFunc(sorted, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return sorted
}

// metric compares two cells. What chance allows to say follows later, when the
// number of benchmarks is known.
func (g *grid) metric(unit string, old, now *cell) alloc.Metric {
	m := alloc.Metric{Unit: unit, Exact: g.isExact(unit, old, now)}
	if m.Exact {
		m.Old, m.New = old.bounds(), now.bounds()
		m.Judgement = judge(m, g.units)
		return m
	}
	a, b := sample(old), sample(now)
	m.Old, m.New = summary(a), summary(b)
	m.RawP = benchmath.AssumeNothing.Compare(a, b).P
	return m
}

// isExact reports whether figures are counts that do not scatter: books are,
// and so is what a text declares exact, or what is an allocation count and the
// same in all repetitions.
func (g *grid) isExact(unit string, cells ...*cell) bool {
	declared := g.units.GetAssumption(unit) == benchmath.Assumption(benchmath.AssumeExact)
	for _, c := range cells {
		if !c.exact && !declared && !(isCount(unit) && c.constant()) {
			return false
		}
	}
	return true
}

func isCount(unit string) bool { return unit == "allocs/op" || unit == "B/op" }

// constant reports whether every benchmark has one figure only.
func (c *cell) constant() bool {
	for _, values := range c.values {
		if slices.Min(values) != slices.Max(values) {
			return false
		}
	}
	return true
}

// bounds summarizes exact figures: the median, the least and the greatest; of
// several benchmarks, the mean of each.
func (c *cell) bounds() alloc.Summary {
	var s alloc.Summary
	for _, name := range c.order {
		values := slices.Sorted(slices.Values(c.values[name]))
		s.Center += values[(len(values)-1)/2]
		s.Low += values[0]
		s.High += values[len(values)-1]
		s.N = max(s.N, len(values))
	}
	n := float64(len(c.order))
	s.Center, s.Low, s.High = s.Center/n, s.Low/n, s.High/n
	return s
}

// sample returns all figures of a cell.
func sample(c *cell) *benchmath.Sample {
	var values []float64
	for _, name := range c.order {
		values = append(values, c.values[name]...)
	}
	return benchmath.NewSample(values, &benchmath.DefaultThresholds)
}

func summary(s *benchmath.Sample) alloc.Summary {
	sum := benchmath.AssumeNothing.Summary(s, confidence)
	out := alloc.Summary{Center: sum.Center, Low: sum.Lo, High: sum.Hi, N: len(s.Values)}
	if math.IsInf(sum.Lo, 0) || math.IsInf(sum.Hi, 0) {
		out.Low, out.High, out.Wide = s.Values[0], s.Values[len(s.Values)-1], true
	}
	return out
}

// correct sets the P of each metric that is no count, corrected by the method
// of Holm for the number of benchmarks that have the unit, and judges it.
func correct(list []alloc.BenchmarkDiff, alpha float64, units benchfmt.UnitMetadataMap) {
	families := map[string][]*alloc.Metric{}
	for i := range list {
		for j := range list[i].Metrics {
			if m := &list[i].Metrics[j]; !m.Exact {
				families[m.Unit] = append(families[m.Unit], m)
			}
		}
	}
	for _, family := range families {
		holm(family)
		for _, m := range family {
			m.Judgement = alloc.Same
			if m.P < alpha {
				m.Judgement = judge(*m, units)
			} else if least(m.Old.N, m.New.N)*float64(len(family)) >= alpha {
				m.Judgement = alloc.NotJudged
			}
		}
	}
}

// holm corrects by stepping down: the smallest P times the number of tests, the
// next times one less, and none smaller than the one before it.
func holm(family []*alloc.Metric) {
	slices.SortStableFunc(family, func(a, b *alloc.Metric) int {
		return cmp.Compare(a.RawP, b.RawP)
	})
	floor := 0.0
	for i, m := range family {
		floor = max(floor, min(1, m.RawP*float64(len(family)-i)))
		m.P = floor
	}
}

// least returns the smallest P that the U-test can give for samples of n and m:
// when one lies wholly above the other, in either direction.
func least(n, m int) float64 {
	ways := 1.0
	for i := 1; i <= min(n, m); i++ {
		ways *= float64(max(n, m)+i) / float64(i)
	}
	return 2 / ways
}

// judge says in which direction figures differ that are known to differ, if
// they do: intervals of counts that overlap show nothing.
func judge(m alloc.Metric, units benchfmt.UnitMetadataMap) alloc.Judgement {
	up, down := m.New.Center > m.Old.Center, m.New.Center < m.Old.Center
	if m.Exact {
		up, down = m.New.Low > m.Old.High, m.New.High < m.Old.Low
	}
	better := units.GetBetter(m.Unit)
	switch {
	case !up && !down:
		return alloc.Same
	case better == 0:
		return alloc.NotJudged
	case up == (better > 0):
		return alloc.Better
	}
	return alloc.Worse
}

// means returns the geometric means over the benchmarks of a table, for each
// unit that at least two of them have.
func means(list []alloc.BenchmarkDiff, table, col string) []alloc.MeanDifference {
	var all []alloc.MeanDifference
	logs := map[string]*meanSum{}
	var order []string
	for _, b := range list {
		if b.Package != table || b.Column != col {
			continue
		}
		for _, m := range b.Metrics {
			if logs[m.Unit] == nil {
				logs[m.Unit] = &meanSum{}
				order = append(order, m.Unit)
			}
			logs[m.Unit].add(m)
		}
	}
	for _, unit := range order {
		s := logs[unit]
		if s.n+s.zeros < 2 || s.n == 0 {
			continue
		}
		all = append(all, alloc.MeanDifference{Package: table, Column: col, Unit: unit,
			Old: math.Exp(s.old / s.n), New: math.Exp(s.new / s.n), Zeros: int(s.zeros)})
	}
	return all
}

// meanSum sums logarithms; a figure of 0 has none.
type meanSum struct{ old, new, n, zeros float64 }

func (s *meanSum) add(m alloc.Metric) {
	if m.Old.Center <= 0 || m.New.Center <= 0 {
		s.zeros++
		return
	}
	s.old += math.Log(m.Old.Center)
	s.new += math.Log(m.New.Center)
	s.n++
}
