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

// Guard writes rep for people: each problem with what came or grew, then the
// verdict in one line. With changes it lists those.
func Guard(w io.Writer, rep alloc.GuardReport, opt Options) error {
	p := newPage(alloc.Report{Warnings: rep.Warnings}, opt)
	for _, problem := range sameProblems(rep.Problems) {
		p.problem(problem)
	}
	for _, line := range slices.Concat(rep.Proofs, rep.Changes) {
		p.prose(table.Text(table.Plain, ""), table.Plain, line)
	}
	if len(rep.Problems)+len(rep.Proofs)+len(rep.Changes) > 0 {
		p.blank()
	}
	p.warnings()
	p.guardVerdict(rep)
	return p.flush(w)
}

// problem writes one problem, with its place before it as editors want it.
func (p *page) problem(problem alloc.Problem) {
	mark, style := "✗ ", table.Red
	if !problem.Fails {
		mark, style = "· ", table.Yellow
	}
	p.prose(table.Text(style, mark), table.Plain,
		fmt.Sprintf("%s%s (%s)", posting(problem.File, problem.Line), problem.Text, problem.Rule))
	for _, s := range problem.Sites {
		p.guardSite(s)
	}
	for i, f := range problem.Path {
		p.prose(table.Text(table.Dim, "    "+strings.Repeat("  ", i)+"→ "), table.Dim,
			symbol.Short(f.Func)+"  "+at(f.File, f.Line))
	}
}

// posting returns the position before a message, or "".
func posting(file string, line int) string {
	switch {
	case file == "":
		return ""
	case line == 0:
		return file + ": "
	}
	return fmt.Sprintf("%s:%d: ", file, line)
}

// guardSite writes a site that came or grew.
func (p *page) guardSite(s alloc.GuardSite) {
	was := ""
	if s.Was != "" {
		was = s.Was + " → "
	}
	head := fmt.Sprintf("%s%s allocs/op", was, s.Now)
	if s.Change != "" {
		head = s.Change + ", " + head
	}
	indent := table.Text(table.Plain, "    ")
	p.prose(indent, table.Plain, fmt.Sprintf("%s%s: %s, %s, of type %s (%s)",
		posting(s.File, s.Line), symbol.Short(s.Func), s.Cause, head, s.Type, s.ID))
	if s.Source != "" {
		p.prose(table.Text(table.Plain, "      "), table.Bold, s.Source)
	}
	for _, reason := range s.Reasons[:min(2, len(s.Reasons))] {
		p.prose(table.Text(table.Dim, "      compiler: "), table.Dim, reason)
	}
	for _, proposal := range s.Proposals {
		p.prose(table.Text(table.Green, "      technique "), table.Green, proposal)
	}
}

func (p *page) guardVerdict(rep alloc.GuardReport) {
	where := fmt.Sprintf("under %s %s/%s", rep.Go, rep.GOOS, rep.GOARCH)
	failing := len(rep.Failures())
	switch {
	case failing == 0 && len(rep.Proofs) > 0:
		p.prose(table.Text(table.Green, "✓ "), table.Plain, "the gate can fail "+where)
	case rep.Updated && failing == 0:
		p.prose(table.Text(table.Green, "✓ "), table.Plain, fmt.Sprintf("%s written: %s %s",
			rep.File, plural(rep.Measured, "benchmark"), where))
	case rep.Updated:
		p.prose(table.Text(table.Red, "✗ "), table.Plain, fmt.Sprintf(
			"%s written: %s %s, with %s", rep.File,
			plural(rep.Measured, "benchmark"), where, plural(failing, "failure")))
	case failing == 0 && rep.Measured+rep.Budgets > 0 && len(rep.Problems) == 0:
		p.prose(table.Text(table.Green, "✓ "), table.Plain, fmt.Sprintf("%s kept %s",
			plural(rep.Budgets, "budget"), where))
	case failing == 0:
		p.prose(table.Text(table.Green, "✓ "), table.Plain, fmt.Sprintf(
			"%s kept %s, with %s", plural(rep.Budgets, "budget"), where,
			plural(len(rep.Problems), "note")))
	default:
		p.prose(table.Text(table.Red, "✗ "), table.Plain, fmt.Sprintf(
			"not kept %s: %s in %s", where, plural(failing, "failure"),
			plural(rep.Budgets, "budget")))
	}
}
