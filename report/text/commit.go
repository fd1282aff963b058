package text

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

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
}

// changes pairs the benchmarks before with those after.
func changes(rep alloc.FixReport) []perOperation {
	after := map[string]alloc.Benchmark{}
	for _, b := range rep.After {
		after[b.FullName()] = b
	}
	var list []perOperation
	for _, b := range rep.Benchmarks {
		now, ok := after[b.FullName()]
		if !ok {
			continue
		}
		p := perOperation{name: strings.TrimPrefix(b.Name, "Benchmark")}
		if fn, ok := b.Replays(); ok {
			p.name = "calls of " + fn
		}
		p.objects[0], p.bytes[0] = b.PerOp()
		p.objects[1], p.bytes[1] = now.PerOp()
		list = append(list, p)
	}
	return list
}

// changed reports whether the benchmark changed by more than pools and maps do
// by chance between two runs of the same code.
func (p perOperation) changed() bool {
	return math.Abs(p.objects[1]-p.objects[0]) >= 0.1 ||
		math.Abs(p.bytes[1]-p.bytes[0]) > 0.01*p.bytes[0]
}

// benchstat returns the benchmarks that changed, in the columns of benchstat:
// the counts are exact, so there is no range.
func benchstat(rep alloc.FixReport) string {
	var b strings.Builder
	width := len("name")
	var list []perOperation
	for _, p := range changes(rep) {
		if p.changed() {
			list = append(list, p)
			width = max(width, len(p.name))
		}
	}
	table := func(unit string, figures func(perOperation) [2]float64) {
		fmt.Fprintf(&b, "%-*s │ %10s │ %10s %9s │\n", width, "", "before", "after", "")
		fmt.Fprintf(&b, "%-*s │ %10s │ %10s %9s │\n", width, "", unit, unit, "vs base")
		for _, p := range list {
			f := figures(p)
			fmt.Fprintf(&b, "%-*s   %10s   %10s %9s\n", width, p.name, decimal(f[0]), decimal(f[1]),
				delta(f))
		}
	}
	if len(list) == 0 {
		return ""
	}
	table("allocs/op", func(p perOperation) [2]float64 { return p.objects })
	b.WriteByte('\n')
	table("B/op", func(p perOperation) [2]float64 { return p.bytes })
	return b.String()
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
