package sqlsample

import (
	"context"
	"fmt"
	"regexp"
	"strings"
)

// postgresPlan asks PostgreSQL.
func postgresPlan(ctx context.Context, q querier, text string) ([]step, error) {
	rows, err := q.QueryContext(ctx, "EXPLAIN "+text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var steps []step
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, err
		}
		steps = addLine(steps, line)
	}
	return steps, rows.Err()
}

// addLine adds a line of a plan, which may say more of the step before.
func addLine(steps []step, line string) []step {
	s := step{text: line}
	trimmed := strings.TrimLeft(line, " ->")
	if len(steps) > 0 {
		last := &steps[len(steps)-1]
		if cond, ok := strings.CutPrefix(trimmed, "Index Cond: "); ok {
			last.cond = cond
		}
		if filter, ok := strings.CutPrefix(trimmed, "Filter: "); ok {
			for i := len(steps) - 1; i >= 0; i-- { // the bitmap's index comes before it
				if last = &steps[i]; last.table != "" {
					break
				}
			}
			last.filter = filter
		}
	}
	trimmed = strings.TrimPrefix(trimmed, "Parallel ")
	for _, kind := range []string{"Seq Scan on ", "Bitmap Heap Scan on ", "Index Scan using ",
		"Index Scan Backward using ", "Index Only Scan using ",
		"Index Only Scan Backward using "} {
		rest, ok := strings.CutPrefix(trimmed, kind)
		if !ok {
			continue
		}
		s.scan = kind == "Seq Scan on "
		if strings.HasSuffix(kind, " using ") {
			s.index, rest, _ = strings.Cut(rest, " on ")
		}
		s.table = aliasOf(rest)
	}
	if rest, ok := strings.CutPrefix(trimmed, "Bitmap Index Scan on "); ok {
		s.index, _, _ = strings.Cut(rest, " ")
	}
	s.filesort = strings.HasPrefix(trimmed, "Sort ")
	if _, after, ok := strings.Cut(line, ".."); ok {
		fmt.Sscan(after, &s.cost)
	}
	if _, after, ok := strings.Cut(line, "rows="); ok {
		fmt.Sscan(after, &s.rows)
	}
	return append(steps, s)
}

// aliasOf returns the name by which a plan calls a table: its alias, where it has one.
func aliasOf(text string) string {
	name, rest, _ := strings.Cut(text, " ")
	if alias, _, _ := strings.Cut(strings.TrimSpace(rest), " "); alias != "" && alias[0] != '(' {
		return alias
	}
	return name
}

// What a step costs where most rows are thrown away, in units of the server's own, of
// which one is a page that is read in its order: in all, and for each row that is left.
// To find a row by its key costs eight at most.
const (
	wastedCost    = 100
	wastedCostRow = 20
)

// wasteful reports whether a step finds rows by another column than one that is
// compared, and throws most of them away.
func (s step) wasteful(column string) bool {
	word := regexp.MustCompile(`(?i)(^|[^\w])"?` + regexp.QuoteMeta(column) + `"?($|[^\w])`)
	return !s.scan && s.table != "" && s.cost >= wastedCost &&
		s.cost >= wastedCostRow*max(s.rows, 1) && word.MatchString(s.filter) &&
		!word.MatchString(s.cond)
}
