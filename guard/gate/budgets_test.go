package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/guard"
)

const budgetText = `Unit allocs/op assume=exact
Unit B/op assume=exact
Unit spread-allocs/op assume=exact
Unit spread-B/op assume=exact

go: go1.26
goos: linux
goarch: amd64
toolchain: go1.26.8

pkg: example.com/m
BenchmarkF 20 1 allocs/op 16 B/op
#   1 16 m.F: int
`

// TestBudgets reads a file, and says what is missing: the file, or the section.
func TestBudgets(t *testing.T) {
	name := filepath.Join(t.TempDir(), guard.FileName)
	here := guard.Key{Go: "go1.26", GOOS: "linux", GOARCH: "amd64"}
	b, err := readBudgets(name, here)
	if err != nil || b.section() != nil || b.need(0) != nil {
		t.Errorf("without a file: %+v, %v", b, err)
	}
	if err := b.need(1); err == nil || !strings.Contains(err.Error(), "does not exist") {
		t.Errorf("one benchmark and no file: %v", err)
	}
	if err := os.WriteFile(name, []byte(budgetText), 0o666); err != nil {
		t.Fatal(err)
	}
	b, err = readBudgets(name, here)
	if err != nil || b.need(1) != nil || b.section() == nil || len(b.section().Entries) != 1 {
		t.Fatalf("with a section: %+v, %v", b, err)
	}
	other := here
	other.Go = "go1.27"
	b, err = readBudgets(name, other)
	if err != nil || b.section() != nil {
		t.Errorf("without a section: %+v, %v", b, err)
	}
	if err := b.need(0); err == nil || !strings.Contains(err.Error(), "go1.26") {
		t.Errorf("the sections that there are are not named: %v", err)
	}
}

// TestBudgetsBroken refuses each file that the proof of the guard plants.
func TestBudgetsBroken(t *testing.T) {
	files := faultyFiles(budgetText)
	if len(files) == 0 {
		t.Fatal("no faults")
	}
	for what, text := range files {
		name := filepath.Join(t.TempDir(), guard.FileName)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := readBudgets(name, guard.Key{}); err == nil {
			t.Errorf("%s was read", what)
		}
	}
	if _, err := readBudgets(t.TempDir(), guard.Key{}); err == nil {
		t.Error("a folder was read")
	}
}
