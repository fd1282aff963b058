package concat

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// finding is a call of a function of the package that only searches.
type finding struct {
	*insertion
	decl *ast.FuncDecl
	args map[types.Object]ast.Expr // what its parameters are given, and its receiver
}

// finds reports whether a call of a function of the package only searches in the slice: the first
// of its results is one of the indexes, or the length.
//
//	func (l *list) find(key int) (int, bool) {
//		i := sort.Search(len(l.items), ...)
//		return i, i < len(l.items) && l.items[i].key == key
//	}
func (in *insertion) finds(call *ast.CallExpr) bool {
	fn, ok := technique.Func(in.pass.TypesInfo, call)
	if !ok || call.Ellipsis.IsValid() {
		return false
	}
	f := &finding{insertion: in, decl: technique.DeclOf(in.pass, fn)}
	if f.decl == nil || f.decl.Body == nil || !f.match(fn, call) ||
		!f.quiet(call) {
		return false
	}
	returns := 0
	technique.Leaving(f.decl.Body, func(stmt ast.Stmt) {
		ret, ok := stmt.(*ast.ReturnStmt)
		if returns++; !ok || len(ret.Results) == 0 || !f.index(ret.Results[0]) {
			returns = -1 << 30
		}
	})
	return returns > 0
}

// quiet reports whether the call has no effects: what the function calls has none, nor what it
// hands to a search.
func (f *finding) quiet(call *ast.CallExpr) bool {
	const most = effects.Panics | effects.Keeps
	for n := range ast.Preorder(f.decl.Body) {
		inner, ok := n.(*ast.CallExpr)
		if ok && !f.looks(inner) && !effects.Only(f.pass, inner, most) {
			return false
		}
	}
	for _, arg := range call.Args {
		if !effects.Only(f.pass, arg, most) {
			return false
		}
	}
	return effects.Only(f.pass, call, most|effects.Calls)
}

// match finds what the parameters are given.
func (f *finding) match(fn *types.Func, call *ast.CallExpr) bool {
	sig := fn.Signature()
	f.args = make(map[types.Object]ast.Expr)
	if sig.Variadic() || sig.Params().Len() != len(call.Args) {
		return false
	}
	for i, arg := range call.Args {
		f.args[sig.Params().At(i).Origin()] = arg
	}
	if sig.Recv() == nil {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := f.pass.TypesInfo.Selections[sel]
	f.args[sig.Recv().Origin()] = sel.X
	return s != nil && s.Kind() == types.MethodVal && len(s.Index()) == 1
}

// index reports whether what the function returns is one of the indexes, or the length: 0, or what
// a search gives.
func (f *finding) index(e ast.Expr) bool {
	e = ast.Unparen(e)
	if technique.IsInt(f.pass.TypesInfo, e, 0) {
		return true
	}
	if v, ok := technique.Variable(f.pass.TypesInfo, e); ok {
		def, ok := technique.Definition(f.pass, v)
		if !ok || !technique.Fixed(f.pass, v) {
			return false
		}
		if e, ok = first(f.pass.TypesInfo, def.Parent(), v); !ok {
			return false
		}
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || !f.looks(call) {
		return false
	}
	s := call.Args[0]
	if technique.IsFunc(f.pass.TypesInfo, call, "sort", "Search") {
		if s, ok = f.counted(s); !ok {
			return false
		}
	}
	here := &insertion{joining: f.joining, s: s}
	return f.means(s, f.s) && !here.changed(f.decl.Pos(), f.decl.End())
}

// first returns the call whose first result a statement gives to a new variable.
func first(info *types.Info, def inspector.Cursor, v *types.Var) (ast.Expr, bool) {
	as, ok := def.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 {
		return nil, false
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	return as.Rhs[0], ok && info.Defs[id] == v
}

// counted returns the slice of which an expression is the length.
func (f *finding) counted(n ast.Expr) (ast.Expr, bool) {
	if v, ok := technique.Variable(f.pass.TypesInfo, ast.Unparen(n)); ok {
		if n = technique.OnlyValue(f.pass, v); n == nil {
			return nil, false
		}
	}
	call, ok := ast.Unparen(n).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(f.pass.TypesInfo, call, "len") {
		return nil, false
	}
	return call.Args[0], true
}

// means reports whether an expression in the function is what the caller calls s: a parameter,
// which keeps its value, or a field of one.
func (f *finding) means(e, s ast.Expr) bool {
	e, s = ast.Unparen(e), ast.Unparen(s)
	if v, ok := technique.Variable(f.pass.TypesInfo, e); ok {
		arg := f.args[v]
		return arg != nil && technique.Fixed(f.pass, v) &&
			technique.SameExpr(f.pass.TypesInfo, arg, s)
	}
	field, ok := e.(*ast.SelectorExpr)
	of, is := s.(*ast.SelectorExpr)
	return ok && is && f.pass.TypesInfo.Uses[field.Sel] == f.pass.TypesInfo.Uses[of.Sel] &&
		f.pass.TypesInfo.Selections[field] != nil && f.means(field.X, of.X)
}
