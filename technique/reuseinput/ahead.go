package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

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
	call ast.Expr   // or what the string comes from, which has no name
	name string     // of the string

	// stepped says that the loop has no post statement: what writes an element counts, too;
	// atEnd, that the last statement of the loop does so for all that do not go on before.
	stepped, atEnd bool

	elem  *types.Var   // the byte or rune of an iteration; nil for s[i]
	found *types.Var   // whether a map has the element
	in    ast.Expr     // that map, with the element as index
	aside []*types.Var // that begin before the loop, and are no part of the text
	state []*types.Var // what an iteration leaves to the next one, even where it writes the element
	index *types.Var   // of s[i], or nil
	runes bool         // an iteration looks at a rune, not at a byte
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
	if slices.ContainsFunc(c.aside, func(v *types.Var) bool { return c.asks(changed, v) }) {
		start = c.loop
	}
	if c.call != nil {
		cond = c.name + " := " + technique.Text(pass, c.call) + "\n" + cond
		more = append(more, technique.Replace(c.call, c.name))
	}
	same := technique.Patch(pass, c.ret, map[ast.Node]string{c.text: c.name})
	if c.gives(same) {
		return p, nil, false
	}
	return technique.Proposal{At: c.writes[0], Also: c.writes[1:], Safe: true,
		Message: "return " + c.name + " itself when there is nothing to change",
		Edits: append(more, technique.Insert(start.Node().Pos(),
			cond+" {\n"+same+"\n}\n"))}, c.ret, true
}

// gives reports whether the function has a return statement already, other than where the
// string is empty.
func (c *copying) gives(text string) bool {
	fn, _ := technique.EnclosingFunc(c.loop)
	for ret := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		if technique.Text(c.pass, ret.Node()) == text &&
			(c.s == nil || !asksEmpty(c.pass, ret, c.s)) {
			return true
		}
	}
	return false
}

// body returns the statements of the loop, without c := s[i] and what a map has for it, which
// may come first.
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
	for len(list) > 0 && c.names(list[0]) {
		list = list[1:]
	}
	return list
}

// names takes the variable of c := s[i] as the element, and that of x, ok := m[c] as what tells
// whether a map has it.
func (c *copying) names(stmt ast.Stmt) bool {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 {
		return false
	}
	if len(as.Lhs) == 1 && c.elem == nil && c.isIndexed(as.Rhs[0]) {
		c.elem = defined(c.pass.TypesInfo, as.Lhs[0])
		return c.elem != nil
	}
	x, ok := as.Rhs[0].(*ast.IndexExpr)
	if !ok || len(as.Lhs) != 2 || c.found != nil || !c.isElement(x.Index) {
		return false
	}
	if _, ok := technique.Variable(c.pass.TypesInfo, x.X); !ok {
		return false
	}
	c.found, c.in = defined(c.pass.TypesInfo, as.Lhs[1]), x
	return c.found != nil
}

// returns finds the only part of the return statement that is made of what is written to.
func (c *copying) returns() bool {
	for n := range ast.Preorder(c.ret) {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // it runs later
		case *ast.CallExpr:
			out, ok := c.made(n)
			if !ok {
				continue
			}
			if c.text != nil {
				return false
			}
			c.text, c.out = n, out
		}
	}
	for _, e := range c.ret.Results {
		v, ok := technique.Variable(c.pass.TypesInfo, ast.Unparen(e))
		if c.text == nil && ok && types.Identical(v.Type(), types.Typ[types.String]) {
			c.text, c.out = e, v
		}
	}
	if c.text == nil || c.out.Parent() == c.pass.Pkg.Scope() {
		return false
	}
	uses := 0
	for _, use := range technique.UsesOf(c.pass, c.out) {
		if c.ret.Pos() <= use.Node().Pos() && use.Node().Pos() < c.ret.End() {
			uses++
		}
	}
	return uses == 1
}

// made returns the variable of which a call makes a text.
//
//	b.String(), string(out)
func (c *copying) made(call *ast.CallExpr) (*types.Var, bool) {
	info := c.pass.TypesInfo
	switch {
	case !types.Identical(info.TypeOf(call), types.Typ[types.String]):
		return nil, false
	case info.Types[call.Fun].IsType():
		v, ok := technique.Variable(info, ast.Unparen(call.Args[0]))
		return v, ok && (technique.IsSlice(v.Type()) || technique.IsText(v.Type()))
	case technique.IsMethod(info, call, "strings", "Builder", "String"),
		technique.IsMethod(info, call, "bytes", "Buffer", "String"):
		return technique.Variable(info, call.Fun.(*ast.SelectorExpr).X)
	}
	return nil, false
}

// over finds the string that the loop goes over, element by element to its end.
//
//	for i, r := range s, for i := range s, for i := 0; i < len(s); i++, for i := range len(s)
//
// Or it goes over what it changes in place.
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
			return c.index != nil && c.goesOver(call.Args[0])
		}
		c.elem = defined(info, n.Value)
		if c.inPlace = c.is(x, c.out); c.inPlace {
			return c.elem != nil || c.index != nil
		}
		c.runes = true
		return c.elem != nil && (c.isText(x) || c.isCall(x))
	case *ast.ForStmt:
		return c.counts(n)
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
		c.goesOver(call.Args[0]) // where the loop changes the index, it changes an element
}

// goesOver takes the argument of len as the string, or as what is changed in place.
func (c *copying) goesOver(e ast.Expr) bool {
	c.inPlace = c.is(e, c.out)
	return c.inPlace && !c.stepped || c.isText(e)
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
	c.s, c.name = v, v.Name()
	return true
}

// isCall takes what a call returns as the string.
func (c *copying) isCall(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || !types.Identical(c.pass.TypesInfo.TypeOf(e), types.Typ[types.String]) ||
		c.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	c.call, c.name = call, technique.FreshName(c.pass, c.file, "text")
	return true
}

// steady reports whether the string is the same from a place before the loop to the return
// statement, where nothing is changed: a loop that assigns to it always does more than to write,
// and no function literal assigns to it, which the return statement could call.
func (c *copying) steady(start inspector.Cursor) bool {
	fn, ok := technique.EnclosingFunc(c.loop)
	if c.s == nil {
		return ok && !technique.Uses(c.pass.TypesInfo, c.call, c.out)
	}
	if !ok || !technique.Visible(c.pass, c.s, c.ret.Pos()) ||
		!technique.Visible(c.pass, c.s, start.Node().Pos()) {
		return false
	}
	for _, use := range technique.UsesOf(c.pass, c.s) {
		given, addressed := technique.Replaced(use)
		if addressed || given && !technique.InFunc(use, fn) {
			return false
		}
	}
	return true
}

// isIndexed reports whether an expression is the element of the iteration, s[i], or out[i] where
// the loop changes out in place.
func (c *copying) isIndexed(e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok && c.is(x.Index, c.index) &&
		(c.inPlace && c.is(x.X, c.out) || !c.runes && c.is(x.X, c.s))
}

// begins finds the declaration of what is written to, which must be empty or the string,
// and where the string may be looked at: before that, if nothing stands between it and
// the loop, and else behind what does.
func (c *copying) begins() (start inspector.Cursor, ok bool) {
	start, found, apart := c.loop, false, false
	for cur, more := c.loop.PrevSibling(); more; cur, more = cur.PrevSibling() {
		stmt, is := cur.Node().(ast.Stmt)
		if !is {
			break // what a case compares with
		}
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
			apart = apart || !c.isAside(stmt)
		}
		if !apart {
			start = cur
		}
	}
	fn, ok := technique.EnclosingFunc(c.loop)
	return start, ok && found && c.steady(start) && c.usedHere() &&
		(c.s == nil || !givenBack(c.pass, fn, c.s)) &&
		!slices.ContainsFunc([]*types.Var{c.s, c.index}, func(v *types.Var) bool {
			return v != nil && technique.Uses(c.pass.TypesInfo, c.ret, v)
		})
}

// isAside reports whether a statement only begins a variable with a constant, so that a return
// statement before it is as good as one behind it: the latter does not use the variable.
func (c *copying) isAside(stmt ast.Stmt) bool {
	v, _, value := technique.Declared(c.pass.TypesInfo, stmt)
	if v == nil || v == c.s || technique.Uses(c.pass.TypesInfo, c.ret, v) ||
		value != nil && c.pass.TypesInfo.Types[value].Value == nil {
		return false
	}
	if v != c.index { // of the element
		c.aside = append(c.aside, v)
	}
	return true
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
