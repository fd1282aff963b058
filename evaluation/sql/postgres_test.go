package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/lib/pq"

	"github.com/wring-go/wring/internal/pgserver"
	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// postgres is a server of its own, with pg_stat_statements.
type postgres struct {
	*pgserver.Server
	db *sql.DB
}

func startPostgres(t *testing.T) *postgres {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	server, err := pgserver.Start(t.Context(), func(address string) error {
		db, err := sql.Open("postgres", address)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.PingContext(t.Context())
	}, "shared_preload_libraries=pg_stat_statements")
	if errors.Is(err, pgserver.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	p := &postgres{Server: server}
	p.db = p.open(t)
	return p
}

func (p *postgres) open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", p.Address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// TestPostgreSQL runs what needs a PostgreSQL against one. The last test stops it.
func TestPostgreSQL(t *testing.T) {
	p := startPostgres(t)
	execute(t, p.db, "CREATE EXTENSION pg_stat_statements", "CREATE TABLE t (id INT PRIMARY KEY, "+
		"b INT, c INT)", "INSERT INTO t SELECT i, i % 1000, (i * 7919) % 5000 FROM "+
		"generate_series(1, 5000) i", "CREATE TABLE big AS SELECT * FROM t",
		"CREATE INDEX i ON t (b)", "CREATE INDEX j ON t (c)", "ANALYZE")
	t.Run("plans", p.testPlans)
	t.Run("counters", p.testCounters)
	t.Run("rights", p.testRights)
	t.Run("activity", p.testActivity)
}

// testPlans proves that advice is given where it is due, and not to its twin.
func (p *postgres) testPlans(t *testing.T) {
	for text, want := range map[string][]string{
		"SELECT id FROM big WHERE b = 17":       {sqlsample.MissingIndex},
		"SELECT id FROM t WHERE b = 17":         nil,
		"SELECT id FROM big WHERE b = $1":       {sqlsample.MissingIndex},
		"SELECT id FROM t WHERE b = $1":         nil,
		"SELECT id FROM big ORDER BY c LIMIT 3": {sqlsample.FilesortLimit},
		"SELECT id FROM t ORDER BY c LIMIT 3":   nil,
	} {
		r := asked(t, p.db, text, mysqltext.Options{Dialect: mysqltext.PostgreSQL})
		if got := codes(r); !slices.Equal(got, want) {
			t.Errorf("%s: the advice is %q, want %q\n%q", text, got, want, r.Queries[0].Plan)
		}
		for _, a := range r.Queries[0].Advice {
			if a.Code == sqlsample.MissingIndex && !strings.Contains(a.Evidence, "uses it") {
				t.Errorf("%s: the index was tried in vain: %s", text, a.Evidence)
			}
		}
	}
	var n int
	err := p.db.QueryRow("SELECT COUNT(*) FROM pg_class WHERE relname LIKE 'wring%'").Scan(&n)
	if n != 0 || err != nil {
		t.Errorf("%d copies are left, %v", n, err)
	}
}

// testCounters proves that pg_stat_statements is read as a difference.
func (p *postgres) testCounters(t *testing.T) {
	do := func() {
		for i := range 40 {
			read(t, p.db, fmt.Sprintf("SELECT b FROM t WHERE id = %d", i))
		}
	}
	do()
	book := sqlsample.NewBook(sqlsample.Options{
		Text: mysqltext.Options{Dialect: mysqltext.PostgreSQL}})
	time.AfterFunc(200*time.Millisecond, do)
	err := sqlsample.CountPostgres(t.Context(), p.db, book, sqlsample.Live{For: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range book.Report(sqlsample.Statements).Queries {
		if q.Fingerprint == "select b from t where id = ?" && q.Calls == 40 && q.RowsSent == 39 {
			return
		}
	}
	t.Errorf("%+v", book.Report(sqlsample.Statements))
}

// testRights proves that a user who sees only part of the picture gets a
// warning.
func (p *postgres) testRights(t *testing.T) {
	if err := sqlsample.SeesAll(t.Context(), p.db, true); err != nil {
		t.Error(err)
	}
	execute(t, p.db, "CREATE ROLE little LOGIN")
	db, err := sql.Open("postgres", strings.Replace(p.Address, "wring@", "little@", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := sqlsample.SeesAll(t.Context(), db, true); !errors.Is(err, sqlsample.ErrRights) {
		t.Errorf("error %v", err)
	}
}

// testActivity proves that statements are seen with their weight, and that a server
// that goes away loses nothing of it.
func (p *postgres) testActivity(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 2 {
		db := p.open(t)
		go func() {
			for ctx.Err() == nil {
				if _, err := db.ExecContext(ctx, "SELECT pg_sleep($1)", 0.05); err != nil {
					return
				}
			}
		}()
	}
	book := sqlsample.NewBook(sqlsample.Options{
		Text: mysqltext.Options{Dialect: mysqltext.PostgreSQL}})
	time.AfterFunc(2*time.Second, p.Stop)
	err := sqlsample.WatchPostgres(ctx, p.db, book, sqlsample.Live{
		Interval: 10 * time.Millisecond, For: 20 * time.Second})
	if err == nil {
		t.Error("the server went away, and there was no error")
	}
	r := book.Report(sqlsample.Activity)
	if len(r.Queries) == 0 || r.Queries[0].Fingerprint != "select pg_sleep(?)" ||
		r.Queries[0].Calls < 10 || r.Queries[0].States[0].Name != "Timeout: PgSleep" {
		t.Errorf("%+v", r.Queries)
	}
}
