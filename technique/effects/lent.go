package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Loan is what becomes of the address of a variable, and of its parts.
type Loan struct {
	// Lent says that no use of the variable keeps it for longer than its block runs; values may
	// be copied anywhere.
	Lent bool
	// Leaves says that what the compiler cannot see through gets it, so that the variable is on
	// the heap.
	Leaves bool
	// Trusts says that others may keep it that are taken at their word: readers and writers,
	// functions of other packages with the name and form of one of the standard library that
	// decodes or scans, and what has methods that those call.
	Trusts bool
}

// Lent follows the address of a variable: through functions of the package, and those of the
// standard library by what is known of them. If the variable holds the only pointer to an
// object, it is about that, and the variable may not be given another.
func Lent(pass *analysis.Pass, v *types.Var, object bool) Loan {
	l := &lending{pass: pass, seen: make(map[*types.Var]bool)}
	use := l.place
	if object {
		l.root, use = v, l.pointer
	}
	l.Lent = l.all(v, span{scope: v.Parent()}, use) && !(l.foreign && l.others)
	return l.Loan
}

// LetsGo reports whether a function of the package uses a slice, a map or a pointer that it gets as
// param, which may be its receiver, only while it runs: it copies what is there, and neither keeps
// the memory nor returns what leads to it. The compiler sees that as well.
func LetsGo(pass *analysis.Pass, fn *types.Func, param *types.Var) bool {
	l := &lending{pass: pass, seen: make(map[*types.Var]bool)}
	return declOf(pass, fn) != nil && l.lends(fn.Origin(), param, -1) && !l.Leaves
}

// lending follows the address of a variable to where it goes.
type lending struct {
	Loan
	pass *analysis.Pass
	seen map[*types.Var]bool // that hold it, and are being or have been looked at
	root *types.Var          // that must hold one pointer
	// foreign says that an interface holds what has methods of other packages, and others that
	// methods are called by an interface that no decoder calls.
	foreign, others bool
	within          span // what is looked at lies there
	// alone is a function no other variable of which may get it; or nil.
	alone *types.Signature
	// back has the functions that were asked whether they return the address that they get. Nil
	// says that none may.
	back map[*types.Signature]bool
}

// span is where an address may be held: a block of the function that declares the variable,
// or a function that gets the address.
type span struct {
	scope *types.Scope
	// called is the function, which runs what it defers before it returns; nil for a block.
	called *types.Signature
	// gets says that the function gets the address from its caller.
	gets bool
}

// place judges an expression that is the variable, or a part of it.
func (l *lending) place(cur inspector.Cursor) bool {
	info := l.pass.TypesInfo
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return l.place(parent)
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		switch {
		case sel == nil || leads(sel.Recv()) || throughPointer(sel):
			return true // what is there is another object
		case sel.Kind() == types.FieldVal:
			return l.place(parent)
		}
		return !pointerMethod(sel) || l.method(parent, sel)
	case *ast.IndexExpr:
		if n.X == cur.Node() && technique.IsArray(info.TypeOf(n.X)) {
			return l.place(parent)
		}
	case *ast.SliceExpr:
		if n.X == cur.Node() && technique.IsArray(info.TypeOf(n.X)) {
			return l.address(parent)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return l.address(parent)
		}
	}
	return true
}

// throughPointer reports whether a field or method is one of an embedded pointer, and so of
// another object.
func throughPointer(sel *types.Selection) bool {
	t := sel.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		s, ok := t.Underlying().(*types.Struct)
		if !ok {
			return true
		}
		if t = s.Field(i).Type(); leads(t) {
			return true
		}
	}
	return false
}

// leads reports whether values of a type lead to what their fields and methods are those of.
func leads(t types.Type) bool {
	_, pointer := t.Underlying().(*types.Pointer)
	return pointer || types.IsInterface(t)
}

// pointerMethod reports whether a method gets a pointer.
func pointerMethod(sel *types.Selection) bool {
	_, pointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
	return pointer
}

// pointer judges a use of a variable that holds the address: as a pointer, a slice or in an
// interface.
func (l *lending) pointer(cur inspector.Cursor) bool {
	info := l.pass.TypesInfo
	if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
		return l.root == nil || info.Uses[cur.Node().(*ast.Ident)] != l.root
	}
	return l.address(cur)
}

// address judges an expression that is the address.
func (l *lending) address(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return l.address(parent)
	case *ast.StarExpr:
		return l.place(parent)
	case *ast.SelectorExpr:
		return l.selected(parent, n)
	case *ast.IndexExpr:
		return n.X == cur.Node() && l.place(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && l.address(parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.BinaryExpr:
		return l.pass.TypesInfo.Types[n.X].IsNil() || l.pass.TypesInfo.Types[n.Y].IsNil()
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) &&
			l.given(n.Lhs[cur.ParentEdgeIndex()])
	case *ast.TypeAssertExpr:
		return l.asserted(parent)
	case *ast.ReturnStmt:
		return l.goesBack(parent)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && l.now(parent) &&
			l.argument(parent, n, cur)
	}
	return false
}

// selected judges p.x, a field or a method of what the address leads to.
func (l *lending) selected(cur inspector.Cursor, n *ast.SelectorExpr) bool {
	sel := l.pass.TypesInfo.Selections[n]
	switch {
	case sel == nil || sel.Kind() == types.MethodExpr:
		return false
	case throughPointer(sel):
		return true
	case sel.Kind() == types.FieldVal:
		return l.place(cur)
	case types.IsInterface(sel.Recv()):
		l.Leaves = true
		fn := sel.Obj().(*types.Func)
		return cur.ParentEdgeKind() == edge.CallExpr_Fun && l.now(cur.Parent()) &&
			returnsNoPointer(fn.Signature()) && l.behind(fn.Name())
	}
	_, copied := sel.Recv().Underlying().(*types.Pointer)
	return copied && !pointerMethod(sel) || l.method(cur, sel)
}

// behind judges a method of an interface that holds the address: those of the package that
// have its name.
func (l *lending) behind(name string) bool {
	l.others = l.others || !calledByDecoders(name)
	for _, file := range l.pass.Files {
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != name {
				continue
			}
			fn, ok := l.pass.TypesInfo.Defs[f.Name].(*types.Func)
			if !ok || !l.lends(fn, fn.Signature().Recv(), -1) {
				return false
			}
		}
	}
	return true
}
