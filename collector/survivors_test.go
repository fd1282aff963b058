package collector

import (
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/collector/lives"
	"github.com/wring-go/wring/internal/testenv"
)

// keeps has 3000 items that stay, and makes scraps until four cycles were forced
// since: three of them then have their profiles. What the start of the program left
// is gone before: with it, a cycle in the midst of the items may be the fullest.
const keeps = `
import "runtime"

type item struct{ n [9]int }

type scrap struct{ n [20]int }

var cache = make([]*item, 3000)
var sink *scrap

func keep() {
	runtime.GC()
	for i := range cache {
		cache[i] = &item{}
	}
	var first, m runtime.MemStats
	runtime.ReadMemStats(&first)
	for m.NumForcedGC < first.NumForcedGC+4 {
		for range 1000 {
			sink = &scrap{}
		}
		runtime.ReadMemStats(&m)
	}
}
`

// TestSurvivors looks at a program and at a test: what stays is alive, all of it, and
// what does not is not.
func TestSurvivors(t *testing.T) {
	dir := testenv.Module(t, map[string]string{
		"p/main.go": "package main\n" + keeps + "\nfunc main() { keep() }\n",
		"q/q.go":    "package q\n" + keeps,
		"q/q_test.go": "package q\n\nimport \"testing\"\n\n" +
			"func TestKeep(t *testing.T) { keep() }\n",
	})
	for _, c := range []struct {
		name, file string
		src        Source
	}{
		{"program", "p/main.go", Source{Dir: dir, Main: "./p"}},
		{"test", "q/q.go", Source{Dir: dir, Package: "./q", Run: "TestKeep"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			p, _, err := Build(t.Context(), c.src, folder, nil)
			if err != nil {
				t.Fatal(err)
			}
			files, err := Survivors(t.Context(), c.src, p, folder)
			if err != nil || len(files) < 3 {
				t.Fatalf("%d profiles, %v", len(files), err)
			}
			h, err := lives.Read(t.Context(), files, booksOf(dir, c.file), false)
			if err != nil || h.Cycles != len(files) {
				t.Fatalf("%+v, %v", h, err)
			}
			checkKept(t, h, c.file)
		})
	}
}

// booksOf returns what exact books say of keeps, in a file.
func booksOf(dir, file string) *alloc.Record {
	at := func(line int) alloc.Frame {
		return alloc.Frame{Func: "keep", File: filepath.Join(dir, file), Line: line}
	}
	return &alloc.Record{
		Module: "example.com/m", ModuleDir: dir, GOROOT: "/none",
		Packages: []alloc.Package{{Path: "example.com/m/" + filepath.Dir(file),
			Dir: filepath.Join(dir, filepath.Dir(file))}},
		Frames: []alloc.Frame{at(15), at(21)}, Stacks: [][]int{{0}, {1}},
		Samples: []alloc.Sample{{Stack: 0, Type: "item", Size: 72, Charged: 80},
			{Stack: 1, Type: "scrap", Size: 160, Charged: 160}},
	}
}

func checkKept(t *testing.T, h lives.Heap, file string) {
	found := false
	for _, l := range h.Lines {
		switch l.Place + " " + l.Type {
		case file + ":15 item":
			found = true
			if l.Objects != 3000 || l.Bytes != 3000*80 || l.Survived != 1 || l.Usual > l.Bytes {
				t.Errorf("%+v", l)
			}
		case file + ":21 scrap":
			if l.Objects > 100 {
				t.Errorf("%+v", l)
			}
		}
	}
	if !found {
		t.Errorf("no items in %+v", h.Lines)
	}
}
