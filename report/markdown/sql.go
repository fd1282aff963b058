package markdown

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/wring-go/wring/service/sqlsample"
)

// SQL writes a report on statements to w: a table of the first top of them, all
// if top is 0, and what is to be done about each.
func SQL(w io.Writer, r sqlsample.Report, top int) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### wring sql: %d statements from %s, %d different, %.3g s\n", r.Statements,
		r.Source, len(r.Queries), r.Seconds)
	for _, n := range r.NotUnderstood {
		fmt.Fprintf(&b, "\n> ⚠ %d not understood: %s, first in %s:%d\n", n.Count, n.Kind,
			plain(n.First.File), n.First.Line)
	}
	for _, warning := range r.Warnings {
		b.WriteString("\n> ⚠ " + plain(warning.Text) + "\n")
	}
	sqlAdvice(&b, r.Advice)
	b.WriteString("\n| share | calls | mean | p99 | rows read/sent | statement |\n" +
		"|---:|---:|---:|---:|---:|---|\n")
	for i, q := range r.Queries {
		if top > 0 && i == top {
			fmt.Fprintf(&b, "\n%d more statements are not shown.\n", len(r.Queries)-top)
			break
		}
		fmt.Fprintf(&b, "| %.1f %% | %d | %.3g ms | %.3g ms | %d/%d | %s%s |\n", 100*q.Share,
			q.Calls, 1e3*q.Mean, 1e3*q.P99, q.RowsExamined, q.RowsSent,
			statement(q.Fingerprint), underneath(q))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// statement writes a statement as code that can stand in a table.
func statement(text string) string {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|")
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// underneath writes what belongs to a statement into its cell.
func underneath(q sqlsample.Query) string {
	var b strings.Builder
	for _, p := range q.Places {
		fmt.Fprintf(&b, "<br>%s:%d", plain(p.File), p.Line)
	}
	for _, a := range q.Advice {
		fmt.Fprintf(&b, "<br>**%s**: %s (%s)", a.Code, plain(a.Text), plain(a.Evidence))
	}
	return b.String()
}

func sqlAdvice(b *bytes.Buffer, list []sqlsample.Advice) {
	for _, a := range list {
		fmt.Fprintf(b, "\n- **%s**: %s (%s)\n", a.Code, plain(a.Text), plain(a.Evidence))
	}
}

// SQLDiff writes two reports on statements side by side.
func SQLDiff(w io.Writer, d sqlsample.Diff, top int) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, "### wring sql: %s → %s\n\n", plain(d.Old.Name), plain(d.New.Name))
	b.WriteString("| verdict | calls | time | mean | statement |\n|---|---:|---:|---:|---|\n")
	for i, c := range d.Queries {
		if top > 0 && i == top {
			break
		}
		fmt.Fprintf(&b, "| %s | %d → %d | %.3g → %.3g s | %.3g → %.3g ms | %s |\n", c.Verdict,
			c.OldCalls, c.NewCalls, c.OldSeconds, c.NewSeconds, 1e3*c.OldMean, 1e3*c.NewMean,
			statement(c.Fingerprint))
	}
	_, err := w.Write(b.Bytes())
	return err
}
