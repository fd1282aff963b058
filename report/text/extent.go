package text

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// sourceFile is the text of a Go file.
type sourceFile struct {
	data  []byte
	lines []string
}

// extent returns the part of a line, as offsets in bytes, that the expression
// covers for which the compiler gives that line and column. Both offsets are
// the same when the column is not known or the line has no such place.
func (s *sourceFile) extent(line, column int) (start, end int) {
	text := s.lines[line-1]
	if column < 1 || column > len(text) {
		return 0, 0
	}
	files := token.NewFileSet()
	// What a file with errors holds up to there is good enough to look at.
	syntax, _ := parser.ParseFile(files, "", s.data, parser.SkipObjectResolution)
	if syntax == nil {
		return column - 1, column
	}
	file := files.File(syntax.FileStart)
	if line > file.LineCount() {
		return column - 1, column
	}
	lineStart := file.Offset(file.LineStart(line))
	expr := exprAt(syntax, file.Pos(lineStart+column-1))
	if expr == nil {
		return column - 1, column
	}
	indent := len(text) - len(strings.TrimLeft(text, " \t"))
	start = max(indent, file.Offset(expr.Pos())-lineStart)
	end = min(len(text), file.Offset(expr.End())-lineStart)
	return start, max(start, end)
}

// exprAt returns the outermost expression that the compiler places at pos.
func exprAt(syntax *ast.File, pos token.Pos) ast.Expr {
	var found ast.Expr
	ast.Inspect(syntax, func(n ast.Node) bool {
		if found != nil || n == nil || pos < n.Pos() || pos >= n.End() {
			return false
		}
		if expr, ok := n.(ast.Expr); ok && compilerPos(expr) == pos {
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
