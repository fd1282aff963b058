package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/wring-go/wring/service/accesslog"
)

//go:embed access.html
var accessPage string

// accessRow is a row of the table of routes.
type accessRow struct {
	Name         string
	Count, Bytes uint64
	Times        []float64
	Status       []uint64
}

// Access writes what a log says. The image is drawn over time, as SVG, and is
// put into the page as it is.
func Access(w io.Writer, rep accesslog.Report, image string) error {
	t, err := template.New("access").Funcs(template.FuncMap{
		"seconds": func(n uint64) string { return fmt.Sprintf("%.4g", float64(n)/1e9) },
	}).Parse(accessPage)
	if err != nil {
		return err
	}
	data := struct {
		Rep    accesslog.Report
		Bound  float64
		Routes []accessRow
		Plot   template.HTML
	}{Rep: rep, Bound: 100 * rep.Bound, Plot: template.HTML(image)}
	for i := range rep.Routes {
		r := &rep.Routes[i]
		data.Routes = append(data.Routes, accessRow{r.Name, r.Count, r.Bytes,
			[]float64{r.Seconds(), r.Mean(), r.Quantile(0.5), r.Quantile(0.9), r.Quantile(0.99),
				r.Quantile(1)}, r.Status[2:]})
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return fmt.Errorf("cannot write the log as HTML: %w", err)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
