package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// lazy is a field that functions give its struct when they need it first. What the checks for
// nil decide must be the same for a zero struct, and every other use must stand behind one of
// them: once the field points to a struct, it always does.
type lazy struct {
	*field
	tests map[ast.Node]*types.Var // comparisons with nil, and whose field they ask for
	after map[ast.Node]*types.Var // statements behind which that field is not nil
	known map[ast.Node]bool       // the uses of the field that are judged
}

// late matches such a field.
//
//	have: type T struct{ b *bytes.Buffer }; if t.b == nil { t.b = new(bytes.Buffer) }
//	want: type T struct{ b bytes.Buffer }
func (f *field) late() bool {
	l := &lazy{field: f, tests: make(map[ast.Node]*types.Var),
		after: make(map[ast.Node]*types.Var), known: make(map[ast.Node]bool)}
	if !technique.NamesFields(f.pass, f.owner) {
		return false
	}
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
			return false // a literal gives it one
		}
		if cmp := use.Parent().Parent(); use.Parent().ParentEdgeKind() == edge.BinaryExpr_X &&
			!l.compared(cmp) {
			return false
		}
	}
	for _, use := range technique.UsesOf(f.pass, f.v) {
		if l.known[use.Parent().Node()] {
			continue
		}
		x, ok := l.base(use.Parent().Node().(*ast.SelectorExpr))
		if !ok || !l.behind(use, x) || !f.use(use) {
			return false
		}
	}
	return true
}

// base returns the variable whose field an expression is, which points to the same struct as
// long as it is there.
func (l *lazy) base(e ast.Expr) (*types.Var, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || l.pass.TypesInfo.Uses[sel.Sel] != types.Object(l.v) {
		return nil, false
	}
	x, ok := technique.Variable(l.pass.TypesInfo, sel.X)
	return x, ok && l.points(x.Type()) && technique.Unassigned(l.pass, x)
}

// compared judges a comparison of the field, which goes away.
func (l *lazy) compared(cur inspector.Cursor) bool {
	cmp := cur.Node().(*ast.BinaryExpr)
	x, ok := l.base(cmp.X)
	if !ok || !l.pass.TypesInfo.Types[cmp.Y].IsNil() || !l.plain(cmp) {
		return false
	}
	l.tests[cmp] = x
	l.known[cmp.X] = true
	switch cur.ParentEdgeKind() {
	case edge.IfStmt_Cond:
		n := cur.Parent().Node().(*ast.IfStmt)
		if n.Init != nil || n.Else != nil || len(n.Body.List) != 1 || l.commented(n) {
			return false
		}
		if cmp.Op == token.NEQ {
			return l.reset(n, x)
		}
		l.after[n] = x
		return l.madeBy(cur.Parent(), n, x) || l.leaves(cur.Parent(), n, x)
	case edge.BinaryExpr_X:
		or := cur.Parent().Node().(*ast.BinaryExpr)
		empty := or.Op == token.LOR && cmp.Op == token.EQL && l.length(or.Y, x, token.EQL)
		full := or.Op == token.LAND && cmp.Op == token.NEQ &&
			(l.length(or.Y, x, token.GTR) || l.length(or.Y, x, token.NEQ))
		l.edits = append(l.edits, analysis.TextEdit{Pos: cmp.Pos(), End: or.Y.Pos()})
		if stmt, ok := leaving(cur); ok && empty {
			l.after[stmt] = x
		}
		return empty || full
	}
	return false
}

// leaving returns the statement behind which all operands of a condition are false: it is left
// where one of them is true.
//
//	if x.f == nil || x.f.Len() == 0 { return }
func leaving(cur inspector.Cursor) (*ast.IfStmt, bool) {
	for cur.ParentEdgeKind() == edge.BinaryExpr_X &&
		cur.Parent().Node().(*ast.BinaryExpr).Op == token.LOR {
		cur = cur.Parent()
	}
	n, ok := cur.Parent().Node().(*ast.IfStmt)
	if !ok || n.Else != nil || len(n.Body.List) == 0 {
		return nil, false
	}
	_, ok = n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
	return n, ok
}

// length matches a comparison of x.f.Len() with 0.
func (l *lazy) length(e ast.Expr, x *types.Var, op token.Token) bool {
	cmp, ok := e.(*ast.BinaryExpr)
	return ok && cmp.Op == op && l.asks(cmp.X, x, "Len") &&
		technique.IsInt(l.pass.TypesInfo, cmp.Y, 0)
}

// asks matches a call of a method of a buffer that x.f points to.
func (l *lazy) asks(e ast.Expr, x *types.Var, name string) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name || !l.buffer() {
		return false
	}
	of, ok := l.base(sel.X)
	return ok && of == x
}

// buffer reports whether the field points to a buffer, or a builder, of the standard library.
func (l *lazy) buffer() bool {
	obj := types.Unalias(l.elem).(*types.Named).Obj()
	if obj.Pkg() == nil {
		return false
	}
	name := obj.Pkg().Path() + "." + obj.Name()
	return name == "bytes.Buffer" || name == "strings.Builder"
}

// madeBy matches the statement that gives a field its struct if it has none, and drops it.
//
//	if x.f == nil { x.f = &U{} }
func (l *lazy) madeBy(cur inspector.Cursor, n *ast.IfStmt, x *types.Var) bool {
	as, ok := n.Body.List[0].(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	of, ok := l.base(as.Lhs[0])
	next, there := cur.NextSibling()
	if !ok || of != x || !technique.InList(cur) || !there ||
		!technique.Uses(l.pass.TypesInfo, next.Node(), l.v) {
		return false // a nil x would not be noticed
	}
	l.known[as.Lhs[0]] = true
	if room, ok := l.room(as.Rhs[0]); ok {
		text := technique.Text(l.pass, as.Lhs[0])
		l.values = append(l.values, as.Rhs[0])
		l.edits = append(l.edits,
			technique.Replace(n.Cond, text+".Cap() == 0"),
			technique.Replace(as, text+".Grow("+room+")"))
		return true
	}
	_, zero, ok := l.value(as.Rhs[0])
	l.edits = append(l.edits, technique.Remove(l.pass, n))
	return ok && zero
}

// room matches a new buffer with room, which has the same room if it grows. A slice of no
// length can be told from nil where the bytes are asked for.
//
//	bytes.NewBuffer(make([]byte, 0, n))
func (l *lazy) room(e ast.Expr) (text string, ok bool) {
	info := l.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !technique.IsFunc(info, call, "bytes", "NewBuffer") {
		return "", false
	}
	list, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, list, "make") || len(list.Args) != 3 ||
		!technique.IsInt(info, list.Args[1], 0) || !technique.Pure(info, list.Args[2]) {
		return "", false
	}
	n := list.Args[2]
	basic, ok := types.Unalias(info.TypeOf(n)).(*types.Basic)
	if !ok || l.bytesSeen() {
		return "", false
	}
	text = technique.Text(l.pass, n)
	switch basic.Kind() {
	case types.Int, types.UntypedInt:
		return text, technique.NotNegative(l.pass, n)
	case types.Uint8, types.Uint16, types.Uint32:
		return "int(" + text + ")", technique.Predeclared(l.pass, n.Pos(), "int")
	}
	return "", false
}

// bytesSeen reports whether the package asks a buffer for its bytes.
func (l *lazy) bytesSeen() bool {
	for _, obj := range l.pass.TypesInfo.Uses {
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "bytes" || fn.Signature().Recv() == nil {
			continue
		}
		switch fn.Name() {
		case "Bytes", "Next", "AvailableBuffer", "Cap", "Available":
			return true
		}
	}
	return false
}

// leaves matches what returns the length of nothing before the length is returned.
//
//	if x.f == nil { return 0 }; return x.f.Len()
func (l *lazy) leaves(cur inspector.Cursor, n *ast.IfStmt, x *types.Var) bool {
	ret, ok := n.Body.List[0].(*ast.ReturnStmt)
	next, there := cur.NextSibling()
	if !ok || !there || !technique.InList(cur) || len(ret.Results) != 1 {
		return false
	}
	last, ok := next.Node().(*ast.ReturnStmt)
	l.edits = append(l.edits, technique.Remove(l.pass, n))
	return ok && len(last.Results) == 1 && l.asks(last.Results[0], x, "Len") &&
		technique.IsInt(l.pass.TypesInfo, ret.Results[0], 0)
}

// reset matches what empties a buffer if there is one.
//
//	if x.f != nil { x.f.Reset() }
func (l *lazy) reset(n *ast.IfStmt, x *types.Var) bool {
	stmt := n.Body.List[0]
	l.edits = append(l.edits, analysis.TextEdit{Pos: n.Pos(), End: stmt.Pos()},
		analysis.TextEdit{Pos: stmt.End(), End: n.End()})
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		return l.asks(stmt.X, x, "Reset")
	case *ast.AssignStmt:
		if stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 {
			return false
		}
		e := stmt.Rhs[0]
		if conv, ok := e.(*ast.CallExpr); ok && len(conv.Args) == 1 &&
			l.pass.TypesInfo.Types[conv.Fun].IsType() {
			e = conv.Args[0]
		}
		return l.asks(e, x, "Len") && l.zero(n, stmt.Lhs[0])
	}
	return false
}

// zero reports whether a variable is as it was declared, without a value, when a statement of
// the same list runs.
func (l *lazy) zero(n *ast.IfStmt, e ast.Expr) bool {
	v, ok := technique.Variable(l.pass.TypesInfo, e)
	if !ok {
		return false
	}
	decl, ok := technique.Definition(l.pass, v)
	basic, is := v.Type().Underlying().(*types.Basic)
	if !ok || !is || basic.Info()&types.IsNumeric == 0 || technique.Initial(l.pass, v) != nil {
		return false
	}
	cur, ok := technique.Find(l.pass, n)
	if !ok {
		return false
	}
	for _, use := range technique.UsesOf(l.pass, v) {
		if use.Node().Pos() < n.Pos() {
			return false
		}
	}
	for prev, ok := cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if decl.Node().Pos() >= prev.Node().Pos() && decl.Node().End() <= prev.Node().End() {
			_, ok := prev.Node().(*ast.DeclStmt)
			return ok
		}
	}
	return false
}

// behind reports whether a use of x.f only runs where the field is not nil.
func (l *lazy) behind(cur inspector.Cursor, x *types.Var) bool {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		if technique.HasGoto(l.pass, fn.Node()) {
			return false
		}
	}
	for ; cur.Node() != nil; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.BinaryExpr_Y:
			n := cur.Parent().Node().(*ast.BinaryExpr)
			if cmp, ok := spine(n); ok && l.tests[cmp] == x {
				return n.Op == token.LAND && cmp.Op == token.NEQ ||
					n.Op == token.LOR && cmp.Op == token.EQL
			}
		case edge.IfStmt_Body:
			cond := cur.Parent().Node().(*ast.IfStmt).Cond
			if cmp, ok := spine(cond); ok && l.tests[cmp] == x && cmp.Op == token.NEQ {
				return true
			}
		}
		if !technique.InList(cur) {
			continue
		}
		for prev, ok := cur.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
			if l.after[prev.Node()] == x && x != nil {
				return true
			}
		}
	}
	return false
}

// spine returns the first comparison of a condition, all of whose operands are needed alike.
func spine(e ast.Expr) (*ast.BinaryExpr, bool) {
	cmp, ok := e.(*ast.BinaryExpr)
	for ok && (cmp.Op == token.LAND || cmp.Op == token.LOR) {
		left, is := cmp.X.(*ast.BinaryExpr)
		if is && (left.Op == token.LAND || left.Op == token.LOR) && left.Op != cmp.Op {
			return nil, false
		}
		cmp, ok = left, is
	}
	return cmp, ok
}
