package measure

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// booked returns a record whose samples are one stack each: of functions, the
// innermost first.
func booked(objects uint64, stacks ...[]string) *alloc.Record {
	rec := &alloc.Record{}
	frame := map[string]int{}
	for i, funcs := range stacks {
		var stack []int
		for _, fn := range funcs {
			if _, ok := frame[fn]; !ok {
				frame[fn] = len(rec.Frames)
				rec.Frames = append(rec.Frames, alloc.Frame{Func: fn})
			}
			stack = append(stack, frame[fn])
		}
		rec.Stacks = append(rec.Stacks, stack)
		rec.Samples = append(rec.Samples, alloc.Sample{Stack: i, Objects: objects})
	}
	return rec
}

// TestHot names the packages asked for of which some frame allocates, tests and
// programs included, and knows the others by weight.
func TestHot(t *testing.T) {
	rec := booked(5, []string{"strings.Repeat", "example.com/m/p.F", "testing.(*B).run"},
		[]string{"strings.Repeat", "example.com/m/q_test.BenchmarkQ"},
		[]string{"internal/bytealg.MakeNoZero", "strings.(*Builder).Grow"})
	for _, path := range []string{"example.com/m/p", "example.com/m/q", "example.com/m/cold"} {
		rec.Packages = append(rec.Packages, alloc.Package{Path: path, Name: filepath.Base(path)})
	}
	rec.Packages = append(rec.Packages, alloc.Package{Path: "example.com/m/cmd", Name: "main"})
	own, others := hotPackages(rec)
	want := []string{"example.com/m/p", "example.com/m/q", "example.com/m/cmd"}
	if !slices.Equal(own, want) || !slices.Equal(Hot(rec), want) {
		t.Errorf("got %v, want %v", own, want)
	}
	if len(others) != 1 || others["strings"] != 15 {
		t.Errorf("the others are %v", others)
	}
}

// TestHeaviest orders by weight, then by name, and is never longer than asked.
func TestHeaviest(t *testing.T) {
	weights := map[string]uint64{"a": 1, "b": 3, "c": 3, "d": 2}
	for n, want := range map[int][]string{0: {}, 1: {"b"}, 3: {"b", "c", "d"},
		9: {"b", "c", "d", "a"}} {
		if got := heaviest(weights, n); !slices.Equal(got, want) {
			t.Errorf("%d: got %v, want %v", n, got, want)
		}
	}
}

// TestAddLines keeps the lines that frames of the packages name, once, and passes
// over files that cannot be read.
func TestAddLines(t *testing.T) {
	dir := filepath.ToSlash(t.TempDir())
	if err := os.WriteFile(dir+"/p.go", []byte("one\ntwo\nthree\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	rec := &alloc.Record{Packages: []alloc.Package{{Path: "p", Dir: dir}}, Frames: []alloc.Frame{
		{File: dir + "/p.go", Line: 3}, {File: dir + "/p.go", Line: 1},
		{File: dir + "/p.go", Line: 3}, {File: dir + "/p.go", Line: 99},
		{File: dir + "/gone.go", Line: 1}, {File: "/elsewhere/p.go", Line: 1},
		{File: "p.go", Line: 1}}}
	AddLines(rec)
	want := []alloc.Line{{File: dir + "/p.go", Line: 1, Text: "one"},
		{File: dir + "/p.go", Line: 3, Text: "three"}}
	if !slices.Equal(rec.Lines, want) {
		t.Errorf("got %+v, want %+v", rec.Lines, want)
	}
}

// TestLearn makes a warning of a compiler that could not be asked.
func TestLearn(t *testing.T) {
	rec := &alloc.Record{}
	learn(rec, []alloc.Fact{{Message: "escapes"}}, []alloc.Warning{{Text: "one"}}, nil)
	learn(rec, nil, nil, errors.New("broken"))
	if len(rec.Facts) != 1 || len(rec.Warnings) != 2 || rec.Warnings[1].Code != alloc.WarnNoFacts {
		t.Errorf("got %+v", rec)
	}
}

// TestFolder makes a folder absolute and refuses what is none.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	here, err := Folder("")
	if err != nil || !filepath.IsAbs(here) {
		t.Errorf("got %q, %v", here, err)
	}
	if err := os.WriteFile("file", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"nowhere", "file"} {
		if got, err := Folder(name); err == nil {
			t.Errorf("%s is the folder %s", name, got)
		}
	}
}

// TestUntilDone returns what was found, or that no caller waits any more.
func TestUntilDone(t *testing.T) {
	n, err := UntilDone(t.Context(), func() (int, error) { return 7, nil })
	if n != 7 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	block := make(chan struct{})
	defer close(block)
	cancel()
	_, err = UntilDone(ctx, func() (int, error) { <-block; return 0, nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
