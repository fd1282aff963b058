package unreadslice

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// propose drops everything that names the slice. An element that may do something or fail
// is evaluated as before, and a variable that would be used by nothing else stays used.
//
//	have: var kinds []kind; x, k := f(); kinds = append(kinds, k, g(x)); _ = kinds
//	want: x, k := f(); _ = k; _ = g(x)
func (s *slice) propose() technique.Proposal {
	p := technique.Proposal{At: s.appends[0].Rhs[0],
		Message: "drop " + s.v.Name() + ", which is never read"}
	for _, as := range s.appends {
		p.Also = append(p.Also, as.Rhs[0])
		var kept []string
		for _, arg := range as.Rhs[0].(*ast.CallExpr).Args[1:] {
			if s.evaluated(arg) {
				kept = append(kept, "_ = "+technique.Text(s.pass, arg))
			}
		}
		p.Edits = append(p.Edits, s.replace(as, strings.Join(kept, "\n")))
	}
	for _, stmt := range slices.Concat(s.blanks, s.sorts) {
		p.Edits = append(p.Edits, s.replace(stmt, ""))
	}
	p.Edits = append(p.Edits, s.replace(s.declaration(), ""))
	return p
}

// evaluated reports whether an element is still evaluated: it may fail or do something, or names a
// variable that only elements use, so that the compiler rejects the function without them.
func (s *slice) evaluated(e ast.Expr) bool {
	c := comparison{slice: s}
	if !s.plain(e) && !c.computes(e) {
		return true
	}
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok && s.onlyElement(id) {
			return true
		}
	}
	return false
}

// onlyElement reports whether only elements use a variable of the function.
func (s *slice) onlyElement(id *ast.Ident) bool {
	v, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Parent() == s.pass.Pkg.Scope() {
		return false
	}
	for use := range s.fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[use.Node().(*ast.Ident)] == v && !s.inAppend(use.Node().Pos()) {
			return false
		}
	}
	return true
}

// inAppend reports whether a place is in one of the calls that append.
func (s *slice) inAppend(pos token.Pos) bool {
	return slices.ContainsFunc(s.appends, func(as *ast.AssignStmt) bool {
		return as.Rhs[0].Pos() <= pos && pos < as.Rhs[0].End()
	})
}

// declaration returns the node that declares the slice: the statement, unless
// it also declares something else.
func (s *slice) declaration() ast.Node {
	if _, isSpec := s.decl.Node().(*ast.ValueSpec); !isSpec {
		return s.decl.Node()
	}
	gen := s.decl.Parent()
	if len(gen.Node().(*ast.GenDecl).Specs) > 1 {
		return s.decl.Node()
	}
	return gen.Parent().Node()
}

// replace puts text in the place of a node, or drops it with its lines.
func (s *slice) replace(n ast.Node, text string) analysis.TextEdit {
	if text != "" {
		return technique.Replace(n, text)
	}
	tok := s.pass.Fset.File(n.Pos())
	line, end := tok.Line(n.Pos()), tok.Line(n.End())+1
	if end > tok.LineCount() {
		return technique.Replace(n, "")
	}
	src, err := s.pass.ReadFile(tok.Name())
	if err != nil {
		return technique.Replace(n, "")
	}
	from, to := tok.Offset(tok.LineStart(line)), tok.Offset(tok.LineStart(end))
	alone := strings.TrimSpace(string(src[from:tok.Offset(n.Pos())])) == "" &&
		strings.TrimSpace(string(src[tok.Offset(n.End()):to])) == ""
	if !alone {
		return technique.Replace(n, "")
	}
	if opens(src[:from]) && end < tok.LineCount() &&
		strings.TrimSpace(string(src[to:tok.Offset(tok.LineStart(end+1))])) == "" {
		end++ // no block begins with a blank line
	}
	return analysis.TextEdit{Pos: tok.LineStart(line), End: tok.LineStart(end)}
}

// opens reports whether a text ends where a block begins.
func opens(src []byte) bool {
	text := strings.TrimSpace(string(src))
	return strings.HasSuffix(text, "{") || strings.HasSuffix(text, "(")
}
