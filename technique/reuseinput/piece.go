package reuseinput

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

// lastPiece is a statement that writes a text behind others, just before all of them are
// returned as one text. Where there are no others, that text will do.
type lastPiece struct {
	pass  *analysis.Pass
	write inspector.Cursor // the statement
	ret   *ast.ReturnStmt
	text  ast.Expr   // what is returned: b.String(), string(out)
	out   *types.Var // what is written to
	x     ast.Expr   // the text that is written
	at    []ast.Node // what may allocate
}

// piece matches such a statement before a return statement, or at the end of a branch before
// it. In a text in which nothing is replaced, what is behind the last replacement is all.
//
//	have: b.WriteString(s[last:]); return b.String()
//	want: if b.Len() == 0 { return s[last:] }; b.WriteString(s[last:]); return b.String()
func piece(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	l := &lastPiece{pass: pass, ret: cur.Node().(*ast.ReturnStmt)}
	before, ok := cur.PrevSibling()
	if !ok || !technique.InList(cur) || !l.returns() {
		return p, false
	}
	if branch, isIf := before.Node().(*ast.IfStmt); isIf && branch.Else == nil {
		if len(branch.Body.List) != 1 {
			return p, false
		}
		before, ok = technique.Find(pass, branch.Body.List[0])
	}
	if !ok || !l.writes(before) || !technique.Predeclared(pass, cur.Node().Pos(), "len") ||
		!l.uses() || !l.mayBeFirst(cur) {
		return p, false
	}
	size := "len(" + l.out.Name() + ")"
	if _, slice := l.out.Type().Underlying().(*types.Slice); !slice {
		size = l.out.Name() + ".Len()"
	}
	same := technique.Patch(pass, l.ret, map[ast.Node]string{l.text: technique.Text(pass, l.x)})
	return technique.Proposal{At: l.at[0], Also: l.at[1:],
		Message: "return the last piece itself when it is the only one",
		Edits: []analysis.TextEdit{technique.Insert(before.Node().Pos(),
			"if "+size+" == 0 {\n"+same+"\n}\n")}}, true
}

// returns finds the text that is returned, which is all that is not constant: a call beside it
// could change what the last piece is a part of.
func (l *lastPiece) returns() bool {
	c := &copying{pass: l.pass, ret: l.ret}
	if !c.returns() || c.out.IsField() {
		return false
	}
	for _, e := range l.ret.Results {
		tv := l.pass.TypesInfo.Types[e]
		if ast.Unparen(e) != c.text && tv.Value == nil && !tv.IsNil() {
			return false
		}
	}
	l.text, l.out = c.text, c.out
	slice, ok := l.out.Type().Underlying().(*types.Slice)
	return !ok || types.Identical(slice.Elem(), types.Typ[types.Byte])
}

// writes matches the statement that writes the last piece.
//
//	b.WriteString(x), out = append(out, x...)
func (l *lastPiece) writes(cur inspector.Cursor) bool {
	info := l.pass.TypesInfo
	l.write = cur
	var call *ast.CallExpr
	switch n := cur.Node().(type) {
	case *ast.ExprStmt:
		call, _ = n.X.(*ast.CallExpr)
		if call == nil || !technique.IsMethod(info, call, "strings", "Builder", "WriteString") &&
			!technique.IsMethod(info, call, "bytes", "Buffer", "WriteString") {
			return false
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !technique.Names(info, sel.X, l.out) {
			return false
		}
		l.x = call.Args[0]
	case *ast.AssignStmt:
		if n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 ||
			!technique.Names(info, n.Lhs[0], l.out) {
			return false
		}
		call, _ = n.Rhs[0].(*ast.CallExpr)
		if call == nil || !technique.IsBuiltin(info, call, "append") ||
			!call.Ellipsis.IsValid() || !technique.Names(info, call.Args[0], l.out) {
			return false
		}
		l.x = call.Args[1]
	default:
		return false
	}
	l.at = append(l.at, call)
	if _, conv := ast.Unparen(l.text).(*ast.CallExpr); conv && call.Ellipsis.IsValid() {
		l.at = append(l.at, l.text)
	}
	return types.Identical(info.TypeOf(l.x), types.Typ[types.String]) &&
		info.Types[l.x].Value == nil && l.plain(l.x) && !technique.Uses(info, l.x, l.out)
}

// plain reports whether a text is a variable, a part of one, or of a field.
func (l *lastPiece) plain(e ast.Expr) bool {
	if part, ok := ast.Unparen(e).(*ast.SliceExpr); ok {
		return technique.Pure(l.pass.TypesInfo, part.X) && steadyPart(l.pass.TypesInfo, part)
	}
	return technique.Pure(l.pass.TypesInfo, e)
}

// uses reports whether only the function itself looks at what is written, and nothing but
// what it returns is left of it. A slice of bytes has memory of its own.
func (l *lastPiece) uses() bool {
	fn, ok := technique.EnclosingFunc(l.write)
	uses, local := technique.LocalUses(l.pass, l.out)
	if !ok || !local || l.out.Pos() < fn.Node().Pos() || !l.own() {
		return false
	}
	others := 0
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !l.use(use) {
			return false
		}
		inReturn := l.ret.Pos() <= use.Node().Pos() && use.Node().Pos() < l.ret.End()
		if !l.write.Contains(use) && !inReturn {
			others++
		}
	}
	return others > 0
}

// own finds the declaration of what is written to, which takes nothing from elsewhere.
func (l *lastPiece) own() bool {
	info := l.pass.TypesInfo
	fn, _ := technique.EnclosingFunc(l.write)
	for cur := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		v, _, value := technique.Declared(info, cur.Node())
		if v == nil || v != l.out || !technique.InList(cur) {
			continue
		}
		switch e := ast.Unparen(value).(type) {
		case nil:
			return true
		case *ast.CompositeLit:
			return true
		case *ast.CallExpr:
			return technique.IsBuiltin(info, e, "make")
		}
		return false
	}
	return false
}

// use judges one use of what is written to.
func (l *lastPiece) use(cur inspector.Cursor) bool {
	if _, slice := l.out.Type().Underlying().(*types.Slice); slice {
		return l.bytes(cur)
	}
	parent := cur.Parent()
	call, ok := parent.Parent().Node().(*ast.CallExpr)
	if !ok || technique.RunsLater(parent.Parent()) {
		return false
	}
	if parent.ParentEdgeKind() == edge.CallExpr_Fun {
		return !l.gives(call)
	}
	fn, ok := technique.Func(l.pass.TypesInfo, call)
	return ok && parent.ParentEdgeKind() == edge.CallExpr_Args && effects.Known(fn) &&
		!effects.Of(fn).Has(effects.Keeps)
}

// bytes judges one use of a slice.
func (l *lastPiece) bytes(cur inspector.Cursor) bool {
	info, parent := l.pass.TypesInfo, cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.AssignStmt:
		return l.gets(n) && l.grows(n.Rhs[0])
	case *ast.IndexExpr:
		return n.X == cur.Node() && !technique.PointedTo(info, parent)
	case *ast.CallExpr:
		if info.Types[n.Fun].IsType() || technique.IsBuiltin(info, n, "len") ||
			technique.IsBuiltin(info, n, "copy") {
			return true
		}
		as, ok := parent.Parent().Node().(*ast.AssignStmt)
		return ok && l.gets(as) && l.grows(n)
	case *ast.SliceExpr:
		as, ok := parent.Parent().Node().(*ast.AssignStmt)
		return ok && l.gets(as) && l.grows(n)
	}
	return false
}

// gets reports whether a statement gives out its value.
func (l *lastPiece) gets(as *ast.AssignStmt) bool {
	return len(as.Lhs) == 1 && as.Tok == token.ASSIGN &&
		technique.Names(l.pass.TypesInfo, as.Lhs[0], l.out)
}

// grows reports whether an expression is out with more appended, or a part of it.
func (l *lastPiece) grows(e ast.Expr) bool {
	info := l.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.SliceExpr:
		return technique.Names(info, e.X, l.out)
	case *ast.CallExpr:
		if len(e.Args) == 0 || !technique.Names(info, e.Args[0], l.out) {
			return false
		}
		if technique.IsBuiltin(info, e, "append") {
			return true
		}
		fn, ok := technique.Func(info, e)
		return ok && effects.Known(fn)
	}
	return false
}

// gives reports whether a method gives the memory of a buffer away.
func (l *lastPiece) gives(call *ast.CallExpr) bool {
	fn, ok := technique.Func(l.pass.TypesInfo, call)
	return !ok || effects.ReturnsSlice(fn)
}

// mayBeFirst reports whether there may be nothing before the last piece: what is written
// before is written in a loop or a branch, and no statement asks already.
func (l *lastPiece) mayBeFirst(ret inspector.Cursor) bool {
	if prev, ok := l.write.PrevSibling(); ok && l.asks(prev.Node()) {
		return false
	}
	for cur, ok := ret.PrevSibling(); ok; cur, ok = cur.PrevSibling() {
		if v, _, _ := technique.Declared(l.pass.TypesInfo, cur.Node()); v != nil && v == l.out {
			return true
		}
		if cur.Contains(l.write) {
			continue
		}
		switch n := cur.Node().(type) {
		case *ast.IfStmt:
			if l.asks(n) {
				return false
			}
		case *ast.ExprStmt, *ast.AssignStmt:
			if technique.Uses(l.pass.TypesInfo, n, l.out) {
				return false // it always writes, or makes room
			}
		}
	}
	return true
}

// asks reports whether a branch depends on what has been written, or returns the text of
// which the last piece is a part.
func (l *lastPiece) asks(n ast.Node) bool {
	branch, ok := n.(*ast.IfStmt)
	if !ok {
		return false
	}
	if technique.Uses(l.pass.TypesInfo, branch.Cond, l.out) {
		return true
	}
	x := ast.Unparen(l.x)
	if part, ok := x.(*ast.SliceExpr); ok {
		x = ast.Unparen(part.X)
	}
	of, ok := technique.Variable(l.pass.TypesInfo, x)
	if !ok || len(branch.Body.List) == 0 {
		return false
	}
	last, ok := branch.Body.List[len(branch.Body.List)-1].(*ast.ReturnStmt)
	return ok && technique.Uses(l.pass.TypesInfo, last, of)
}
