package firstroom

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// branch finds out whether something is appended to a slice that does not take its name: twice, and
// both would have the same room behind the slice, where each had moved before.
//
//	a, b := append(x.list, 1), append(x.list, 2)
type branch struct {
	pass *analysis.Pass
	own  func(ast.Expr) bool // whether an expression is the slice's own name
	// root is the variable of a function that holds the slice and goes on to grow; or nil.
	root *types.Var
	// gone says that nothing of the slice is left where the function returns it.
	gone bool
	seen map[types.Object]bool // variables, and functions that return it
}

// from reports whether that is done with the slice at cur, or with a part of it.
func (b *branch) from(cur inspector.Cursor) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return b.from(parent)
	case *ast.SliceExpr:
		return n.X == cur.Node() && n.Max == nil && b.from(parent)
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) &&
			b.to(n.Lhs[cur.ParentEdgeIndex()])
	case *ast.ValueSpec:
		return len(n.Names) == len(n.Values) && b.to(n.Names[cur.ParentEdgeIndex()])
	case *ast.KeyValueExpr:
		return b.root != nil && n.Value == cur.Node() && technique.Repeated(cur, b.root.Pos()) &&
			b.field(n.Key)
	case *ast.CompositeLit:
		return b.root != nil && technique.Repeated(cur, b.root.Pos()) && b.element(n, cur)
	case *ast.ReturnStmt:
		return !b.gone && b.returned(parent, cur.ParentEdgeIndex())
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && b.given(parent, cur)
	}
	return false
}

// to reports whether that is done with another variable of a function that gets the slice.
func (b *branch) to(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || b.own(e) {
		return false
	}
	v, ok := b.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && b.variable(v)
}

// element reports whether that is done with the field that gets the slice in a literal without
// names.
func (b *branch) element(lit *ast.CompositeLit, cur inspector.Cursor) bool {
	s, ok := b.pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
	return ok && b.grows(s.Field(cur.ParentEdgeIndex()))
}

// field reports whether that is done with a field that gets the slice, by its name in a literal.
func (b *branch) field(key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	if !ok {
		return false
	}
	f, ok := b.pass.TypesInfo.Uses[id].(*types.Var)
	return ok && f.IsField() && b.grows(f)
}

// grows reports whether the package appends to what a field holds.
func (b *branch) grows(f *types.Var) bool {
	for _, use := range technique.UsesOf(b.pass, f) {
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
			continue
		}
		call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
		if ok && use.Parent().ParentEdgeKind() == edge.CallExpr_Args &&
			use.Parent().ParentEdgeIndex() == 0 &&
			technique.IsBuiltin(b.pass.TypesInfo, call, "append") {
			return true
		}
	}
	return false
}

// variable reports whether that is done with a variable that holds the slice.
func (b *branch) variable(v *types.Var) bool {
	if b.seen[v] {
		return false
	}
	b.seen[v] = true
	for _, use := range technique.UsesOf(b.pass, v) {
		if b.from(use) {
			return true
		}
	}
	return false
}

// returned reports whether that is done where a function is called that returns the slice.
func (b *branch) returned(ret inspector.Cursor, index int) bool {
	fn, ok := technique.EnclosingFunc(ret)
	if !ok || index > 0 {
		return false
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok {
		return false
	}
	obj := b.pass.TypesInfo.Defs[decl.Name]
	if obj == nil || b.seen[obj] {
		return false
	}
	b.seen[obj] = true
	for _, use := range technique.UsesOf(b.pass, obj) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() == edge.CallExpr_Fun && b.from(use.Parent()) {
			return true
		}
	}
	return false
}

// given reports whether a call that gets the slice does that: append, or a function of the package.
func (b *branch) given(call, arg inspector.Cursor) bool {
	n, info := call.Node().(*ast.CallExpr), b.pass.TypesInfo
	if technique.IsBuiltin(info, n, "append") {
		return arg.ParentEdgeIndex() == 0 && !b.taken(call)
	}
	fn, ok := technique.Func(info, n)
	if !ok || b.taken(call) {
		return false
	}
	param, ok := effects.ParameterOf(b.pass, fn, arg)
	inner := *b
	inner.gone = false // the function that has the slice goes on
	return ok && inner.variable(param)
}

// taken reports whether what a call makes of the slice takes its name, or is all that is left.
func (b *branch) taken(call inspector.Cursor) bool {
	if call.ParentEdgeKind() == edge.ReturnStmt_Results {
		return b.gone
	}
	n, ok := call.Parent().Node().(*ast.AssignStmt)
	return ok && call.ParentEdgeKind() == edge.AssignStmt_Rhs &&
		b.own(n.Lhs[call.ParentEdgeIndex()])
}
