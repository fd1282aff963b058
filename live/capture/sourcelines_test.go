package capture

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/live"
)

// TestDescribe finds loops and calls by the marks in a source: LOOP where a line
// is in one, and FREE where it is in none.
func TestDescribe(t *testing.T) {
	const source = `package p

func list(db DB, ids []int, rows Rows, h Handler) {
	db.Query("a") // FREE
	for _, id := range ids {
		db.Query("b", id) // LOOP
		func() {
			db.Query("c") // FREE
		}()
	}
	for rows.Next() { // FREE
		load(rows) // LOOP
	}
	for i := 0; i < len(ids); i++ {
		db.Query("d") // LOOP
	}
	for range 3 {
		db.Query("again") // FREE
	}
	for i := 0; i < 3; i++ {
		db.Query("again") // FREE
	}
	for {
		db.Query("forever") // FREE
	}
	for _, w := range []string{"a", "b"} {
		db.Query(w) // FREE
	}
	go func() {
		for _, id := range ids {
			db.Query("e", id) // LOOP
		}
	}()
}
`
	checkLoop(t, `package p

func list(ids []int) {
	for _, id := range ids {
		for _, other := range more(id) {
			ask(other)
		}
	}
}
`, 6, 4)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	marks := 0
	for i, text := range strings.Split(source, "\n") {
		_, mark, ok := strings.Cut(text, "// ")
		if !ok {
			continue
		}
		marks++
		l := live.Line{Line: i + 1}
		describe(fset, file, &l)
		if (l.Loop > 0) != (mark == "LOOP") {
			t.Errorf("line %d: loop %d: %s", i+1, l.Loop, text)
		}
		if strings.Contains(text, "db.Query") && !slices.Contains(l.Calls, "Query") {
			t.Errorf("line %d: calls %v: %s", i+1, l.Calls, text)
		}
	}
	if marks < 10 {
		t.Errorf("%d marks", marks)
	}
}

// checkLoop wants a line of a source to be in a loop that begins at another.
func checkLoop(t *testing.T, source string, line, want int) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	l := live.Line{Line: line}
	if describe(fset, file, &l); l.Loop != want {
		t.Errorf("line %d is in the loop at line %d, want %d", line, l.Loop, want)
	}
}
