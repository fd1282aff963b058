package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/wring-go/wring/service/sqlsample"
)

//go:embed sql.html
var sqlPage string

// sqlContent is one of two things that the page shows.
type sqlContent struct {
	Report *sqlsample.Report
	Diff   *sqlsample.Diff
}

// SQL writes a report on statements to w.
func SQL(w io.Writer, r sqlsample.Report) error { return sqlWrite(w, sqlContent{Report: &r}) }

// SQLDiff writes two reports on statements side by side.
func SQLDiff(w io.Writer, d sqlsample.Diff) error { return sqlWrite(w, sqlContent{Diff: &d}) }

func sqlWrite(w io.Writer, content sqlContent) error {
	t, err := template.New("sql").Funcs(template.FuncMap{
		"rate":    func(f float64) string { return fmt.Sprintf("%.4g", f) },
		"milli":   func(f float64) string { return fmt.Sprintf("%.4g", 1e3*f) },
		"percent": func(f float64) string { return fmt.Sprintf("%.1f %%", 100*f) },
	}).Parse(sqlPage)
	if err != nil {
		return err
	}
	var b strings.Builder // nothing is written unless all of it can be
	if err := t.Execute(&b, content); err != nil {
		return fmt.Errorf("cannot write the report as HTML: %w", err)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
