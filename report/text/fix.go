package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/table"
)

// Fix writes rep for people: a line for each rewrite with its proofs, the
// benchmarks before and after, the patch, and what was tried and dropped.
func Fix(w io.Writer, rep alloc.FixReport, opt Options) error {
	p := newPage(rep.Report, opt)
	p.fixHeader(rep)
	p.fixes(rep.Accepted())
	p.benchmarks(rep)
	p.patch(rep.Patch)
	p.droppedTable(rep)
	p.fixFooter(rep)
	return p.flush(w)
}

// fixHeader sums up.
func (p *page) fixHeader(rep alloc.FixReport) {
	accepted := len(rep.Accepted())
	var before, after float64
	for _, c := range changes(rep) {
		before += c.objects[0]
		after += c.objects[1]
	}
	head := table.Text(table.Bold, fmt.Sprintf("%s proven", plural(accepted, "rewrite")))
	if accepted > 0 {
		head = head.Add(table.Plain, fmt.Sprintf(": %s objects per operation become %s",
			decimal(before), decimal(after)))
		if n := len(rep.Benchmarks); n > 1 {
			head = head.Add(table.Dim, fmt.Sprintf(", summed over %d benchmarks", n))
		}
	}
	p.line(head)
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// fixes writes one row per rewrite: what, where, figures, proofs.
func (p *page) fixes(list []alloc.Trial) {
	if len(list) == 0 {
		return
	}
	t := table.Table{Indent: 2, Hang: 2, Columns: []table.Column{
		{Title: "technique"},
		{Title: "where", Min: 20, KeepEnd: true},
		{Title: "allocs/op", Right: true},
		{Title: "B/op", Right: true},
		{Title: "time", Right: true},
	}}
	for _, trial := range list {
		objects, bytes, time := evidence(trial)
		t.Rows = append(t.Rows, table.Row{
			Cells: []table.Line{
				table.Text(table.Green, trial.Technique),
				table.Text(table.Plain, shortFunc(trial.Func)).
					Add(table.Dim, "  "+at(trial.File, trial.Line)),
				table.Text(table.Plain, objects),
				table.Text(table.Plain, bytes),
				table.Text(table.Plain, time),
			},
			Below: p.wrapped(trial.Message + "; " + proofs(trial)),
		})
	}
	p.blank()
	p.table(t)
}

// wrapped returns text as lines that fit below a row.
func (p *page) wrapped(text string) []table.Line {
	var lines []table.Line
	for _, line := range table.Wrap(text, p.opt.Width-4) {
		lines = append(lines, table.Text(table.Dim, line))
	}
	return lines
}

// evidence returns what the judges measured.
func evidence(t alloc.Trial) (objects, bytes, time string) {
	if v, ok := t.Verdict("counts"); ok && v.Evidence.ObjectsPerOp != nil {
		objects, bytes = becomes(*v.Evidence.ObjectsPerOp), becomes(*v.Evidence.BytesPerOp)
	}
	if v, ok := t.Verdict("timing"); ok && v.Evidence.Time != nil {
		time = fmt.Sprintf("x%.2f", v.Evidence.Time.Ratio)
	}
	return objects, bytes, time
}

func becomes(f [2]float64) string { return decimal(f[0]) + " → " + decimal(f[1]) }

// proofs says in a few words what the judges found.
func proofs(t alloc.Trial) string {
	var said []string
	for _, v := range t.Verdicts {
		switch v.Judge {
		case "build":
			said = append(said, "builds")
		case "tests":
			said = append(said, tested(v))
		case "differential":
			said = append(said, compared(v))
		case "timing":
			if t := v.Evidence.Time; t != nil {
				said = append(said, fmt.Sprintf("p=%.3f n=%d", t.P, t.N))
			}
		}
	}
	return strings.Join(said, ", ")
}

func tested(v alloc.Verdict) string {
	if v.Outcome == alloc.Unknown {
		return "no tests"
	}
	return plural(v.Evidence.TestsRun, "test")
}

func compared(v alloc.Verdict) string {
	if v.Outcome == alloc.Unknown {
		return "not compared (" + firstLine(v.Reason) + ")"
	}
	return "the same on " + table.Integer(uint64(v.Evidence.Inputs)) + " inputs"
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// benchmarks writes the benchmarks that changed.
func (p *page) benchmarks(rep alloc.FixReport) {
	text := benchstat(rep)
	if text == "" {
		return
	}
	p.blank()
	for line := range strings.Lines(text) {
		p.line(table.Text(table.Plain, "  "+strings.TrimRight(line, "\n")))
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
			table.Text(table.Plain, shortFunc(trial.Func)).
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

// fixFooter writes warnings and what to do next.
func (p *page) fixFooter(rep alloc.FixReport) {
	p.blank()
	p.fixWarnings(rep)
	switch {
	case rep.Written:
		p.prose(table.Text(table.Green, "✓ "), table.Plain,
			"written: "+strings.Join(rep.Files, ", "))
	case rep.Patch != "":
		p.prose(table.Text(table.Dim, "→ "), table.Plain, "nothing was written; wring fix does")
	case len(rep.Trials) == 0:
		p.prose(table.Text(table.Dim, "→ "), table.Plain,
			"no technique has a proposal for a measured site; wring top shows the sites")
	}
}

// fixWarnings writes each warning once, those of the judges included.
func (p *page) fixWarnings(rep alloc.FixReport) {
	list := slices.Clone(rep.Warnings)
	for _, t := range rep.Trials {
		for _, v := range t.Verdicts {
			list = append(list, v.Warnings...)
		}
	}
	var seen []alloc.Warning
	for _, w := range list {
		if slices.Contains(seen, w) {
			continue
		}
		seen = append(seen, w)
		p.prose(table.Text(table.Yellow, "! "), table.Plain, w.Text)
	}
}
