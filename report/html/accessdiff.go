package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/wring-go/wring/service/accesslog"
)

//go:embed accessdiff.html
var accessDiffPage string

// accessSide is one of two logs.
type accessSide struct {
	Name string
	Rep  accesslog.Report
}

// accessAlone is a route that only one log has.
type accessAlone struct {
	Name, Log string
	Count     uint64
	Times     []float64
}

// AccessComparison writes two logs side by side.
func AccessComparison(w io.Writer, c accesslog.Comparison) error {
	t, err := template.New("access").Funcs(template.FuncMap{
		"figures": func(r accesslog.Change) []accesslog.Difference {
			return []accesslog.Difference{r.Mean, r.P50, r.P99}
		},
	}).Parse(accessDiffPage)
	if err != nil {
		return err
	}
	data := struct {
		accesslog.Comparison
		Sides []accessSide
		Alone []accessAlone
		Bound float64
	}{c, []accessSide{{"Old", c.Old}, {"New", c.New}}, nil, 100 * c.New.Bound}
	for _, side := range []struct {
		log    string
		routes []accesslog.Route
	}{{"old", c.Gone}, {"new", c.Came}} {
		for i := range side.routes {
			r := &side.routes[i]
			data.Alone = append(data.Alone, accessAlone{r.Name, side.log, r.Count,
				[]float64{r.Mean(), r.Quantile(0.5), r.Quantile(0.99)}})
		}
	}
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		return fmt.Errorf("cannot write the two logs as HTML: %w", err)
	}
	_, err = io.WriteString(w, b.String())
	return err
}
