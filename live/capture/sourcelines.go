package capture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/service/gosource"
)

// lines says what the source has at each line of the program that was on a stack.
func (r *run) lines(world *gosource.World) []live.Line {
	byFile := map[string][]int{}
	for _, f := range r.out.Frames {
		if live.IsProgram(f) && !slices.Contains(byFile[f.File], f.Line) {
			byFile[f.File] = append(byFile[f.File], f.Line)
		}
	}
	list := []live.Line{}
	for file, numbers := range byFile {
		path := world.Locate(file)
		if path == "" {
			continue
		}
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if syntax == nil || err != nil && len(syntax.Decls) == 0 {
			continue
		}
		slices.Sort(numbers)
		for _, n := range numbers {
			l := live.Line{File: file, Line: n, Calls: []string{}}
			describe(fset, syntax, &l)
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b live.Line) int {
		if a.File != b.File {
			if a.File < b.File {
				return -1
			}
			return 1
		}
		return a.Line - b.Line
	})
	return list
}

// describe finds what is called on a line, and the outermost loop that the line is
// in, in the same function: who asks once for all rows of it asks for those of the
// loops within as well.
func describe(fset *token.FileSet, file *ast.File, l *live.Line) {
	line := func(p token.Pos) int { return fset.Position(p).Line }
	within := func(n ast.Node) bool { return line(n.Pos()) <= l.Line && l.Line <= line(n.End()) }
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || !within(n) {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			if line(n.Body.Lbrace) < l.Line || line(n.Body.Lbrace) == line(n.Body.Rbrace) {
				l.Loop = 0 // the body runs when it is called
			}
		case *ast.RangeStmt:
			if l.Loop == 0 && inBody(fset, n.Body, l.Line) && !fixed(n.X) {
				l.Loop = line(n.Pos())
			}
		case *ast.ForStmt:
			if l.Loop == 0 && inBody(fset, n.Body, l.Line) && repeats(n) {
				l.Loop = line(n.Pos())
			}
		case *ast.CallExpr:
			if name := calledName(n.Fun); name != "" && !slices.Contains(l.Calls, name) {
				l.Calls = append(l.Calls, name)
			}
		}
		return true
	})
}

func inBody(fset *token.FileSet, body *ast.BlockStmt, line int) bool {
	return fset.Position(body.Lbrace).Line < line && line <= fset.Position(body.Rbrace).Line
}

// fixed reports whether a range is over a number that is written there, or over a
// short list that is.
func fixed(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) < 5
	case *ast.ParenExpr:
		return fixed(e.X)
	}
	return false
}

// repeats reports whether a loop goes on for as long as the data has it: not
// forever, and not for a number of times that is written there.
func repeats(n *ast.ForStmt) bool {
	if n.Cond == nil {
		return false
	}
	b, ok := n.Cond.(*ast.BinaryExpr)
	if !ok {
		return true
	}
	_, right := b.Y.(*ast.BasicLit)
	return !right || b.Op == token.NEQ
}

// calledName returns the name by which a function is called.
func calledName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.ParenExpr:
		return calledName(e.X)
	case *ast.IndexExpr:
		return calledName(e.X)
	case *ast.IndexListExpr:
		return calledName(e.X)
	}
	return ""
}
