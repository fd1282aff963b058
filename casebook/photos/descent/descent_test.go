package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
)

// TestRun goes a way of two steps with little data.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers; not with -short")
	}
	var out bytes.Buffer
	err := run(t.Context(), []string{"-scale", "0.006", "-for", "200ms", "-only", "index,hash",
		"-json"}, &out, io.Discard)
	if errors.Is(err, diary.ErrMissing) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var got way
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Steps) != 2 || got.Steps[1].Name != "hash" || got.Data.Posts != 60 {
		t.Errorf("%s", out.Bytes())
	}
	for _, f := range []figures{got.First, got.Last, got.FirstAgain, got.LastAgain,
		got.Steps[0].After, got.Steps[1].Alone, got.Steps[1].Without} {
		if f.Score <= 0 || f.PerCPU <= 0 {
			t.Errorf("a version has the figures %+v", f)
		}
	}
}

// TestReplace puts a table into a document, twice, and refuses one without a place.
func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "casebook.md")
	text := "before\n" + beginTable + "\nold\n" + endTable + "\nafter\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	w := way{First: figures{10, 2}, Last: figures{1000, 100}, FirstAgain: figures{11, 2},
		LastAgain: figures{1000, 110}, Steps: []taken{{Name: "index", Title: "indexes",
			After: figures{1000, 100}, Alone: figures{20, 3}, Without: figures{500, 25}}}}
	for range 2 {
		if err := replaceTable(path, w); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"before\n", "\nafter\n",
		"has 100 times the score of the first, " +
			"and 50 times", "| first | 10.0 % | 0.0 % |", "| last | 0.0 % | 10.0 % |",
		"| index | indexes | 1,000 | 100 | 2.00, 1.50 | 0.50, 0.25 |"} {
		if strings.Count(string(got), want) != 1 {
			t.Errorf("not once: %q in\n%s", want, got)
		}
	}
	if err := os.WriteFile(path, []byte("nothing"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := replaceTable(path, w); err == nil {
		t.Error("a table was put into a document without a place for it")
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"x"}, {"-nope"}, {"-for", "0s"}, {"-only", "nope"},
		{"-update", "-json"}, {"-scale", "-1"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is no error", args)
		}
	}
}
