package sortfunc

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// byInterface matches the functions that take a sort.Interface, when its type
// is known here.
//
//	have: sort.Sort(sort.StringSlice(names))
//	want: slices.Sort(names)
//
//	have: sort.Stable(byAge(people))
//	want: slices.SortStableFunc(people, func(a, b person) int { ... })
func (c *call) byInterface(name string) (technique.Proposal, bool) {
	arg, reversed := ast.Unparen(c.expr.Args[0]), false
	if inner, ok := arg.(*ast.CallExpr); ok &&
		technique.IsFunc(c.pass.TypesInfo, inner, "sort", "Reverse") {
		arg, reversed = ast.Unparen(inner.Args[0]), true
	}
	t := c.pass.TypesInfo.TypeOf(arg)
	slice, ok := t.Underlying().(*types.Slice)
	if !ok {
		return technique.Proposal{}, false
	}
	xs := c.text(arg)
	if kind := basicSlice(t); kind != "" {
		return c.basic(name, xs, kind, reversed)
	}
	less, ok := c.lessOf(t)
	if !ok {
		return technique.Proposal{}, false
	}
	text, edits, ok := less.asFunc(slice.Elem(), reversed)
	if !ok {
		return technique.Proposal{}, false
	}
	args := map[ast.Expr]string{c.expr.Args[0]: xs + ", " + text}
	return c.replaced(name, args, edits), true
}

// text returns the text of a slice, without a conversion that is only there for
// its methods.
func (c *call) text(arg ast.Expr) string {
	conv, ok := arg.(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !c.pass.TypesInfo.Types[conv.Fun].IsType() {
		return technique.Text(c.pass, arg)
	}
	if _, ok := c.pass.TypesInfo.TypeOf(conv.Args[0]).Underlying().(*types.Slice); !ok {
		return technique.Text(c.pass, arg)
	}
	return technique.Text(c.pass, conv.Args[0])
}

// basicSlice returns what a slice type of package sort holds, "" for others.
func basicSlice(t types.Type) string {
	switch {
	case technique.IsNamed(t, "sort", "IntSlice"):
		return "int"
	case technique.IsNamed(t, "sort", "StringSlice"):
		return "string"
	case technique.IsNamed(t, "sort", "Float64Slice"):
		return "float64"
	}
	return ""
}

// basic sorts a slice of one of these. They put NaN first, as package cmp does.
func (c *call) basic(name, xs, kind string, reversed bool) (technique.Proposal, bool) {
	plain := map[string]string{"SortFunc": "Sort", "IsSortedFunc": "IsSorted"}[name]
	if plain != "" && !reversed {
		return c.replaced(plain, map[ast.Expr]string{c.expr.Args[0]: xs}, nil), true
	}
	pkg, edits := technique.AddImport(c.pass, c.file, c.expr.Pos(), "cmp")
	if !technique.Predeclared(c.pass, c.expr.Pos(), kind, "int") {
		return technique.Proposal{}, false
	}
	text := pkg + ".Compare[" + kind + "]"
	if reversed {
		text = "func(a, b " + kind + ") int { return " + pkg + ".Compare(b, a) }"
	}
	return c.replaced(name, map[ast.Expr]string{c.expr.Args[0]: xs + ", " + text}, edits), true
}

// lessOf returns the method Less of a slice type of this package, whose Len and
// Swap do what the words say.
func (c *call) lessOf(t types.Type) (*less, bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != c.pass.Pkg || named.TypeArgs().Len() > 0 {
		return nil, false
	}
	if !c.isLen(c.method(named, "Len")) || !c.isSwap(c.method(named, "Swap")) {
		return nil, false
	}
	fn := c.method(named, "Less")
	if fn == nil || len(fn.Recv.List[0].Names) == 0 {
		return nil, false
	}
	l := &less{call: c, typ: fn.Type, body: fn.Body, recv: c.receiver(fn)}
	if !l.read(c.cur.Inspector().Root()) || !c.sameHere(fn) {
		return nil, false
	}
	return l, true
}

// method returns the declaration of a method with a value receiver, or nil.
func (c *call) method(t *types.Named, name string) *ast.FuncDecl {
	for _, file := range c.pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || fn.Name.Name != name || fn.Body == nil {
				continue
			}
			obj, ok := c.pass.TypesInfo.Defs[fn.Name].(*types.Func)
			if ok && types.Unalias(obj.Signature().Recv().Type()) == types.Type(t) {
				return fn
			}
		}
	}
	return nil
}

// receiver returns the receiver's variable, or nil.
func (c *call) receiver(fn *ast.FuncDecl) types.Object {
	if len(fn.Recv.List[0].Names) == 0 {
		return nil
	}
	return c.pass.TypesInfo.Defs[fn.Recv.List[0].Names[0]]
}

// isLen reports whether fn is func (s T) Len() int { return len(s) }.
func (c *call) isLen(fn *ast.FuncDecl) bool {
	if fn == nil || len(fn.Body.List) != 1 {
		return false
	}
	ret, ok := fn.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	call, ok := ret.Results[0].(*ast.CallExpr)
	return ok && technique.IsBuiltin(c.pass.TypesInfo, call, "len") &&
		technique.Names(c.pass.TypesInfo, call.Args[0], c.receiver(fn))
}

// isSwap reports whether fn is func (s T) Swap(i, j int) { s[i], s[j] = s[j], s[i] }.
func (c *call) isSwap(fn *ast.FuncDecl) bool {
	if fn == nil || len(fn.Body.List) != 1 {
		return false
	}
	as, ok := fn.Body.List[0].(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 2 {
		return false
	}
	info := c.pass.TypesInfo
	if !technique.SameExpr(info, as.Lhs[0], as.Rhs[1]) ||
		!technique.SameExpr(info, as.Lhs[1], as.Rhs[0]) {
		return false
	}
	x, ok1 := as.Lhs[0].(*ast.IndexExpr)
	y, ok2 := as.Lhs[1].(*ast.IndexExpr)
	recv := c.receiver(fn)
	if !ok1 || !ok2 || !technique.Names(info, x.X, recv) || !technique.Names(info, y.X, recv) {
		return false
	}
	i, j, ok := (&less{call: c, typ: withResult(fn.Type)}).params()
	return ok && (technique.Names(info, x.Index, i) && technique.Names(info, y.Index, j) ||
		technique.Names(info, x.Index, j) && technique.Names(info, y.Index, i))
}

// withResult returns a function type as params wants it.
func withResult(t *ast.FuncType) *ast.FuncType {
	return &ast.FuncType{Params: t.Params, Results: &ast.FieldList{List: []*ast.Field{{}}}}
}

// sameHere reports whether what the body of fn names means the same at the
// call, apart from what it declares itself.
func (c *call) sameHere(fn *ast.FuncDecl) bool {
	for n := range ast.Preorder(fn.Body) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := c.pass.TypesInfo.Uses[id]
		if obj == nil || fn.Pos() <= obj.Pos() && obj.Pos() < fn.End() {
			continue
		}
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
			continue // a method, found through its value
		}
		if !technique.ResolvesSameAt(c.pass, id, c.expr.Pos()) {
			return false
		}
	}
	return true
}
