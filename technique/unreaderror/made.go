package unreaderror

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// failure asks of the errors of a function what is missed when they are not made.
type failure struct {
	pass   *analysis.Pass
	seen   map[*types.Func]bool
	asks   map[*types.Func]bool    // whose returns are being asked
	needed []ast.Node              // declarations that only errors need
	of     map[ast.Expr][]ast.Node // by the error
}

// failureIn returns the question for a package.
func failureIn(pass *analysis.Pass) *failure {
	return &failure{pass: pass, seen: make(map[*types.Func]bool),
		asks: make(map[*types.Func]bool), of: make(map[ast.Expr][]ast.Node)}
}

// made returns the errors that the statements of a function return, where each is made for this
// and nothing else is missed, and notes what only they need.
func (f *failure) made(fn inspector.Cursor, sig *types.Signature) (list []ast.Expr) {
	for ret := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		within, ok := technique.EnclosingFunc(ret)
		n := ret.Node().(*ast.ReturnStmt)
		if !ok || within != fn || len(n.Results) != sig.Results().Len() {
			continue
		}
		e := n.Results[len(n.Results)-1]
		if !f.makes(e) || !f.missed(ret, e) || technique.Commented(f.pass, n) {
			continue
		}
		if needs, ok := f.needs(ret, e); ok {
			list, f.needed = append(list, e), append(f.needed, needs...)
			f.of[e] = needs
		}
	}
	return list
}

// needs returns the declarations of variables that only an error needs, which stand before the
// statement that returns it. It is not ok where one stands elsewhere, or is missed.
//
//	text := fmt.Sprintf(...); return 0, newError(text)
func (f *failure) needs(ret inspector.Cursor, e ast.Expr) (list []ast.Node, ok bool) {
	at := ret
	for {
		before, ok := at.PrevSibling()
		if !ok {
			break
		}
		v, _, value := technique.Declared(f.pass.TypesInfo, before.Node())
		if v == nil || value == nil || !f.within(v, e, list) {
			break
		}
		if !f.missed(ret, value) || technique.Commented(f.pass, before.Node()) {
			return nil, false
		}
		list, at = append(list, before.Node()), before
	}
	locals := f.locals(e)
	for _, n := range list {
		locals = append(locals, f.locals(n)...)
	}
	return list, !slices.ContainsFunc(locals, func(v *types.Var) bool {
		return f.within(v, e, list) && !slices.ContainsFunc(list, func(n ast.Node) bool {
			declared, _, _ := technique.Declared(f.pass.TypesInfo, n)
			return declared == v
		})
	})
}

// locals returns the variables that are used in a node and that a function declares, but for its
// parameters.
func (f *failure) locals(n ast.Node) (list []*types.Var) {
	for n := range ast.Preorder(n) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := f.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() || v.Parent() == f.pass.Pkg.Scope() || v.Kind() != types.LocalVar {
			continue
		}
		list = append(list, v)
	}
	return list
}

// within reports whether all uses of a variable are in an expression, or in statements that only
// it needs.
func (f *failure) within(v *types.Var, e ast.Expr, needed []ast.Node) bool {
	for _, use := range technique.UsesOf(f.pass, v) {
		at := use.Node().Pos()
		if (at < e.Pos() || e.End() <= at) && !slices.ContainsFunc(needed, func(n ast.Node) bool {
			return n.Pos() <= at && at < n.End()
		}) {
			return false
		}
	}
	return true
}

// makes reports whether an expression makes an error: a literal, or the call of a function that is
// given what it says.
func (f *failure) makes(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		_, lit := e.X.(*ast.CompositeLit)
		return lit && e.Op == token.AND
	case *ast.CompositeLit:
		return len(e.Elts) > 0
	case *ast.CallExpr:
		fn, ok := technique.Func(f.pass.TypesInfo, e)
		if !ok || fn.Pkg() == nil {
			return false
		}
		return technique.IsFunc(f.pass.TypesInfo, e, "fmt", "Errorf") ||
			technique.IsFunc(f.pass.TypesInfo, e, "errors", "New") || f.fails(fn)
	}
	return false
}

// fails reports whether a function of the package never returns nil: its result is no interface,
// or each return makes an error.
func (f *failure) fails(fn *types.Func) bool {
	results := fn.Signature().Results()
	if fn.Pkg() != f.pass.Pkg || results.Len() != 1 {
		return false
	}
	if !types.IsInterface(results.At(0).Type()) {
		return true
	}
	decl := technique.DeclOf(f.pass, fn)
	if f.asks[fn] || decl == nil || decl.Body == nil {
		return false
	}
	f.asks[fn] = true
	defer delete(f.asks, fn)
	fails := true
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		ret, ok := n.(*ast.ReturnStmt)
		if ok && (len(ret.Results) != 1 || !f.makes(ret.Results[0])) {
			fails = false
		}
		_, lit := n.(*ast.FuncLit)
		return !lit
	})
	return fails
}

// places returns an error that is not made, and where functions of the package that make it do so.
func (f *failure) places(e ast.Expr) []ast.Node {
	list := []ast.Node{e}
	seen := make(map[*types.Func]bool)
	for i := 0; i < len(list); i++ {
		call, ok := list[i].(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, ok := technique.Func(f.pass.TypesInfo, call)
		if !ok || seen[fn] || i > 0 && !f.fails(fn) {
			continue
		}
		seen[fn] = true
		decl := technique.DeclOf(f.pass, fn)
		if decl == nil || decl.Body == nil {
			continue
		}
		for n := range ast.Preorder(decl.Body) {
			switch n.(type) {
			case *ast.CallExpr, *ast.CompositeLit:
				list = append(list, n)
			}
		}
	}
	return list
}

// differs reports whether an error does not say the same each time.
func (f *failure) differs(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return !ok || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return f.pass.TypesInfo.Types[arg].Value == nil
	}) || !technique.IsFunc(f.pass.TypesInfo, call, "fmt", "Errorf") &&
		!technique.IsFunc(f.pass.TypesInfo, call, "errors", "New")
}

// missed reports whether nothing is missed where an expression of a statement is not evaluated.
func (f *failure) missed(stmt inspector.Cursor, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return f.missed(stmt, e.X)
		}
	case *ast.CompositeLit:
		return !slices.ContainsFunc(e.Elts, func(elem ast.Expr) bool {
			if pair, ok := elem.(*ast.KeyValueExpr); ok {
				elem = pair.Value
			}
			return !f.missed(stmt, elem)
		})
	case *ast.BinaryExpr:
		return f.computes(e) && f.missed(stmt, e.X) && f.missed(stmt, e.Y)
	case *ast.CallExpr:
		return f.asked(stmt, e) || f.call(stmt, e)
	case *ast.SliceExpr, *ast.IndexExpr, *ast.StarExpr:
		return f.asked(stmt, e)
	}
	return technique.Pure(f.pass.TypesInfo, e) && effects.Only(f.pass, e, 0) && f.total(stmt, e)
}

// total reports whether no element that may be missing is read in an expression, nor a field
// through a pointer that the function compares with nil, and whether each operator has a result.
func (f *failure) total(stmt inspector.Cursor, e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.StarExpr:
			return false
		case *ast.BinaryExpr:
			if !f.computes(n) {
				return false
			}
		case *ast.SelectorExpr:
			if f.mayBeNil(stmt, n.X) {
				return false
			}
		}
	}
	return true
}

// computes reports whether an operator has a result for all operands: it neither divides nor
// shifts, and compares no interfaces, which may hold what cannot be compared.
func (f *failure) computes(e *ast.BinaryExpr) bool {
	switch e.Op {
	case token.QUO, token.REM, token.SHL, token.SHR:
		return false
	case token.EQL, token.NEQ:
		info := f.pass.TypesInfo
		_, basic := info.TypeOf(e.X).Underlying().(*types.Basic)
		_, other := info.TypeOf(e.Y).Underlying().(*types.Basic)
		return basic && other || info.Types[e.Y].IsNil() || technique.IsPointer(info.TypeOf(e.X))
	}
	return true
}

// mayBeNil reports whether the function around a statement compares a pointer with nil.
func (f *failure) mayBeNil(stmt inspector.Cursor, x ast.Expr) bool {
	fn, ok := technique.EnclosingFunc(stmt)
	if !ok || !technique.IsPointer(f.pass.TypesInfo.TypeOf(x)) {
		return !ok
	}
	for cur := range fn.Preorder((*ast.BinaryExpr)(nil)) {
		n := cur.Node().(*ast.BinaryExpr)
		if f.pass.TypesInfo.Types[n.Y].IsNil() && technique.SameExpr(f.pass.TypesInfo, n.X, x) {
			return true
		}
	}
	return false
}

// call reports whether a call only computes, and calls of its operands nothing but what tells
// their texts.
func (f *failure) call(stmt inspector.Cursor, call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if !f.missed(stmt, arg) || !f.tells(f.pass.TypesInfo.TypeOf(arg)) {
			return false
		}
	}
	if f.pass.TypesInfo.Types[call.Fun].IsType() {
		return f.converts(call)
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if s := f.pass.TypesInfo.Selections[sel]; s != nil && !f.missed(stmt, sel.X) {
			return false
		}
	}
	fn, ok := technique.Func(f.pass.TypesInfo, call)
	switch {
	case !ok:
		return technique.IsBuiltin(f.pass.TypesInfo, call, "len")
	case fn.Pkg() == f.pass.Pkg:
		return f.only(fn) && f.returns(fn)
	}
	const acts = effects.Writes | effects.Changes | effects.Outside | effects.Panics | effects.Acts
	return fn.Pkg() != nil && effects.Known(fn) && !effects.Of(fn).Has(acts)
}

// converts reports whether a conversion has a result for all values: none to an interface, or of
// a slice to an array, which may be longer.
func (f *failure) converts(call *ast.CallExpr) bool {
	t := f.pass.TypesInfo.TypeOf(call)
	return !types.IsInterface(t) && (technique.IsSlice(t) ||
		!technique.IsSlice(f.pass.TypesInfo.TypeOf(call.Args[0])) || technique.IsText(t))
}

// returns reports whether a function of the package, and those that it calls, have no call of
// panic.
func (f *failure) returns(fn *types.Func) bool {
	yes := func(*ast.FuncDecl, ast.Node) bool { return true }
	w := effects.NewWalker(f.pass, effects.Rules{
		Node:    yes,
		Builtin: func(_ *ast.CallExpr, name string) bool { return name != "panic" },
		Library: func(*ast.CallExpr, *types.Func) bool { return true },
	})
	decl := technique.DeclOf(f.pass, fn)
	return decl != nil && w.Func(fn.Origin(), decl)
}

// only reports whether a function of the package only computes.
func (f *failure) only(fn *types.Func) bool {
	decl := technique.DeclOf(f.pass, fn)
	return decl != nil && effects.OnlyOf(f.pass, decl, effects.Panics|effects.Calls|effects.Shows)
}

// tells reports whether nothing but a text comes of printing a value of a type: a basic one, one
// whose methods that print it only compute, an error, or what package reflect says of types.
func (f *failure) tells(t types.Type) bool {
	if technique.IsError(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
	case *types.Slice:
		if !f.tells(u.Elem()) {
			return false
		}
	default:
		return technique.IsNamed(t, "reflect", "Type")
	}
	for _, name := range []string{"Format", "GoString", "Error", "String"} {
		obj, _, _ := types.LookupFieldOrMethod(t, true, f.pass.Pkg, name)
		fn, ok := obj.(*types.Func)
		if !ok || f.seen[fn] {
			continue
		}
		f.seen[fn] = true
		if fn.Pkg() != f.pass.Pkg && !effects.Known(fn) ||
			fn.Pkg() == f.pass.Pkg && !f.only(fn) {
			f.seen[fn] = false
			return false
		}
	}
	return true
}

// asked reports whether a condition that was asked before the statement evaluates the same
// expression, of fields and variables or of a method of package reflect.
func (f *failure) asked(stmt inspector.Cursor, e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		fn, ok := technique.Callee(f.pass.TypesInfo, call).(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "reflect" || len(call.Args) > 0 {
			return false
		}
	}
	text := technique.Text(f.pass, e)
	for up := range stmt.Enclosing((*ast.IfStmt)(nil)) {
		for n := range ast.Preorder(up.Node().(*ast.IfStmt).Cond) {
			if x, ok := n.(ast.Expr); ok && technique.Text(f.pass, x) == text {
				return true
			}
		}
	}
	return false
}
