package knownio

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
)

// lengths are the names of fields and methods that say how long something is.
var lengths = []string{"size", "Size", "length", "Length", "Len", "ContentLength"}

// given returns how long the reader is that a call gives, by a field or a method of what it is made
// on: there is one, or it would not have.
func (s *sizes) given(call *ast.CallExpr) string {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		return !technique.Pure(s.pass.TypesInfo, arg)
	}) {
		return ""
	}
	x, ok := technique.Variable(s.pass.TypesInfo, sel.X)
	if !ok || !s.same(x) {
		return ""
	}
	text, t := s.length(x, call)
	if t == nil || types.Identical(t, types.Typ[types.Int64]) {
		return text
	}
	if !technique.Predeclared(s.pass, s.call.Node().Pos(), "int64") {
		return ""
	}
	return "int64(" + text + ")"
}

// length returns the expression for how long what a call opens is, and its type; "" and nil for
// none.
func (s *sizes) length(x *types.Var, call *ast.CallExpr) (string, types.Type) {
	switch types.TypeString(types.Unalias(x.Type()), nil) {
	case "*archive/zip.File":
		if technique.IsMethod(s.pass.TypesInfo, call, "archive/zip", "File", "Open") {
			return s.field(x, "UncompressedSize64", false)
		}
		return "", nil
	case "*mime/multipart.FileHeader":
		return s.field(x, "Size", false)
	}
	if s.finds(ast.Unparen(call.Fun).(*ast.SelectorExpr)) {
		for _, name := range lengths {
			if text, t := s.field(x, name, true); t != nil {
				return text, t
			}
			if text, t := s.method(x, name); t != nil {
				return text, t
			}
		}
	}
	return "", nil
}

// finds reports whether a call finds something in the variable that it is made on, so that this is
// not nil: it calls what a field holds, or a method that does so first.
func (s *sizes) finds(fun *ast.SelectorExpr) bool {
	sel := s.pass.TypesInfo.Selections[fun]
	if sel == nil || len(sel.Index()) != 1 {
		return false
	}
	if sel.Kind() == types.FieldVal || !technique.IsPointer(sel.Recv()) {
		return !types.IsInterface(sel.Recv())
	}
	decl := technique.DeclOf(s.pass, sel.Obj().(*types.Func))
	recv := s.receiver(decl)
	if recv == nil || len(decl.Body.List) == 0 {
		return false
	}
	switch first := decl.Body.List[0].(type) {
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt:
		return technique.Surely(first, func(n ast.Node) bool { return s.fieldOf(n, recv) }) &&
			!s.calls(first, recv)
	}
	return false
}

// calls reports whether a statement calls something without a field of a variable.
func (s *sizes) calls(stmt ast.Stmt, v types.Object) bool {
	for n := range ast.Preorder(stmt) {
		call, ok := n.(*ast.CallExpr)
		if ok && !technique.Surely(call, func(n ast.Node) bool { return s.fieldOf(n, v) }) {
			return true
		}
	}
	return false
}

// receiver returns the receiver of a method that has a body; nil for one without a name.
func (s *sizes) receiver(decl *ast.FuncDecl) types.Object {
	if decl == nil || decl.Body == nil || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	return s.pass.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
}

// fieldOf reports whether a node is a field of what a variable is or points to.
func (s *sizes) fieldOf(n ast.Node, v types.Object) bool {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok || !technique.Names(s.pass.TypesInfo, sel.X, v) {
		return false
	}
	found := s.pass.TypesInfo.Selections[sel]
	return found != nil && found.Kind() == types.FieldVal && len(found.Index()) == 1
}

// field returns a field that is a number. Where it must be the package's own, it has a fixed value,
// so that another goroutine can not be about to change it.
func (s *sizes) field(x *types.Var, name string, own bool) (string, types.Type) {
	obj, path, _ := types.LookupFieldOrMethod(x.Type(), false, s.pass.Pkg, name)
	size, ok := obj.(*types.Var)
	if !ok || !isInteger(size.Type()) || own && (size.Pkg() != s.pass.Pkg || len(path) > 1 ||
		!technique.Unassigned(s.pass, size)) {
		return "", nil
	}
	return x.Name() + "." + name, size.Type()
}

// method returns the call of a method that does no more than to return such a field, or the length
// of one.
func (s *sizes) method(x *types.Var, name string) (string, types.Type) {
	obj, path, _ := types.LookupFieldOrMethod(x.Type(), false, s.pass.Pkg, name)
	fn, ok := obj.(*types.Func)
	if !ok || len(path) != 1 || fn.Pkg() != s.pass.Pkg {
		return "", nil
	}
	decl := technique.DeclOf(s.pass, fn)
	recv := s.receiver(decl)
	if recv == nil || len(decl.Body.List) != 1 || fn.Signature().Params().Len() > 0 ||
		fn.Signature().Results().Len() != 1 || !isInteger(fn.Signature().Results().At(0).Type()) {
		return "", nil
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 || !s.fixed(ret.Results[0], recv) {
		return "", nil
	}
	return x.Name() + "." + name + "()", fn.Signature().Results().At(0).Type()
}

// fixed reports whether an expression is a field of the receiver that keeps its value, the length
// of one, or one of these as another type of numbers.
func (s *sizes) fixed(e ast.Expr, recv types.Object) bool {
	info := s.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		v, ok := info.Uses[e.Sel].(*types.Var)
		return ok && s.fieldOf(e, recv) && technique.Unassigned(s.pass, v)
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "len") {
			return !technique.IsMap(info.TypeOf(e.Args[0])) && s.fixed(e.Args[0], recv)
		}
		return info.Types[e.Fun].IsType() && isInteger(info.TypeOf(e)) &&
			isInteger(info.TypeOf(e.Args[0])) && s.fixed(e.Args[0], recv)
	}
	return false
}

// isInteger reports whether values of a type are integers.
func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}
