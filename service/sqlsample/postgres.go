package sqlsample

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// activity returns what runs according to pg_stat_activity.
func activity(ctx context.Context, conn *sql.Conn) ([]sight, error) {
	rows, err := conn.QueryContext(ctx, `SELECT pid AS id, coalesce(usename, '') AS user,
		coalesce(datname, '') AS db, query AS info, query_start::text AS began,
		coalesce(wait_event_type || ': ' || wait_event, 'on CPU') AS state,
		extract(epoch FROM clock_timestamp() - query_start) AS age
		FROM pg_stat_activity
		WHERE state = 'active' AND query <> '' AND pid <> pg_backend_pid()`)
	if err != nil {
		return nil, fmt.Errorf("pg_stat_activity cannot be read: %w", err)
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
		list = append(list, sight{conn: uint64(table.integer("id")), began: table.text("began"),
			text: table.text("info"), age: time.Duration(table.number("age") * 1e9),
			entry: Entry{Database: []byte(table.text("db")), User: []byte(table.text("user")),
				State: []byte(table.text("state"))}})
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("pg_stat_activity ended early: %w", err)
	}
	return list, nil
}

// postgresStatements reads pg_stat_statements. Its columns have had other names
// before PostgreSQL 13.
func postgresStatements(ctx context.Context, db *sql.DB) (map[string]counted, error) {
	rows, err := db.QueryContext(ctx, `SELECT s.*, d.datname, r.rolname
		FROM pg_stat_statements s
		LEFT JOIN pg_database d ON d.oid = s.dbid LEFT JOIN pg_roles r ON r.oid = s.userid
		WHERE s.query IS NOT NULL AND d.datname IS NOT NULL`)
	if err != nil {
		return nil, fmt.Errorf("pg_stat_statements cannot be read: %w (the server loads it with "+
			"shared_preload_libraries, and CREATE EXTENSION pg_stat_statements shows it)", err)
	}
	defer rows.Close()
	t, err := newTable(rows)
	if err != nil {
		return nil, err
	}
	all := map[string]counted{}
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, err
		}
		key := strings.Join([]string{t.text("userid"), t.text("dbid"), t.text("queryid"),
			t.text("toplevel")}, "/")
		time := "total_exec_time"
		if !t.has(time) {
			time = "total_time"
		}
		all[key] = counted{text: t.text("query"), database: t.text("datname"),
			user: t.text("rolname"), calls: t.integer("calls"), seconds: t.number(time) / 1e3,
			sent: t.integer("rows"), max: t.number("max_exec_time") / 1e3}
	}
	return all, rows.Err()
}
