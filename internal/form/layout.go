package form

import (
	"bytes"
	"fmt"
	"go/format"
	"path"
	"strings"
	"unicode/utf8"
)

// The widest line, and how wide a tab counts. Four is a compromise: gofmt's
// eight would leave little room in nested code, and one is too narrow to read.
const (
	maxWidth = 100
	tabWidth = 4
)

// layout wants Go files as gofmt writes them, and lines of Go and Markdown
// that fit beside another window. A line with an address in it cannot be
// broken and may be longer, as may a row of a table.
func layout(t *Tree) []Problem {
	var problems []Problem
	for _, f := range t.Files {
		markdown := path.Ext(f.Path) == ".md"
		if f.Syntax == nil && !markdown {
			continue
		}
		if f.Syntax != nil && !formatted(f.Data) {
			problems = append(problems, Problem{Path: f.Path,
				Text: "not formatted; run gofmt -w on it"})
		}
		problems = append(problems, wide(f, markdown)...)
	}
	return problems
}

func formatted(src []byte) bool {
	out, err := format.Source(src)
	return err == nil && bytes.Equal(src, out)
}

func wide(f *File, markdown bool) []Problem {
	var problems []Problem
	number := 0
	for line := range strings.Lines(string(f.Data)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.Contains(line, "://") || markdown && strings.HasPrefix(line, "|") {
			continue
		}
		if n := width(line); n > maxWidth {
			problems = append(problems, Problem{Path: f.Path, Line: number,
				Text: fmt.Sprintf("%d columns wide, more than %d", n, maxWidth)})
		}
	}
	return problems
}

// width returns how many columns line takes.
func width(line string) int {
	return utf8.RuneCountInString(line) + strings.Count(line, "\t")*(tabWidth-1)
}
