package interpolated_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/kit/sqltext"
	"github.com/wring-go/wring/kit/sqltext/interpolated"
)

func ExampleNew() {
	var connector driver.Connector = &fake{packet: int64(1 << 20)} // mysql.NewConnector(cfg)
	db := sql.OpenDB(interpolated.New(connector, interpolated.Options{}))
	defer db.Close()
	_, err := db.Exec("UPDATE posts SET title = ? WHERE id = ?", "it's new", 7)
	fmt.Println(connector.(*fake).take(), err)
	// Output:
	// ask
	// query UPDATE posts SET title = 'it\'s new' WHERE id = 7 <nil>
}

// open returns a database with one connection, which has been asked.
func open(t *testing.T, f *fake) *sql.DB {
	t.Helper()
	if f.packet == nil {
		f.packet = []byte("1048576")
	}
	db := sql.OpenDB(interpolated.New(f, interpolated.Options{
		Location: time.FixedZone("", 3600)}))
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	if err := db.Ping(); err != nil {
		t.Fatal(err)
	}
	if got := f.take(); got != "ask" {
		t.Fatalf("the first commands are %q", got)
	}
	return db
}

// query runs a query, reads it to the end and returns the commands.
func query(t *testing.T, db *sql.DB, f *fake, text string, args ...any) string {
	t.Helper()
	rows, err := db.Query(text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	rows.Close()
	return f.take()
}

func TestOneCommand(t *testing.T) {
	f := &fake{}
	db := open(t, f)
	when := time.Date(2026, 1, 2, 23, 0, 0, 5000, time.UTC)
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{1, "a'b"}, `query SELECT 1, 'a\'b'`},
		{[]any{nil, []byte{0}}, `query SELECT NULL, _binary'\0'`},
		{[]any{uint8(3), 2.5}, "query SELECT 3, 2.5e+00"},
		{[]any{true, when}, "query SELECT 1, '2026-01-03 00:00:00.000005'"},
		{[]any{sql.NullInt64{}, time.Duration(5)}, "query SELECT NULL, 5"},
	} {
		if got := query(t, db, f, "SELECT ?, ?", c.args...); got != c.want {
			t.Errorf("%v: sent %q, want %q", c.args, got, c.want)
		}
	}
	if got := query(t, db, f, "SELECT '?'"); got != "query SELECT '?'" {
		t.Errorf("without arguments %q was sent", got)
	}
	if _, err := db.Exec("DELETE FROM t WHERE a = ?", 1); err != nil {
		t.Fatal(err)
	}
	if got := f.take(); got != "query DELETE FROM t WHERE a = 1" {
		t.Errorf("Exec sent %q", got)
	}
}

// TestModes has sessions in which text is written in another way.
func TestModes(t *testing.T) {
	f := &fake{mode: "STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES", charset: "utf8mb4"}
	db := open(t, f)
	got := query(t, db, f, `SELECT ?, "\", ?`, `\'`, 1)
	if want := `query SELECT '\''', "\", 1`; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
	f = &fake{mode: "ANSI_QUOTES_NOT,XNO_BACKSLASH_ESCAPES"}
	db = open(t, f)
	if got, want := query(t, db, f, "SELECT ?", `\`), `query SELECT '\\'`; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

const threeCommands = "prepare SELECT ?\nexecute\nclose statement"

// TestOldWay has what cannot be written into a statement.
func TestOldWay(t *testing.T) {
	for name, c := range map[string]struct {
		fake *fake
		arg  any
	}{
		"no literal":    {&fake{}, math.NaN()},
		"too long":      {&fake{packet: int64(200)}, strings.Repeat("x", 200)},
		"character set": {&fake{charset: "gbk"}, "x"},
	} {
		db := open(t, c.fake)
		if got := query(t, db, c.fake, "SELECT ?", c.arg); got != threeCommands {
			t.Errorf("%s: sent %q", name, got)
		}
	}
	f := &fake{}
	db := open(t, f)
	if rows, err := db.Query("SELECT ?", sql.Named("a", 1)); err == nil {
		rows.Close()
		t.Error("a driver without named arguments took one")
	}
}

// TestCountErrors must not cost a command.
func TestCountErrors(t *testing.T) {
	f := &fake{}
	db := open(t, f)
	_, err := db.Exec("INSERT INTO t VALUES (?, ?)", 1)
	var count *sqltext.CountError
	if !errors.As(err, &count) || f.take() != "" {
		t.Errorf("the error is %v", err)
	}
}

// TestAsksAgain changes the mode of the session behind the wrapper's back.
func TestAsksAgain(t *testing.T) {
	const old, now = `query SELECT '\\'`, `query SELECT '\'`
	for _, c := range []struct {
		statement string
		asks      bool
	}{
		{"SET sql_mode = 'NO_BACKSLASH_ESCAPES'", true},
		{"  set names gbk", true},
		{"CALL p()", true},
		{"/*! SET x = 1 */", true},
		{"/* hello", true},
		{"SELECT 1; SET sql_mode = 'NO_BACKSLASH_ESCAPES'", true},
		{"", true},
		{"SELECT 1", false},
		{"\n (select 1)", false},
		{"/* hello */ INSERT INTO t VALUES (1)", false},
		{"WITH x AS (SELECT 1) SELECT * FROM x", false},
	} {
		f := &fake{}
		db := open(t, f)
		query(t, db, f, c.statement)
		f.mode = "NO_BACKSLASH_ESCAPES"
		got, want := query(t, db, f, "SELECT ?", `\`), old
		if c.asks {
			want = "ask\n" + now
		}
		if got != want {
			t.Errorf("after %q: sent %q, want %q", c.statement, got, want)
		}
		if got := query(t, db, f, "SELECT ?", 1); got != "query SELECT 1" {
			t.Errorf("after %q, the second time: sent %q", c.statement, got)
		}
	}
}

// TestAsksAfterArguments has the change in a statement with arguments itself,
// and in one that the program prepares.
func TestAsksAfterArguments(t *testing.T) {
	f := &fake{}
	db := open(t, f)
	query(t, db, f, "SET @@sql_mode = ?", "NO_BACKSLASH_ESCAPES")
	if got := query(t, db, f, "SELECT ?", 1); got != "ask\nquery SELECT 1" {
		t.Errorf("after SET with an argument: sent %q", got)
	}
	st, err := db.Prepare("SET @@sql_mode = ?")
	if err != nil {
		t.Fatal(err)
	}
	st.Close()
	f.take()
	if got := query(t, db, f, "SELECT ?", 1); got != "ask\nquery SELECT 1" {
		t.Errorf("after preparing SET: sent %q", got)
	}
}

func TestTransaction(t *testing.T) {
	f := &fake{}
	db := open(t, f)
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec("UPDATE t SET a = ?", 1); err != nil {
		t.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, want := f.take(), "begin\nquery UPDATE t SET a = 1\ncommit"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
	if _, err := db.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true}); err == nil {
		t.Error("the driver below knows no read-only transactions, and nothing was said")
	}
}

func TestClose(t *testing.T) {
	f := &fake{}
	db := open(t, f)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if got, want := f.take(), "close\nclose connector"; got != want {
		t.Errorf("sent %q, want %q", got, want)
	}
}

func TestConnectFails(t *testing.T) {
	if _, err := interpolated.New(&fake{fail: errDown}, interpolated.Options{}).
		Connect(context.Background()); !errors.Is(err, errDown) {
		t.Errorf("the error is %v", err)
	}
	f := &fake{packet: "a lot"}
	if _, err := interpolated.New(f, interpolated.Options{}).
		Connect(context.Background()); err == nil || f.take() != "ask\nclose" {
		t.Errorf("a session that makes no sense: %v", err)
	}
}

func TestNilPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New(nil) did not panic")
		}
	}()
	interpolated.New(nil, interpolated.Options{})
}

// TestAllocations compares a statement with arguments to one without: only the
// text is new, and what database/sql needs for arguments.
func TestAllocations(t *testing.T) {
	conn, err := interpolated.New(&quiet{fake{packet: int64(1 << 20)}}, interpolated.Options{}).
		Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	exec, args := conn.(driver.ExecerContext), []driver.NamedValue{{Ordinal: 1, Value: "x"}}
	n := testing.AllocsPerRun(1, func() {
		for range 100 {
			_, err := exec.ExecContext(t.Context(), "DELETE FROM t WHERE a = ?", args)
			if err != nil {
				t.Error(err)
			}
		}
	})
	if n != 100 {
		t.Errorf("%v allocations in 100 calls, want one each", n)
	}
}

// quiet is a fake whose connections write nothing down.
type quiet struct{ fake }

func (q *quiet) Connect(context.Context) (driver.Conn, error) {
	return &quietConn{fakeConn{&q.fake}}, nil
}

type quietConn struct{ fakeConn }

func (*quietConn) ExecContext(context.Context, string, []driver.NamedValue) (
	driver.Result, error) {
	return nil, nil
}

// What a statement may begin with before its first word, and the words after
// which the session is as it was.
var (
	space    = regexp.MustCompile(`^[ \t\r\n(]+`)
	comment  = regexp.MustCompile(`^/\*([^*]|\*+[^*/])*\*+/`)
	harmless = regexp.MustCompile(`(?s)^(?i:SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)[^;]+$`)
	run      = regexp.MustCompile(`^/\*M?!`) // a comment that is not one
)

// isHarmless says in other words which statements leave the session alone.
func isHarmless(statement string) bool {
	for {
		rest := space.ReplaceAllString(statement, "")
		if !run.MatchString(rest) {
			rest = comment.ReplaceAllString(rest, "")
		}
		if rest == statement {
			return harmless.MatchString(rest)
		}
		if strings.Contains(statement, ";") {
			return false // also in a comment
		}
		statement = rest
	}
}

// FuzzStatements sends any statement and wants the session asked afterwards if,
// and only if, it may have changed.
func FuzzStatements(f *testing.F) {
	for _, s := range []string{"SELECT 1", "set x = 1", "(SELECT 1)", "/* a */ select 1",
		"/**/SELECT 1", "/*m!*/SELECT 1", "/*M*/(SELECT 1)", "/* /* */ SELECT 1", "\vSELECT 1",
		"/*!SELECT*/ SELECT 1", "/*M! */ SELECT 1", "/*M*/ SELECT 1", "SELECT",
		"SELECT 1; SET x = 1", "/* a", "", "REPLACE INTO t VALUES (';')",
		"/*/ SELECT 1 */ SELECT 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, statement string) {
		f := &fake{packet: int64(1 << 20)}
		db := sql.OpenDB(interpolated.New(f, interpolated.Options{}))
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec(statement); err != nil {
			t.Skip(err)
		}
		f.take()
		if _, err := db.Exec("DELETE FROM t WHERE a = ?", 1); err != nil {
			t.Fatal(err)
		}
		asked := strings.HasPrefix(f.take(), "ask\n")
		if want := !isHarmless(statement); asked != want {
			t.Errorf("after %q the session was asked: %v, want %v", statement, asked, want)
		}
	})
}

// BenchmarkExec makes a statement and hands it to a driver that does nothing.
func BenchmarkExec(b *testing.B) {
	conn, err := interpolated.New(&quiet{fake{packet: int64(1 << 20)}}, interpolated.Options{}).
		Connect(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	exec, args := conn.(driver.ExecerContext), []driver.NamedValue{{Ordinal: 1, Value: "x"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := exec.ExecContext(b.Context(), "DELETE FROM t WHERE a = ?", args); err != nil {
			b.Fatal(err)
		}
	}
}
