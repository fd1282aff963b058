package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/report/text"
	"github.com/wring-go/wring/service/sqlsample"
)

// manyQueries is a report that no terminal has lines for.
func manyQueries() sqlsample.Report {
	r := sqlsample.Report{Source: sqlsample.ProcessList, Dialect: "mysql", Weight: "time",
		Seconds: 100, Statements: 100, Booked: 100}
	for i := range 60 {
		r.Queries = append(r.Queries, sqlsample.Query{Seconds: 1, Share: 0.01, Samples: 1,
			Fingerprint: fmt.Sprintf("select a from t%d where b = ?", i)})
	}
	return r
}

// TestScreenPage: each page clears the terminal first, leaves its last line free
// however low the terminal is, and shows the heaviest statements.
func TestScreenPage(t *testing.T) {
	s := &screen{opt: text.Options{Top: -1, Width: 80}}
	for _, height := range []int{0, 1, 2, 12, 24, 1000} {
		page := s.page(manyQueries(), height)
		body, ok := strings.CutPrefix(page, "\x1b[H\x1b[J")
		if !ok {
			t.Fatalf("height %d: the page does not clear the terminal: %q", height, page)
		}
		if n := strings.Count(body, "\n"); n > max(height-1, 0) {
			t.Errorf("height %d: %d lines", height, n)
		}
		if shown := strings.Contains(body, "from t0 "); shown != (height >= 12) {
			t.Errorf("height %d: the first statement is shown: %v\n%s", height, shown, body)
		}
		if last := strings.Contains(body, "from t59 "); last != (height == 1000) {
			t.Errorf("height %d: the last statement is shown: %v", height, last)
		}
	}
}

// TestNoScreen: a file is no terminal, so nothing refreshes there; and what is
// shown on one without a size is whole.
func TestNoScreen(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if newScreen(env{stdout: f}, &sqlCommand{format: "text"}) != nil {
		t.Error("a file was taken for a terminal")
	}
	s := &screen{f: f, opt: text.Options{Top: -1, Width: 80}}
	s.show(manyQueries())
	s.show(manyQueries())
	written, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(written), "\x1b[J"); n != 2 {
		t.Errorf("cleared %d times", n)
	}
	if n := strings.Count(string(written), "from t59 "); n != 2 {
		t.Errorf("the last statement stands there %d times", n)
	}
}
