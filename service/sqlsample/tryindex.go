package sqlsample

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"

	"github.com/wring-go/wring/service/mysqltext"
)

// triedIndex is the name of the index on the copy.
const triedIndex = "wring_tried"

// tryIndex makes a temporary copy of a table, which hides the table itself from
// this connection alone, gives it some rows and the index, and asks for the plan.
// It says in words what came of it.
func tryIndex(ctx context.Context, db *sql.DB, database, text, table string, columns []string,
	opt Explaining) string {
	ctx, cancel := context.WithTimeout(ctx, 10*opt.Limit)
	defer cancel()
	conn, err := db.Conn(ctx)
	if err != nil {
		return "the index was not tried: " + err.Error()
	}
	defer conn.Close()
	defer conn.Raw(func(any) error { return driver.ErrBadConn }) // the copy ends with it
	try := tryMySQL
	if opt.Text.Dialect == mysqltext.PostgreSQL {
		try = tryPostgres
	}
	steps, err := try(ctx, conn, database, text, table, columns)
	if err != nil {
		return "the index was not tried: " + err.Error()
	}
	if slices.ContainsFunc(steps, func(s step) bool { return s.index == triedIndex }) {
		return "on a temporary copy with the index the plan uses it"
	}
	return "on a temporary copy with the index the plan does not use it"
}

// copied is how many rows a copy gets.
const copied = 2000

func tryMySQL(ctx context.Context, conn *sql.Conn, database, text, table string,
	columns []string) ([]step, error) {
	if database == "" {
		return nil, fmt.Errorf("no database is known")
	}
	var names []string
	for _, c := range columns {
		names = append(names, quoteName(c))
	}
	for _, statement := range []string{
		"USE " + quoteName(database),
		"CREATE TEMPORARY TABLE wring_copy LIKE " + quoteName(table),
		"INSERT INTO wring_copy SELECT * FROM " + quoteName(table) + " LIMIT " + fmt.Sprint(copied),
		"ALTER TABLE wring_copy ADD INDEX " + triedIndex + " (" + strings.Join(names, ", ") + ")",
		"ANALYZE TABLE wring_copy",
		"ALTER TABLE wring_copy RENAME TO " + quoteName(table),
	} {
		if _, err := conn.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return mysqlPlan(ctx, conn, text)
}

func tryPostgres(ctx context.Context, conn *sql.Conn, _, text, table string,
	columns []string) ([]step, error) {
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	name := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	var names []string
	for _, c := range columns {
		names = append(names, name(c))
	}
	for _, statement := range []string{
		"CREATE TEMPORARY TABLE wring_copy ON COMMIT DROP AS SELECT * FROM " + name(table) +
			" LIMIT " + fmt.Sprint(copied),
		"CREATE TEMPORARY TABLE " + name(table) + " (LIKE " + name(table) + ") ON COMMIT DROP",
		"INSERT INTO pg_temp." + name(table) + " SELECT * FROM wring_copy",
		"CREATE INDEX " + triedIndex + " ON pg_temp." + name(table) + " (" +
			strings.Join(names, ", ") + ")",
		"ANALYZE pg_temp." + name(table),
	} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return postgresPlan(ctx, tx, text)
}
