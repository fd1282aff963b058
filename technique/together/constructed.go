package together

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// call adds what a function of the package makes that the compiler inlines: then the struct
// that it returns is copied to where it belongs from the stack.
func (o *object) call(field *types.Var, call *ast.CallExpr) bool {
	lit, ok := o.constructed(call)
	if !ok || locks(o.pass.TypesInfo.TypeOf(lit)) {
		return true
	}
	for _, arg := range call.Args {
		if !o.early(&ast.CompositeLit{Elts: []ast.Expr{arg}}) {
			return true
		}
	}
	t := o.pass.TypesInfo.TypeOf(lit)
	typ, edits, ok := technique.TypeText(o.pass, o.file, call.Pos(), t)
	if !ok || len(edits) > 0 {
		return true
	}
	return o.add(field, t, part{make: call, typ: typ, with: "&%s", calls: true})
}

// constructed returns the literal of a struct that a call returns the address of, if the
// function does nothing else, calls nothing and is inlined.
//
//	func newSpan(n int) *span { return &span{left: n} }
func (o *object) constructed(call *ast.CallExpr) (lit *ast.CompositeLit, ok bool) {
	info := o.pass.TypesInfo
	fn, ok := technique.Func(info, call)
	if !ok || fn.Signature().Recv() != nil || fn.Signature().TypeParams().Len() > 0 ||
		call.Ellipsis.IsValid() || fn.Signature().Params().Len() != len(call.Args) {
		return nil, false
	}
	decl := technique.DeclOf(o.pass, fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 ||
		technique.Directed(decl) || !technique.Inlined(o.pass, decl) {
		return nil, false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	addr, ok := ast.Unparen(ret.Results[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return nil, false
	}
	lit, ok = ast.Unparen(addr.X).(*ast.CompositeLit)
	if !ok || !fits(o.pass, info.TypeOf(lit)) {
		return nil, false
	}
	if _, pointer := fn.Signature().Results().At(0).Type().Underlying().(*types.Pointer); !pointer {
		return nil, false
	}
	return lit, o.plain(decl, lit)
}

// plain reports whether a literal is made of the function's parameters, constants and new
// memory alone: it is the same whenever it is evaluated.
func (o *object) plain(decl *ast.FuncDecl, lit *ast.CompositeLit) bool {
	info := o.pass.TypesInfo
	for n := range ast.Preorder(lit) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !info.Types[n.Fun].IsType() && !fresh(info, n) {
				return false
			}
		case *ast.Ident:
			v, ok := technique.Variable(info, n)
			if ok && !v.IsField() && (v.Pos() < decl.Pos() || decl.End() <= v.Pos()) {
				return false
			}
		case *ast.SelectorExpr:
			if tv := info.Types[n]; tv.Value == nil && !tv.IsType() {
				return false
			}
		case *ast.StarExpr:
			if !info.Types[n].IsType() {
				return false
			}
		case *ast.FuncLit:
			return false
		}
		if fails(n) {
			return false
		}
	}
	return true
}

// fails reports whether a node may panic of itself, and not because of a nil pointer.
func fails(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.BinaryExpr:
		switch n.Op {
		case token.QUO, token.REM, token.SHL, token.SHR, token.EQL, token.NEQ:
			return true
		}
	}
	return false
}

// locks reports whether a value must not be copied once it is used.
func locks(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Array:
		return locks(u.Elem())
	case *types.Struct:
		if lock, _, _ := types.LookupFieldOrMethod(t, true, nil, "Lock"); lock != nil {
			return true
		}
		for f := range u.Fields() {
			if locks(f.Type()) {
				return true
			}
		}
	}
	return false
}
