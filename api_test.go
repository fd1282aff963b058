package wring_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/form"
)

var update = flag.Bool("update", false, "rewrite api.txt from the source")

// public reports whether the folder's package is promised to stay compatible:
// see docs/decisions/0016-the-public-line.md. The other stages can be imported
// too, but may change with each release, but for the types that a public package
// has aliases for.
func public(dir string) bool {
	switch dir {
	case ".", "alloc", "technique", "technique/techtest", "verify", "kit":
		return true
	}
	judge, ofVerify := strings.CutPrefix(dir, "verify/")
	return ofVerify && !strings.Contains(judge, "/") || strings.HasPrefix(dir, "kit/")
}

// TestAPI compares the exported names with those in api.txt, so that none comes
// or goes by accident.
func TestAPI(t *testing.T) {
	const file = "api.txt"
	got := form.Exported(tree(t), public)
	if *update {
		text := strings.Join(got, "\n") + "\n"
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(data)), "\n")
	gone, added := without(want, got), without(got, want)
	for _, line := range gone {
		t.Errorf("gone, and users may depend on it: %s", line)
	}
	for _, line := range added {
		t.Errorf("new, and to be kept for good: %s", line)
	}
	if t.Failed() {
		t.Log("if that is meant, run `go test -run TestAPI -update .`" +
			" and say in CHANGELOG.md what changes for users")
	}
}

// without returns the lines of a that are not in b.
func without(a, b []string) []string {
	have := make(map[string]bool)
	for _, line := range b {
		have[line] = true
	}
	var rest []string
	for _, line := range a {
		if !have[line] {
			rest = append(rest, line)
		}
	}
	return rest
}
