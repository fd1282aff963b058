package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// sourceFile is the text of a Go file.
type sourceFile struct {
	data  []byte
	lines []string
}

// extent returns the part of the line of f, as offsets in bytes, that the
// expression covers which allocates: the one for which the compiler gives the
// column of f, or else the call through which the stacks of f go. Both offsets
// are the same when neither is known.
func (s *sourceFile) extent(f *alloc.Finding) (start, end int) {
	text := s.lines[f.Line-1]
	callee := calleeOf(f)
	switch {
	case f.Column < 0, f.Column > len(text):
		return 0, 0 // not of this file
	case f.Column == 0 && callee == "":
		return 0, 0
	}
	expr, lineStart := s.find(f, callee)
	if expr == nil {
		return max(0, f.Column-1), f.Column
	}
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	start = max(indent, int(expr.Pos()-lineStart))
	end = min(len(text), int(expr.End()-lineStart))
	return start, max(start, end)
}

// find returns the expression that extent is about, nil if there is none, and
// where its line begins.
func (s *sourceFile) find(f *alloc.Finding, callee string) (ast.Expr, token.Pos) {
	files := token.NewFileSet()
	// What a file with errors holds up to there is good enough to look at.
	syntax, _ := parser.ParseFile(files, "", s.data, parser.SkipObjectResolution)
	if syntax == nil {
		return nil, token.NoPos
	}
	file := files.File(syntax.FileStart)
	if f.Line > file.LineCount() {
		return nil, token.NoPos
	}
	lineStart := file.LineStart(f.Line)
	lineEnd := lineStart + token.Pos(len(s.lines[f.Line-1]))
	wanted := func(e ast.Expr) bool { return compilerPos(e) == lineStart+token.Pos(f.Column-1) }
	if f.Column == 0 {
		wanted = func(e ast.Expr) bool {
			pos := compilerPos(e)
			return lineStart <= pos && pos < lineEnd && calls(e, callee)
		}
	}
	return outermost(syntax, lineStart, lineEnd, wanted), lineStart
}

// outermost returns the first expression that is wanted, looking only at
// syntax that touches the text from start to end.
func outermost(syntax *ast.File, start, end token.Pos, wanted func(ast.Expr) bool) ast.Expr {
	var found ast.Expr
	ast.Inspect(syntax, func(n ast.Node) bool {
		if found != nil || n == nil || n.End() < start || n.Pos() > end {
			return false
		}
		if expr, ok := n.(ast.Expr); ok && wanted(expr) {
			found = expr
		}
		return found == nil
	})
	return found
}

// compilerPos returns where the compiler's remarks about expr point: at the
// operator, the opening bracket or the dot rather than at the first operand.
func compilerPos(expr ast.Expr) token.Pos {
	switch expr := expr.(type) {
	case *ast.CallExpr:
		return expr.Lparen
	case *ast.BinaryExpr:
		return expr.OpPos
	case *ast.CompositeLit:
		return expr.Lbrace
	case *ast.IndexExpr:
		return expr.Lbrack
	case *ast.IndexListExpr:
		return expr.Lbrack
	case *ast.SliceExpr:
		return expr.Lbrack
	case *ast.SelectorExpr:
		return expr.Sel.Pos() - 1
	case *ast.TypeAssertExpr:
		return expr.Lparen - 1
	}
	return expr.Pos()
}

// calleeOf returns the name, without package and receiver, of the function that
// the line of f calls on its heaviest stack; "" if it allocates itself.
func calleeOf(f *alloc.Finding) string {
	if len(f.Stacks) == 0 {
		return ""
	}
	frames := f.Stacks[0].Frames
	for i, frame := range frames {
		if i > 0 && frame.Func == f.Func && frame.Line == f.Line {
			name, _, _ := strings.Cut(symbol.Short(frames[i-1].Func), "[")
			return name[strings.LastIndexByte(name, '.')+1:]
		}
	}
	return ""
}

// calls reports whether expr is a call of a function or method called name.
func calls(expr ast.Expr, name string) bool {
	call, ok := expr.(*ast.CallExpr)
	if !ok {
		return false
	}
	fun := call.Fun
	switch index := fun.(type) {
	case *ast.IndexExpr:
		fun = index.X
	case *ast.IndexListExpr:
		fun = index.X
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun.Name == name
	case *ast.SelectorExpr:
		return fun.Sel.Name == name
	}
	return false
}
