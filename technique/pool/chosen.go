package pool

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

// chosen is a call of a constructor of the package that chooses which object of the standard
// library a field of the struct holds.
type chosen struct {
	pass *analysis.Pass
	stmt ast.Stmt // calls it
	last ast.Stmt // behind it there is a struct: stmt, or the check of the error
	v    *types.Var

	caller *pooled // knows the function around stmt
	fn     *types.Func
	decl   *ast.FuncDecl
	field  *types.Var
	named  *types.Named
	made   []alternative
	lits   []*ast.CompositeLit
}

// alternative is an object that the constructor gives to the field.
type alternative struct {
	object *pooled
	value  ast.Expr // of the field: the variable, or what makes the object
}

// chooses matches a call of a constructor that is called only there, and which makes the struct
// with one of several objects or fails. The function keeps neither the struct nor the object.
//
//	cw, err := newWriter(kind, w); if err != nil { return err }
func chooses(pass *analysis.Pass, cur inspector.Cursor) (*chosen, bool) {
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok != token.DEFINE || len(as.Rhs) != 1 || !technique.InList(cur) {
		return nil, false
	}
	c := &chosen{pass: pass, stmt: as, last: as}
	call, isCall := as.Rhs[0].(*ast.CallExpr)
	id, isID := as.Lhs[0].(*ast.Ident)
	if !isCall || !isID || !c.constructor(call, len(as.Lhs)) {
		return nil, false
	}
	v, ok := pass.TypesInfo.Defs[id].(*types.Var)
	if c.v = v; !ok || !c.structType() || len(as.Lhs) == 2 && !c.checks(cur, as.Lhs[1]) {
		return nil, false
	}
	in, ok := technique.EnclosingFunc(cur)
	if !ok {
		return nil, false
	}
	c.caller = &pooled{pass: pass, in: in.Node(), stmt: as, v: v,
		file: technique.FileOf(pass, as.Pos())}
	return c, c.caller.file != nil && c.caller.runsOnce(cur) && c.alternatives() && c.owned() &&
		technique.Predeclared(pass, as.Pos(), "nil")
}

// constructor finds the function of the package that is called, and nowhere else.
func (c *chosen) constructor(call *ast.CallExpr, results int) bool {
	fn, ok := technique.Func(c.pass.TypesInfo, call)
	if !ok || len(technique.UsesOf(c.pass, fn)) != 1 {
		return false
	}
	sig := fn.Signature()
	c.fn, c.decl = fn, technique.DeclOf(c.pass, fn)
	return c.decl != nil && c.decl.Body != nil && sig.Recv() == nil && !fn.Exported() &&
		sig.TypeParams().Len() == 0 && sig.Results().Len() == results &&
		(results == 1 || results == 2 && technique.IsError(sig.Results().At(1).Type()))
}

// structType finds the struct of the package that is made.
func (c *chosen) structType() bool {
	ptr, ok := types.Unalias(c.v.Type()).(*types.Pointer)
	if !ok {
		return false
	}
	c.named, ok = types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || c.named.Obj().Pkg() != c.pass.Pkg || c.named.TypeArgs().Len() > 0 {
		return false
	}
	_, ok = c.named.Underlying().(*types.Struct)
	return ok
}

// checks finds the statement behind the call that leaves the function when it fails.
func (c *chosen) checks(cur inspector.Cursor, failure ast.Expr) bool {
	id, isID := failure.(*ast.Ident)
	next, more := cur.NextSibling()
	if !isID || !more {
		return false
	}
	check, ok := next.Node().(*ast.IfStmt)
	if !ok || check.Init != nil || check.Else != nil || len(check.Body.List) == 0 ||
		!c.failed(check.Cond, id) {
		return false
	}
	c.last = check
	_, ok = check.Body.List[len(check.Body.List)-1].(*ast.ReturnStmt)
	return ok
}

// failed reports whether a condition is that an error is not nil.
func (c *chosen) failed(cond ast.Expr, failure *ast.Ident) bool {
	n, ok := cond.(*ast.BinaryExpr)
	obj := c.pass.TypesInfo.ObjectOf(failure)
	return ok && n.Op == token.NEQ && obj != nil && technique.Names(c.pass.TypesInfo, n.X, obj) &&
		c.pass.TypesInfo.Types[n.Y].IsNil()
}

// alternatives finds the objects that the constructor chooses from, of different types. Each
// return statement gives a struct, or an error.
func (c *chosen) alternatives() bool {
	decl, ok := technique.Find(c.pass, c.decl)
	if !ok {
		return false
	}
	for cur := range decl.Preorder((*ast.ReturnStmt)(nil)) {
		if in, _ := technique.EnclosingFunc(cur); in == decl && !c.returns(cur) {
			return false
		}
	}
	made := make(map[string]bool)
	for _, a := range c.made {
		name := a.object.v.Type().String()
		if made[name] {
			return false
		}
		made[name] = true
	}
	return len(c.made) > 0 && c.othersDiffer(made)
}

// returns judges a return statement of the constructor.
func (c *chosen) returns(cur inspector.Cursor) bool {
	ret := cur.Node().(*ast.ReturnStmt)
	if len(ret.Results) != c.fn.Signature().Results().Len() {
		return false
	}
	info := c.pass.TypesInfo
	if info.Types[ret.Results[0]].IsNil() {
		return len(ret.Results) == 2 && c.fails(cur, ret.Results[1])
	}
	addr, ok := ast.Unparen(ret.Results[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND || len(ret.Results) == 2 && !info.Types[ret.Results[1]].IsNil() {
		return false
	}
	lit, ok := ast.Unparen(addr.X).(*ast.CompositeLit)
	if !ok || !types.Identical(info.TypeOf(lit), c.named) {
		return false
	}
	c.lits = append(c.lits, lit)
	return c.element(cur, lit)
}

// fails reports whether an error that is returned is never nil.
func (c *chosen) fails(ret inspector.Cursor, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return technique.IsFunc(c.pass.TypesInfo, e, "fmt", "Errorf") ||
			technique.IsFunc(c.pass.TypesInfo, e, "errors", "New")
	case *ast.Ident:
		check, ok := ret.Parent().Parent().Node().(*ast.IfStmt)
		return ok && check.Body == ret.Parent().Node() && check.Body.List[0] == ret.Node() &&
			c.failed(check.Cond, e)
	}
	return false
}

// element finds the element of a literal that holds the object, if there is one.
func (c *chosen) element(ret inspector.Cursor, lit *ast.CompositeLit) bool {
	for i, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok {
			return false
		}
		f := variable(c.pass.TypesInfo, key)
		if c.field != nil && c.field != f || f == nil || !types.IsInterface(f.Type()) {
			continue
		}
		if s, ok := c.object(ret, kv.Value, lit.Elts[:i]); ok {
			c.field, c.made = f, append(c.made, alternative{s, kv.Value})
			return true
		}
	}
	return true
}

// othersDiffer reports whether what the field holds besides is of other types, which are known,
// in literals of the constructor.
func (c *chosen) othersDiffer(made map[string]bool) bool {
	for _, use := range technique.UsesOf(c.pass, c.field) {
		kv, ok := use.Parent().Node().(*ast.KeyValueExpr)
		if !ok || kv.Key != use.Node() {
			continue
		}
		lit := use.Parent().Parent().Node().(*ast.CompositeLit)
		ours := slices.ContainsFunc(c.made, func(a alternative) bool { return a.value == kv.Value })
		t := c.pass.TypesInfo.TypeOf(kv.Value)
		if !slices.Contains(c.lits, lit) ||
			!ours && (types.IsInterface(t) || made[types.Unalias(t).String()]) {
			return false
		}
	}
	return true
}

// owned reports whether no code keeps the struct, and none does anything with the object but call
// the methods of the interface that the field is, which do not keep it.
func (c *chosen) owned() bool {
	f := c.field
	if f.Exported() || importsUnsafe(c.pass.Pkg) || technique.MentionedBeside(c.pass, f.Name()) ||
		looksCopied(c.pass, c.named) {
		return false
	}
	for _, use := range technique.UsesOf(c.pass, f) {
		switch up := use.Parent().Parent().Node().(type) {
		case *ast.CompositeLit, *ast.BinaryExpr:
		case *ast.SelectorExpr:
			if call, ok := use.Parent().Parent().Parent().Node().(*ast.CallExpr); !ok ||
				call.Fun != up {
				return false
			}
		default:
			return false
		}
	}
	for _, a := range c.made {
		if !keptByNone(c.pass, a.object.v.Type(), f.Type().Underlying().(*types.Interface)) {
			return false
		}
	}
	o := &ownership{pass: c.pass, typ: c.named, in: c.caller.in, from: c.stmt.Pos(), root: c.v,
		seen: make(map[*types.Var]bool)}
	return o.released(c.v)
}

// keptByNone reports whether no method of an interface keeps the object of the standard library
// that is called behind it, nor gives out its memory.
func keptByNone(pass *analysis.Pass, t types.Type, i *types.Interface) bool {
	for m := range i.Methods() {
		obj, _, _ := types.LookupFieldOrMethod(t, true, pass.Pkg, m.Name())
		fn, ok := obj.(*types.Func)
		if !ok || types.IsInterface(fn.Signature().Recv().Type()) ||
			effects.Of(fn).Has(effects.Keeps) {
			return false
		}
	}
	return true
}
