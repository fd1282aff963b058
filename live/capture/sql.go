package capture

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/sqlsample"
)

// Limits of what the database's server is asked.
const (
	sqlInterval  = 50 * time.Millisecond
	sqlLongest   = 200 * time.Millisecond // where nothing runs
	explained    = 30                     // statements
	explainLimit = time.Second
)

// statements watches the database's server.
func (r *run) statements(ctx context.Context) {
	if r.opt.DB == nil {
		r.missing("statements of the database", "-mysql DSN or -postgres DSN")
		return
	}
	server := r.databaseProcesses(ctx)
	took := server.cpu()
	before, err := r.status(ctx)
	if err != nil {
		r.missing("statements of the database: "+err.Error(), "-mysql or -postgres with a DSN "+
			"whose user may see what others run")
		return
	}
	book := sqlsample.NewBook(sqlsample.Options{Text: r.opt.Text})
	out, err := r.watch(ctx, book)
	after := context.WithoutCancel(ctx)
	if err != nil && !stopped(ctx, err) {
		r.missing("statements of the database: "+err.Error(), "ask its server with wring sql "+
			"-for 30s")
	}
	out.CPU = max(server.cpu()-took, 0)
	now, err := r.status(after)
	if err == nil {
		out.set(before, now)
	}
	limited, cancel := context.WithTimeout(after, finishing/2)
	defer cancel()
	r.opt.Show("asking for plans")
	err = sqlsample.Explain(limited, r.opt.DB, &out.Report, sqlsample.Explaining{Text: r.opt.Text,
		Limit: explainLimit, Most: explained})
	if err != nil {
		r.warn("plans", "not all plans were asked for: "+err.Error())
	}
	out.Blobs, out.Indexes, out.Tables = r.blobs(limited), r.indexes(limited), r.sizes(limited)
	out.RoundTrip = r.roundTrip(limited)
	if r.opt.Redact {
		sqlsample.Redact(&out.Report)
	}
	r.mu.Lock()
	r.out.SQL = &out.SQL
	r.mu.Unlock()
}

// asked is what the server said, and how often it was looked at.
type asked struct {
	live.SQL
	looks int64
}

// watch samples what runs, and, where the server has counters of statements, takes
// those, which see the short ones as well.
func (r *run) watch(ctx context.Context, book *sqlsample.Book) (asked, error) {
	opt := sqlsample.Live{Interval: sqlInterval, Longest: sqlLongest, For: r.opt.For}
	watch, count := sqlsample.WatchMySQL, sqlsample.CountMySQL
	source, counted := sqlsample.ProcessList, sqlsample.Digests
	if r.opt.Postgres {
		watch, count = sqlsample.WatchPostgres, sqlsample.CountPostgres
		source, counted = sqlsample.Activity, sqlsample.Statements
	}
	exact := sqlsample.NewBook(sqlsample.Options{Text: r.opt.Text})
	failed := make(chan error, 1)
	go func() { failed <- count(ctx, r.opt.DB, exact, opt) }()
	err := watch(ctx, r.opt.DB, book, opt)
	out := asked{SQL: live.SQL{Statements: -1, Connects: -1, RowsSent: -1, BytesSent: -1,
		Prepares: -1}, looks: book.Looks()}
	out.Report = sqlsample.Finish(book.Report(source))
	out.Report.WallSeconds = time.Since(r.begin).Seconds()
	if countErr := <-failed; countErr == nil {
		if counts := exact.Report(counted); len(counts.Queries) > 0 {
			counts.WallSeconds = out.Report.WallSeconds
			examples(&counts, out.Report)
			out.Report = sqlsample.Finish(counts)
		}
	}
	return out, err
}

// examples gives counted statements the examples that were seen running, which can
// be explained.
func examples(to *sqlsample.Report, from sqlsample.Report) {
	by := map[string]*sqlsample.Query{}
	for i := range from.Queries {
		by[from.Queries[i].Fingerprint] = &from.Queries[i]
	}
	for i := range to.Queries {
		q := &to.Queries[i]
		if seen := by[q.Fingerprint]; seen != nil {
			q.Example, q.ExampleDB, q.Samples = seen.Example, seen.ExampleDB, seen.Samples
		}
	}
}

// counterNames are the counters of a MySQL or MariaDB server that are compared.
const counterNames = "'Questions', 'Com_stmt_prepare', 'Com_stmt_execute', 'Com_stmt_close', " +
	"'Connections', 'Rows_sent', 'Bytes_sent'"

// status reads the counters of the server.
func (r *run) status(ctx context.Context) (map[string]int64, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := r.opt.DB.PingContext(ctx); err != nil {
		return nil, err
	}
	if r.opt.Postgres {
		return map[string]int64{}, nil
	}
	rows, err := r.opt.DB.QueryContext(ctx, "SHOW GLOBAL STATUS WHERE Variable_name IN ("+
		counterNames+")")
	if err != nil {
		return nil, fmt.Errorf("the server does not tell its counters: %w", err)
	}
	defer rows.Close()
	all := map[string]int64{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, err
		}
		if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			all[name] = n
		}
	}
	return all, rows.Err()
}

// set compares the counters. What wring asked itself, once in each look and a few
// times besides, is taken off.
func (a *asked) set(before, now map[string]int64) {
	d := func(name string) int64 {
		if _, ok := now[name]; !ok {
			return -1
		}
		return max(now[name]-before[name], 0)
	}
	a.Prepares, a.Executes, a.Closes = d("Com_stmt_prepare"), d("Com_stmt_execute"),
		d("Com_stmt_close")
	a.Connects, a.RowsSent, a.BytesSent = d("Connections"), d("Rows_sent"), d("Bytes_sent")
	if a.Statements = d("Questions"); a.Statements > 0 {
		a.Statements = max(a.Statements-a.looks-10, 0)
	}
}
