package explain

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

var update = flag.Bool("update", false, "write the golden files anew")

// testCase is one stack and what is to be said about it.
type testCase struct {
	name    string // file/title
	record  *alloc.Record
	options Options
	other   bool // it shows which other cause comes first
	wants   []want
}

type want struct{ key, value string }

// cases reads testdata/causes. A file holds several cases; each begins with a
// line "-- title --" and has one fact per line:
//
//	go FUNCTION          a frame of the runtime
//	std FUNCTION         a frame of the standard library
//	std FUNCTION of PKG  the same, under a name of another package than its file's
//	own FUNCTION         a frame of the package asked for, example.com/m/p
//	lib FUNCTION a frame of another package
//	type TYPE            the runtime's type name
//	size BYTES           what was asked for, 64 unless told
//	text SOURCE          the own line
//	fact MESSAGE         the compiler's remark about the frame above
//	flow STEP            a step of its path to the heap
//	inlined              the remark was made where the frame below was inlined
//	moved LINE           the remark stands on another line of the file
//	told                 the compiler was asked about the package of the frame above
//	sampled, leaf        the record, the option
//	other                another cause comes first here
//	want FIELD VALUE     see field
//
// Frames stand leaf first; the n-th has line 10n. Text before the first title
// says what the file is about.
func cases(t *testing.T) []testCase {
	t.Helper()
	files, err := filepath.Glob("testdata/causes/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var all []testCase
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(file), ".txt")
		var b *caseBuilder
		for n, line := range strings.Split(string(data), "\n") {
			title, ok := strings.CutPrefix(line, "-- ")
			if ok {
				title = strings.TrimSuffix(title, " --")
				all = append(all, testCase{name: base + "/" + title, record: newCaseRecord()})
				b = &caseBuilder{c: &all[len(all)-1]}
				continue
			}
			if b == nil || line == "" {
				continue
			}
			if err := b.line(line); err != nil {
				t.Fatalf("%s:%d: %v", file, n+1, err)
			}
		}
	}
	return all
}

func newCaseRecord() *alloc.Record {
	return &alloc.Record{
		Exact:      true,
		Module:     "example.com/m",
		ModuleDir:  "/src/m",
		GOROOT:     "/go",
		Packages:   []alloc.Package{{Path: "example.com/m/p", Name: "p", Dir: "/src/m/p"}},
		Benchmarks: []alloc.Benchmark{{Package: "example.com/m/p", Name: "BenchmarkP", N: 10}},
		Stacks:     [][]int{nil},
		Samples:    []alloc.Sample{{Size: 64, Charged: 64, Objects: 100}},
	}
}

type caseBuilder struct{ c *testCase }

// line adds one line of a case to its record.
func (b *caseBuilder) line(line string) error {
	rec := b.c.record
	key, value, _ := strings.Cut(line, " ")
	switch key {
	case "go", "std", "own", "lib":
		b.frame(key, value)
	case "type":
		rec.Samples[0].Type = value
	case "size":
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return err
		}
		rec.Samples[0].Size, rec.Samples[0].Charged = n, n
	case "text":
		f := rec.Frames[len(rec.Frames)-1]
		rec.Lines = append(rec.Lines, alloc.Line{File: f.File, Line: f.Line, Text: "\t" + value})
	case "fact":
		f := rec.Frames[len(rec.Frames)-1]
		rec.Facts = append(rec.Facts, alloc.Fact{Message: value,
			Position: alloc.Position{File: f.File, Line: f.Line, Column: 7}})
	case "flow":
		fact := &rec.Facts[len(rec.Facts)-1]
		fact.Flow = append(fact.Flow, alloc.Step{Text: value})
	case "inlined":
		f, fact := rec.Frames[len(rec.Frames)-1], &rec.Facts[len(rec.Facts)-1]
		fact.Inlined = append(fact.Inlined,
			alloc.Position{File: f.File, Line: f.Line, Column: 9})
	case "moved":
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		rec.Facts[len(rec.Facts)-1].Line = n
	case "told":
		f := rec.Frames[len(rec.Frames)-1]
		rec.Facts = append(rec.Facts, alloc.Fact{Message: "x escapes to heap",
			Position: alloc.Position{File: f.File, Line: 1}})
	case "sampled":
		rec.Exact = false
	case "leaf":
		b.c.options.Leaf = true
	case "other":
		b.c.other = true
	case "want":
		key, value, _ := strings.Cut(value, " ")
		b.c.wants = append(b.c.wants, want{key, value})
	default:
		return fmt.Errorf("%q is no line of a case", line)
	}
	return nil
}

// frame adds a frame; its file is made up from its package and its kind.
func (b *caseBuilder) frame(kind, name string) {
	rec := b.c.record
	name, pkg, ok := strings.Cut(name, " of ")
	if !ok {
		pkg = parseSymbol(name).pkg
	}
	file := map[string]string{
		"go":  "/go/src/runtime/malloc.go",
		"std": "/go/src/" + pkg + "/x.go",
		"own": "/src/m/p/x.go",
		"lib": "/cache/pkg/mod/" + pkg + "@v1.2.3/x.go",
	}[kind]
	rec.Stacks[0] = append(rec.Stacks[0], len(rec.Frames))
	rec.Frames = append(rec.Frames,
		alloc.Frame{Func: name, File: file, Line: 10 * (len(rec.Frames) + 1)})
}

// golden compares v as JSON with the file, or writes it with -update.
func golden(t *testing.T, name string, v any) {
	t.Helper()
	got, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(name, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, data) {
		t.Errorf("the result differs from %s; see the difference after go test -update", name)
	}
}

func join(file string, line int) string { return file + ":" + text(line) }

func text(n int) string { return strconv.Itoa(n) }
