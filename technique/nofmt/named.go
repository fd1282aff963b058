package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// namedHere reports whether fmt asks for the text of a value of t a String method of the
// package that only reads, and does nothing that could panic but behind a condition.
// Package fmt would print what it panics with.
func (s *site) namedHere(t types.Type) bool {
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(t) || named.TypeArgs().Len() > 0 ||
		fmtverb.Asks(types.NewPointer(t), 'd') { // Format
		return false
	}
	var method *types.Func
	methods := types.NewMethodSet(types.NewPointer(t))
	for i := range methods.Len() {
		switch m := methods.At(i); m.Obj().Name() {
		case "Error":
			return false // it goes before String
		case "String":
			if len(m.Index()) == 1 {
				method = m.Obj().(*types.Func)
			}
		}
	}
	if method == nil || !isText(method) {
		return false
	}
	decl := technique.DeclOf(s.pass, method)
	return decl != nil && decl.Body != nil && !s.within(decl) && s.onlyReads(decl)
}

// isText reports whether a method is String() string of a value.
func isText(method *types.Func) bool {
	sig := method.Signature()
	_, pointer := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	return !pointer && sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// within reports whether the call stands in a function.
func (s *site) within(decl *ast.FuncDecl) bool {
	return decl.Pos() <= s.call.Pos() && s.call.Pos() < decl.End()
}

// onlyReads reports whether a method assigns to nothing but its own variables, calls
// nothing that acts or panics, and asks something before it looks at an element or through
// a pointer.
func (s *site) onlyReads(decl *ast.FuncDecl) bool {
	if !effects.Only(s.pass, decl.Body, effects.Keeps) {
		return false
	}
	ok, asks, risks := true, false, false
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				ok = ok && s.ownVariable(decl, left)
			}
		case *ast.IncDecStmt:
			ok = ok && s.ownVariable(decl, n.X)
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.CallExpr:
			ok = ok && !technique.IsBuiltin(s.pass.TypesInfo, n, "panic")
		case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt, *ast.FuncLit:
			ok = false
		case *ast.IfStmt, *ast.SwitchStmt, *ast.RangeStmt:
			asks = true
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			risks = true
		case *ast.SelectorExpr:
			sel := s.pass.TypesInfo.Selections[n]
			risks = risks || sel != nil && sel.Indirect()
		}
	}
	return ok && (asks || !risks)
}

// ownVariable reports whether an expression is a variable that a function declares.
func (s *site) ownVariable(decl *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	obj := s.pass.TypesInfo.ObjectOf(id)
	return id.Name == "_" || obj != nil && decl.Pos() <= obj.Pos() && obj.Pos() < decl.End()
}
