package production

import (
	"cmp"
	"math"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// Side is one side of a comparison of profiles.
type Side struct {
	Book     *Book
	Requests float64 // that it served while it was profiled; 0 when that is not known
}

// What both sides are divided by.
const (
	byRequests = "requests"
	byCPU      = "cpu"
	byNothing  = "none"
)

// Diff compares two sides: what each allocated for a request, or for a second of
// CPU time where both have a CPU profile, line by line and in all. predicted is
// what a report of wring fix says of production; it may be nil.
func Diff(old, now Side, predicted *alloc.Production) alloc.ProfileDiff {
	d := alloc.ProfileDiff{Version: alloc.ReportVersion, Verb: "diff", Kind: "profiles",
		Scale: byNothing, Lines: []alloc.ProfileLineDiff{}, Warnings: []alloc.Warning{}}
	scales := [2]alloc.Sum{{Value: 1}, {Value: 1}}
	switch {
	case old.Requests > 0 && now.Requests > 0:
		d.Scale = byRequests
		scales = [2]alloc.Sum{{Value: old.Requests}, {Value: now.Requests}}
	case old.Book.seconds > 0 && now.Book.seconds > 0:
		d.Scale = byCPU
		scales = [2]alloc.Sum{inSeconds(old.Book.cpu), inSeconds(now.Book.cpu)}
	default:
		d.Warnings = append(d.Warnings, alloc.Warning{Code: alloc.WarnProfile,
			Text: "The sides are compared as they are: give -requests OLD,NEW, or a CPU " +
				"profile of each side, unless both did the same work."})
	}
	d.Old, d.New = old.Book.side(scales[0].Value), now.Book.side(scales[1].Value)
	if predicted != nil {
		d.Predicted = &predicted.Removed
	}
	d.Totals = changes(old.Book.total, now.Book.total, scales, 1)
	for i, c := range d.Totals {
		if predicted != nil {
			d.Totals[i].Predicted = value(of(predicted.Removed, c.Unit))
		}
	}
	d.Lines = lineDiffs(rows(old.Book, now.Book), scales, predicted)
	return d
}

func inSeconds(ns alloc.Sum) alloc.Sum {
	return alloc.Sum{Value: ns.Value / 1e9, Variance: ns.Variance / 1e18, Largest: ns.Largest / 1e9}
}

func (b *Book) side(by float64) alloc.ProfileSide {
	return alloc.ProfileSide{Sources: b.sources, By: by, Total: b.total, CPUTime: b.seconds}
}

// row is a line, or a function, with what both sides hold of it.
type row struct {
	line     alloc.ProductionLine
	old, now alloc.Sampled
}

// rows puts the lines of both sides together. A function that has a line on one
// side only, or one that is not found any more, is one row: its lines cannot be
// compared.
func rows(old, now *Book) []row {
	type key struct {
		fn   string
		file string
		line int
	}
	keyOf := func(l alloc.ProductionLine) key {
		return key{function(l.File, l.Func), l.File, l.Line}
	}
	sides := map[key]int{}
	for i, b := range []*Book{old, now} {
		for _, l := range b.lines {
			sides[keyOf(l)] |= 1 << i
		}
	}
	whole := map[string]bool{}
	for k, has := range sides {
		whole[k.fn] = whole[k.fn] || has != 3 || k.line == 0
	}
	var list []row
	at := map[key]int{}
	for i, b := range []*Book{old, now} {
		for _, l := range b.lines {
			k := keyOf(l)
			if whole[k.fn] {
				k.line, l.Line, l.Source = 0, 0, ""
			}
			n, ok := at[k]
			if !ok {
				n = len(list)
				at[k] = n
				list = append(list, row{line: l})
			}
			if i == 0 {
				list[n].old = list[n].old.Plus(l.Held)
			} else {
				list[n].now = list[n].now.Plus(l.Held)
			}
		}
	}
	return list
}

// lineDiffs compares rows; judged together, so that chance makes none of them look
// changed more often than promised.
func lineDiffs(list []row, scales [2]alloc.Sum, p *alloc.Production) []alloc.ProfileLineDiff {
	out := []alloc.ProfileLineDiff{}
	for _, r := range list {
		d := alloc.ProfileLineDiff{Func: r.line.Func, File: r.line.File, Line: r.line.Line,
			Source: r.line.Source, Changes: changes(r.old, r.now, scales, len(list))}
		for i, c := range d.Changes {
			if p != nil {
				d.Changes[i].Predicted = expected(p, d, c.Unit)
			}
		}
		out = append(out, d)
	}
	slices.SortStableFunc(out, func(a, b alloc.ProfileLineDiff) int {
		return cmp.Compare(largest(b), largest(a))
	})
	return out
}

// largest returns by how much a row has changed, in bytes, else in time.
func largest(d alloc.ProfileLineDiff) float64 {
	for _, unit := range []string{"bytes", "cpu_ns"} {
		for _, c := range d.Changes {
			if c.Unit == unit {
				return math.Abs(c.New.Value - c.Old.Value)
			}
		}
	}
	return 0
}

// expected returns which part of a row the report of fix expected to be gone; nil
// where it says nothing of the row.
func expected(p *alloc.Production, d alloc.ProfileLineDiff, unit string) *float64 {
	var all, gone float64
	for _, l := range p.Lines {
		if symbol.Short(l.Func) != symbol.Short(d.Func) || l.File != d.File ||
			d.Line > 0 && l.Line != d.Line {
			continue
		}
		held, part := l.Held.Objects.Value, l.Removed[0]
		switch unit {
		case "bytes":
			held, part = l.Held.Bytes.Value, l.Removed[1]
		case "cpu_ns":
			held = l.Held.CPU.Value
		}
		all, gone = all+held, gone+part*held
	}
	if all == 0 {
		return nil
	}
	gone /= all
	return &gone
}

func of(s alloc.Portion, unit string) *alloc.Estimate {
	switch unit {
	case "objects":
		return s.Objects
	case "bytes":
		return s.Bytes
	}
	return s.CPU
}

func value(e *alloc.Estimate) *float64 {
	if e == nil {
		return nil
	}
	return &e.Value
}

// changes compares the figures that either side has; tests is how many of them
// are judged together.
func changes(old, now alloc.Sampled, scales [2]alloc.Sum, tests int) []alloc.ProfileChange {
	list := []alloc.ProfileChange{}
	for _, f := range []struct {
		unit     string
		old, now alloc.Sum
	}{{"objects", old.Objects, now.Objects}, {"bytes", old.Bytes, now.Bytes},
		{"cpu_ns", old.CPU, now.CPU}} {
		if f.old.Value > 0 || f.now.Value > 0 {
			list = append(list, change(f.unit, f.old, f.now, scales, tests))
		}
	}
	return list
}

func change(unit string, old, now alloc.Sum, scales [2]alloc.Sum, tests int) alloc.ProfileChange {
	c := alloc.ProfileChange{Unit: unit, Old: over(old, scales[0]), New: over(now, scales[1]),
		Judgement: alloc.Same}
	limit := math.Sqrt2 * math.Erfinv(1-0.05/float64(max(1, tests)))
	if c.Old.Value == 0 || c.New.Value == 0 {
		c.Old.High = max(c.Old.High, unseen*now.Largest/scales[0].Value)
		c.New.High = max(c.New.High, unseen*old.Largest/scales[1].Value)
		return appeared(c)
	}
	// The logarithm of a ratio of sums is about normal.
	ratio := c.New.Value / c.Old.Value
	spread := math.Sqrt(relative(old) + relative(now) + relative(scales[0]) + relative(scales[1]))
	switch {
	case ratio*math.Exp(limit*spread) < 1:
		c.Judgement = alloc.Better
	case ratio*math.Exp(-limit*spread) > 1:
		c.Judgement = alloc.Worse
	}
	c.Removed = &alloc.Estimate{Value: 1 - ratio, Low: 1 - ratio*math.Exp(normal*spread),
		High: 1 - ratio*math.Exp(-normal*spread)}
	return c
}

const normal = 1.959963984540054 // the quantile of the normal distribution at 97.5 %

// unseen is how many samples there may have been of something of which none was
// taken, with a confidence of 97.5 %.
const unseen = 3.689

// appeared judges a figure that one side has nothing of: it has come or gone when
// the intervals do not touch.
func appeared(c alloc.ProfileChange) alloc.ProfileChange {
	switch {
	case c.Old.Low > c.New.High:
		c.Judgement = alloc.Better
	case c.New.Low > c.Old.High:
		c.Judgement = alloc.Worse
	}
	if c.Old.Value > 0 {
		c.Removed = &alloc.Estimate{Value: 1, Low: 1 - c.New.High/c.Old.Value, High: 1}
	}
	return c
}

// relative returns the variance of the logarithm of a sum.
func relative(s alloc.Sum) float64 {
	if s.Value == 0 {
		return 0
	}
	return s.Variance / s.Value / s.Value
}

// over divides a sum.
func over(s, by alloc.Sum) alloc.Estimate {
	e := s.Estimate()
	return alloc.Estimate{Value: e.Value / by.Value, Low: e.Low / by.Value, High: e.High / by.Value}
}
