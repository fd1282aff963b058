package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/internal/table"
)

// Fix writes rep for people: a line for each rewrite with its proofs, the
// benchmarks before and after, the patch, and what was tried and dropped.
func Fix(w io.Writer, rep alloc.FixReport, opt Options) error {
	p := newPage(rep.Report, opt)
	p.fixHeader(rep)
	p.fixes(rep.Accepted())
	p.benchmarks(rep)
	p.production(rep)
	p.patch(rep.Patch)
	p.droppedTable(rep)
	p.fixAdvice(rep)
	p.fixFooter(rep)
	return p.flush(w)
}

// fixHeader sums up.
func (p *page) fixHeader(rep alloc.FixReport) {
	accepted := len(rep.Accepted())
	var objects, bytes [2]float64
	for _, c := range changes(rep) {
		for i := range 2 {
			objects[i] += c.objects[i]
			bytes[i] += c.bytes[i]
		}
	}
	head := table.Text(table.Bold, fmt.Sprintf("%s proven", plural(accepted, "rewrite")))
	if accepted == 0 {
		p.line(head)
		return
	}
	text := fmt.Sprintf("%s allocs/op, %s B/op", becomes(objects), becomes(bytes))
	if n := len(rep.Benchmarks); n > 1 {
		text += fmt.Sprintf(", summed over %d benchmarks", n)
	}
	p.prose(head.Add(table.Plain, ": "), table.Plain, text)
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

func becomes(f [2]float64) string { return decimal(f[0]) + " → " + decimal(f[1]) }

// benchmarks writes the benchmarks that changed.
func (p *page) benchmarks(rep alloc.FixReport) {
	text := benchstat(rep)
	if text == "" {
		return
	}
	p.blank()
	for line := range strings.Lines(text) {
		p.whole(table.Text(table.Plain, "  "+strings.TrimRight(line, "\n")).Render(p.opt.Color))
	}
}

// patch writes the diff, unindented, so that it can be copied from here.
func (p *page) patch(patch string) {
	if patch == "" {
		return
	}
	p.blank()
	for line := range strings.Lines(patch) {
		line = strings.TrimRight(line, "\n")
		if !p.opt.Color {
			p.buf.WriteString(line + "\n") // to the letter: git apply may read it
			continue
		}
		p.buf.WriteString(table.Text(diffStyle(line), strings.ReplaceAll(line, "\t", "    ")).
			Render(true) + "\n")
	}
}

func diffStyle(line string) table.Style {
	switch {
	case strings.HasPrefix(line, "+++"), strings.HasPrefix(line, "---"):
		return table.Bold
	case strings.HasPrefix(line, "@@"):
		return table.Cyan
	case strings.HasPrefix(line, "+"):
		return table.Green
	case strings.HasPrefix(line, "-"):
		return table.Red
	}
	return table.Plain
}

// droppedTable writes what was tried and not kept, and who said no.
func (p *page) droppedTable(rep alloc.FixReport) {
	dropped := slices.DeleteFunc(slices.Clone(rep.Trials),
		func(t alloc.Trial) bool { return t.Accepted })
	if len(dropped) == 0 {
		return
	}
	p.blank()
	p.line(table.Text(table.Bold, "tried and dropped"))
	t := table.Table{Indent: 2, Hang: 2, Columns: []table.Column{
		{Title: "technique"},
		{Title: "where", Min: 20, KeepEnd: true},
		{Title: "judge"},
	}}
	for _, trial := range dropped {
		row := table.Row{Cells: []table.Line{
			table.Text(table.Plain, trial.Technique),
			table.Text(table.Plain, symbol.Short(trial.Func)).
				Add(table.Dim, "  "+at(trial.File, trial.Line)),
			table.Text(table.Yellow, trial.Rejected),
		}}
		for line := range strings.Lines(trial.Reason) {
			row.Below = append(row.Below, p.wrapped(strings.TrimRight(line, "\n"))...)
		}
		t.Rows = append(t.Rows, row)
	}
	p.table(t)
}

// fixFooter writes warnings, where the time went, and what to do next.
func (p *page) fixFooter(rep alloc.FixReport) {
	p.blank()
	p.fixWarnings(rep)
	p.fixTime(rep)
	switch {
	case rep.Written:
		p.prose(table.Text(table.Green, "✓ "), table.Plain,
			"written: "+strings.Join(rep.Files, ", "))
	case rep.Patch != "":
		p.prose(table.Text(table.Dim, "→ "), table.Plain, "nothing was written: without -diff "+
			"wring fix writes the files, and git apply takes all of this as a patch")
	case len(rep.Trials) == 0:
		p.prose(table.Text(table.Dim, "→ "), table.Plain,
			"no technique has a proposal for a measured site; wring top shows the sites")
	}
}

// fixTime says where the time went.
func (p *page) fixTime(rep alloc.FixReport) {
	if len(rep.Phases) == 0 {
		return
	}
	text := fmt.Sprintf("%.1f s, some of it at the same time:", rep.Seconds)
	for i, phase := range rep.Phases {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(" %s %.1f", phase.Name, phase.Seconds)
	}
	p.prose(table.Text(table.Dim, "· "), table.Dim, text)
}

// fixWarnings writes each warning once, those of the judges included.
func (p *page) fixWarnings(rep alloc.FixReport) {
	list := slices.Clone(rep.Warnings)
	for _, t := range rep.Trials {
		for _, v := range t.Verdicts {
			list = append(list, v.Warnings...)
		}
	}
	for _, w := range alikes(list) {
		p.prose(table.Text(table.Yellow, "! "), table.Plain, w.Text)
	}
}
