package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// copying is a loop over a string that writes most of it as it is, and what it writes
// to is all that the statement behind it returns.
type copying struct {
	pass *analysis.Pass
	file *ast.File
	loop inspector.Cursor
	ret  *ast.ReturnStmt
	text ast.Expr   // what is returned: b.String(), string(out), out
	out  *types.Var // what is written to
	s    *types.Var // the string

	// stepped says that the loop has no post statement: what writes an element counts, too;
	// atEnd, that the last statement of the loop does so for all that do not go on before.
	stepped, atEnd bool

	elem  *types.Var // the byte or rune of an iteration; nil for s[i]
	index *types.Var // of s[i], or nil
	runes bool       // an iteration looks at a rune, not at a byte
	// inPlace says that out begins as the string, whose elements the loop changes.
	inPlace bool
	writes  []ast.Node // that may allocate
}

// ahead matches such a loop.
func ahead(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ret ast.Node,
	ok bool) {
	c := &copying{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), loop: cur}
	next, ok := cur.NextSibling()
	if !ok || c.file == nil || !technique.InList(cur) {
		return p, nil, false
	}
	if c.ret, ok = next.Node().(*ast.ReturnStmt); !ok || !c.returns() || !c.over() {
		return p, nil, false
	}
	start, ok := c.begins()
	if !ok {
		return p, nil, false
	}
	changed, ok := c.changed(c.body())
	if !ok || len(changed) == 0 {
		return p, nil, false
	}
	cond, more, ok := c.unchanged(changed)
	if !ok || len(c.writes) == 0 {
		return p, nil, false
	}
	same := technique.Patch(pass, c.ret, map[ast.Node]string{c.text: c.s.Name()})
	return technique.Proposal{At: c.writes[0], Also: c.writes[1:], Safe: true,
		Message: "return " + c.s.Name() + " itself when there is nothing to change",
		Edits: append(more, technique.Insert(start.Node().Pos(),
			cond+" {\n"+same+"\n}\n"))}, c.ret, true
}

// body returns the statements of the loop, without c := s[i], which may come first.
func (c *copying) body() []ast.Stmt {
	var list []ast.Stmt
	switch n := c.loop.Node().(type) {
	case *ast.ForStmt:
		list = n.Body.List
	case *ast.RangeStmt:
		list = n.Body.List
	}
	if c.atEnd {
		list = list[:len(list)-1]
	}
	if len(list) == 0 {
		return nil
	}
	as, ok := list[0].(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || !c.isIndexed(as.Rhs[0]) {
		return list
	}
	if v, ok := c.pass.TypesInfo.Defs[as.Lhs[0].(*ast.Ident)].(*types.Var); ok && c.elem == nil {
		c.elem = v
		return list[1:]
	}
	return list
}

// returns finds the only part of the return statement that is made of a variable: all
// else is constant.
func (c *copying) returns() bool {
	info := c.pass.TypesInfo
	for _, e := range c.ret.Results {
		if tv := info.Types[e]; tv.Value != nil || tv.IsNil() {
			continue
		}
		if c.text != nil || !types.Identical(info.TypeOf(e), types.Typ[types.String]) {
			return false
		}
		c.text = e
	}
	if c.text == nil {
		return false
	}
	e := ast.Unparen(c.text)
	if call, ok := e.(*ast.CallExpr); ok {
		switch {
		case info.Types[call.Fun].IsType() && len(call.Args) == 1:
			e = call.Args[0]
		case technique.IsMethod(info, call, "strings", "Builder", "String"),
			technique.IsMethod(info, call, "bytes", "Buffer", "String"):
			e = call.Fun.(*ast.SelectorExpr).X
		default:
			return false
		}
	}
	var ok bool
	c.out, ok = technique.Variable(info, e)
	return ok && c.out.Parent() != c.pass.Pkg.Scope()
}

// over finds the string that the loop goes over, element by element to its end.
//
//	for i, r := range s, for i := range s, for i := 0; i < len(s); i++, for i := range len(s)
func (c *copying) over() bool {
	info := c.pass.TypesInfo
	switch n := c.loop.Node().(type) {
	case *ast.RangeStmt:
		if n.Tok != token.DEFINE {
			return false
		}
		c.index = defined(info, n.Key)
		x := ast.Unparen(n.X)
		if call, ok := x.(*ast.CallExpr); ok && technique.IsBuiltin(info, call, "len") {
			return c.index != nil && c.isText(call.Args[0]) && c.steady()
		}
		c.elem = defined(info, n.Value)
		if id, ok := x.(*ast.Ident); ok && info.Uses[id] == c.out {
			c.inPlace = true
			return c.elem != nil
		}
		c.runes = true
		return c.elem != nil && c.isText(x) && c.steady()
	case *ast.ForStmt:
		return c.counts(n) && c.steady()
	}
	return false
}

func defined(info *types.Info, e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.Defs[id].(*types.Var)
	return v
}

// counts matches for i := 0; i < len(s); i++.
func (c *copying) counts(n *ast.ForStmt) bool {
	info := c.pass.TypesInfo
	init, ok1 := c.start(n).(*ast.AssignStmt)
	cond, ok2 := n.Cond.(*ast.BinaryExpr)
	if !ok1 || !ok2 || init.Tok != token.DEFINE || len(init.Lhs) != 1 || cond.Op != token.LSS {
		return false
	}
	c.index = defined(info, init.Lhs[0])
	call, ok := cond.Y.(*ast.CallExpr)
	return c.index != nil && technique.IsInt(info, init.Rhs[0], 0) &&
		c.is(cond.X, c.index) && c.steps(n) && ok && technique.IsBuiltin(info, call, "len") &&
		c.isText(call.Args[0]) // where the loop changes the index, it changes an element
}

// start returns the statement that begins to count, which may stand before the loop.
func (c *copying) start(n *ast.ForStmt) ast.Stmt {
	if n.Init != nil {
		return n.Init
	}
	if prev, ok := c.loop.PrevSibling(); ok {
		stmt, _ := prev.Node().(ast.Stmt)
		return stmt
	}
	return nil
}

// steps finds out where the loop counts: in its post statement, in its last one, or where
// it writes an element.
func (c *copying) steps(n *ast.ForStmt) bool {
	if n.Post != nil {
		return c.isStep(n.Post)
	}
	c.stepped = true
	c.atEnd = len(n.Body.List) > 0 && c.isStep(n.Body.List[len(n.Body.List)-1])
	return true
}

// isStep matches i++.
func (c *copying) isStep(stmt ast.Stmt) bool {
	inc, ok := stmt.(*ast.IncDecStmt)
	return ok && inc.Tok == token.INC && c.is(inc.X, c.index)
}

func (c *copying) is(e ast.Expr, v *types.Var) bool {
	return v != nil && technique.Names(c.pass.TypesInfo, ast.Unparen(e), v)
}

// isText takes a variable as the string that is looked at.
func (c *copying) isText(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok || !types.Identical(c.pass.TypesInfo.TypeOf(id), types.Typ[types.String]) {
		return false
	}
	v, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Parent() == c.pass.Pkg.Scope() || v == c.out {
		return false
	}
	c.s = v
	return true
}

// steady reports whether nothing assigns to the string.
func (c *copying) steady() bool {
	fn, ok := technique.EnclosingFunc(c.loop)
	return ok && unassigned(c.pass, fn, c.s) && technique.Visible(c.pass, c.s, c.ret.Pos()) &&
		technique.Visible(c.pass, c.s, c.loop.Node().Pos())
}

// isIndexed reports whether an expression is the byte of the iteration, s[i].
func (c *copying) isIndexed(e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok && !c.runes && c.is(x.X, c.s) && c.is(x.Index, c.index)
}

// begins finds the declaration of what is written to, which must be empty or the string,
// and where the string may be looked at: before that, if nothing stands between it and
// the loop, and else behind what does.
func (c *copying) begins() (start inspector.Cursor, ok bool) {
	start, found, apart := c.loop, false, false
	for cur, more := c.loop.PrevSibling(); more; cur, more = cur.PrevSibling() {
		stmt := cur.Node().(ast.Stmt)
		if c.declares(stmt) {
			if found = true; !apart {
				start = cur
			}
			break
		}
		if !c.grows(stmt) {
			if technique.Uses(c.pass.TypesInfo, stmt, c.out) {
				break
			}
			apart = true
		}
		if !apart {
			start = cur
		}
	}
	fn, ok := technique.EnclosingFunc(c.loop)
	if !ok || !found || !c.steady() || !c.usedHere() || givenBack(c.pass, fn, c.s) {
		return start, false
	}
	return start, technique.Visible(c.pass, c.s, start.Node().Pos())
}

// declares reports whether a statement declares what is written to, and takes its value.
func (c *copying) declares(stmt ast.Stmt) bool {
	info := c.pass.TypesInfo
	v, _, value := technique.Declared(info, stmt)
	if v == nil || v != c.out {
		return false
	}
	if value == nil {
		return !c.inPlace
	}
	if v := info.Types[value].Value; v != nil {
		return !c.inPlace && v.ExactString() == `""`
	}
	switch e := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		return !c.inPlace && len(e.Elts) == 0
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "make") && len(e.Args) == 3 {
			c.writes = append(c.writes, e)
			return !c.inPlace && technique.IsInt(info, e.Args[1], 0) &&
				technique.Pure(info, e.Args[2])
		}
		if c.inPlace && info.Types[e.Fun].IsType() && c.isText(e.Args[0]) {
			_, runes := c.elements()
			c.runes = runes
			c.writes = append(c.writes, e, c.text)
			return true
		}
	}
	return false
}

// elements reports whether a slice that is changed in place holds bytes or runes.
func (c *copying) elements() (bytes, runes bool) {
	slice, ok := c.out.Type().Underlying().(*types.Slice)
	if !ok {
		return false, false
	}
	return types.Identical(slice.Elem(), types.Typ[types.Byte]),
		types.Identical(slice.Elem(), types.Typ[types.Rune])
}

// grows reports whether a statement only gives what is written to more room.
func (c *copying) grows(stmt ast.Stmt) bool {
	e, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !technique.Pure(c.pass.TypesInfo, call.Args[0]) {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Grow" || !c.is(sel.X, c.out) ||
		!technique.NotNegative(c.pass, call.Args[0]) {
		return false
	}
	c.writes = append(c.writes, call)
	return true
}

// usedHere reports whether only the loop, what stands before it and the return statement
// use what is written to.
func (c *copying) usedHere() bool {
	for _, use := range technique.UsesOf(c.pass, c.out) {
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			if fn, _ := technique.EnclosingFunc(use); !fn.Contains(c.loop) {
				return false
			}
		}
		if use.Node().Pos() > c.ret.End() {
			return false
		}
	}
	return true
}
