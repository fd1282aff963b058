package sqlsample

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/service/mysqltext"
)

// Codes of advice.
const (
	MissingIndex    = "missing-index"
	NPlusOne        = "n-plus-one"
	FilesortLimit   = "filesort-limit"
	UnboundedSelect = "unbounded-select"
	SelectStar      = "select-star"
	PreparedOnce    = "prepared-once"
	HiddenPrepared  = "prepared-not-in-digests"
)

// From where on a figure is worth advice.
const (
	scanRows    = 100  // read per call
	scanRatio   = 10   // read per row that was sent or changed
	poorRows    = 1000 // read by an index, of which some are thrown away
	loopCalls   = 10   // of one statement in a row, on average
	unboundRows = 1000 // sent per call
	wideRow     = 1024 // bytes per row
	wideAnswer  = 4096 // bytes per call
	sortedRows  = 100  // sorted per row that was sent, under LIMIT
)

// Finish adds the advice that the figures of each query give.
func Finish(r Report) Report {
	if r.Advice == nil {
		r.Advice = []Advice{}
	}
	opt := mysqltext.Options{}
	if r.Dialect == "postgresql" {
		opt.Dialect = mysqltext.PostgreSQL
	}
	for i := range r.Queries {
		q := &r.Queries[i]
		shape := mysqltext.ShapeOf([]byte(q.Fingerprint), opt)
		for _, advise := range []func(*Query, *mysqltext.Shape) (Advice, bool){
			missingIndex, filesortLimit, nPlusOne, unboundedSelect, selectStar} {
			if a, ok := advise(q, &shape); ok && !q.has(a.Code) {
				q.Advice = append(q.Advice, a)
			}
		}
	}
	return r
}

// has reports whether the query has advice with the code already.
func (q *Query) has(code string) bool {
	return slices.ContainsFunc(q.Advice, func(a Advice) bool { return a.Code == code })
}

// per returns n for each call.
func (q *Query) per(n int64) float64 { return float64(n) / float64(max(q.Calls, 1)) }

// useful returns how many rows a call needed to see at least.
func (q *Query) useful() float64 { return max(q.per(q.RowsSent+q.RowsAffected), 1) }

// missingIndex sees that most rows are read for nothing. What sums up all rows of
// a table reads them rightly.
func missingIndex(q *Query, s *mysqltext.Shape) (Advice, bool) {
	read := q.per(q.RowsExamined)
	if read < scanRows || read < scanRatio*q.useful() {
		return Advice{}, false
	}
	if !s.Where || len(s.Equal)+len(s.Range)+len(s.Joined) == 0 {
		return Advice{}, false
	}
	if s.Group || s.Aggregate && len(s.Equal) == 0 {
		return Advice{}, false
	}
	evidence := fmt.Sprintf("%.0f rows are read for each call, and %.1f of them sent or changed",
		read, q.per(q.RowsSent+q.RowsAffected))
	table, columns := indexFor(s)
	if table == "" {
		return Advice{MissingIndex, "rows are read that no condition needs; -explain says in " +
			"which table", evidence}, true
	}
	return Advice{MissingIndex, indexText(table, columns), evidence}, true
}

func indexText(table string, columns []string) string {
	return fmt.Sprintf("an index would serve: CREATE INDEX ... ON %s (%s)", table,
		strings.Join(columns, ", "))
}

// indexFor returns the index that serves the conditions of a statement on one
// table: what is compared for equality, then either the order or one range.
func indexFor(s *mysqltext.Shape) (table string, columns []string) {
	if len(s.Tables) != 1 || s.Or {
		return "", nil
	}
	columns = columnsFor(s, s.Tables[0])
	if len(columns) == 0 {
		return "", nil
	}
	return s.Tables[0].Name, columns
}

// columnsFor returns the columns of an index on t for the statement.
func columnsFor(s *mysqltext.Shape, t mysqltext.Table) []string {
	var columns []string
	add := func(list []mysqltext.Column, most int) {
		for _, c := range list {
			mine := c.Table == t.Alias || c.Table == t.Name || c.Table == "" && len(s.Tables) == 1
			if mine && !slices.Contains(columns, c.Name) && most > 0 {
				columns = append(columns, c.Name)
				most--
			}
		}
	}
	add(s.Equal, len(s.Equal))
	if len(s.Tables) > 1 {
		add(s.Joined, len(s.Joined))
	}
	switch {
	case len(s.Range) > 0:
		add(s.Range, 1)
	case !s.Group:
		add(s.Order, len(s.Order))
	}
	return columns
}

// filesortLimit sees that all rows are put in order for the first few of them.
func filesortLimit(q *Query, s *mysqltext.Shape) (Advice, bool) {
	if !s.Limit || len(s.Order) == 0 || q.Sorts == 0 {
		return Advice{}, false
	}
	read := q.per(q.RowsExamined)
	if read < scanRows || read < sortedRows*q.useful() {
		return Advice{}, false
	}
	return Advice{FilesortLimit, sortText(s), fmt.Sprintf("%s sorted in a file, %.0f rows were "+
		"read for each call and %.1f sent", times(q.Sorts, "call"), read, q.per(q.RowsSent))}, true
}

// sortText says which index would have the rows in order.
func sortText(s *mysqltext.Shape) string {
	text := "all rows are sorted for the first few"
	if table, columns := indexFor(s); table != "" && len(s.Range) == 0 {
		return text + "; an index that has them in order would serve: CREATE INDEX ... ON " +
			table + " (" + strings.Join(columns, ", ") + ")"
	}
	var names []string
	for _, c := range s.Order {
		names = append(names, c.Name)
	}
	return text + "; an index that ends in (" + strings.Join(names, ", ") +
		") would have them in order"
}

func times(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// nPlusOne sees that a connection runs one statement again and again.
func nPlusOne(q *Query, s *mysqltext.Shape) (Advice, bool) {
	if s.Verb != "select" || q.Runs.Count == 0 {
		return Advice{}, false
	}
	average := float64(q.Runs.Calls) / float64(q.Runs.Count)
	if average < loopCalls {
		return Advice{}, false
	}
	after := ""
	if q.Runs.Before != "" {
		after = ", mostly after: " + q.Runs.Before
	}
	return Advice{NPlusOne, "ask once for all, with IN or a join, instead of once for each row",
		fmt.Sprintf("%d of %d calls came in %s, %.0f in a row on one connection and up to %d%s",
			q.Runs.Calls, q.Calls, times(q.Runs.Count, "loop"), average, q.Runs.Longest,
			after)}, true
}

// unboundedSelect sees that answers are long and that nothing keeps them from
// growing.
func unboundedSelect(q *Query, s *mysqltext.Shape) (Advice, bool) {
	sent := q.per(q.RowsSent)
	if s.Verb != "select" || s.Limit || sent < unboundRows {
		return Advice{}, false
	}
	return Advice{UnboundedSelect, "put a LIMIT to it, or read it in pages by its key",
		fmt.Sprintf("%.0f rows are sent for each call, and the statement has no LIMIT", sent)}, true
}

// selectStar sees that rows are wide and that all columns are asked for.
func selectStar(q *Query, s *mysqltext.Shape) (Advice, bool) {
	if !s.Star || q.BytesSent == 0 || q.RowsSent == 0 {
		return Advice{}, false
	}
	row, answer := float64(q.BytesSent)/float64(q.RowsSent), q.per(q.BytesSent)
	if row < wideRow || answer < wideAnswer {
		return Advice{}, false
	}
	return Advice{SelectStar, "name the columns that the program reads",
		fmt.Sprintf("a row has %.0f bytes, and an answer %.0f", row, answer)}, true
}
