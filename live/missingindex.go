package live

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/service/sqlsample"
)

// missingIndex finds statements for which the server reads rows that it does not
// need, by its plan or its counters. Statements that one index serves are one
// conclusion.
func missingIndex(v *seen) []Conclusion {
	if v.SQL == nil {
		return nil
	}
	groups := map[string][]*sqlsample.Query{}
	var order []string
	for i := range v.SQL.Report.Queries {
		q := &v.SQL.Report.Queries[i]
		if a, ok := adviceOf(q, sqlsample.MissingIndex); ok && !v.hasIndex(a.Text) {
			key := indexKey(a.Text)
			if groups[key] == nil {
				order = append(order, key)
			}
			groups[key] = append(groups[key], q)
		}
	}
	var list []Conclusion
	for _, key := range order {
		if c, ok := v.oneIndex(groups[key]); ok {
			list = append(list, c)
		}
	}
	return list
}

// indexKey returns the table and the first column of the index in a text, which
// all statements share that it serves.
func indexKey(text string) string {
	_, index, ok := strings.Cut(text, " ON ")
	if !ok {
		return text
	}
	first, _, _ := strings.Cut(index, ",")
	return strings.TrimSuffix(first, ")")
}

// hasIndex reports whether a table has an index that begins with the column with
// which an advised one begins: then the server did not want it.
func (v *seen) hasIndex(text string) bool {
	table, column, ok := strings.Cut(indexKey(text), " (")
	if !ok {
		return false
	}
	return slices.ContainsFunc(v.SQL.Indexes, func(i Index) bool {
		return strings.EqualFold(i.Table, table) && len(i.Columns) > 0 &&
			strings.EqualFold(i.Columns[0], column)
	})
}

// oneIndex concludes about the statements that one index serves, of which the
// heaviest comes first.
func (v *seen) oneIndex(queries []*sqlsample.Query) (Conclusion, bool) {
	c := Conclusion{Code: MissingIndex, Statement: queries[0].Fingerprint,
		Command: "wring sql -for 30s -explain -try-index"}
	var area Area
	var places, because []string
	sends := func(s *stack) bool {
		return slices.ContainsFunc(queries, func(q *sqlsample.Query) bool { return v.sends(s, q) })
	}
	is := func(s *stack) bool { return s.state == Query && sends(s) }
	for _, q := range queries {
		a, _ := adviceOf(q, sqlsample.MissingIndex)
		if len(a.Text) > len(c.Text) {
			c.Text = a.Text
		}
		if len(because) < 2 {
			because = append(because, a.Evidence)
		}
		p := v.placesOf(q)
		if table, _, ok := strings.Cut(indexKey(a.Text), " ("); ok && len(q.Places) == 0 {
			p = "table " + table // whatever makes the statement
		}
		if !slices.Contains(places, p) {
			places = append(places, p)
		}
		if len(q.Places) == 0 {
			part := v.shareOf(q)
			area = Area{area.Mean + part.Mean, area.Low + part.Low, area.High + part.High,
				area.N + part.N, max(area.In, part.In)}
		}
	}
	c.Routes = []string{}
	if area.N == 0 {
		area, c.about = v.takes(is), is
		c.Routes = v.routesOf(is)
	}
	c.Place = strings.Join(places, ", ")
	c.saves(area, 0.9, 1)
	if n, ok := v.calls(sends); ok {
		c.less(min(v.cheap(n), area.Mean)) // rows are looked up still
	}
	c.Evidence = fmt.Sprintf("%s; requests wait for it in %s of their time",
		strings.Join(because, "; "), v.of(area))
	return c, area.enough()
}

// shareOf estimates the time of a statement of which no line is known: its share
// of the time in all statements.
func (v *seen) shareOf(q *sqlsample.Query) Area {
	all := v.area(func(s *stack) bool { return s.state == Query })
	part := v.share(q)
	return Area{Mean: all.Mean * part.Mean, Low: all.Low * part.Low, High: all.High * part.High,
		N: min(all.N, int(q.Samples)), In: min(all.In, int(q.Samples))}
}

// adviceOf returns the advice on a query with a code.
func adviceOf(q *sqlsample.Query, code string) (sqlsample.Advice, bool) {
	for _, a := range q.Advice {
		if a.Code == code {
			return a, true
		}
	}
	return sqlsample.Advice{}, false
}

func sitePlace(p sqlsample.Place) string { return fmt.Sprintf("%s:%d", p.File, p.Line) }
