package pool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// poolUses is what the package does with a pool.
type poolUses struct {
	clean  bool        // all who take from it reset what they get
	made   []ast.Node  // what its New makes
	helper *types.Func // gives its parameter to the pool, and does nothing else but reset it
	resets bool        // and does so
}

// usesOfPool looks at what the package does with a pool, which other packages do not see. It
// returns nil where something else is done with it than to take and to give.
func usesOfPool(pass *analysis.Pass, obj *types.Var) *poolUses {
	if obj.Exported() || obj.Pkg() != pass.Pkg {
		return nil
	}
	u := &poolUses{clean: true}
	if value := technique.Initial(pass, obj); value != nil {
		u.made = append(u.made, value)
	}
	for _, use := range technique.UsesOf(pass, obj) {
		if !u.use(pass, use) {
			return nil
		}
	}
	return u
}

// use judges one use of a pool.
func (u *poolUses) use(pass *analysis.Pass, cur inspector.Cursor) bool {
	if cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	switch cur.ParentEdgeKind() {
	case edge.KeyValueExpr_Key:
		u.made = append(u.made, cur.Parent().Node())
		return true
	case edge.SelectorExpr_X:
	default:
		return false
	}
	sel := cur.Parent()
	called := sel.ParentEdgeKind() == edge.CallExpr_Fun
	switch sel.Node().(*ast.SelectorExpr).Sel.Name {
	case "New":
		if sel.ParentEdgeKind() != edge.AssignStmt_Lhs {
			return false
		}
		u.made = append(u.made, sel.Parent().Node())
		return true
	case "Get":
		u.clean = u.clean && called && reset(pass, sel.Parent())
		return called
	case "Put":
		if called {
			u.gives(pass, sel.Parent())
		}
		return called
	}
	return false
}

// reset reports whether what a call of Get returns is emptied before anything else is done with
// it: by the next statement.
func reset(pass *analysis.Pass, call inspector.Cursor) bool {
	if call.ParentEdgeKind() != edge.TypeAssertExpr_X {
		return false
	}
	stmt := call.Parent().Parent()
	v, _, _ := technique.Declared(pass.TypesInfo, stmt.Node())
	next, ok := stmt.NextSibling()
	if v == nil || !ok || !technique.InList(next) {
		return false
	}
	if d, isDefer := next.Node().(*ast.DeferStmt); isDefer && len(d.Call.Args) == 1 &&
		technique.Names(pass.TypesInfo, d.Call.Args[0], v) {
		if next, ok = next.NextSibling(); !ok { // what gives it back
			return false
		}
	}
	return resets(pass.TypesInfo, next.Node().(ast.Stmt), v)
}

// gives notes the function in which a call of Put stands, if that is all that it does.
//
//	func putBuffer(buf *bytes.Buffer) {
//		buf.Reset()
//		buffers.Put(buf)
//	}
func (u *poolUses) gives(pass *analysis.Pass, call inspector.Cursor) {
	fn, ok := technique.EnclosingFunc(call)
	if !ok {
		return
	}
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || decl.Recv != nil || decl.Type.TypeParams != nil {
		return
	}
	obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || obj.Signature().Params().Len() != 1 || obj.Signature().Results().Len() > 0 {
		return
	}
	v := obj.Signature().Params().At(0)
	if !technique.Names(pass.TypesInfo, call.Node().(*ast.CallExpr).Args[0], v) ||
		call.Parent().ParentEdgeKind() != edge.BlockStmt_List {
		return
	}
	given, emptied := false, false
	for _, stmt := range decl.Body.List {
		switch {
		case resets(pass.TypesInfo, stmt, v):
			emptied = true
		case stmt == call.Parent().Node():
			given = true
		case !tooLarge(pass.TypesInfo, stmt, v, call):
			return
		}
	}
	if given || call.Parent().Parent().Parent().Parent() == fn {
		u.helper, u.resets = obj, emptied
	}
}

// tooLarge reports whether a statement sees to it that what has become very large is not kept:
// by its condition, which only asks how large it is.
//
//	if buf.Cap() > 64<<10 { return }
//	if buf.Cap() <= 64<<10 { buffers.Put(buf) }
func tooLarge(info *types.Info, stmt ast.Stmt, v *types.Var, put inspector.Cursor) bool {
	n, ok := stmt.(*ast.IfStmt)
	if !ok || n.Init != nil || n.Else != nil || !asksSize(info, n.Cond, v) {
		return false
	}
	for _, s := range n.Body.List {
		ret, isReturn := s.(*ast.ReturnStmt)
		if s != put.Parent().Node() && !resets(info, s, v) && !(isReturn && ret.Results == nil) {
			return false
		}
	}
	return true
}

// asksSize reports whether a condition compares the length or capacity of what v points to with
// a constant.
func asksSize(info *types.Info, cond ast.Expr, v *types.Var) bool {
	n, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || info.Types[n.Y].Value == nil {
		return false
	}
	call, ok := ast.Unparen(n.X).(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && technique.Names(info, sel.X, v) &&
		(sel.Sel.Name == "Cap" || sel.Sel.Name == "Len")
}
