package main

import (
	"bytes"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/mariadb"
	after "github.com/wring-go/wring/casebook/stmt/after"
	before "github.com/wring-go/wring/casebook/stmt/before"
	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// maria is a server with a slow log of everything.
type maria struct {
	*mariadb.Server
	log   string
	admin *sql.DB
}

func startMaria(t *testing.T, settings ...string) *maria {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	log := filepath.Join(t.TempDir(), "slow.log")
	server, err := mariadb.Start(t.Context(), append([]string{"--slow-query-log=ON",
		"--long-query-time=0", "--log-slow-verbosity=query_plan",
		"--slow-query-log-file=" + log}, settings...)...)
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	m := &maria{Server: server, log: log}
	t.Cleanup(server.Close)
	m.admin = m.open(t, "", "")
	return m
}

// open returns connections to a database, with parameters of the driver.
func (m *maria) open(t *testing.T, database, parameters string) *sql.DB {
	t.Helper()
	db, err := sql.Open("mysql", "root@unix("+m.Socket+")/"+database+parameters)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// read runs a statement and reads all of its rows.
func read(t *testing.T, db *sql.DB, statement string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer rows.Close()
	for rows.Next() {
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// logged returns what the slow log holds of what do does.
func (m *maria) logged(t *testing.T, do func()) sqlsample.Report {
	t.Helper()
	begin, err := os.ReadFile(m.log)
	if err != nil {
		t.Fatal(err)
	}
	do()
	time.Sleep(50 * time.Millisecond) // the server writes after it has answered
	data, err := os.ReadFile(m.log)
	if err != nil {
		t.Fatal(err)
	}
	book := sqlsample.NewBook(sqlsample.Options{})
	_, err = sqlsample.ReadSlowLog(book, bytes.NewReader(data[len(begin):]), m.log)
	if err != nil {
		t.Fatal(err)
	}
	return sqlsample.Finish(book.Report(sqlsample.SlowLog))
}

// codes returns the codes of the advice on a report and on all of its queries.
func codes(r sqlsample.Report) (list []string) {
	all := slices.Clone(r.Advice)
	for _, q := range r.Queries {
		all = append(all, q.Advice...)
	}
	for _, a := range all {
		if a.Text == "" || a.Evidence == "" {
			list = append(list, a.Code+" without a text or evidence")
		}
		list = append(list, a.Code)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// planted are programs that do something wrong, and twins that do not. Both run on
// the same 5,000 rows.
var planted = []struct {
	code, setup, wrong string
	twinSetup, right   string
	times              int // a loop
}{
	{code: sqlsample.MissingIndex, wrong: "SELECT id FROM t WHERE b = 17 AND c > 3 LIMIT 5",
		twinSetup: "CREATE INDEX i ON t (b, c)"},
	{code: sqlsample.FilesortLimit, wrong: "SELECT id FROM t ORDER BY c, b LIMIT 3",
		twinSetup: "CREATE INDEX i ON t (c, b)"},
	{code: sqlsample.UnboundedSelect, wrong: "SELECT id, b FROM t",
		right: "SELECT id, b FROM t LIMIT 100"},
	{code: sqlsample.SelectStar, wrong: "SELECT * FROM t WHERE id < 20",
		right: "SELECT id, b FROM t WHERE id < 20"},
	{code: sqlsample.NPlusOne, wrong: "SELECT c FROM t WHERE id = %d", times: 30,
		right: "SELECT c FROM t WHERE id IN (1, 2, %d)"},
}

const rows = "CREATE TABLE t (id INT PRIMARY KEY, b INT, c INT, body TEXT) AS " +
	"SELECT seq AS id, seq MOD 1000 AS b, (seq * 7919) MOD 5000 AS c, REPEAT('x', 3000) AS body " +
	"FROM seq_1_to_5000"

// TestMariaDB runs what needs a MariaDB against one. The last test stops it.
func TestMariaDB(t *testing.T) {
	m := startMaria(t, "--performance-schema=ON")
	t.Run("advice", m.testAdvice)
	t.Run("plans", m.testPlans)
	t.Run("three-commands", m.testThreeCommands)
	t.Run("same-plan", m.testSamePlan)
	t.Run("process-list", m.testProcessList)
}

// testAdvice proves of each kind of advice that it is given where it is due, and
// not to the twin that differs only in that.
func (m *maria) testAdvice(t *testing.T) {
	for i, p := range planted {
		name := fmt.Sprint("d", i)
		execute(t, m.admin, "CREATE DATABASE "+name)
		db := m.open(t, name, "?interpolateParams=true")
		db.SetMaxOpenConns(1)
		execute(t, db, rows, "ANALYZE TABLE t")
		got := codes(m.logged(t, func() { perform(t, db, p.wrong, p.times) }))
		if !slices.Contains(got, p.code) {
			t.Errorf("%s: the advice is %q", p.code, got)
		}
		if p.twinSetup != "" {
			execute(t, db, p.twinSetup, "ANALYZE TABLE t")
		}
		right := p.right
		if right == "" {
			right = p.wrong
		}
		got = codes(m.logged(t, func() { perform(t, db, right, min(p.times, 1)) }))
		if len(got) > 0 {
			t.Errorf("the twin of %s: the advice is %q", p.code, got)
		}
	}
}

// perform runs a statement, or a loop of them after another statement.
func perform(t *testing.T, db *sql.DB, statement string, times int) {
	t.Helper()
	if times == 0 {
		read(t, db, statement)
		return
	}
	read(t, db, "SELECT id FROM t WHERE id < 10")
	for i := range times {
		read(t, db, fmt.Sprintf(statement, i))
	}
	read(t, db, "SELECT 1")
}

// testPlans proves the same of what plans say, where nothing is known of rows.
func (m *maria) testPlans(t *testing.T) {
	execute(t, m.admin, "CREATE DATABASE d")
	db := m.open(t, "d", "")
	execute(t, db, rows, "CREATE TABLE big AS SELECT * FROM t", "CREATE INDEX i ON t (b, c)",
		"CREATE INDEX j ON t (c)", "ANALYZE TABLE t", "ANALYZE TABLE big")
	for text, want := range map[string][]string{
		"SELECT id FROM big WHERE b = 17":                         {sqlsample.MissingIndex},
		"SELECT id FROM t WHERE b = 17":                           nil,
		"SELECT id FROM big WHERE b = ?":                          {sqlsample.MissingIndex},
		"SELECT id FROM t WHERE b = ? LIMIT ?":                    nil,
		"SELECT id FROM big ORDER BY c LIMIT 3":                   {sqlsample.FilesortLimit},
		"SELECT id FROM t ORDER BY c LIMIT 3":                     nil,
		"SELECT b.id FROM t JOIN big b ON t.id=b.b WHERE t.b = 4": {sqlsample.MissingIndex},
		"DELETE FROM big WHERE b = 17":                            nil,
		"SELECT id FROM big WHERE b = 17 FOR UPDATE":              nil,
	} {
		r := asked(t, db, text, mysqltext.Options{})
		if got := codes(r); !slices.Equal(got, want) {
			t.Errorf("%s: the advice is %q, want %q\n%q", text, got, want, r.Queries[0].Plan)
		}
		for _, a := range r.Queries[0].Advice {
			if a.Code == sqlsample.MissingIndex &&
				!strings.Contains(a.Evidence, "the plan uses it") {
				t.Errorf("%s: the index was tried in vain: %s", text, a.Evidence)
			}
		}
	}
	var n int
	if err := db.QueryRow("SELECT COUNT(*) FROM big").Scan(&n); n != 5000 || err != nil {
		t.Errorf("the table has %d rows after it was asked about, %v", n, err)
	}
}

// asked returns a report on one statement, with its plan.
func asked(t *testing.T, db *sql.DB, text string, opt mysqltext.Options) sqlsample.Report {
	t.Helper()
	book := sqlsample.NewBook(sqlsample.Options{Text: opt})
	book.Add(&sqlsample.Entry{Text: []byte(text), Database: []byte("d"), Duration: time.Second})
	r := book.Report("test")
	err := sqlsample.Explain(t.Context(), db, &r, sqlsample.Explaining{Text: opt,
		Limit: 5 * time.Second, Most: 10, TryIndex: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// testThreeCommands runs the casebook's case: one row by its key, prepared each
// time, and then with the fix.
func (m *maria) testThreeCommands(t *testing.T) {
	execute(t, m.admin, "CREATE DATABASE blog",
		"CREATE TABLE blog.posts (id BIGINT PRIMARY KEY, title VARCHAR(100))",
		"INSERT INTO blog.posts SELECT seq, 'x' FROM blog.seq_0_to_999")
	connector := m.connector(t, "blog")
	naive, fixed := before.Open(connector), after.Open(connector)
	defer naive.Close()
	defer fixed.Close()
	for _, c := range []struct {
		db    *sql.DB
		title func(*sql.DB, int64) (string, error)
		want  []string
	}{
		{naive, before.Title, []string{sqlsample.HiddenPrepared, sqlsample.PreparedOnce}},
		{fixed, after.Title, nil},
	} {
		r := m.counted(t, func() {
			for i := range int64(200) {
				if _, err := c.title(c.db, i); err != nil {
					t.Error(err)
				}
			}
		})
		if got := codes(r); !slices.Equal(got, c.want) {
			t.Errorf("the advice is %q, want %q\n%+v", got, c.want, r)
		}
	}
}

func (m *maria) connector(t *testing.T, database string) driver.Connector {
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr, cfg.DBName = "root", "unix", m.Socket, database
	c, err := mysql.NewConnector(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// counted returns what the server's counters say of what do does.
func (m *maria) counted(t *testing.T, do func()) sqlsample.Report {
	t.Helper()
	book := sqlsample.NewBook(sqlsample.Options{})
	old, err := sqlsample.CountCommands(t.Context(), m.admin)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	time.AfterFunc(200*time.Millisecond, do)
	err = sqlsample.CountMySQL(ctx, m.admin, book, sqlsample.Live{For: 3 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	now, err := sqlsample.CountCommands(t.Context(), m.admin)
	if err != nil {
		t.Fatal(err)
	}
	r := sqlsample.Finish(book.Report(sqlsample.Digests))
	sqlsample.AdvisePrepared(&r, book, old, now)
	return r
}

// testProcessList proves that statements are seen with their weight, whether they
// are prepared or not, and that a server that goes away loses nothing of it.
func (m *maria) testProcessList(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i, db := range []*sql.DB{m.open(t, "mysql", ""), m.open(t, "mysql", ""),
		m.open(t, "mysql", "?interpolateParams=true")} {
		go func() {
			for n := 0; ctx.Err() == nil; n++ {
				if i == 0 {
					db.ExecContext(ctx, fmt.Sprintf("DO SLEEP(0.0%d)", 4+n%3))
				} else {
					var x int
					db.QueryRowContext(ctx, "SELECT SLEEP(?)", 0.05).Scan(&x)
				}
			}
		}()
	}
	book := sqlsample.NewBook(sqlsample.Options{})
	time.AfterFunc(3*time.Second, m.Close)
	err := sqlsample.WatchMySQL(ctx, m.admin, book, sqlsample.Live{
		Interval: 10 * time.Millisecond, For: 20 * time.Second})
	if err == nil {
		t.Error("the server went away, and there was no error")
	}
	r := book.Report(sqlsample.ProcessList)
	if len(r.Queries) < 2 || r.Queries[0].Fingerprint != "select sleep(?)" ||
		r.Queries[1].Fingerprint != "DO sleep(?)" && r.Queries[1].Fingerprint != "do sleep(?)" {
		t.Fatalf("%+v", r.Queries)
	}
	if s := r.Queries[0].Share; s < 0.55 || s > 0.75 {
		t.Errorf("two of three connections have %.2f of the samples", s)
	}
	if q := r.Queries[0]; q.ShareRange[0] > q.Share || q.ShareRange[1] < q.Share ||
		len(q.States) == 0 || q.Users[0].Name != "root" || q.Seconds < 1 {
		t.Errorf("%+v", q)
	}
}
