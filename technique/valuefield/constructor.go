package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// mostCopied is the size of a struct that is copied at most. A large one takes longer than it
// saves, and is not on the stack.
const mostCopied = 1024

// constant returns the literal, with its address, that is all of a function of the package, if it
// says the same where the function is called: that is right for a lock, too, which has no copies.
//
//	func newList() *list { return &list{items: make(map[string]int)} }
func (f *field) constant(call *ast.CallExpr) (*ast.UnaryExpr, bool) {
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	if !ok || technique.Copyable(f.elem) || fn.Signature().Recv() != nil ||
		fn.Signature().Params().Len() > 0 || !technique.SameInBuilds(f.pass, fn) {
		return nil, false
	}
	decl := technique.DeclOf(f.pass, fn)
	if decl == nil || decl.Body == nil {
		return nil, false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	ref, ok := ret.Results[0].(*ast.UnaryExpr)
	if !ok || ref.Op != token.AND {
		return nil, false
	}
	_, ok = ref.X.(*ast.CompositeLit)
	return ref, ok && !f.calls(ref) && technique.ResolvesSameAt(f.pass, ref, call.Pos()) &&
		(!f.reads(ref) || f.alone(call))
}

// reads reports whether what an expression gives depends on when it is evaluated: it names a
// variable, or receives.
func (f *field) reads(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return true
			}
		case *ast.Ident:
			if v, ok := f.pass.TypesInfo.Uses[n].(*types.Var); ok && !v.IsField() {
				return true
			}
		}
	}
	return false
}

// alone reports whether a call is the only one of its statement: the order of calls is known, but
// not when a variable is read among them.
func (f *field) alone(call *ast.CallExpr) bool {
	cur, ok := technique.Find(f.pass, call)
	for around := range cur.Enclosing() {
		switch around.Node().(type) {
		case ast.Stmt, *ast.ValueSpec:
			for n := range ast.Preorder(around.Node()) {
				other, is := n.(*ast.CallExpr)
				ref, unary := n.(*ast.UnaryExpr)
				if is && other != call || unary && ref.Op == token.ARROW {
					return false
				}
			}
			return ok
		}
	}
	return false
}

// calls reports whether an expression calls more than make: the callee may tell where it is called
// from, or what is on the stack.
func (f *field) calls(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		call, ok := n.(*ast.CallExpr)
		if ok && !technique.IsBuiltin(f.pass.TypesInfo, call, "make") {
			return true
		}
	}
	return false
}

// fresh returns the literal by which a function of the package makes the struct that a call of it
// returns. The compiler inlines the function, so that the struct is copied from the stack; and
// nothing has pointed to it, or to a part of it, that would not be in the copy.
//
//	func newList(n int) *list { return &list{room: n} }
func (f *field) fresh(call *ast.CallExpr) (ast.Expr, bool) {
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	size, known := technique.SizeOf(f.pass, f.elem)
	if !ok || !technique.Copyable(f.elem) || !known || size > mostCopied ||
		!technique.SameInBuilds(f.pass, fn) {
		return nil, false
	}
	decl := technique.DeclOf(f.pass, fn)
	if decl == nil || !technique.Inlined(f.pass, decl) || fn.Signature().Results().Len() != 1 {
		return nil, false
	}
	last, ok := decl.Body.List[len(decl.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(last.Results) != 1 {
		return nil, false
	}
	for n := range ast.Preorder(decl.Body) {
		if ret, ok := n.(*ast.ReturnStmt); ok && ret != last {
			return nil, false
		}
	}
	value := ast.Unparen(last.Results[0])
	if v, ok := technique.Variable(f.pass.TypesInfo, value); ok {
		if !f.filled(v) {
			return nil, false
		}
		value = technique.Initial(f.pass, v)
	}
	ref, ok := value.(*ast.UnaryExpr)
	if !ok || ref.Op != token.AND {
		return nil, false
	}
	_, ok = ref.X.(*ast.CompositeLit)
	return value, ok
}

// filled reports whether a variable of a constructor is only returned, and used to give fields
// their values.
func (f *field) filled(v *types.Var) bool {
	info := f.pass.TypesInfo
	uses, ok := technique.LocalUses(f.pass, v)
	for _, use := range uses {
		if technique.InLiteral(use, v) {
			return false
		}
		switch n := use.Parent().Node().(type) {
		case *ast.ReturnStmt:
		case *ast.SelectorExpr:
			if sel := info.Selections[n]; sel == nil || sel.Kind() != types.FieldVal ||
				technique.PointedTo(info, use.Parent()) {
				return false
			}
		default:
			return false
		}
	}
	return ok
}
