package recognise

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// apart reports whether the text of a call may be appended to a list piece by piece. The room
// behind the list is written before all of the text is there, which may be made of what was in
// that room; and a list without room grows more than once.
func (f *Function) apart(cur inspector.Cursor, c *ast.CallExpr) bool {
	ix := f.Pkg
	list, call := ast.Unparen(c.Args[0]), ast.Unparen(c.Args[1])
	if ix.roomless(cur, list) {
		return false
	}
	if part, ok := list.(*ast.SliceExpr); ok { // behind it is what others may read
		assign, ok := cur.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok || len(assign.Lhs) != 1 || !technique.SameExpr(ix.Info, assign.Lhs[0], part.X) {
			return false
		}
		list = ast.Unparen(part.X)
	}
	if v, ok := technique.Variable(ix.Info, list); ok && !technique.Uses(ix.Info, call, v) {
		if fresh, _ := effects.FreshIn(ix.Pass, v, nil); fresh {
			return true
		}
	}
	return ix.seesNoBytes(call)
}

// roomless reports whether a list surely begins with no more room than its text: it is made here,
// or a variable that begins empty, to which no loop appends.
func (ix *Package) roomless(cur inspector.Cursor, list ast.Expr) bool {
	if ix.Info.Types[list].IsNil() {
		return true
	}
	switch e := list.(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		return ix.IsConversion(e) && (technique.IsText(ix.Info.TypeOf(e.Args[0])) ||
			ix.roomless(cur, ast.Unparen(e.Args[0])))
	case *ast.Ident:
		v, ok := technique.Variable(ix.Info, e)
		if !ok {
			return false
		}
		def, ok := technique.Definition(ix.Pass, v)
		if !ok || technique.Repeated(cur, v.Pos()) {
			return false
		}
		if value := technique.Initial(ix.Pass, v); value != nil {
			return ix.roomless(cur, ast.Unparen(value))
		}
		spec, ok := def.Parent().Node().(*ast.ValueSpec)
		return ok && len(spec.Values) == 0
	}
	return false
}

// seesNoBytes reports whether a call of a function of the package looks at no bytes but those that
// it makes itself.
func (ix *Package) seesNoBytes(call ast.Expr) bool {
	c, ok := ast.Unparen(call).(*ast.CallExpr)
	return ok && ix.unseen.Call(c)
}

// newUnseen returns the walker that finds out whether calls look at no bytes of others.
func newUnseen(ix *Package) *effects.Walker {
	return effects.NewWalker(ix.Pass, effects.Rules{
		Node:    func(_ *ast.FuncDecl, n ast.Node) bool { return !ix.seesBytes(n) },
		Builtin: func(*ast.CallExpr, string) bool { return true },
		Library: func(call *ast.CallExpr, fn *types.Func) bool {
			if recv := fn.Signature().Recv(); recv != nil && leadsToBytes(recv.Type(), nil) {
				return false
			}
			for _, arg := range call.Args {
				if ix.ownBytes(arg) || harmless(ix.Info.TypeOf(arg)) {
					continue
				}
				if leadsToBytes(ix.Info.TypeOf(arg), nil) {
					return false
				}
			}
			return true
		}})
}

// seesBytes reports whether a node is of bytes that a function does not make itself. To cut
// a list anew looks at nothing in it.
//
//	l.buf = l.buf[:0]
func (ix *Package) seesBytes(n ast.Node) bool {
	e, ok := n.(ast.Expr)
	if !ok {
		return false
	}
	t := ix.Info.TypeOf(e)
	if t == nil || ix.Info.Types[e].IsType() || !isBytes(t) || ix.ownBytes(e) {
		return false
	}
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
	default:
		return false // what is in it is asked about
	}
	cur, ok := technique.Find(ix.Pass, e)
	if !ok {
		return true
	}
	if sel, ok := cur.Parent().Node().(*ast.SelectorExpr); ok && sel.Sel == e {
		return false // as a whole
	}
	if part, ok := cur.Parent().Node().(*ast.SliceExpr); ok {
		e, cur = part, cur.Parent()
	}
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 {
		return true
	}
	if e == assign.Lhs[0] {
		return false
	}
	part, ok := ast.Unparen(e).(*ast.SliceExpr)
	return !ok || !technique.SameExpr(ix.Info, assign.Lhs[0], part.X)
}

// ownBytes reports whether an expression is a variable with bytes that its function makes.
func (ix *Package) ownBytes(e ast.Expr) bool {
	v, ok := technique.Variable(ix.Info, ast.Unparen(e))
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	if technique.IsArray(v.Type()) {
		return true
	}
	fresh, _ := effects.FreshIn(ix.Pass, v, nil)
	return fresh
}

// isBytes reports whether t is a slice or an array of bytes, or a pointer to one.
func isBytes(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch t := t.Underlying().(type) {
	case *types.Slice:
		return isByte(t.Elem())
	case *types.Array:
		return isByte(t.Elem())
	}
	return false
}

func isByte(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.Uint8
}

// leadsToBytes reports whether bytes may be reached from a value of a type.
func leadsToBytes(t types.Type, seen []types.Type) bool {
	for _, s := range seen {
		if types.Identical(s, t) {
			return false
		}
	}
	seen = append(seen, t)
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Slice:
		return isByte(u.Elem()) || leadsToBytes(u.Elem(), seen)
	case *types.Array:
		return isByte(u.Elem()) || leadsToBytes(u.Elem(), seen)
	case *types.Pointer:
		return leadsToBytes(u.Elem(), seen)
	case *types.Map:
		return leadsToBytes(u.Key(), seen) || leadsToBytes(u.Elem(), seen)
	case *types.Struct:
		for field := range u.Fields() {
			if leadsToBytes(field.Type(), seen) {
				return true
			}
		}
		return false
	}
	return true
}
