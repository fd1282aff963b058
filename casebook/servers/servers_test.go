package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestUpdateDocument puts tables between the marks of a document, all or some of
// them, and wants a document in which they have no place to be an error.
func TestUpdateDocument(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.md")
	table := func(name string) string { return titleMark + name + "**\n\nhow\n\n| cell |\n" }
	around := func(text string) string {
		return "a\n" + beginTables + "\n\n" + text + "\n" + endTables + "\nb"
	}
	old := around("old heading\n" + table("one") + table("two") + table("three"))
	for name, c := range map[string]struct {
		old, want string
		tables    []string
	}{
		"all": {old, around(heading + table("1") + table("2") + table("3")),
			[]string{table("1"), table("2"), table("3")}},
		"all anew": {around("no tables\n"), around(heading + table("1")), []string{table("1")}},
		"the first": {old, around(heading + table("1") + table("two") + table("three")),
			[]string{table("1"), "", ""}},
		"the last": {old, around(heading + table("one") + table("two") + table("3")),
			[]string{"", "", table("3")}},
		"no marks":          {"nothing", "", []string{table("1")}},
		"not as many there": {around(table("one")), "", []string{table("1"), ""}},
	} {
		if err := os.WriteFile(path, []byte(c.old), 0o666); err != nil {
			t.Fatal(err)
		}
		err := updateDocument(path, c.tables)
		got, _ := os.ReadFile(path)
		if want := cmp.Or(c.want, c.old); string(got) != want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %v, and the document is\n%s\nwant\n%s", name, err, got, want)
		}
	}
}

// TestChoose reads -only.
func TestChoose(t *testing.T) {
	for only, want := range map[string]int{"": 5, "delay": 1, "chats,echo64": 2, "nope": 0,
		"delay,": 0} {
		if chosen, err := choose(only); len(chosen) != want || (err != nil) != (want == 0) {
			t.Errorf("-only %q: %v, %v", only, chosen, err)
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
	titles := strings.Split(tables, titleMark)[1:]
	for i, want := range []string{"Delay of 10 ms", "Echo of 64 bytes", "Echo of 16 KB", "Proxies",
		"Chats"} {
		if i >= len(titles) || !strings.HasPrefix(titles[i], want) {
			t.Errorf("there is no table %q at its place; run `go run ./casebook/servers -update`",
				want)
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
