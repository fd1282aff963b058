package groupkey

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// use judges a use of the map at cur.
func (f *flow) use(cur inspector.Cursor) bool {
	up, index := cur.Parent(), cur.ParentEdgeIndex()
	switch n := up.Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && f.entry(up)
	case *ast.RangeStmt:
		return n.X == cur.Node() && f.walk(n)
	case *ast.BinaryExpr, *ast.ExprStmt:
		return true // with nil
	case *ast.AssignStmt:
		if cur.ParentEdgeKind() == edge.AssignStmt_Lhs {
			return f.assigned(n, index)
		}
		return len(n.Lhs) == len(n.Rhs) && f.target(n.Lhs[index])
	case *ast.ValueSpec:
		v, ok := f.pass.TypesInfo.Defs[n.Names[index]].(*types.Var)
		return ok && len(n.Names) == len(n.Values) && f.follow(v)
	case *ast.ReturnStmt:
		fn, ok := technique.EnclosingFunc(cur)
		return ok && f.result(fn.Node(), index)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && f.argument(n, index)
	}
	return false
}

// argument judges a call that gets the map.
func (f *flow) argument(call *ast.CallExpr, index int) bool {
	info := f.pass.TypesInfo
	for _, name := range []string{"len", "delete", "clear"} {
		if technique.IsBuiltin(info, call, name) {
			return true
		}
	}
	if technique.IsFunc(info, call, "maps", "Keys") {
		_, instance := call.Fun.(*ast.IndexExpr)
		_, instances := call.Fun.(*ast.IndexListExpr)
		return !instance && !instances
	}
	fn := f.called(call)
	if fn == nil || len(call.Args) != signature(fn).Params.NumFields() || call.Ellipsis.IsValid() {
		return false
	}
	field, name := fieldAt(signature(fn).Params, index)
	if name == nil || name.Name == "_" {
		return f.typed(field.Type) && f.given(fn, index)
	}
	v, ok := info.Defs[name].(*types.Var)
	return ok && f.follow(v)
}

// walk judges a loop over the map. Its value is a variable of each iteration.
func (f *flow) walk(n *ast.RangeStmt) bool {
	if n.Value == nil || technique.IsBlank(n.Value) {
		return true
	}
	_, name := n.Value.(*ast.Ident)
	f.walks = append(f.walks, n)
	return name && n.Tok == token.DEFINE &&
		technique.Since(f.pass, technique.FileOf(f.pass, n.Pos()), "go1.22")
}

// entry judges an index expression of the map.
func (f *flow) entry(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X:
		s, ok := storeAt(f.pass, cur)
		if !ok || !f.sound(s) {
			return false
		}
		f.stores = append(f.stores, s)
	case edge.RangeStmt_Key, edge.RangeStmt_Value, edge.UnaryExpr_X:
		u, ok := cur.Parent().Node().(*ast.UnaryExpr)
		if !ok {
			return false
		}
		f.reads = append(f.reads, cur)
		return u.Op != token.AND
	case edge.ParenExpr_X:
		return false
	default:
		f.reads = append(f.reads, cur)
	}
	return true
}

// sound reports whether the entry may be there before its value is known: neither its key nor its
// value has effects or asks about the map. It is remembered where the value may panic.
func (f *flow) sound(s *store) bool {
	info := f.pass.TypesInfo
	if technique.Commented(f.pass, s.stmt.Node()) || f.asks(s.index.Index) {
		return false
	}
	if v, ok := technique.Variable(info, s.index.Index); !ok || v.IsField() {
		if _, _, ok := bytesOf(f.pass, s.index.Index); !ok &&
			!technique.Pure(info, s.index.Index) {
			return false
		}
	}
	if s.value == nil {
		return true
	}
	for _, e := range operands(info, s.value) {
		if !f.quiet(e) {
			return false
		}
		if !f.calm(e) {
			f.risky = append(f.risky, s)
		}
	}
	return true
}

// asks reports whether an expression mentions a map of the same type, or calls what may hold one.
func (f *flow) asks(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if x, ok := n.(ast.Expr); ok && f.isMap(f.pass.TypesInfo.TypeOf(x)) {
			return true
		}
	}
	return false
}

func (f *flow) isMap(t types.Type) bool {
	for v := range f.held {
		return t != nil && types.Identical(t, v.Type())
	}
	return false
}
