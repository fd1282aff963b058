package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/lib/pq"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// postgres is a server of its own, with pg_stat_statements.
type postgres struct {
	dsn  string
	db   *sql.DB
	stop func()
}

func startPostgres(t *testing.T) *postgres {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		t.Skip("no PostgreSQL; install postgresql")
	}
	bin := filepath.Dir(found[len(found)-1])
	dir, err := os.MkdirTemp("", "wring-pg-") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	who := owner(t, dir)
	data, port := filepath.Join(dir, "data"), freePort(t)
	initdb := as(who, filepath.Join(bin, "initdb"), "-D", data, "-U", "wring", "-A", "trust",
		"--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	server := as(who, filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-p", port,
		"-c", "listen_addresses=127.0.0.1", "-c", "fsync=off",
		"-c", "shared_preload_libraries=pg_stat_statements")
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	p := &postgres{dsn: "postgres://wring@127.0.0.1:" + port + "/postgres?sslmode=disable"}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		server.Wait()
	}()
	p.stop = func() {
		server.Process.Signal(syscall.SIGINT) // do not wait for connections
		<-ended
	}
	t.Cleanup(p.stop)
	p.db = p.open(t)
	for begin := time.Now(); p.db.PingContext(t.Context()) != nil; {
		if time.Since(begin) > time.Minute {
			t.Fatal("the server does not answer")
		}
		time.Sleep(20 * time.Millisecond)
	}
	return p
}

func (p *postgres) open(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("postgres", p.dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// owner makes dir the folder of a user who may run a server: root may not.
func owner(t *testing.T, dir string) *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Skip("root may not run PostgreSQL, and there is no user postgres")
	}
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	err = errors.Join(err1, err2, os.Chown(dir, int(uid), int(gid)))
	if err != nil {
		t.Fatal(err)
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func as(who *syscall.Credential, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	if who != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: who}
	}
	return cmd
}

func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return fmt.Sprint(l.Addr().(*net.TCPAddr).Port)
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
	db, err := sql.Open("postgres", strings.Replace(p.dsn, "wring@", "little@", 1))
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
	time.AfterFunc(2*time.Second, p.stop)
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
