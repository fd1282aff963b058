package guard

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// Mark is a directive in its place.
type Mark struct {
	Directive
	Package string // import path
	Pos     token.Position

	// Func is the function below the directive, as pprof prints it, and Decl its
	// declaration. Both are zero for an allowance that is about one line.
	Func string
	Decl *ast.FuncDecl
	// From and To are the lines that an allowance is about.
	From, To int
}

// IsBenchmark reports whether the mark stands above a benchmark.
func (m Mark) IsBenchmark() bool {
	return m.Decl != nil && m.Decl.Recv == nil &&
		strings.HasPrefix(m.Decl.Name.Name, "Benchmark") &&
		strings.HasSuffix(m.Pos.Filename, "_test.go")
}

// Marks returns the directives of a file, parsed with comments, of the package
// path, whose functions pprof prints with symbol before them. What is wrong
// with a directive is a problem.
func Marks(fset *token.FileSet, file *ast.File, path, symbol string) ([]Mark, []alloc.Problem) {
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
	return c.marks, c.problems
}

// collector gathers the directives of one file.
type collector struct {
	fset         *token.FileSet
	file         *ast.File
	path, symbol string
	docs         map[*ast.CommentGroup]*ast.FuncDecl
	marks        []Mark
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
	m := Mark{Directive: d, Package: c.path, Pos: at}
	m.Decl = c.docs[group]
	if d.Kind == Allow {
		m.From, m.To = c.subject(group, comment)
		c.marks = append(c.marks, m)
		return
	}
	if m.Decl == nil {
		c.problem(at, "wring:"+string(d.Kind)+
			" stands directly above a function, and there is none")
		return
	}
	m.Func = c.symbol + "." + symbol.OfDecl(m.Decl)
	switch {
	case d.Kind == NoAlloc && m.IsBenchmark():
		c.problem(at, "wring:noalloc is for functions; a benchmark is measured: wring:allocs 0")
	case d.Kind == Unguarded && !m.IsBenchmark():
		c.problem(at, "wring:unguarded excepts a benchmark, and this function is none")
	case c.twice(m):
		c.problem(at, "wring:"+string(d.Kind)+" is there twice")
	default:
		c.marks = append(c.marks, m)
	}
}

func (c *collector) twice(m Mark) bool {
	for _, other := range c.marks {
		if other.Decl == m.Decl && other.Kind == m.Kind && m.Kind != Allow {
			return true
		}
	}
	return false
}

// subject returns the lines that an allowance is about: those of the function
// that it stands above; its own, when something stands before it there; else
// the first after the comment.
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

// codeBefore reports whether something stands before the comment on its line.
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
