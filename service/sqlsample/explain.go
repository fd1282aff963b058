package sqlsample

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wring-go/wring/service/mysqltext"
)

// Explaining says how to ask for plans.
type Explaining struct {
	Text  mysqltext.Options
	Limit time.Duration // of each question
	Most  int           // statements to ask about, the heaviest first
	// TryIndex makes a temporary copy of a table, with some of its rows and the
	// index that is advised, and asks again.
	TryIndex bool
}

// step is a line of a plan.
type step struct {
	table    string
	scan     bool // reads a whole table or index
	filesort bool
	index    string // that it uses
	filters  bool   // throws rows away that the index gives
	rows     float64
	text     string

	// Of PostgreSQL: the condition by which the index is read and the one that
	// throws rows away, and what the server thinks that all rows cost.
	cond, filter string
	cost         float64
}

// Explain adds plans to the heaviest SELECT statements, and the advice that they
// give. Only a SELECT alone is asked about, in a transaction that may not write
// and that is rolled back. What has no plan says why, in place of one.
func Explain(ctx context.Context, db *sql.DB, r *Report, opt Explaining) error {
	asked := 0
	for i := range r.Queries {
		q := &r.Queries[i]
		text, marked, err := explainable(q.Example, opt.Text)
		if errors.Is(err, errNoSelect) {
			continue
		}
		if asked++; asked > opt.Most {
			break
		}
		var steps []step
		if err == nil {
			steps, err = plan(ctx, db, q.ExampleDB, text, opt)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			q.Plan = []string{"none: " + err.Error()}
			continue
		}
		for _, s := range steps {
			q.Plan = append(q.Plan, s.text)
		}
		if marked {
			q.Plan = append(q.Plan, "(asked with '1' in place of each parameter)")
		}
		q.advisePlan(ctx, db, text, steps, opt)
	}
	return nil
}

var (
	errNoSelect = errors.New("not a SELECT")
	errCut      = errors.New("the statement is cut")
)

// explainable returns a statement that can be asked about: with values in place of
// the markers of parameters. Locking reads and those that write a file are none.
func explainable(text string, opt mysqltext.Options) (out string, marked bool, err error) {
	shape := mysqltext.ShapeOf([]byte(text), opt)
	if shape.Verb != "select" && shape.Verb != "with" {
		return "", false, errNoSelect
	}
	if len(text) >= maxExample {
		return "", false, errCut
	}
	var b strings.Builder
	var scan mysqltext.Scanner
	scan.Reset([]byte(text), opt)
	last, before := 0, ""
	for t := scan.Next(); t.Kind != mysqltext.End; t = scan.Next() {
		word := strings.ToLower(text[t.Start:t.End])
		switch {
		case t.Cut:
			return "", false, errCut
		case word == ";" && strings.TrimSpace(text[t.End:]) != "", t.Kind == mysqltext.Word &&
			slices.Contains([]string{"into", "update", "share", "insert", "delete"}, word):
			return "", false, errNoSelect
		case t.Kind == mysqltext.Param:
			marked = true
			b.WriteString(text[last:t.Start])
			b.WriteString(standIn(before))
			last = t.End
		}
		before = word
	}
	if scan.Open() {
		return "", false, errCut
	}
	b.WriteString(text[last:])
	return strings.TrimRight(b.String(), "; \t\r\n"), marked, nil
}

// standIn is what stands for a parameter: a string compares with any type, and
// some places want a number.
func standIn(before string) string {
	switch before {
	case "limit", "offset", "interval", "fetch", "first":
		return "1"
	}
	return "'1'"
}

// plan asks for a plan in the database in which the statement ran.
func plan(ctx context.Context, db *sql.DB, database, text string, opt Explaining) ([]step, error) {
	ctx, cancel := context.WithTimeout(ctx, opt.Limit)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	postgres := opt.Text.Dialect == mysqltext.PostgreSQL
	if database != "" && !postgres {
		if _, err := conn.ExecContext(ctx, "USE "+quoteName(database)); err != nil {
			return nil, err
		}
	}
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	if postgres {
		return postgresPlan(ctx, tx, text)
	}
	return mysqlPlan(ctx, tx, text)
}

func quoteName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// querier is a connection or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// mysqlPlan asks MySQL or MariaDB.
func mysqlPlan(ctx context.Context, q querier, text string) ([]step, error) {
	rows, err := q.QueryContext(ctx, "EXPLAIN "+text)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	t, err := newTable(rows)
	if err != nil {
		return nil, err
	}
	var steps []step
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, err
		}
		extra, kind := t.text("extra"), t.text("type")
		s := step{table: t.text("table"), index: t.text("key"), rows: t.number("rows"),
			scan:     kind == "ALL" || kind == "index" && !strings.Contains(extra, "Using index"),
			filesort: strings.Contains(extra, "Using filesort"),
			filters:  strings.Contains(extra, "Using where")}
		s.text = fmt.Sprintf("%s: %s, key %s, %.0f rows; %s", s.table, kind, or(s.index, "none"),
			s.rows, or(extra, "nothing more"))
		steps = append(steps, s)
	}
	return steps, rows.Err()
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// advisePlan adds advice from a plan, or makes what the figures gave more exact.
func (q *Query) advisePlan(ctx context.Context, db *sql.DB, text string, steps []step,
	opt Explaining) {
	shape := mysqltext.ShapeOf([]byte(text), opt.Text)
	for _, s := range steps {
		if s.rows < scanRows && opt.Text.Dialect == mysqltext.MySQL {
			continue
		}
		table, ok := tableOf(&shape, s.table)
		if ok && (s.scan || s.poor(ctx, db, q.ExampleDB, &shape, table, opt)) {
			q.adviseIndex(ctx, db, text, &shape, table, s, opt)
		}
	}
	sorts := slices.ContainsFunc(steps, func(s step) bool { return s.filesort })
	if sorts && shape.Limit && len(shape.Order) > 0 && !shape.Group && !q.has(FilesortLimit) {
		q.adviseSort(&shape, steps)
	}
}

// poor reports whether a plan reads many rows by an index, only to throw most of
// them away: there is a better one for the statement's conditions, which begins
// with another column.
func (s step) poor(ctx context.Context, db *sql.DB, database string, shape *mysqltext.Shape,
	table mysqltext.Table, opt Explaining) bool {
	columns := columnsFor(shape, table)
	if opt.Text.Dialect == mysqltext.PostgreSQL {
		return len(columns) > 0 && s.wasteful(columns[0])
	}
	if s.index == "" || !s.filters || s.rows < poorRows || len(columns) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, opt.Limit)
	defer cancel()
	var first string
	err := db.QueryRowContext(ctx, "SELECT COLUMN_NAME FROM information_schema.STATISTICS WHERE "+
		"TABLE_SCHEMA = ? AND TABLE_NAME = ? AND INDEX_NAME = ? AND SEQ_IN_INDEX = 1", database,
		table.Name, s.index).Scan(&first)
	return err == nil && !strings.EqualFold(first, columns[0])
}

// what says what of its table a step reads.
func (s step) what() string {
	switch {
	case s.scan:
		return "all"
	case s.filter != "":
		return "rows for nothing, filtered by " + s.filter + ","
	}
	return fmt.Sprintf("%.0f rows", s.rows)
}

// tableOf returns the table that a plan calls by its alias.
func tableOf(s *mysqltext.Shape, alias string) (mysqltext.Table, bool) {
	for _, t := range s.Tables {
		if strings.EqualFold(t.Alias, alias) || strings.EqualFold(t.Name, alias) {
			return t, true
		}
	}
	return mysqltext.Table{}, false
}

// adviseSort says that a plan sorts rows of which few are wanted.
func (q *Query) adviseSort(shape *mysqltext.Shape, steps []step) {
	most := 0.0
	for _, s := range steps {
		most = max(most, s.rows)
	}
	if most < scanRows || q.Calls > 0 && q.RowsSent > 0 && most < scanRatio*q.per(q.RowsSent) {
		return
	}
	q.Advice = append(q.Advice, Advice{FilesortLimit, sortText(shape),
		fmt.Sprintf("the plan sorts, and reads about %.0f rows for a LIMIT", most)})
}

// adviseIndex says which index would save a scan that a plan has.
func (q *Query) adviseIndex(ctx context.Context, db *sql.DB, text string, shape *mysqltext.Shape,
	table mysqltext.Table, s step, opt Explaining) {
	columns := columnsFor(shape, table)
	filtered := len(shape.Equal)+len(shape.Range)+len(shape.Joined) > 0
	if len(columns) == 0 || !filtered || shape.Or {
		return
	}
	a := Advice{MissingIndex, indexText(table.Name, columns),
		fmt.Sprintf("the plan reads %s of %s: %s", s.what(), table.Name,
			strings.TrimSpace(s.text))}
	i := slices.IndexFunc(q.Advice, func(a Advice) bool { return a.Code == MissingIndex })
	if i >= 0 {
		a.Evidence = q.Advice[i].Evidence + "; " + a.Evidence
		q.Advice = slices.Delete(q.Advice, i, i+1)
	}
	if opt.TryIndex {
		a.Evidence += "; " + tryIndex(ctx, db, q.ExampleDB, text, table.Name, columns, opt)
	}
	q.Advice = append(q.Advice, a)
}
