package guard

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// IsBenchmark reports whether the directive stands above a benchmark.
func (d Directive) IsBenchmark() bool {
	return d.Decl != nil && d.Decl.Recv == nil &&
		strings.HasPrefix(d.Decl.Name.Name, "Benchmark") &&
		strings.HasSuffix(d.Pos.Filename, "_test.go")
}

// Directives returns the directives of a file that was parsed with comments,
// and a problem for each that is malformed. path is the import path of the
// package; symbol is what pprof prints before the names of its functions.
func Directives(fset *token.FileSet, file *ast.File, path, symbol string) ([]Directive,
	[]alloc.Problem) {
	c := &collector{fset: fset, file: file, path: path, symbol: symbol,
		docs: map[*ast.CommentGroup]*ast.FuncDecl{}}
	for _, decl := range file.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Doc != nil {
			c.docs[fn.Doc] = fn
		}
	}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			c.comment(group, comment)
		}
	}
	return c.directives, c.problems
}

// collector gathers the directives of one file.
type collector struct {
	fset         *token.FileSet
	file         *ast.File
	path, symbol string
	docs         map[*ast.CommentGroup]*ast.FuncDecl
	directives   []Directive
	problems     []alloc.Problem
}

func (c *collector) comment(group *ast.CommentGroup, comment *ast.Comment) {
	d, ok, err := ParseDirective(comment.Text)
	at := c.fset.Position(comment.Pos())
	if err != nil {
		c.problem(at, err.Error())
		return
	}
	if !ok {
		return
	}
	d.Package, d.Pos = c.path, at
	d.Decl = c.docs[group]
	if d.Kind == Allow {
		d.From, d.To = c.subject(group, comment)
		c.directives = append(c.directives, d)
		return
	}
	if d.Decl == nil {
		c.problem(at, "wring:"+string(d.Kind)+
			" must stand directly above a function")
		return
	}
	d.Func = c.symbol + "." + symbol.OfDecl(d.Decl)
	switch {
	case d.Kind == NoAlloc && d.IsBenchmark():
		c.problem(at, "wring:noalloc is for functions; for a benchmark write wring:allocs 0")
	case d.Kind == Unguarded && !d.IsBenchmark():
		c.problem(at, "wring:unguarded is for benchmarks, and this function is not one")
	case c.repeats(d):
		c.problem(at, "this function has wring:"+string(d.Kind)+" twice")
	default:
		c.directives = append(c.directives, d)
	}
}

func (c *collector) repeats(d Directive) bool {
	for _, other := range c.directives {
		if other.Decl == d.Decl && other.Kind == d.Kind && d.Kind != Allow {
			return true
		}
	}
	return false
}

// subject returns the lines that an allowance applies to: the function below a
// doc comment; the comment's own line if code precedes it there; otherwise the
// line after the comment.
func (c *collector) subject(group *ast.CommentGroup, comment *ast.Comment) (from, to int) {
	if fn := c.docs[group]; fn != nil {
		return c.fset.Position(fn.Pos()).Line, c.fset.Position(fn.End()).Line
	}
	line := c.fset.Position(comment.Pos()).Line
	if !c.codeBefore(comment, line) {
		line = c.fset.Position(group.End()).Line + 1
	}
	return line, line
}

// codeBefore reports whether code precedes the comment on its line.
func (c *collector) codeBefore(comment *ast.Comment, line int) bool {
	found := false
	ast.Inspect(c.file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		}
		begins := n.Pos() < comment.Pos() && c.fset.Position(n.Pos()).Line == line
		ends := n.End() <= comment.Pos() && c.fset.Position(n.End()).Line == line
		found = found || begins || ends
		return !found
	})
	return found
}

func (c *collector) problem(at token.Position, text string) {
	c.problems = append(c.problems, alloc.Problem{Rule: BadDirective, Fails: true,
		File: at.Filename, Line: at.Line, Column: at.Column, Text: text + "."})
}
