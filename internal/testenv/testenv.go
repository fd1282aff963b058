// Package testenv makes what tests need around them, modules in temporary
// folders and values from files, and compares what they give with golden files.
package testenv

import (
	"os"
	"path/filepath"
	"testing"
)

// Module writes files, by slash-separated name, into a temporary folder and
// returns it with links followed. A go.mod for example.com/m is added unless
// there is one.
func Module(t testing.TB, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := files["go.mod"]; !ok {
		Write(t, filepath.Join(dir, "go.mod"), "module example.com/m\n\ngo 1.25\n")
	}
	for name, text := range files {
		Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	return dir
}

// Write writes one file, with the folders above it.
func Write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
