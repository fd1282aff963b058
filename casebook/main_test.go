package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/casebook/diary"
)

// update makes TestFixed keep what it gets. The documents are updated by the
// command, because their times have to be measured without other tests running.
var update = flag.Bool("update", false, "rewrite the fixed folders")

// TestDocuments counts again and compares with the tables in the documents.
func TestDocuments(t *testing.T) {
	if testing.Short() {
		t.Skip("measures all cases; not with -short")
	}
	for _, p := range parts() {
		now, err := diary.Measure(t.Context(), p.cases(), diary.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range now.Cases {
			if c.Skipped != "" {
				t.Logf("%s is not compared: %s", c.Name, c.Skipped)
			}
		}
		for _, name := range p.documents {
			compareDocument(t, name, now)
		}
	}
	if t.Failed() {
		t.Log("if that is meant, run `go run ./casebook -update`")
	}
}

func compareDocument(t *testing.T, name string, now diary.Table) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	problems, ok, err := diary.Compare(string(data), now)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !ok {
		t.Logf("%s shows another release of Go or another kind of machine", name)
	}
	for _, p := range problems {
		t.Errorf("%s: %s", name, p)
	}
}

// TestReadme compares the rows in README.md with those of docs/casebook.md.
func TestReadme(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	want, err := withSummary(root)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("README.md differs from docs/casebook.md; run `go run ./casebook -update`")
	}
}

// TestFixed runs wring fix on the before folders again: the fixed ones must be
// what it makes of them.
func TestFixed(t *testing.T) {
	if testing.Short() {
		t.Skip("runs wring fix; not with -short")
	}
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	wring := filepath.Join(temp, "wring")
	if err := execute(t.Context(), root, "go", "build", "-o", wring, "./cmd/wring"); err != nil {
		t.Fatal(err)
	}
	folders := foldersToFix(root, cases())
	if len(folders) == 0 {
		t.Fatal("no case has a fixed folder")
	}
	for _, folder := range folders {
		dir := filepath.Join(folder, "fixed")
		got, said, err := fixed(t.Context(), wring, root, folder, temp)
		if err == nil && !*update && !sameFiles(t, dir, got) {
			// A busy machine can have tried too few inputs for a proof: then again.
			t.Logf("%s differs at first; wring fix said:\n%s", dir, said)
			got, said, err = fixed(t.Context(), wring, root, folder, temp)
		}
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := writeFiles(dir, got); err != nil {
				t.Fatal(err)
			}
		}
		if compareFiles(t, dir, got); t.Failed() {
			t.Logf("wring fix said:\n%s", said)
		}
	}
}

// sameFiles reports whether a folder has these files.
func sameFiles(t *testing.T, dir string, got map[string][]byte) bool {
	t.Helper()
	want, err := readFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	return maps.EqualFunc(got, want, bytes.Equal)
}

func compareFiles(t *testing.T, dir string, got map[string][]byte) {
	t.Helper()
	want, err := readFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s/%s is not what wring fix makes; run `go run ./casebook -fix`\n%s", dir,
				name, got[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s has %d files, and wring fix makes %d", dir, len(want), len(got))
	}
}

// TestFolders wants every case to have what a reader looks for.
func TestFolders(t *testing.T) {
	names := make(map[string]bool)
	for _, c := range cases() {
		if names[c.Name] {
			t.Errorf("two cases are called %s", c.Name)
		}
		names[c.Name] = true
		folder, _, _ := strings.Cut(c.Name, "/")
		for _, name := range []string{"README.md", "before", "after"} {
			if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
		if len(c.Versions) == 0 || c.Versions[0].Name != diary.Naive || c.Title == "" {
			t.Errorf("%s: the first version must be the naive one, and a title is wanted", c.Name)
		}
		for _, v := range c.Versions {
			if (v.Run == nil) == (v.Sample == nil) {
				t.Errorf("%s: %s: exactly one of Run and Sample is wanted", c.Name, v.Name)
			}
		}
	}
}

// TestJSON runs the command as another program would.
func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := run(t.Context(), []string{"-json", "-rounds", "0", "-run", "^interpolate$"}, &out,
		io.Discard); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Version int
		Cases   []struct {
			Name  string
			Tuned struct {
				Objects *float64 `json:"objects_per_op"`
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Version != 1 || len(doc.Cases) != 1 || doc.Cases[0].Name != "interpolate" {
		t.Fatalf("got %s", out.Bytes())
	}
	if objects := doc.Cases[0].Tuned.Objects; objects == nil || *objects != 0 {
		t.Errorf("the tuned version allocates %v objects, want 0", objects)
	}
}

// TestUsage has command lines that cannot be understood.
func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"interpolate"}, {"-run", "("}, {"-run", "nothing like it"},
		{"-nope"}, {"-update", "-run", "stmt"},
		{"-update", "-rounds", "0"}} {
		var out bytes.Buffer
		if err := run(t.Context(), args, &out, io.Discard); err == nil || out.Len() > 0 {
			t.Errorf("%q: no error, and %q", args, out.Bytes())
		}
	}
}

// TestExecute wants the output of a command that fails in the error.
func TestExecute(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	err := execute(t.Context(), t.TempDir(), "go", "no-such-command")
	if err == nil || !strings.Contains(err.Error(), "no-such-command: unknown command") {
		t.Errorf("the error is %v", err)
	}
}
