package sqlsource

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

var update = flag.Bool("update", false, "rewrite testdata/want.txt")

// TestFind reads a program that sends statements in every way that is followed and
// in some that are not, and compares what is known of each with want.txt.
func TestFind(t *testing.T) {
	dir := testenv.Module(t, archive(t, "testdata/program.txtar"))
	list, problems, err := Find(t.Context(), dir, []string{"./..."})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	var got bytes.Buffer
	for _, s := range list {
		fmt.Fprintf(&got, "%s:%d: %q\n", s.File, s.Line, s.Parts)
	}
	testenv.Golden(t, "testdata/want.txt", got.Bytes(), *update)
}

func archive(t *testing.T, name string) map[string]string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(data).Files {
		files[f.Name] = string(f.Data)
	}
	return files
}

// TestPlaces proves that whole statements come before those of which only parts
// are known, and that what agrees in parts only is marked.
func TestPlaces(t *testing.T) {
	list := []Statement{
		{"a.go", 1, 1, []string{"SELECT a FROM t WHERE id = ?"}},
		{"b.go", 2, 2, []string{"SELECT a FROM t WHERE ", " = ?"}},
		{"c.go", 3, 3, []string{"SELECT a FROM t", ""}},
		{"d.go", 4, 4, []string{"INSERT INTO t (a) VALUES (?)"}},
		{"e.go", 5, 5, []string{"SELECT '", "' FROM u"}},
		{"f.go", 6, 6, []string{"SELECT a FROM v WHERE id IN (?", ") LIMIT 5"}},
		{"g.go", 7, 7, []string{"INSERT INTO v (a, b) VALUES (?, ?)", ""}},
	}
	for statement, want := range map[string]string{
		"select a from t where id = 5":               "[{a.go 1 false}]",
		"SELECT a FROM t WHERE name = 'x'":           "[{b.go 2 true} {c.go 3 true}]",
		"SELECT a FROM t ORDER BY a":                 "[{c.go 3 true}]",
		"INSERT INTO t(a) VALUES (1),(2)":            "[{d.go 4 false}]",
		"SELECT 'x' FROM u":                          "[{e.go 5 false}]",
		"SELECT a FROM v WHERE id IN (1,2) LIMIT 5":  "[{f.go 6 true}]",
		"INSERT INTO v (a, b) VALUES (1, 2), (3, 4)": "[{g.go 7 true}]",
		"DELETE FROM t":                              "[]",
	} {
		book := sqlsample.NewBook(sqlsample.Options{})
		book.Add(&sqlsample.Entry{Text: []byte(statement)})
		r := book.Report("test")
		AddPlaces(&r, list, mysqltext.Options{})
		if got := fmt.Sprint(r.Queries[0].Places); got != want {
			t.Errorf("%s: %s, want %s", statement, got, want)
		}
	}
}

// TestBadPatterns proves that what is no package is an error.
func TestBadPatterns(t *testing.T) {
	if _, _, err := Find(t.Context(), t.TempDir(), []string{"./none"}); err == nil {
		t.Error("no error")
	}
}
