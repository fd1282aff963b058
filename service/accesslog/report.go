package accesslog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/internal/loghist"
	"github.com/wring-go/wring/internal/pathshape"
)

// Report is what a log says, for people and programs.
type Report struct {
	Format        string // of the first file
	Formats       []FormatUse
	By            string
	Lines, Booked uint64
	Filtered      uint64
	NotUnderstood []Count
	Noted         []Count // booked, and unusual
	Routes        []Route
	All           Route // of everything
	Variables     []pathshape.Variable
	Slowest       []Slow
	Series        Series
	Timed         bool    // the log has times of requests
	Bound         float64 // how far off a quantile may be, as a part of it
	Warnings      []Warning
}

// Count is a kind of line with the first one.
type Count struct {
	Kind    string
	Explain string
	Count   uint64
	First   Example
}

// Warning is something worth telling.
type Warning struct{ Code, Text string }

// Route is one row of a report: a method and route, or what else is grouped by.
type Route struct {
	Name   string
	Method string
	Named  bool // by the user
	Tally
	Cells []loghist.Cell
	Tail  *Tail // nil if there is nothing to say
}

// Seconds returns the sum of the times.
func (r *Route) Seconds() float64 { return float64(r.Nanos) / 1e9 }

// Quantile returns a quantile of the times in seconds. It is never beyond what
// was seen.
func (r *Route) Quantile(q float64) float64 {
	if q >= 1 {
		return float64(r.Max) / 1e9
	}
	v := loghist.Quantile(r.Cells, r.Count, q)
	return min(max(v, float64(r.Min)), float64(r.Max)) / 1e9
}

// Interval returns a confidence interval of 95 % of a quantile, in seconds.
func (r *Route) Interval(q float64) (low, high float64) {
	low, high = loghist.Interval(r.Cells, r.Count, q, z95)
	return min(max(low, float64(r.Min)), float64(r.Max)) / 1e9,
		min(max(high, float64(r.Min)), float64(r.Max)) / 1e9
}

// z95 is the number of standard deviations on both sides that hold 95 %.
const z95 = 1.959964

// Report says what the books hold. They can be added to afterwards. Routes are
// learned from the paths of others, too, so that reports can be compared.
func (b *Books) Report(opt pathshape.Options, others ...*Books) Report {
	rep := Report{Formats: b.Formats, By: b.by.String(), Lines: b.Lines, Booked: b.Booked,
		Filtered: b.Filtered, Slowest: b.slowest.list, Bound: loghist.Bound,
		NotUnderstood: b.rejected(), Noted: b.noted()}
	if len(b.Formats) > 0 {
		rep.Format = b.Formats[0].Name
	} else {
		rep.Format = "unknown"
	}
	for _, f := range b.Formats {
		rep.Timed = rep.Timed || f.Timed != ""
	}
	routes, moved := b.routes(opt, &rep, others)
	b.fillCells(routes, moved)
	b.tails(routes, moved)
	rep.All = all(routes)
	slices.SortFunc(routes, func(a, b Route) int {
		return cmp.Or(cmp.Compare(b.Nanos, a.Nanos), cmp.Compare(b.Count, a.Count),
			cmp.Compare(a.Name, b.Name))
	})
	rep.Routes = routes
	rep.Series = b.series.report()
	rep.Warnings = b.warnings(&rep)
	return rep
}

func (b *Books) rejected() []Count {
	list := []Count{}
	for k := EmptyLine; k < kinds; k++ {
		if c := b.kinds[k]; c.Count > 0 {
			list = append(list, Count{k.String(), k.Explain(), c.Count, c.First})
		}
	}
	return list
}

func (b *Books) noted() []Count {
	list := []Count{}
	for n := range notes {
		if c := b.notes[n]; c.Count > 0 {
			list = append(list, Count{n.String(), n.explain(), c.Count, c.First})
		}
	}
	return list
}

// routes adds the keys up by route, and returns the number of each key's route.
func (b *Books) routes(opt pathshape.Options, rep *Report, others []*Books) (
	routes []Route, moved []int32) {
	names := b.names(opt, rep, others)
	at := map[[2]string]int32{}
	moved = make([]int32, b.table.n)
	for i := range b.table.n {
		k := b.table.key(i)
		id := [2]string{names[i], b.methodOf(k)}
		n, ok := at[id]
		if !ok {
			n = int32(len(routes))
			at[id] = n
			name := strings.TrimSpace(id[1] + " " + id[0])
			routes = append(routes, Route{Name: name, Method: id[1], Named: k.named >= 0})
		}
		routes[n].Add(k.Tally)
		moved[i] = n
	}
	return routes, moved
}

func (b *Books) methodOf(k *key) string {
	switch {
	case !b.by.route():
		return ""
	case k.named >= 0 && b.named[k.named].Method != "":
		return b.named[k.named].Method
	}
	return b.methods[k.method]
}

// names returns the route of each key without its method.
func (b *Books) names(opt pathshape.Options, rep *Report, others []*Books) []string {
	names := make([]string, b.table.n)
	paths, from := b.paths()
	for _, o := range others {
		more, _ := o.paths()
		paths = append(paths, more...)
	}
	learned := pathshape.Learn(paths, opt)
	for j, i := range from {
		names[i] = learned.Routes[j]
	}
	for i := range names {
		if k := b.table.key(i); k.named >= 0 {
			names[i] = b.named[k.named].Route
		} else if names[i] == "" {
			names[i] = string(b.table.text(k))
		}
	}
	rep.Variables = learned.Variables
	return names
}

// paths returns the paths of which routes are learned, and their keys.
func (b *Books) paths() (paths []pathshape.Path, from []int) {
	if !b.by.route() {
		return nil, nil
	}
	texts := b.table.allTexts()
	paths, from = make([]pathshape.Path, 0, b.table.n), make([]int, 0, b.table.n)
	for i := range b.table.n {
		k := b.table.key(i)
		text := texts[:k.length]
		texts = texts[k.length:]
		if k.named >= 0 || len(text) == 0 || text[0] != '/' {
			continue
		}
		from = append(from, i)
		paths = append(paths, pathshape.Path{Method: b.methods[k.method], Text: text,
			Count: k.Count, Failed: k.Failed(), Bytes: k.Bytes})
	}
	return paths, from
}

// fillCells gives each route its counts by bucket.
func (b *Books) fillCells(routes []Route, moved []int32) {
	sums := newCells(4096)
	for _, s := range b.table.cells.slots {
		if s != 0 {
			sums.add(int(moved[s>>44]), uint16(s>>32&0xfff), s&countMask)
		}
	}
	sorted := slices.DeleteFunc(sums.slots, func(s uint64) bool { return s == 0 })
	slices.Sort(sorted)
	for _, s := range sorted {
		r := &routes[s>>44]
		r.Cells = append(r.Cells, loghist.Cell{Bucket: uint16(s >> 32 & 0xfff),
			Count: s & countMask})
	}
}

// all adds the routes up.
func all(routes []Route) Route {
	total := Route{Name: "all"}
	counts := make([]uint64, loghist.Buckets)
	for i := range routes {
		total.Add(routes[i].Tally)
		for _, c := range routes[i].Cells {
			counts[c.Bucket] += c.Count
		}
	}
	for bucket, n := range counts {
		if n > 0 {
			total.Cells = append(total.Cells, loghist.Cell{Bucket: uint16(bucket), Count: n})
		}
	}
	return total
}

// warnings says what the figures cannot show.
func (b *Books) warnings(rep *Report) []Warning {
	list := []Warning{}
	say := func(code, format string, args ...any) {
		list = append(list, Warning{code, fmt.Sprintf(format, args...)})
	}
	if !rep.Timed && rep.Booked > 0 {
		say("no-times", "the log does not say how long requests took: add $request_time to "+
			"nginx's log_format, or %%D to Apache's; only counts and bytes are shown")
	}
	if b.level > 0 {
		say("bound", "the log has more different paths than fit into memory, so %s were taken "+
			"for variables while reading", levelText(b.level))
	}
	if b.overflow > 0 {
		say("others", "%d requests found no room in the table and are booked to %s", b.overflow,
			otherKey)
	}
	if b.shapes.missed > 0 {
		say("tails", "the slow tail was looked at for the first %d kinds of paths only", maxShapes)
	}
	if rep.Lines == 0 && rep.Filtered == 0 {
		say("empty", "the log has no lines")
	}
	units := map[Unit]bool{}
	for _, f := range b.Formats {
		units[f.Unit] = true
	}
	if len(units) > 1 {
		say("units", "the files have times in different units: check them, or say -unit")
	}
	return list
}

func levelText(level int) string {
	return [...]string{"", "numbers, ids, hashes and dates",
		"segments with digits or of several words", "all words from the third segment on",
		"all words but the usual ones"}[min(level, 4)]
}
