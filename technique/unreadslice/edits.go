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
func (s *slice) propose() (p technique.Proposal, ok bool) {
	p = technique.Proposal{At: s.appends[0].Rhs[0],
		Message: "drop " + s.v.Name() + ", which is never read"}
	for _, as := range s.appends {
		p.Also = append(p.Also, as.Rhs[0])
		kept, ok := s.evaluations(as.Rhs[0].(*ast.CallExpr))
		if !ok {
			return p, false
		}
		p.Edits = append(p.Edits, s.replace(as, strings.Join(kept, "\n")))
	}
	for _, stmt := range slices.Concat(s.blanks, s.sorts) {
		p.Edits = append(p.Edits, s.replace(stmt, ""))
	}
	p.Edits = append(p.Edits, s.replace(s.declaration(), ""))
	return p, true
}

// evaluations returns the statements that evaluate what a call appends. It is not ok where the
// order could be another, as what is no call may fail once later calls have run, or beside another
// such element; where a comment would be lost; or where the type of an element would be another.
func (s *slice) evaluations(call *ast.CallExpr) (lines []string, ok bool) {
	fails := false // perhaps, an element before
	for _, e := range call.Args[1:] {
		if !s.evaluated(e) {
			continue
		}
		lines = append(lines, "_ = "+technique.Text(s.pass, e))
		switch {
		case s.makes(e):
		case fails || s.shiftsConstant(e):
			return nil, false
		default:
			fails = !s.acts(e)
		}
	}
	return lines, !technique.Commented(s.pass, call)
}

// makes reports whether an element neither fails nor does anything.
func (s *slice) makes(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return true
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		if !ok || e.Op != token.AND {
			break
		}
		if _, ok := s.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct); ok {
			return !slices.ContainsFunc(lit.Elts, func(part ast.Expr) bool {
				if pair, ok := part.(*ast.KeyValueExpr); ok {
					part = pair.Value
				}
				return !s.makes(part)
			})
		}
	}
	c := comparison{slice: s}
	return s.plain(e) || c.computes(e)
}

// acts reports whether an element is a call or receives: such are evaluated in their order.
func (s *slice) acts(e ast.Expr) bool {
	info := s.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		_, builtin := technique.Callee(info, e).(*types.Builtin)
		return technique.IsBuiltin(info, e, "recover") || !builtin && !info.Types[e.Fun].IsType()
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	}
	return false
}

// shiftsConstant reports whether an element shifts a constant by a variable, and has a type that
// the constant would not have elsewhere.
func (s *slice) shiftsConstant(e ast.Expr) bool {
	info := s.pass.TypesInfo
	for n := range ast.Preorder(e) {
		shift, ok := n.(*ast.BinaryExpr)
		if ok && (shift.Op == token.SHL || shift.Op == token.SHR) &&
			info.Types[shift].Value == nil && info.Types[shift.X].Value != nil &&
			!types.Identical(info.TypeOf(shift), types.Typ[types.Int]) {
			return true
		}
	}
	return false
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
