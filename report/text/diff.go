package text

import (
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// Diff writes d for people: what differs between the sides first, then the
// benchmarks as benchstat shows them, and then the sites that came, went or
// changed.
func Diff(w io.Writer, d alloc.Diff, opt Options) error {
	p := newPage(alloc.Report{}, opt)
	p.diffHeader(d)
	p.diff(d)
	for _, under := range d.Under {
		p.blank()
		p.diffHeader(under)
		p.diff(under)
	}
	p.blank()
	p.verdict(d)
	return p.flush(w)
}

// diffHeader says what is compared, and what differs besides the code.
func (p *page) diffHeader(d alloc.Diff) {
	for _, w := range alikes(d.Warnings) {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, w.Text)
	}
	l := table.Text(table.Bold, stateName(d.Old)).Add(table.Plain, " → ").
		Add(table.Bold, stateName(d.New))
	p.line(l.Add(table.Dim, "  "+changeText(d)))
}

// stateName is what a user would type, with the commit that it meant.
func stateName(s alloc.State) string {
	name := s.Name
	if s.Commit != "" && !strings.HasPrefix(s.Commit, name) {
		name += fmt.Sprintf(" (%.10s)", s.Commit)
	}
	return name
}

// changeText says what differs between the sides.
func changeText(d alloc.Diff) string {
	switch d.Change {
	case alloc.ChangeToolchain:
		return fmt.Sprintf("a change of toolchain, not of code: %s → %s", d.Old.Go, d.New.Go)
	case alloc.ChangeBoth:
		return fmt.Sprintf("code and toolchain differ: %s → %s", d.Old.Go, d.New.Go)
	case alloc.ChangeNone:
		return "the same code under " + d.New.Go
	case alloc.ChangeCode:
		return "under " + d.New.Go
	}
	return ""
}

// diff writes the tables of one comparison.
func (p *page) diff(d alloc.Diff) {
	for _, t := range diffTables(d) {
		p.blank()
		if t.pkg != "" {
			p.line(table.Text(table.Plain, "pkg: "+t.pkg))
		}
		for i, unit := range t.units {
			if i > 0 {
				p.blank()
			}
			for _, l := range t.lines(d, unit) {
				p.buf.WriteString(strings.TrimRight(l.Render(p.opt.Color), " ") + "\n")
			}
		}
	}
	p.oneSided(d)
	p.diffSites("sites that vanished", d.Sites.Gone)
	p.diffSites("sites that appeared", d.Sites.New)
	p.diffSites("sites that changed", d.Sites.Changed)
}

// oneSided lists the benchmarks that one side lacks.
func (p *page) oneSided(d alloc.Diff) {
	for _, side := range []struct {
		state alloc.State
		names []string
	}{{d.Old, d.OnlyOld}, {d.New, d.OnlyNew}} {
		if len(side.names) == 0 {
			continue
		}
		p.blank()
		p.prose(table.Text(table.Yellow, "only in "+side.state.Name+": "), table.Plain,
			strings.Join(side.names, ", "))
	}
}

// diffSites writes sites: what one operation allocates there on either side.
func (p *page) diffSites(title string, list []alloc.SiteDiff) {
	if len(list) == 0 {
		return
	}
	p.blank()
	p.line(table.Text(table.Bold, title))
	t := table.Table{Indent: 2, Hang: 2, Columns: []table.Column{
		{Title: "where", Min: 20, KeepEnd: true},
		{Title: "type", Min: 8},
		{Title: "cause"},
		{Title: "allocs/op", Right: true},
		{Title: "B/op", Right: true},
	}}
	for _, s := range list {
		t.Rows = append(t.Rows, p.siteRow(s))
	}
	p.table(t)
}

func (p *page) siteRow(s alloc.SiteDiff) table.Row {
	var old, now alloc.Rate
	for _, c := range s.PerOp {
		old.Objects, old.Bytes = old.Objects+c.Old.Objects, old.Bytes+c.Old.Bytes
		now.Objects, now.Bytes = now.Objects+c.New.Objects, now.Bytes+c.New.Bytes
	}
	row := table.Row{Cells: []table.Line{
		table.Text(table.Plain, at(s.File, s.Line)).Add(table.Dim, "  "+symbol.Short(s.Func)),
		table.Text(table.Plain, known(s.Type)),
		table.Text(table.Cyan, s.Cause),
		table.Text(table.Plain, decimal(old.Objects)+" → "+decimal(now.Objects)),
		table.Text(table.Plain, decimal(old.Bytes)+" → "+decimal(now.Bytes)),
	}}
	if s.Source != "" {
		row.Below = append(row.Below, table.Text(table.Plain, s.Source))
	}
	if len(s.Reasons) > 0 {
		row.Below = append(row.Below, table.Text(table.Dim, s.Reasons[0]))
	}
	row.Below = append(row.Below, table.Text(table.Dim, inBenchmarks(s.PerOp)))
	return row
}

// inBenchmarks names the benchmarks in which a site changed.
func inBenchmarks(list []alloc.RateChange) string {
	const most = 3
	var names []string
	for _, c := range list[:min(len(list), most)] {
		name := c.Benchmark[strings.LastIndex(c.Benchmark, ".Benchmark")+1:]
		names = append(names, fmt.Sprintf("%s %s → %s", name, decimal(c.Old.Objects),
			decimal(c.New.Objects)))
	}
	text := strings.Join(names, ", ")
	if more := len(list) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// verdict sums up.
func (p *page) verdict(d alloc.Diff) {
	counts := map[alloc.Judgement]int{}
	tally(d, counts)
	text := fmt.Sprintf("%s: %d better, %d worse, %d without a difference that was shown",
		plural(sumOf(counts), "benchmark"), counts[alloc.Better], counts[alloc.Worse],
		counts[alloc.Same])
	if n := counts[alloc.NotJudged]; n > 0 {
		text += fmt.Sprintf(", %d with too few runs to tell", n)
	}
	mark := table.Text(table.Green, "✓ ")
	if counts[alloc.Worse] > 0 {
		mark = table.Text(table.Red, "✗ ")
	}
	p.prose(mark, table.Plain, text)
}

func tally(d alloc.Diff, counts map[alloc.Judgement]int) {
	for _, b := range d.Benchmarks {
		counts[b.Judgement()]++
	}
	for _, u := range d.Under {
		tally(u, counts)
	}
}

func sumOf(counts map[alloc.Judgement]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}
