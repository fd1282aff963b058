package live

import (
	"fmt"

	"github.com/wring-go/wring/service/sqlsample"
)

// missingIndex finds statements for which the server reads rows that it does not
// need, by its plan or its counters.
func missingIndex(v *seen) []Conclusion {
	if v.SQL == nil {
		return nil
	}
	var list []Conclusion
	for i := range v.SQL.Report.Queries {
		q := &v.SQL.Report.Queries[i]
		a, ok := adviceOf(q, sqlsample.MissingIndex)
		if !ok {
			continue
		}
		is := func(s *stack) bool { return s.state == Query && v.sends(s, q) }
		area := v.area(is)
		how := "its line waited for"
		if len(q.Places) == 0 {
			area, how = v.shareOf(q), "by its share of the statements seen, "
			is = func(s *stack) bool { return s.state == Query }
		}
		if !area.enough() {
			continue
		}
		list = append(list, Conclusion{Code: MissingIndex, Place: placesOf(q),
			Saves: area.Times(0.8, 1), Text: a.Text, Statement: q.Fingerprint,
			Evidence: fmt.Sprintf("%s; %s %s of all time of requests", a.Evidence, how, v.of(area)),
			Command:  "wring sql -for 30s -explain -try-index", Routes: v.routesOf(is)})
	}
	return list
}

// shareOf estimates the time of a statement of which no line is known: its share
// of the time in all statements.
func (v *seen) shareOf(q *sqlsample.Query) Area {
	all := v.area(func(s *stack) bool { return s.state == Query })
	low, high := q.Share, q.Share
	if len(q.ShareRange) == 2 {
		low, high = q.ShareRange[0], q.ShareRange[1]
	}
	return Area{Mean: all.Mean * q.Share, Low: all.Low * low, High: all.High * high,
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
