package technique

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
)

// Callee returns what a call names: a function, method, builtin or variable. It is nil
// for a conversion, and where what is called has no name. A function or method of an
// instance is the one that the instance was made from. T.method is a function that has the
// receiver for its first argument: some variable stands for it.
func Callee(info *types.Info, call *ast.CallExpr) types.Object {
	name := calleeName(info, call)
	if name == nil {
		return nil
	}
	switch obj := info.Uses[name].(type) {
	case *types.TypeName:
		return nil
	case *types.Func:
		if fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && isExpression(info, fun) {
			return types.NewVar(token.NoPos, obj.Pkg(), obj.Name(), info.TypeOf(fun))
		}
		return obj.Origin()
	default:
		return obj
	}
}

// isExpression reports whether a selector is that of a method of a type: T.method.
func isExpression(info *types.Info, sel *ast.SelectorExpr) bool {
	s := info.Selections[sel]
	return s != nil && s.Kind() == types.MethodExpr
}

// calleeName returns the name of what a call calls or converts to; nil where it has none.
func calleeName(info *types.Info, call *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(call.Fun)
	switch inst := fun.(type) {
	case *ast.IndexExpr:
		if info.Types[inst.Index].IsType() {
			fun = ast.Unparen(inst.X)
		}
	case *ast.IndexListExpr:
		fun = ast.Unparen(inst.X)
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}

// calls reports whether what a call calls is written with a name, which is asked first
// because it takes no look into the tables of types.
func calls(info *types.Info, call *ast.CallExpr, name string) bool {
	id := calleeName(info, call)
	return id != nil && id.Name == name
}

// Func returns the function or method that a call names. The method may be one of an
// interface.
func Func(info *types.Info, call *ast.CallExpr) (fn *types.Func, ok bool) {
	fn, ok = Callee(info, call).(*types.Func)
	return fn, ok
}

// IsFunc reports whether call calls the package-level function pkg.name.
func IsFunc(info *types.Info, call *ast.CallExpr, pkg, name string) bool {
	if !calls(info, call, name) {
		return false
	}
	fn, ok := Func(info, call)
	return ok && fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg().Path() == pkg
}

// IsMethod reports whether call calls method name of the named type pkg.typ,
// by value or by pointer.
func IsMethod(info *types.Info, call *ast.CallExpr, pkg, typ, name string) bool {
	if !calls(info, call, name) {
		return false
	}
	fn, ok := Func(info, call)
	return ok && fn.Signature().Recv() != nil && IsNamed(fn.Signature().Recv().Type(), pkg, typ)
}

// IsNamed reports whether t, or what it points to, is the named type pkg.name.
func IsNamed(t types.Type, pkg, name string) bool {
	t = types.Unalias(t)
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pkg &&
		named.Obj().Name() == name
}

// IsBytes reports whether t is []byte, by this or another name for it.
func IsBytes(t types.Type) bool {
	return types.Identical(t, types.NewSlice(types.Typ[types.Byte]))
}

// IsError reports whether t is the predeclared type error.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsPointer reports whether t is a pointer, by whatever name.
func IsPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// PointedStruct returns the named struct, without type parameters, to which a type of pointers
// points; nil for other types.
func PointedStruct(t types.Type) *types.TypeName {
	pointer, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(pointer.Elem()).(*types.Named)
	if !ok || named.TypeParams().Len() > 0 {
		return nil
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil
	}
	return named.Obj()
}

// Immutable reports whether a value of type t leads to nothing that could be changed through a copy
// of it: it is of numbers, texts and functions, or what is never changed, types by reflection,
// regular expressions and replacers.
func Immutable(t types.Type) bool {
	_, pointer := types.Unalias(t).(*types.Pointer)
	if !pointer && IsNamed(t, "reflect", "Type") || IsNamed(t, "regexp", "Regexp") ||
		IsNamed(t, "strings", "Replacer") {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	case *types.Signature:
		return true
	case *types.Array:
		return Immutable(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !Immutable(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// IsBlank reports whether an expression is the blank identifier.
func IsBlank(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == "_"
}

// HoldsBytes reports whether t is a slice of bytes, also one with methods.
func HoldsBytes(t types.Type) bool { return t != nil && IsBytes(t.Underlying()) }

// IsText reports whether t is one of strings. A part of one is a value of its own. nil is none.
func IsText(t types.Type) bool {
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

// IsMap reports whether t is a map, by whatever name.
func IsMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// IsSlice reports whether t is a slice, by whatever name.
func IsSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// IsArray reports whether t is an array, by whatever name.
func IsArray(t types.Type) bool {
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// IsBigInt reports whether t is *big.Int.
func IsBigInt(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && IsNamed(p.Elem(), "math/big", "Int")
}

// IsWrite reports whether a function takes one value of a type and returns what Write of an
// io.Writer returns.
func IsWrite(fn *types.Func, param types.Type) bool {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	return params.Len() == 1 && !fn.Signature().Variadic() &&
		types.Identical(params.At(0).Type(), param) &&
		results.Len() == 2 && types.Identical(results.At(0).Type(), types.Typ[types.Int]) &&
		IsError(results.At(1).Type())
}

// CutsEnd reports whether n is x[i:len(x)-k] or x[:len(x)-k], of a constant k that is not negative.
func CutsEnd(info *types.Info, n *ast.SliceExpr) bool {
	left, ok := n.High.(*ast.BinaryExpr)
	if !ok || left.Op != token.SUB || n.Max != nil {
		return false
	}
	whole, ok := ast.Unparen(left.X).(*ast.CallExpr)
	k, known := ConstantInt(info, left.Y)
	return ok && known && k >= 0 && IsBuiltin(info, whole, "len") &&
		SameExpr(info, whole.Args[0], n.X)
}

// IsFailure reports whether an expression is an error, and not the name nil.
func IsFailure(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	failure := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	return tv.Type != nil && !tv.IsNil() && types.Implements(tv.Type, failure)
}

// IsBuiltin reports whether call calls the builtin function of that name.
func IsBuiltin(info *types.Info, call *ast.CallExpr, name string) bool {
	if !calls(info, call, name) {
		return false
	}
	_, ok := Callee(info, call).(*types.Builtin)
	return ok
}

// Names reports whether an expression is the name of obj, without parentheses.
func Names(info *types.Info, e ast.Expr, obj types.Object) bool {
	id, ok := e.(*ast.Ident)
	return ok && obj != nil && info.Uses[id] == obj
}

// Variable returns the variable that an expression names, without parentheses.
func Variable(info *types.Info, e ast.Node) (v *types.Var, ok bool) {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok = info.Uses[id].(*types.Var)
	return v, ok
}

// VariableOrField returns the variable or field that an expression names; nil for others.
func VariableOrField(info *types.Info, e ast.Expr) *types.Var {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := info.Uses[e].(*types.Var)
		return v
	case *ast.SelectorExpr:
		v, _ := info.Uses[e.Sel].(*types.Var)
		return v
	}
	return nil
}

// ConstantText returns the value of a constant string.
func ConstantText(info *types.Info, e ast.Expr) (text string, ok bool) {
	v := info.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// ConstantInt returns the value of a constant number that is whole and fits.
func ConstantInt(info *types.Info, e ast.Expr) (n int64, ok bool) {
	v := info.Types[e].Value
	if v == nil {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(v))
}

// IsInt reports whether an expression is a constant with the value n.
func IsInt(info *types.Info, e ast.Expr, n int64) bool {
	value, ok := ConstantInt(info, e)
	return ok && value == n
}

// MadeLength returns the constant length of make([]T, n).
func MadeLength(info *types.Info, e ast.Expr) (n int64, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !IsBuiltin(info, call, "make") || len(call.Args) != 2 {
		return 0, false
	}
	return ConstantInt(info, call.Args[1])
}

// ConstantCases reports whether all cases of a switch are constants.
func ConstantCases(info *types.Info, n *ast.SwitchStmt) bool {
	for _, clause := range n.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if info.Types[e].Value == nil {
				return false
			}
		}
	}
	return true
}

// Declared returns the variable that a statement or spec declares, if it declares one
// alone and with := or var: its name, and its value, nil for none. Else v is nil.
func Declared(info *types.Info, n ast.Node) (v *types.Var, name *ast.Ident, value ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE && len(n.Lhs) == 1 && len(n.Rhs) == 1 {
			name, _ = n.Lhs[0].(*ast.Ident)
			value = n.Rhs[0]
		}
	case *ast.DeclStmt:
		if gen := n.Decl.(*ast.GenDecl); len(gen.Specs) == 1 {
			return Declared(info, gen.Specs[0])
		}
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) <= 1 {
			name = n.Names[0]
			if len(n.Values) == 1 {
				value = n.Values[0]
			}
		}
	}
	if name == nil {
		return nil, nil, value
	}
	v, _ = info.Defs[name].(*types.Var)
	return v, name, value
}

// OneResult returns the only one of a function's results whose type is written as a T, its
// index, and how many results there are. It is not ok where there are several, and where
// results have names: a deferred call may change those.
func OneResult[T ast.Expr](decl *ast.FuncDecl) (t T, index, count int, ok bool) {
	if decl.Type.Results == nil {
		return t, 0, 0, false
	}
	for i, field := range decl.Type.Results.List {
		found, is := field.Type.(T)
		if len(field.Names) > 0 || is && ok {
			return t, 0, 0, false
		}
		if is {
			t, index, ok = found, i, true
		}
	}
	return t, index, len(decl.Type.Results.List), ok
}

// Uses reports whether the syntax below n mentions obj.
func Uses(info *types.Info, n ast.Node, obj types.Object) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && info.ObjectOf(id) == obj {
			found = true
		}
		return !found
	})
	return found
}

// CountsUp matches for i := 0; i < n; i++ where the body does not assign to i. It
// says nothing of what may change n.
func CountsUp(info *types.Info, f *ast.ForStmt) (i *types.Var, n ast.Expr, ok bool) {
	init, ok1 := f.Init.(*ast.AssignStmt)
	cond, ok2 := f.Cond.(*ast.BinaryExpr)
	post, ok3 := f.Post.(*ast.IncDecStmt)
	if !ok1 || !ok2 || !ok3 || init.Tok != token.DEFINE || len(init.Lhs) != 1 ||
		cond.Op != token.LSS || post.Tok != token.INC {
		return nil, nil, false
	}
	i, ok = info.Defs[init.Lhs[0].(*ast.Ident)].(*types.Var)
	if !ok || !IsInt(info, init.Rhs[0], 0) || !Names(info, cond.X, i) ||
		!Names(info, post.X, i) || Uses(info, cond.Y, i) || Assigned(info, f.Body, i) {
		return nil, nil, false
	}
	return i, cond.Y, true
}

// CountsDown matches for i := n - 1; i >= 0; i-- and for i := n; i > 0; i-- where the body does
// not assign to i. It says nothing of what may change n.
func CountsDown(info *types.Info, f *ast.ForStmt) (i *types.Var, n ast.Expr, ok bool) {
	i, _, from := Declared(info, f.Init)
	cond, ok1 := f.Cond.(*ast.BinaryExpr)
	post, ok2 := f.Post.(*ast.IncDecStmt)
	if i == nil || !ok1 || !ok2 || post.Tok != token.DEC || !Names(info, cond.X, i) ||
		!Names(info, post.X, i) || !IsInt(info, cond.Y, 0) || Assigned(info, f.Body, i) {
		return nil, nil, false
	}
	switch cond.Op {
	case token.GTR:
		return i, ast.Unparen(from), true
	case token.GEQ:
		last, ok := ast.Unparen(from).(*ast.BinaryExpr)
		if ok && last.Op == token.SUB && IsInt(info, last.Y, 1) {
			return i, ast.Unparen(last.X), true
		}
	}
	return nil, nil, false
}

// GoesOn matches for e := first; e != nil; e = next and returns e and next.
func GoesOn(info *types.Info, f *ast.ForStmt) (e *types.Var, next ast.Expr, ok bool) {
	e, _, _ = Declared(info, f.Init)
	cond, ok1 := f.Cond.(*ast.BinaryExpr)
	post, ok2 := f.Post.(*ast.AssignStmt)
	if e == nil || !ok1 || !ok2 || cond.Op != token.NEQ || !Names(info, cond.X, e) ||
		!info.Types[cond.Y].IsNil() || post.Tok != token.ASSIGN || len(post.Lhs) != 1 ||
		!Names(info, post.Lhs[0], e) {
		return nil, nil, false
	}
	return e, ast.Unparen(post.Rhs[0]), true
}
