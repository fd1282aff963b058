package sqlsample

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// processes returns what runs according to SHOW FULL PROCESSLIST, which has 8
// columns in MySQL, 9 in MariaDB, 10 in Percona Server. Columns go by name.
func processes(ctx context.Context, conn *sql.Conn, self uint64) ([]sight, error) {
	rows, err := conn.QueryContext(ctx, "SHOW FULL PROCESSLIST")
	if err != nil {
		return nil, fmt.Errorf("the process list cannot be read: %w", err)
	}
	defer rows.Close()
	table, err := newTable(rows)
	if err != nil {
		return nil, err
	}
	var list []sight
	for rows.Next() {
		if err := table.scan(rows); err != nil {
			return nil, err
		}
		if s, ok := process(table); ok && s.conn != self {
			list = append(list, s)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("the process list ended early: %w", err)
	}
	return list, nil
}

// process returns the statement of a row, if one runs.
func process(t *table) (s sight, ok bool) {
	text := t.text("info")
	switch t.text("command") {
	case "Query", "Execute", "Prepare":
	default:
		return s, false
	}
	if text == "" {
		return s, false
	}
	s.text, s.conn = text, uint64(t.integer("id"))
	s.age = time.Duration(t.integer("time")) * time.Second
	if ms := t.text("time_ms"); ms != "" {
		f, _ := strconv.ParseFloat(ms, 64)
		s.age = time.Duration(f * float64(time.Millisecond))
	}
	s.entry = Entry{Database: []byte(t.text("db")), User: []byte(t.text("user")),
		State: []byte(t.text("state")), RowsExamined: t.integer("rows_examined"),
		RowsSent: t.integer("rows_sent")}
	return s, true
}

// table reads rows by the names of their columns, in any case.
type table struct {
	index map[string]int
	raw   []sql.RawBytes
	dest  []any
}

func newTable(rows *sql.Rows) (*table, error) {
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	t := &table{index: map[string]int{}, raw: make([]sql.RawBytes, len(names)),
		dest: make([]any, len(names))}
	for i, name := range names {
		t.index[strings.ToLower(name)] = i
		t.dest[i] = &t.raw[i]
	}
	return t, nil
}

func (t *table) scan(rows *sql.Rows) error { return rows.Scan(t.dest...) }

// has reports whether there is such a column.
func (t *table) has(name string) bool {
	_, ok := t.index[name]
	return ok
}

// text returns a value, or "" for NULL and for what is no column.
func (t *table) text(name string) string {
	i, ok := t.index[name]
	if !ok {
		return ""
	}
	return string(t.raw[i])
}

func (t *table) number(name string) float64 {
	f, _ := strconv.ParseFloat(t.text(name), 64)
	return f
}

func (t *table) integer(name string) int64 { return int64(t.number(name)) }
