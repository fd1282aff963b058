package interpolate

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-sql-driver/mysql"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/casebook/mariadb"
	"github.com/wring-go/wring/kit/sqltext"
)

// TestServer asks a server: for generated values, a statement with them in it
// must give what the prepared statement gives, in both modes. The connection
// allows several statements at once, and there is a table that text which breaks
// out can drop.
func TestServer(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	server, err := mariadb.Start(t.Context())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	for _, mode := range []string{"", "NO_BACKSLASH_ESCAPES"} {
		for _, standard := range []bool{false, true} {
			err := compareOnServer(t, server, mode, sqltext.Options{NoBackslashEscapes: standard})
			right := standard == (mode != "")
			if right && err != nil {
				t.Errorf("sql_mode %q: %v", mode, err)
			}
			if !right && err == nil {
				t.Errorf("sql_mode %q with the wrong option: nothing was noticed", mode)
			}
		}
	}
}

// sets is how many sets of values are tried in each mode.
const sets = 10_000

// compareOnServer returns an error that names the first set of values with which
// the statement and the prepared statement differ.
func compareOnServer(t *testing.T, server *mariadb.Server, mode string, opt sqltext.Options) error {
	conn := connect(t, server)
	run(t, conn, "SET SESSION sql_mode = '"+mode+"'")
	run(t, conn, "CREATE DATABASE IF NOT EXISTS d")
	run(t, conn, "USE d")
	run(t, conn, "CREATE OR REPLACE TABLE canary (x INT)")
	r := rand.New(rand.NewPCG(3, 4))
	prepared := make(map[int]*sql.Stmt)
	for i := range sets {
		args := values(r)
		n := len(args)
		if prepared[n] == nil {
			st, err := conn.PrepareContext(t.Context(), selectList(n))
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			prepared[n] = st
		}
		want, err := answer(prepared[n].QueryContext(t.Context(), anys(args)...))
		if err != nil {
			t.Fatalf("prepared, set %d: %v", i, err)
		}
		text, err := sqltext.String(selectList(n), args, opt)
		if err != nil {
			t.Fatal(err)
		}
		got, err := answer(conn.QueryContext(t.Context(), text))
		if err != nil || got != want {
			return fmt.Errorf("set %d: %q\n got %s, %v\nwant %s", i, text, got, err, want)
		}
	}
	run(t, conn, "SELECT * FROM canary") // it is still there
	return nil
}

// connect returns one connection, with one session.
func connect(t *testing.T, server *mariadb.Server) *sql.Conn {
	t.Helper()
	cfg := mysql.NewConfig()
	cfg.User, cfg.Net, cfg.Addr, cfg.MultiStatements = "root", "unix", server.Socket, true
	db, err := sql.Open("mysql", cfg.FormatDSN())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func run(t *testing.T, conn *sql.Conn, statement string) {
	t.Helper()
	if _, err := conn.ExecContext(context.Background(), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func anys(args []driver.Value) []any {
	all := make([]any, len(args))
	for i, a := range args {
		all[i] = a
	}
	return all
}

// answer returns all rows of all results as text in which nothing can be taken
// for something else.
func answer(rows *sql.Rows, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer rows.Close()
	text := ""
	for {
		columns, err := rows.Columns()
		if err != nil {
			return "", err
		}
		cells, targets := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			targets[i] = &cells[i]
		}
		for rows.Next() {
			if err := rows.Scan(targets...); err != nil {
				return "", err
			}
			text += cellText(cells) + "\n"
		}
		if !rows.NextResultSet() {
			return text, rows.Err()
		}
		text += "another result\n"
	}
}

func cellText(cells []any) string {
	text := ""
	for _, c := range cells {
		switch v := c.(type) {
		case []byte:
			text += fmt.Sprintf("|%q", v)
		case uint64:
			text += fmt.Sprintf("|\"%d\"", v) // text for the driver, after a prepared statement
		case float64:
			text += fmt.Sprintf("|%x", v) // every bit
		default:
			text += fmt.Sprintf("|%#v", v)
		}
	}
	return text
}
