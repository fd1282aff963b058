package lend

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// grower asks of parameters whether functions do no more with them than append to them,
// read them, and return them; what is nil and what has room is the same to them then.
type grower struct {
	pass *analysis.Pass
	seen map[*types.Var]bool // that are being or have been looked at
	at   []ast.Node          // the appends
	gave map[*types.Var]bool // of which gives was asked

	root  *types.Var // of which was asked first
	sized bool       // it is given another room where it has too little
	again bool       // it gets what it was made, in another call
	exact bool       // that room has another size than the one that was asked for
}

func (g *grower) only(v *types.Var) bool {
	if g.seen[v] {
		g.again = g.again || v == g.root
		return true
	}
	if g.root == nil {
		g.root = v
	}
	g.seen[v] = true
	uses, ok := technique.LocalUses(g.pass, v)
	for _, use := range uses {
		fn, inFunc := technique.EnclosingFunc(use)
		_, decl := fn.Node().(*ast.FuncDecl)
		if !inFunc || !decl || !g.alone(use, v) || !g.use(use, v) {
			return false
		}
	}
	return ok
}

// alone reports whether no two calls in one expression or statement append to v: the second would
// write over what the first has appended, where there is room.
//
//	bytes.Equal(append(v, a), append(v, b))
func (g *grower) alone(use inspector.Cursor, v *types.Var) bool {
	root := use
	for up := root.Parent(); inStatement(up.Node()); up = up.Parent() {
		root = up
	}
	appends := 0
	for id := range root.Preorder((*ast.Ident)(nil)) {
		if technique.Names(g.pass.TypesInfo, id.Node().(*ast.Ident), v) && g.extended(id) {
			appends++
		}
	}
	return appends <= 1
}

// inStatement reports whether a node is an expression, or a statement of expressions.
func inStatement(n ast.Node) bool {
	switch n.(type) {
	case ast.Expr, *ast.ReturnStmt, *ast.AssignStmt, *ast.KeyValueExpr:
		return true
	}
	return false
}

// extended reports whether a call appends to what it gets from a use of a variable.
func (g *grower) extended(use inspector.Cursor) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if !ok || use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	if fn, ok := technique.Func(g.pass.TypesInfo, call); ok {
		index, at := appendsTo(fn.Origin().Signature())
		return at >= 0 && index == use.ParentEdgeIndex() &&
			!(&result{pass: g.pass, strict: true}).given(fn, use)
	}
	return technique.IsBuiltin(g.pass.TypesInfo, call, "append") && use.ParentEdgeIndex() == 0
}

// use judges one use of v, or of what was made of it by append.
func (g *grower) use(cur inspector.Cursor, v *types.Var) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return g.use(parent, v)
	case *ast.ReturnStmt:
		return g.returns(cur)
	case *ast.SliceExpr:
		return n.X == cur.Node() && (n.High == nil && g.read(parent) || g.shortened(parent, v))
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(g.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		// A loop that gives v another value may not see what is written to its elements.
		return n.X == cur.Node() &&
			(n.Value == nil || !technique.Assigned(g.pass.TypesInfo, n.Body, v))
	case *ast.AssignStmt:
		return g.assigned(n, v)
	case *ast.BinaryExpr:
		return g.makesRoom(parent, v)
	case *ast.CallExpr:
		if technique.IsBuiltin(g.pass.TypesInfo, n, "cap") {
			return g.makesRoom(parent.Parent(), v)
		}
		return cur.ParentEdgeKind() == edge.CallExpr_Args && g.argument(parent, cur, v) ||
			g.pass.TypesInfo.Types[n.Fun].IsType() && technique.IsText(g.pass.TypesInfo.TypeOf(n))
	}
	return false
}

// assigned reports whether a statement gives v something new.
func (g *grower) assigned(n *ast.AssignStmt, v *types.Var) bool {
	return n.Tok == token.ASSIGN && len(n.Rhs) == 1 &&
		technique.Names(g.pass.TypesInfo, n.Lhs[0], v)
}

// returns reports whether a value is returned as a slice, and not in an interface.
func (g *grower) returns(cur inspector.Cursor) bool {
	around, ok := technique.EnclosingFunc(cur)
	decl, isDecl := around.Node().(*ast.FuncDecl)
	if !ok || !isDecl || cur.ParentEdgeKind() != edge.ReturnStmt_Results {
		return false
	}
	fn, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || cur.ParentEdgeIndex() >= fn.Signature().Results().Len() {
		return false
	}
	t := fn.Signature().Results().At(cur.ParentEdgeIndex()).Type()
	_, slice := t.Underlying().(*types.Slice)
	return slice
}

// shortened matches v = v[:len(v)-1], of a constant, and v = v[:0].
func (g *grower) shortened(part inspector.Cursor, v *types.Var) bool {
	info, n := g.pass.TypesInfo, part.Node().(*ast.SliceExpr)
	as, ok := part.Parent().Node().(*ast.AssignStmt)
	if !ok || !g.assigned(as, v) || len(as.Lhs) != 1 || n.Low != nil || n.Max != nil {
		return false
	}
	if technique.IsInt(info, n.High, 0) {
		return true
	}
	return technique.CutsEnd(info, n)
}

// read reports whether a part of v is only read, or written to.
func (g *grower) read(cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	if g.pass.TypesInfo.Types[call.Fun].IsType() {
		return technique.IsText(g.pass.TypesInfo.TypeOf(call))
	}
	switch fn := technique.Callee(g.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return fn.Name() == "len" || fn.Name() == "copy" ||
			fn.Name() == "append" && cur.ParentEdgeIndex() > 0 && call.Ellipsis.IsValid()
	case *types.Func:
		return looks(fn) && !effects.ReturnsSlice(fn)
	}
	return false
}

// argument judges a use in a call.
func (g *grower) argument(at, cur inspector.Cursor, v *types.Var) bool {
	call := at.Node().(*ast.CallExpr)
	switch fn := technique.Callee(g.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		if fn.Name() != "append" || cur.ParentEdgeIndex() > 0 {
			return g.read(cur)
		}
		g.at = append(g.at, call)
		return g.use(at, v)
	case *types.Func:
		if appends(g.pass, call, fn) {
			g.at = append(g.at, call)
			return cur.ParentEdgeIndex() == 0 && g.use(at, v)
		}
		decl := technique.DeclOf(g.pass, fn)
		if decl == nil || decl.Body == nil {
			return g.read(cur)
		}
		if (&result{pass: g.pass, strict: true}).given(fn, cur) {
			return true
		}
		sig := fn.Origin().Signature()
		index, result := appendsTo(sig)
		return result == 0 && index == cur.ParentEdgeIndex() && g.only(sig.Params().At(index)) &&
			g.use(at, v)
	}
	return false
}
