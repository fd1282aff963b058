package states

import (
	"os"
	"path/filepath"
	"testing"
)

// TestClaim proves that two who want the same tree at the same time get two
// folders, one after the other gets the same, and nothing is left.
func TestClaim(t *testing.T) {
	trees := t.TempDir()
	first, releaseFirst, err := claim(trees, "tree")
	if err != nil {
		t.Fatal(err)
	}
	second, releaseSecond, err := claim(trees, "tree")
	if err != nil {
		t.Fatal(err)
	}
	if first == second || len(first) != len(second) {
		t.Errorf("got %s and %s, want two names of the same length", first, second)
	}
	if err := os.WriteFile(filepath.Join(first, "left"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	releaseFirst()
	again, releaseAgain, err := claim(trees, "tree")
	if err != nil {
		t.Fatal(err)
	}
	if again != first {
		t.Errorf("got %s, want %s again", again, first)
	}
	if files, _ := os.ReadDir(again); len(files) > 0 {
		t.Errorf("the folder is not empty: %v", files)
	}
	releaseAgain()
	releaseSecond()
	if files, _ := os.ReadDir(trees); len(files) > 0 {
		t.Errorf("left behind: %v", files)
	}
}

// TestClaimEnds proves that it does not go on for ever.
func TestClaimEnds(t *testing.T) {
	trees := t.TempDir()
	for range maxCopies {
		_, release, err := claim(trees, "tree")
		if err != nil {
			t.Fatal(err)
		}
		defer release() // what can no longer be released, the collector closes
	}
	if dir, _, err := claim(trees, "tree"); err == nil {
		t.Errorf("got %s", dir)
	}
}
