package text

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// CommitMessage returns a commit message for what was accepted: a subject, one
// line for each rewrite, and the benchmarks before and after in the columns of
// benchstat.
func CommitMessage(rep alloc.FixReport) string {
	var b strings.Builder
	list := rep.Accepted()
	fmt.Fprintf(&b, "%s: allocate less\n\n", subject(list))
	for _, t := range list {
		fmt.Fprintf(&b, "%s: %s (%s).\n", symbol.Short(t.Func), t.Message, t.Technique)
	}
	b.WriteString("\n" + benchstat(rep))
	return b.String()
}

// subject returns the last elements of the packages that changed.
func subject(list []alloc.Trial) string {
	var names []string
	for _, t := range list {
		name := t.Package[strings.LastIndexByte(t.Package, '/')+1:]
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) > 3 {
		return "all"
	}
	return cmp.Or(strings.Join(names, ", "), "all")
}

// perOperation is one benchmark before and after, first use left out.
type perOperation struct {
	name           string
	objects, bytes [2]float64
	// varying is what several counts say of a benchmark that varies by chance; nil for
	// the others.
	varying *alloc.Varying
}

// changes pairs the benchmarks before with those after.
func changes(rep alloc.FixReport) []perOperation {
	after := map[string]alloc.Benchmark{}
	for _, b := range rep.After {
		after[b.FullName()] = b
	}
	varying := map[string]*alloc.Varying{}
	for i, v := range rep.Varying {
		varying[v.Benchmark] = &rep.Varying[i]
	}
	var list []perOperation
	for _, b := range rep.Benchmarks {
		now, ok := after[b.FullName()]
		if !ok {
			continue
		}
		p := perOperation{name: strings.TrimPrefix(b.Name, "Benchmark"),
			varying: varying[b.FullName()]}
		if fn, ok := b.Replays(); ok {
			p.name = "calls of " + fn
			if fn, ok := strings.CutPrefix(fn, alloc.WholeTests); ok {
				p.name = "tests of " + fn
			}
		}
		p.objects[0], p.bytes[0] = b.PerOp()
		p.objects[1], p.bytes[1] = now.PerOp()
		if v := p.varying; v != nil {
			p.objects = [2]float64{v.Objects[0].Center, v.Objects[1].Center}
			p.bytes = [2]float64{v.Bytes[0].Center, v.Bytes[1].Center}
		}
		if v := p.varying; v != nil && v.Judgement == alloc.Same {
			p.objects[1], p.bytes[1] = p.objects[0], p.bytes[0]
		}
		list = append(list, p)
	}
	return list
}

// changed reports whether the benchmark changed, beyond chance if it varies.
func (p perOperation) changed() bool {
	if p.varying != nil {
		return p.varying.Judgement != alloc.Same
	}
	return math.Abs(p.objects[1]-p.objects[0]) >= 0.1 ||
		math.Abs(p.bytes[1]-p.bytes[0]) > 0.01*p.bytes[0]
}

// benchstat returns the benchmarks that changed, in the columns of benchstat. Counts
// are exact and have no range, but for those that vary by chance.
func benchstat(rep alloc.FixReport) string {
	var list []perOperation
	for _, p := range changes(rep) {
		if p.changed() {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return ""
	}
	objects := unitTable("allocs/op", list, func(p perOperation) (f [2]float64, reach [2]string) {
		if v := p.varying; v != nil {
			reach = [2]string{reachOf(v.Objects[0]), reachOf(v.Objects[1])}
		}
		return p.objects, reach
	})
	bytes := unitTable("B/op", list, func(p perOperation) (f [2]float64, reach [2]string) {
		if v := p.varying; v != nil {
			reach = [2]string{reachOf(v.Bytes[0]), reachOf(v.Bytes[1])}
		}
		return p.bytes, reach
	})
	text := objects + "\n" + bytes
	if slices.ContainsFunc(list, func(p perOperation) bool { return p.varying != nil }) {
		text += "\n± is how far counts that vary by chance lay from their median, in interleaved " +
			"runs\n"
	}
	return text
}

// unitTable lays out one unit.
func unitTable(unit string, list []perOperation,
	figures func(perOperation) ([2]float64, [2]string)) string {
	name, wide := len("name"), 10
	cells := make([][2]string, len(list))
	for i, p := range list {
		f, reach := figures(p)
		name = max(name, len(p.name))
		for k := range cells[i] {
			cells[i][k] = decimal(f[k]) + reach[k]
			wide = max(wide, utf8.RuneCountInString(cells[i][k]))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-*s │ %*s │ %*s %9s │\n", name, "", wide, "before", wide, "after", "")
	fmt.Fprintf(&b, "%-*s │ %*s │ %*s %9s │\n", name, "", wide, unit, wide, unit, "vs base")
	for i, p := range list {
		f, _ := figures(p)
		fmt.Fprintf(&b, "%-*s   %*s   %*s %9s\n", name, p.name, wide, cells[i][0], wide,
			cells[i][1], delta(f))
	}
	return b.String()
}

// reachOf returns how far the farther end of an interval is from its middle.
func reachOf(v alloc.Interval) string {
	if v.Center == 0 {
		return ""
	}
	far := max(v.High-v.Center, v.Center-v.Low) / v.Center
	return fmt.Sprintf(" ± %.0f%%", 100*far)
}

// decimal prints a figure with as many decimals as tell it from 0.
func decimal(f float64) string {
	text := fmt.Sprintf("%.2f", f)
	return strings.TrimSuffix(text, ".00")
}

func delta(f [2]float64) string {
	if f[0] == 0 {
		return "?"
	}
	return fmt.Sprintf("%+.2f%%", 100*(f[1]-f[0])/f[0])
}
