package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// made reports whether the package makes each struct by a literal or by new, gives it the
// field at once, and does not change it afterwards. It records how.
func (f *field) made() bool {
	for _, use := range technique.UsesOf(f.pass, f.owner) {
		made := use.Parent()
		switch use.ParentEdgeKind() {
		case edge.StarExpr_X:
			continue
		case edge.CompositeLit_Type:
			lit := made.Node().(*ast.CompositeLit)
			made = made.Parent()
			ref, ok := made.Node().(*ast.UnaryExpr)
			if !ok || ref.Op != token.AND || !f.literal(made, lit) {
				return false
			}
		case edge.CallExpr_Args:
			call := made.Node().(*ast.CallExpr)
			if !technique.IsBuiltin(f.pass.TypesInfo, call, "new") || !f.follows(made) {
				return false
			}
		default:
			return false
		}
	}
	for cur := range f.root.Preorder((*ast.CompositeLit)(nil)) {
		lit := cur.Node().(*ast.CompositeLit) // &T, which is left out in a literal around it
		if lit.Type == nil && f.points(f.pass.TypesInfo.TypeOf(lit)) && !f.literal(cur, lit) {
			return false
		}
	}
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if !f.use(use) {
			return false
		}
	}
	return !f.absent || !f.compared
}

// literal judges a literal of the struct, which names its fields.
func (f *field) literal(made inspector.Cursor, lit *ast.CompositeLit) bool {
	for _, elem := range lit.Elts {
		kv, ok := elem.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		if key, ok := kv.Key.(*ast.Ident); ok &&
			f.pass.TypesInfo.Uses[key] == types.Object(f.v) {
			return f.plain(kv) && f.element(kv)
		}
	}
	if f.follows(made) {
		return true
	}
	f.absent = true // a test needs none, maybe
	file := technique.FileOf(f.pass, lit.Pos())
	return file != nil && technique.InTest(f.pass, file)
}

// follows reports whether a statement gives the field to a struct that the statement before
// has made. Between them, others may give it other fields.
//
//	x := &T{}
//	x.f = &U{}
func (f *field) follows(made inspector.Cursor) bool {
	x, ok := f.variable(made)
	if !ok {
		return false
	}
	for next, ok := made.Parent().NextSibling(); ok; next, ok = next.NextSibling() {
		as, ok := next.Node().(*ast.AssignStmt)
		if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			return false
		}
		left, ok := as.Lhs[0].(*ast.SelectorExpr)
		if !ok || !technique.Names(f.pass.TypesInfo, left.X, x) || f.asked(as.Rhs[0], x) {
			return false
		}
		if f.pass.TypesInfo.Uses[left.Sel] == types.Object(f.v) {
			f.given[as] = true
			return f.plain(as) && f.assigned(as)
		}
		if sel := f.pass.TypesInfo.Selections[left]; sel == nil || len(sel.Index()) != 1 ||
			technique.Uses(f.pass.TypesInfo, as.Rhs[0], f.v) {
			return false
		}
	}
	return false
}

// variable returns the variable that a statement declares for a new struct, if it never gets
// another one.
func (f *field) variable(made inspector.Cursor) (x *types.Var, ok bool) {
	if made.ParentEdgeKind() != edge.AssignStmt_Rhs || !technique.InList(made.Parent()) {
		return nil, false
	}
	x, _, value := technique.Declared(f.pass.TypesInfo, made.Parent().Node())
	if x == nil || value != made.Node() || !technique.Unassigned(f.pass, x) {
		return nil, false
	}
	for fn := range made.Enclosing((*ast.FuncDecl)(nil)) {
		return x, !technique.HasGoto(f.pass, fn.Node())
	}
	return nil, false
}

// asked reports whether a call in an expression, other than one that makes a condition, may
// look at the struct that a variable points to.
func (f *field) asked(e ast.Expr, x *types.Var) bool {
	if cond, ok := f.condition(e); ok {
		e = cond.Args[0]
	}
	if !technique.Uses(f.pass.TypesInfo, e, x) {
		return false
	}
	for n := range ast.Preorder(e) {
		if call, ok := n.(*ast.CallExpr); ok && !f.pass.TypesInfo.Types[call.Fun].IsType() {
			return true
		}
	}
	return false
}

// condition matches sync.NewCond(l), which sets nothing but the lock of a sync.Cond.
func (f *field) condition(e ast.Expr) (*ast.CallExpr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return call, ok && len(call.Args) == 1 &&
		technique.IsFunc(f.pass.TypesInfo, call, "sync", "NewCond")
}
