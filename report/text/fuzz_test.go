package text

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// Whatever a report says, both forms are written, fit the width, and hold no
// control characters.
func FuzzReport(f *testing.F) {
	reports, err := filepath.Glob(filepath.Join("testdata", "*.json"))
	if err != nil || len(reports) == 0 {
		f.Fatal("no reports in testdata: ", err)
	}
	for _, name := range reports {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, 60, "line")
	}
	f.Fuzz(func(t *testing.T, data []byte, width int, by string) {
		var rep alloc.Report
		if json.Unmarshal(data, &rep) != nil {
			return
		}
		opt := Options{Width: width & 0xff, By: by, Source: source, Color: width%2 == 0}
		var buf bytes.Buffer
		if err := Why(&buf, rep, opt); err != nil {
			t.Fatal(err)
		}
		checkLines(t, buf.String(), opt)
		buf.Reset()
		if Top(&buf, rep, opt) == nil {
			checkLines(t, buf.String(), opt)
		}
	})
}

// Whatever the file and the place in it, the underlined part is within the line.
func FuzzExtent(f *testing.F) {
	data, err := source("p/join.go")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data, 17, 17)
	f.Add([]byte("package p\n\nvar x = f(\n\t1,\n)\n"), 3, 10)
	f.Add([]byte("package"), 1, 1)
	f.Add([]byte("package p\n\nvar x = f(\n\t1,\n)\n"), 3, 0)
	f.Fuzz(func(t *testing.T, data []byte, line, column int) {
		file := newSourceFile(data)
		if line < 1 || line > len(file.lines) {
			return
		}
		f := &alloc.Finding{Site: alloc.Site{Line: line, Column: column, Func: "p.F"}}
		if column == 0 {
			f.Stacks = stacks("p.f", "p.F", line)
		}
		start, end := file.extent(f)
		if start < 0 || start > end || end > len(file.lines[line-1]) {
			t.Errorf("%d to %d in %q", start, end, file.lines[line-1])
		}
	})
}
