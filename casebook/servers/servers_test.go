package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplace puts tables between the marks, and wants a document that has none to
// be an error.
func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.md")
	for text, want := range map[string]string{
		"a\n" + beginTables + "\nold\n" + endTables + "\nb": "a\n" + beginTables + "\n\nnew\n" +
			endTables + "\nb",
		"no marks": "",
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := replace(path, "new")
		got, _ := os.ReadFile(path)
		if want == "" && err == nil || want != "" && string(got) != want {
			t.Errorf("%q becomes %q, %v", text, got, err)
		}
	}
}

// TestDocument wants the document to have the marks, and between them each table.
func TestDocument(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "docs", "casebook.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok1 := strings.Cut(string(data), beginTables)
	tables, _, ok2 := strings.Cut(rest, endTables)
	if !ok1 || !ok2 {
		t.Fatal("docs/casebook.md has no marks for the tables of the servers")
	}
	for _, title := range []string{"Delay of 10 ms", "Echo of 64 bytes", "Echo of 16 KB", "Proxies",
		"Chats"} {
		if !strings.Contains(tables, "**"+title) {
			t.Errorf("there is no table %q; run `go run ./casebook/servers -update`", title)
		}
	}
}

// TestRatio compares round with round.
func TestRatio(t *testing.T) {
	if got := ratio([]float64{2, 4, 6}, []float64{1, 2, 3}); got != "2.00" {
		t.Errorf("the ratio is %s", got)
	}
	if got := ratio([]float64{1, 4, 3}, []float64{1, 2, 3}); got != "1.00 [1.00, 2.00]" {
		t.Errorf("the ratio is %s", got)
	}
}
