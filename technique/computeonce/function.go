package computeonce

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// methodValue matches a method value of a variable, which binds what that is, or its address, and
// cannot panic.
//
//	have: for _, n := range nodes { visit(n, w.handle) }
//	want: handleFunc := w.handle
//	      for _, n := range nodes { visit(n, handleFunc) }
func (s *search) methodValue(cur inspector.Cursor, e *ast.SelectorExpr, v *value) bool {
	if cur.ParentEdgeKind() == edge.CallExpr_Fun {
		return false
	}
	operand, itself, ok := technique.BoundVariable(s.pass.TypesInfo, e)
	if !ok {
		return false
	}
	v.itself = itself
	v.operands, v.name = []*types.Var{operand}, technique.LowerFirst(e.Sel.Name)+"Func"
	return s.handed(cur)
}

// longest is how many lines a function may have that moves before a loop: a longer
// one is easier to read where it is used.
const longest = 8

// function matches a short function literal that uses variables of the function around
// it, and is handed to a call or started. Before the loop it uses the same ones.
func (s *search) function(cur inspector.Cursor, e *ast.FuncLit, v *value) bool {
	started := false
	if call, ok := cur.Parent().Node().(*ast.CallExpr); ok && call.Fun == e {
		_, started = cur.Parent().Parent().Node().(*ast.GoStmt)
		if !started || len(call.Args) > 0 { // started with arguments, it makes an object anyway
			return false
		}
	}
	tok := s.pass.Fset.File(e.Pos())
	if tok.Line(e.End())-tok.Line(e.Pos()) >= longest {
		return false
	}
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		used, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
		if ok && !used.IsField() && used.Parent() != s.pass.Pkg.Scope() &&
			used.Pkg() == s.pass.Pkg && (used.Pos() < e.Pos() || e.End() <= used.Pos()) {
			v.operands = append(v.operands, used)
		}
		if name, ok := s.pass.TypesInfo.Uses[id].(*types.TypeName); ok && s.local(name) &&
			(name.Pos() < e.Pos() || e.End() <= name.Pos()) {
			return false
		}
		if c, ok := s.pass.TypesInfo.Uses[id].(*types.Const); ok && s.local(c) &&
			(c.Pos() < e.Pos() || e.End() <= c.Pos()) {
			return false
		}
	}
	if !started && !s.handed(cur) {
		return false
	}
	v.name, v.looped, v.itself = s.parameter(cur), true, true
	return true
}

// local reports whether a function declares an object.
func (s *search) local(obj types.Object) bool {
	return obj.Pkg() == s.pass.Pkg && obj.Parent() != s.pass.Pkg.Scope()
}

// handed reports whether an expression is the argument of a call other than of a
// builtin function.
func (s *search) handed(cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args ||
		s.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	_, builtin := technique.Callee(s.pass.TypesInfo, call).(*types.Builtin)
	return !builtin
}

// parameter returns the name of the parameter that gets an argument.
func (s *search) parameter(cur inspector.Cursor) string {
	call := cur.Parent().Node().(*ast.CallExpr)
	sig, ok := s.pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if ok && cur.ParentEdgeKind() == edge.CallExpr_Args &&
		cur.ParentEdgeIndex() < sig.Params().Len() {
		name := sig.Params().At(cur.ParentEdgeIndex()).Name()
		if len(name) > 1 && technique.Predeclared(s.pass, call.Pos(), "nil") {
			return name
		}
	}
	return "run"
}
