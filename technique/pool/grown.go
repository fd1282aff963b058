package pool

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

// growing finds out whether a slice that begins empty only grows under its own name, and is
// only read and given to writers then: no code can tell what room it began with, nor that it
// was nil.
type growing struct {
	pass *analysis.Pass
	root *types.Var
	in   ast.Node // the function that declares it
	seen map[*types.Var]bool
	// given says that a reader or writer gets it, so that the compiler puts it on the heap.
	given bool
	grows []ast.Node          // what adds to it, in the function
	grew  map[*types.Var]bool // variables to which something is added
}

// emptySlice matches a slice that begins without elements and room.
//
//	var buf []byte, buf := []byte{}, buf := make([]byte, 0)
func (s *pooled) emptySlice() bool {
	switch e := s.value.(type) {
	case nil:
		return true
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		n, ok := technique.MadeLength(s.pass.TypesInfo, e)
		return ok && n == 0
	}
	return false
}

// growsHere reports whether the slice is the function's own, and records the uses.
func (s *pooled) growsHere() bool {
	g := &growing{pass: s.pass, root: s.v, in: s.in, seen: make(map[*types.Var]bool),
		grew: make(map[*types.Var]bool)}
	if !g.only(s.v) || !g.given {
		return false
	}
	s.growing, s.trusted = g.grows, true
	return true
}

// grownLines returns the lines that take room for a slice from the pool, and give back what
// has become of it.
func (s *pooled) grownLines(v, name, get string) []string {
	room := technique.FreshName(s.pass, s.file, "room")
	lines := []string{room + get, v + " := (*" + room + ")[:0]", "defer func() {",
		"if cap(" + v + ") <= " + s.mostElements() + " {"}
	if technique.Pointers(s.elem()) {
		lines = append(lines, s.cleared(v+"[:cap("+v+")]"))
	}
	return append(lines, "*"+room+" = "+v+"[:0]", name+".Put("+room+")", "}", "}()")
}

// only judges all uses of a variable, or of a parameter.
func (g *growing) only(v *types.Var) bool {
	if g.seen[v] {
		return true
	}
	g.seen[v] = true
	uses, ok := technique.LocalUses(g.pass, v)
	for _, use := range uses {
		fn, inFunc := technique.EnclosingFunc(use)
		if !inFunc || v == g.root && fn.Node() != g.in || !g.declares(fn, v) || !g.use(use, v) {
			return false
		}
	}
	return ok
}

// declares reports whether a variable is one of a function, and not of one around it.
func (g *growing) declares(fn inspector.Cursor, v *types.Var) bool {
	return fn.Node().Pos() <= v.Pos() && v.Pos() < fn.Node().End()
}

// use judges one use of v.
func (g *growing) use(cur inspector.Cursor, v *types.Var) bool {
	parent := cur.Parent()
	for range parent.Enclosing((*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
		return false
	}
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return g.use(parent, v)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !pointedAt(g.pass.TypesInfo, parent)
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.SliceExpr:
		return n.X == cur.Node() && g.within(n) && g.part(parent, v)
	case *ast.AssignStmt:
		return cur.ParentEdgeKind() == edge.AssignStmt_Lhs && g.follows(n, cur, v)
	case *ast.ReturnStmt:
		return g.returned(cur, v)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && g.argument(parent, cur, v)
	}
	return false
}

// returned judges a return statement of a function that gets the slice: its first result is
// what the caller goes on with.
func (g *growing) returned(cur inspector.Cursor, v *types.Var) bool {
	fn, _ := technique.EnclosingFunc(cur)
	decl, ok := fn.Node().(*ast.FuncDecl)
	if !ok || v == g.root || cur.ParentEdgeIndex() != 0 {
		return false
	}
	obj, ok := g.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	return ok && handsBack(obj.Signature())
}

// within reports whether a part of a slice ends where the slice does, or before.
func (g *growing) within(n *ast.SliceExpr) bool {
	info := g.pass.TypesInfo
	if n.Slice3 {
		return false
	}
	return n.High == nil || technique.IsInt(info, n.High, 0) || technique.CutsEnd(info, n)
}

// part judges a part of v: it becomes v, or is read.
func (g *growing) part(cur inspector.Cursor, v *types.Var) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		return g.becomes(n, cur, v)
	case *ast.IndexExpr:
		return n.X == cur.Node() && !pointedAt(g.pass.TypesInfo, cur.Parent())
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && g.reads(n, cur)
	}
	return false
}

// becomes reports whether an assignment gives v what it has on its right side.
func (g *growing) becomes(n *ast.AssignStmt, cur inspector.Cursor, v *types.Var) bool {
	return n.Tok == token.ASSIGN && cur.ParentEdgeKind() == edge.AssignStmt_Rhs &&
		technique.Names(g.pass.TypesInfo, n.Lhs[cur.ParentEdgeIndex()], v)
}

// follows reports whether v gets what was made of it, or nothing.
func (g *growing) follows(n *ast.AssignStmt, cur inspector.Cursor, v *types.Var) bool {
	index := cur.ParentEdgeIndex()
	if n.Tok != token.ASSIGN {
		return false
	}
	if len(n.Rhs) != len(n.Lhs) {
		return index == 0 && g.from(n.Rhs[0], v)
	}
	return g.from(n.Rhs[index], v)
}

// from reports whether an expression is v, or what was made of it, or nil. What functions make
// of it is judged where they get it.
func (g *growing) from(e ast.Expr, v *types.Var) bool {
	info := g.pass.TypesInfo
	switch n := ast.Unparen(e).(type) {
	case *ast.Ident:
		return technique.Names(info, n, v) || info.Types[n].IsNil()
	case *ast.SliceExpr:
		return g.from(n.X, v) && !info.Types[n.X].IsNil()
	case *ast.CallExpr:
		if technique.IsBuiltin(info, n, "append") {
			return g.from(n.Args[0], v) && !info.Types[n.Args[0]].IsNil()
		}
		for _, arg := range n.Args {
			if !info.Types[arg].IsNil() && technique.IsSlice(info.TypeOf(arg)) && g.from(arg, v) {
				return !info.Types[n.Fun].IsType()
			}
		}
	}
	return false
}

// argument judges a call that gets v, or what was made of it.
func (g *growing) argument(at, cur inspector.Cursor, v *types.Var) bool {
	call, info := at.Node().(*ast.CallExpr), g.pass.TypesInfo
	index := cur.ParentEdgeIndex()
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		if fn.Name() == "append" && index == 0 {
			return g.made(at, v)
		}
	case *types.Func:
		sig := fn.Origin().Signature()
		if index >= sig.Params().Len() || sig.Variadic() && index == sig.Params().Len()-1 ||
			!handsBack(sig) {
			break
		}
		if decl := technique.DeclOf(g.pass, fn); decl != nil {
			param := sig.Params().At(index)
			return decl.Body != nil && g.made(at, v) && technique.IsSlice(param.Type()) &&
				g.only(param) && g.returns(decl, param)
		}
		return index == 0 && effects.Known(fn) && sig.Results().Len() == 1 &&
			types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type()) &&
			!effects.Of(fn).Has(effects.Keeps) && g.made(at, v)
	}
	return g.reads(call, cur)
}

// made judges what was made of v by adding to it: it becomes v, is returned, or is used at once.
func (g *growing) made(cur inspector.Cursor, v *types.Var) bool {
	if g.grew[v] = true; v == g.root {
		g.grows = append(g.grows, cur.Node())
	}
	switch n := cur.Parent().Node().(type) {
	case *ast.ParenExpr:
		return g.made(cur.Parent(), v)
	case *ast.AssignStmt:
		return g.becomes(n, cur, v)
	case *ast.ReturnStmt:
		return g.returned(cur, v)
	case *ast.CallExpr:
		return cur.ParentEdgeKind() == edge.CallExpr_Args && g.argument(cur.Parent(), cur, v)
	}
	return false
}

// returns reports whether all that a function returns first is its parameter, what was made of
// it, or nil.
func (g *growing) returns(decl *ast.FuncDecl, param *types.Var) bool {
	cur, ok := technique.Find(g.pass, decl)
	if !ok {
		return false
	}
	for ret := range cur.Preorder((*ast.ReturnStmt)(nil)) {
		n := ret.Node().(*ast.ReturnStmt)
		if technique.InFunc(ret, cur) && (len(n.Results) == 0 || !g.from(n.Results[0], param)) {
			return false
		}
	}
	return true
}

// reads reports whether a call only reads a slice, for which nil and empty are the same.
func (g *growing) reads(call *ast.CallExpr, cur inspector.Cursor) bool {
	info, index := g.pass.TypesInfo, cur.ParentEdgeIndex()
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call))
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy":
			return true
		case "append":
			return index > 0 && call.Ellipsis.IsValid()
		}
	case *types.Func:
		if effects.Transfers(fn) {
			g.given = true
			return true
		}
		if decl := technique.DeclOf(g.pass, fn); decl != nil {
			return decl.Body != nil && g.reader(fn.Origin().Signature(), index)
		}
		return effects.RetainsNothing(fn, index) && effects.NilIsEmpty(fn) &&
			!effects.ReturnsSlice(fn)
	}
	return false
}

// reader reports whether a function of the package only reads a slice, or changes its elements.
// What it adds could be where the caller adds something.
func (g *growing) reader(sig *types.Signature, index int) bool {
	if index >= sig.Params().Len() || sig.Variadic() && index == sig.Params().Len()-1 ||
		handsBack(sig) {
		return false
	}
	param := sig.Params().At(index)
	return technique.IsSlice(param.Type()) && g.only(param) && !g.grew[param]
}
