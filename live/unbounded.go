package live

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/service/sqlsample"
)

// manyRows is how many rows an answer has, from where on it wants a LIMIT.
const manyRows = 1000

// unboundedQuery finds statements that read all of a table to the end.
func unboundedQuery(v *seen) []Conclusion {
	if v.SQL == nil {
		return nil
	}
	var list []Conclusion
	for i := range v.SQL.Report.Queries {
		q := &v.SQL.Report.Queries[i]
		evidence, ok := v.unbounded(q)
		if !ok || len(q.Places) == 0 {
			continue
		}
		is := func(s *stack) bool { return v.reads(s, q) }
		area := v.takes(is)
		if !area.enough() {
			continue
		}
		c := Conclusion{Code: UnboundedQuery, Place: v.placesOf(q), about: is,
			Statement: q.Fingerprint, Routes: v.routesOf(is),
			Text: "put a LIMIT to it, or read it in pages by its key",
			Evidence: fmt.Sprintf("%s; to ask, and to read what comes, took %s of all time of "+
				"requests", evidence, v.of(area)),
			Command: "wring sql -for 30s -explain"}
		c.saves(area, 0.6, 0.98)
		list = append(list, c)
	}
	return list
}

// unbounded reports whether a statement answers with very many rows, by the
// server's counters, or by its plan where no condition leaves any out.
func (v *seen) unbounded(q *sqlsample.Query) (evidence string, ok bool) {
	shape := v.shape(q.Fingerprint)
	if shape.Verb != "select" || shape.Limit || shape.Aggregate || shape.Group {
		return "", false
	}
	if q.RowsSent > 0 && q.Calls > 0 {
		if each := float64(q.RowsSent) / float64(q.Calls); each >= manyRows {
			return fmt.Sprintf("%.0f rows are sent for each call, and there is no LIMIT",
				each), true
		}
		return "", false
	}
	if len(shape.Equal)+len(shape.Range)+len(shape.Joined) > 0 {
		return "", false
	}
	for _, line := range q.Plan {
		if rows, ok := planRows(line); ok && rows >= manyRows {
			return fmt.Sprintf("the plan has %.0f rows that no condition leaves out, and there is "+
				"no LIMIT: %s", rows, strings.TrimSpace(line)), true
		}
	}
	return "", false
}

// planRows returns the rows in a line of a plan: "posts: ALL, key none, 9800 rows"
// or "Seq Scan on posts (cost=0.00..35.50 rows=9800 width=4)".
func planRows(line string) (rows float64, ok bool) {
	if _, after, found := strings.Cut(line, "rows="); found {
		_, err := fmt.Sscan(after, &rows)
		return rows, err == nil
	}
	before, _, found := strings.Cut(line, " rows;")
	if !found {
		return 0, false
	}
	_, err := fmt.Sscan(before[strings.LastIndexByte(before, ' ')+1:], &rows)
	return rows, err == nil
}

// reads reports whether a stack sends a query, or reads its rows further on in the
// function that does: there, or in one that is given the rows.
func (v *seen) reads(s *stack, q *sqlsample.Query) bool {
	if s.sentAt(q) {
		return true
	}
	if !s.has("database/sql.(*Rows).") {
		return false
	}
	if s.sent != nil {
		return false // of another statement
	}
	for _, f := range s.below() {
		if !IsProgram(f) {
			continue
		}
		for _, p := range q.Places {
			if sameFile(f.File, p.File) && f.Line > p.Line && v.asks(f.Func, p) {
				return true
			}
		}
	}
	return false
}

// asks reports whether a function was seen at the line of a statement.
func (v *seen) asks(fn string, p sqlsample.Place) bool {
	for _, f := range v.Frames {
		if f.Func != fn || !sameFile(f.File, p.File) {
			continue
		}
		if st := v.statement(f, true); st != nil && st.Line == p.Line {
			return true
		}
	}
	return false
}
