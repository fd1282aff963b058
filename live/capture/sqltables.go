package capture

import (
	"context"
	"strconv"

	"github.com/wring-go/wring/live"
)

// ofTheServer are the databases, or schemas, of the server itself.
const ofTheServer = "('mysql', 'sys', 'information_schema', 'performance_schema', 'pg_catalog', " +
	"'pg_toast')"

// blobs returns the columns for large binary values.
func (r *run) blobs(ctx context.Context) []live.Column {
	kinds := "'blob', 'mediumblob', 'longblob'"
	if r.opt.Postgres {
		kinds = "'bytea'"
	}
	list := []live.Column{}
	r.pairs(ctx, "SELECT table_name, column_name FROM information_schema.columns WHERE data_type "+
		"IN ("+kinds+") AND table_schema NOT IN "+ofTheServer, func(pair [3]string) {
		list = append(list, live.Column{Table: pair[0], Name: pair[1]})
	})
	return list
}

// indexes returns the indexes of all tables, with their columns in order.
func (r *run) indexes(ctx context.Context) []live.Index {
	query := "SELECT table_name, column_name, CONCAT(table_schema, '/', table_name, '/', " +
		"index_name) FROM information_schema.statistics WHERE table_schema NOT IN " + ofTheServer +
		" AND column_name IS NOT NULL ORDER BY table_schema, table_name, index_name, seq_in_index"
	if r.opt.Postgres {
		query = "SELECT t.relname, a.attname, i.indexrelid::text FROM pg_index i " +
			"JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace " +
			"CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attnum, place) " +
			"JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum " +
			"WHERE n.nspname NOT IN " + ofTheServer + " ORDER BY i.indexrelid, k.place"
	}
	list := []live.Index{}
	last := ""
	r.pairs(ctx, query, func(row [3]string) {
		if row[2] != last {
			last = row[2]
			list = append(list, live.Index{Table: row[0]})
		}
		to := &list[len(list)-1]
		to.Columns = append(to.Columns, row[1])
	})
	return list
}

// sizes returns how large the tables are.
func (r *run) sizes(ctx context.Context) []live.Table {
	query := "SELECT table_name, data_length FROM information_schema.tables WHERE table_schema " +
		"NOT IN " + ofTheServer + " AND data_length IS NOT NULL"
	if r.opt.Postgres {
		query = "SELECT c.relname, pg_table_size(c.oid)::text FROM pg_class c " +
			"JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'm') " +
			"AND n.nspname NOT IN " +
			ofTheServer
	}
	list := []live.Table{}
	r.pairs(ctx, query, func(row [3]string) {
		if n, err := strconv.ParseInt(row[1], 10, 64); err == nil {
			list = append(list, live.Table{Name: row[0], Bytes: n})
		}
	})
	return list
}

// pairs calls take for the rows of a query about the server's own tables, of two
// or three columns. What cannot be asked is left out.
func (r *run) pairs(ctx context.Context, query string, take func(row [3]string)) {
	rows, err := r.opt.DB.QueryContext(ctx, query)
	if err != nil {
		r.warn("tables", "the server does not tell of its tables: "+err.Error())
		return
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return
	}
	for rows.Next() {
		var row [3]string
		dest := []any{&row[0], &row[1], &row[2]}
		if rows.Scan(dest[:len(columns)]...) == nil {
			take(row)
		}
	}
	if err := rows.Err(); err != nil {
		r.warn("tables", "the server does not tell of all its tables: "+err.Error())
	}
}
