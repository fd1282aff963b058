package fix

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// lines is a range of lines of a file.
type lines struct {
	file        string // absolute
	first, last int
}

func (r lines) holds(file string, line int) bool {
	return r.file == file && r.first <= line && line <= r.last
}

// meets reports whether two ranges have a line in common.
func (r lines) meets(s lines) bool {
	return r.file == s.file && r.first <= s.last && s.first <= r.last
}

// functions returns the lines of a file's functions.
func functions(fset *token.FileSet, file *ast.File) []lines {
	var list []lines
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			from, to := fset.PositionFor(fn.Pos(), false), fset.PositionFor(fn.End(), false)
			list = append(list, lines{from.Filename, from.Line, to.Line})
		}
	}
	return list
}

// around returns the lines of the function that a proposal is for, or its own
// line outside of functions.
func around(p alloc.Candidate, funcs []lines) lines {
	for _, f := range funcs {
		if strings.HasSuffix(f.file, "/"+p.File) && f.holds(f.file, p.Line) {
			return f
		}
	}
	return lines{p.Edits[0].File, p.Line, p.Line}
}

func newlines(text []byte) int {
	n := 0
	for _, c := range text {
		if c == '\n' {
			n++
		}
	}
	return n
}
