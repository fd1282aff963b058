package stmt

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
	after "github.com/wring-go/wring/casebook/stmt/after"
	before "github.com/wring-go/wring/casebook/stmt/before"
)

// start returns a server with posts.
func start(t *testing.T) *world {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a server; not with -short")
	}
	w, err := open(t.Context())
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.close)
	return w
}

// ways are the versions of the case, and how many commands each takes.
var ways = map[string]struct {
	title    title
	commands float64
}{
	"naive":  {func(w *world, id int64) (string, error) { return before.Title(w.naive, id) }, 3},
	"tuned":  {func(w *world, id int64) (string, error) { return after.Title(w.tuned, id) }, 1},
	"driver": {func(w *world, id int64) (string, error) { return before.Title(w.driver, id) }, 1},
	"kept":   {func(w *world, id int64) (string, error) { return w.kept.Title(id) }, 1},
}

func TestSameAnswers(t *testing.T) {
	w := start(t)
	for name, way := range ways {
		for id := int64(0); id < posts; id += 111 {
			got, err := way.title(w, id)
			if want := fmt.Sprint("it's post ", id); got != want || err != nil {
				t.Errorf("%s: post %d is %q, %v; want %q", name, id, got, err, want)
			}
		}
		if got, err := way.title(w, -1); err == nil {
			t.Errorf("%s: there is a post -1: %q", name, got)
		}
		n, err := w.commands(50, func(n int) error { return ask(w, n, way.title) })
		if n != way.commands || err != nil {
			t.Errorf("%s: the server counts %v commands for each post, %v; want %v", name, n, err,
				way.commands)
		}
	}
}

// hard is text that says something else when it is read in the wrong mode.
const hard = `it's \ "quoted" \' -- ; ?`

// TestSession changes what the session is like, in the ways that a program can,
// and asks for text back each time.
func TestSession(t *testing.T) {
	w := start(t)
	for _, statement := range []string{
		"SELECT 1",
		"SET sql_mode = 'NO_BACKSLASH_ESCAPES'",
		"SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'",
		"SET sql_mode = ''",
		"SET NAMES gbk",
		"SET NAMES sjis",
		"SET NAMES utf8mb4",
		"SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')",
		"SET SESSION sql_mode = DEFAULT",
	} {
		if _, err := w.tuned.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		var got string
		if err := w.tuned.QueryRow("SELECT ?", hard).Scan(&got); got != hard || err != nil {
			t.Errorf("after %s: %q came back as %q, %v", statement, hard, got, err)
		}
	}
}

// TestKinds stores a row of each kind of value and reads it back.
func TestKinds(t *testing.T) {
	w := start(t)
	if _, err := w.tuned.Exec("CREATE TABLE kinds (a BIGINT, b DOUBLE, c BOOL, d DATETIME(6), " +
		"e VARBINARY(100), f VARCHAR(100), g BIGINT UNSIGNED)"); err != nil {
		t.Fatal(err)
	}
	const insert = "INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?, ?)"
	args := []any{-1 << 63, 0.1, true, "2026-01-02 03:04:05.000006", []byte("\x00'\xff\\"), hard,
		uint64(1<<64 - 1)}
	const want = `-9223372036854775808 0.1 1 2026-01-02 03:04:05.000006 "\x00'\xff\\" ` +
		`"it's \\ \"quoted\" \\' -- ; ?" 18446744073709551615`
	for name, db := range map[string]*sql.DB{"naive": w.naive, "tuned": w.tuned} {
		if got, err := stored(db, insert, args); got != want || err != nil {
			t.Errorf("%s: %s, %v; want %s", name, got, err, want)
		}
	}
}

// stored returns a row as it is in the table after it was inserted, and removes
// it.
func stored(db *sql.DB, insert string, args []any) (string, error) {
	if _, err := db.Exec(insert, args...); err != nil {
		return "", err
	}
	var a, b, c, d, g string
	var e, f []byte
	err := db.QueryRow("SELECT * FROM kinds").Scan(&a, &b, &c, &d, &e, &f, &g)
	if err != nil {
		return "", err
	}
	_, err = db.Exec("DELETE FROM kinds")
	return fmt.Sprintf("%s %s %s %s %q %q %s", a, b, c, d, e, f, g), err
}
