package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wring-go/wring/internal/gocmd"
)

// TestNew makes a technique, beside the repository in a module that has its
// place, and runs its tests.
func TestNew(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	dir := filepath.Join(parent, "example")
	if err := write(dir, "example"); err != nil {
		t.Fatal(err)
	}
	if err := write(dir, "example"); err == nil {
		t.Error("it wrote over a technique")
	}
	module(t, root, dir)
	out, err := gocmd.Run(t.Context(), gocmd.Call{Dir: dir, Args: []string{"test", "."},
		Env: []string{"GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off"}})
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// module makes dir the module that holds the technique, with the requirements
// of the repository at root.
func module(t *testing.T, root, dir string) {
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	const wring = "github.com/wring-go/wring"
	line := regexp.MustCompile(`(?m)^module .*$`)
	text := line.ReplaceAllString(string(mod), "module "+wring+"/technique/example")
	text += "\nrequire " + wring + " v0.0.0\n\nreplace " + wring + " => " + root + "\n"
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"go.mod": text, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"a", "b"}, {"Upper"}, {"with-dash"}, {""}} {
		if err := run(args); err == nil || !strings.Contains(err.Error(), "usage") {
			t.Errorf("run(%q) = %v", args, err)
		}
	}
	if err := run([]string{"name"}); err == nil || !strings.Contains(err.Error(), "root") {
		t.Errorf("in the wrong folder: %v", err)
	}
}
