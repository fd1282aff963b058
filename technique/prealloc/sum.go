package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// sum is a loop that appends whole slices, or has loops that append: how many elements
// there will be is counted in a loop before it, which takes no memory.
//
//	have: for _, x := range xs { out = append(out, x.list...) }
//	want: total := 0
//	      for _, x := range xs { total += len(x.list) }
//	      if total > 0 { out = make([]T, 0, total) }
//	      for _, x := range xs { out = append(out, x.list...) }
type sum struct {
	*loop
	v     *types.Var
	name  string // of the number
	calls []ast.Node
}

// counting is what one loop adds, as the statements that count it.
type counting struct {
	loop    ast.Node
	fixed   int      // elements in each iteration
	lens    []string // texts of further numbers, "len(x.list)"
	stmts   []string
	known   []*types.Var // what loops and statements in them declare, and texts may name
	used    map[*types.Var]bool
	aliases []*ast.AssignStmt // of this loop behind those of the loops around it
	outer   int               // how many are of those
	// before are the statements that are executed before what comes next.
	before []ast.Stmt
}

// total proposes to count first.
func (l *loop) total(v *types.Var, taken map[string]bool) (p technique.Proposal, ok bool) {
	s, ok := l.startOf(v)
	var room ast.Expr
	if !ok {
		s, room, ok = l.short(v)
	}
	if !ok || !l.usesKeep(v, s) || l.limit.hoist && room != nil || l.limit.asked ||
		!l.returnsOnly(v) {
		return p, false
	}
	t := &sum{loop: l, v: v, name: technique.FreshName(l.pass, l.file, "total")}
	for i := 2; taken[t.name]; i++ {
		t.name = technique.FreshName(l.pass, l.file, "total"+strconv.Itoa(i))
	}
	text, ok := t.count(l.cur.Node(), nil)
	if !ok || len(t.calls) == 0 {
		return p, false
	}
	taken[t.name] = true
	p = technique.Proposal{At: t.calls[0], Also: t.calls[1:],
		Message: "count what will be appended, and give " + v.Name() + " the room for it",
		Safe:    effects.CapacityUnseen(l.pass, v)}
	before := t.name + " := 0\n" + text
	if room != nil {
		p.Also = append(p.Also, room)
		decl, _ := l.stmt.PrevSibling()
		p.Edits = []analysis.TextEdit{technique.Insert(decl.Node().Pos(), before),
			technique.Replace(room, t.name)}
		return p, true
	}
	assign, edits, ok := l.make(v, t.name, l.stmt.Node())
	p.Edits = append(append(edits, l.kept(l.stmt.Node())...), technique.Insert(l.stmt.Node().Pos(),
		before+"if "+t.name+" > 0 {\n"+assign+"\n}\n"))
	return p, ok
}

// short matches a slice with room for fewer elements, made right before the loop.
//
//	out := make([]T, 0, len(xs))
func (l *loop) short(v *types.Var) (s start, room ast.Expr, ok bool) {
	prev, ok := l.stmt.PrevSibling()
	if !ok {
		return s, nil, false
	}
	made, _, value := technique.Declared(l.pass.TypesInfo, prev.Node())
	call, isCall := value.(*ast.CallExpr)
	if made != v || !isCall || !technique.IsBuiltin(l.pass.TypesInfo, call, "make") ||
		len(call.Args) != 3 || !technique.IsInt(l.pass.TypesInfo, call.Args[1], 0) ||
		!guessed(l.pass.TypesInfo, call.Args[2]) {
		return s, nil, false
	}
	s.fn, ok = technique.EnclosingFunc(l.cur)
	s.end, s.value = prev.Node().End(), value
	return s, call.Args[2], ok
}

// guessed reports whether a capacity is a number or a length, and not the sum.
func guessed(info *types.Info, e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		return technique.IsBuiltin(info, call, "len") && technique.Pure(info, call)
	}
	_, ok := e.(*ast.BasicLit)
	return ok
}

// returnsOnly reports whether the loop, once it has begun, goes on to its end or leaves the
// function without the slice.
func (l *loop) returnsOnly(v *types.Var) bool {
	ok := true
	ast.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			ok = false
		case *ast.ReturnStmt:
			ok = ok && len(n.Results) > 0 && !technique.Uses(l.pass.TypesInfo, n, v)
		}
		return ok
	})
	return ok
}

// count returns the loop that counts what another one appends, or the statement where that
// needs no loop.
func (t *sum) count(n ast.Node, around *counting) (text string, ok bool) {
	c := &counting{loop: n, used: make(map[*types.Var]bool)}
	if around != nil {
		c.known, c.before = slices.Clone(around.known), slices.Clone(around.before)
		c.used, c.aliases = around.used, slices.Clone(around.aliases)
		c.outer = len(c.aliases)
	}
	var body *ast.BlockStmt
	switch n := n.(type) {
	case *ast.RangeStmt:
		body = n.Body
		if n.Tok == token.ASSIGN {
			return "", false
		}
		c.declare(t.pass.TypesInfo, n.Key, n.Value)
	case *ast.ForStmt:
		body = n.Body
		c.declare(t.pass.TypesInfo, n.Init.(*ast.AssignStmt).Lhs[0])
	}
	for _, stmt := range body.List {
		if !t.statement(c, stmt) {
			return "", false
		}
		c.before = append(c.before, stmt)
	}
	return t.text(c)
}

// declare notes variables that a loop declares.
func (c *counting) declare(info *types.Info, names ...ast.Expr) {
	for _, e := range names {
		if id, ok := e.(*ast.Ident); ok {
			if v, ok := info.Defs[id].(*types.Var); ok {
				c.known = append(c.known, v)
			}
		}
	}
}

// statement adds what a statement of a loop appends in any case.
func (t *sum) statement(c *counting, stmt ast.Stmt) bool {
	info := t.pass.TypesInfo
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if added(info, s) != t.v {
			t.alias(c, s)
			return !technique.Assigned(info, s, t.v)
		}
		call := s.Rhs[0].(*ast.CallExpr)
		if !call.Ellipsis.IsValid() {
			c.fixed += len(call.Args) - 1
			return true
		}
		t.calls = append(t.calls, call)
		return t.length(c, call.Args[1], 1)
	case *ast.RangeStmt:
		if !technique.Assigned(info, s, t.v) {
			return true
		}
		return t.inner(c, s)
	}
	return !technique.Assigned(info, stmt, t.v)
}

// inner adds what a loop in the loop appends.
func (t *sum) inner(c *counting, s *ast.RangeStmt) bool {
	info := t.pass.TypesInfo
	if _, isInt := info.TypeOf(s.X).Underlying().(*types.Basic); isInt {
		return false // a number, or runes
	}
	fixed := 0
	for _, stmt := range s.Body.List {
		if appendsTo(info, stmt) == t.v {
			fixed += len(stmt.(*ast.AssignStmt).Rhs[0].(*ast.CallExpr).Args) - 1
			t.calls = append(t.calls, stmt.(*ast.AssignStmt).Rhs[0])
		} else if technique.Assigned(info, stmt, t.v) {
			fixed = -1
			break
		}
	}
	if fixed > 0 {
		return t.length(c, s.X, fixed)
	}
	if !t.plain(c, s.X) || t.guard(c, s.X) != "" {
		return false
	}
	t.use(c, s.X)
	text, ok := t.count(s, c)
	c.stmts = append(c.stmts, strings.TrimSuffix(text, "\n"))
	return ok
}

// alias notes a statement that gives an element of what is ranged over a name.
//
//	x := xs[i], x := &xs[i]
func (t *sum) alias(c *counting, s *ast.AssignStmt) {
	v, _, value := technique.Declared(t.pass.TypesInfo, s)
	if addr, ok := value.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		value = addr.X
	}
	index, ok := value.(*ast.IndexExpr)
	if v != nil && ok && t.plain(c, index) {
		c.known = append(c.known, v)
		c.aliases = append(c.aliases, s)
	}
}

// length adds the length of an expression, so many times.
func (t *sum) length(c *counting, e ast.Expr, times int) bool {
	if n, ok := constantLength(t.pass.TypesInfo, e); ok {
		c.fixed += n * times
		return true
	}
	e = unconverted(t.pass.TypesInfo, e)
	if !t.plain(c, e) {
		return false
	}
	t.use(c, e)
	text := "len(" + technique.Text(t.pass, ast.Unparen(e)) + ")"
	if times > 1 {
		text = strconv.Itoa(times) + "*" + text
	}
	if guard := t.guard(c, e); guard != "" {
		c.stmts = append(c.stmts, "if "+guard+" {\n"+t.name+" += "+text+"\n}")
		return true
	}
	c.lens = append(c.lens, text)
	return true
}

// use notes the variables that an expression names, and those that they are made of.
func (t *sum) use(c *counting, e ast.Node) {
	for n := range ast.Preorder(e) {
		v, ok := technique.Variable(t.pass.TypesInfo, n)
		if !ok || !slices.Contains(c.known, v) || c.used[v] {
			continue
		}
		c.used[v] = true
		for _, s := range c.aliases {
			if a, _, value := technique.Declared(t.pass.TypesInfo, s); a == v {
				t.use(c, value)
			}
		}
	}
}

// plain reports whether an expression is the same where it is counted, and may be evaluated
// there: what comes before it in an iteration calls nothing that could take a lock or wait
// for others.
func (t *sum) plain(c *counting, e ast.Expr) bool {
	info := t.pass.TypesInfo
	for _, stmt := range c.before {
		if added(info, stmt) != t.v && !calm(t.pass, stmt) {
			return false
		}
	}
	for n := range ast.Preorder(e) {
		v, isVar := technique.Variable(info, n)
		if _, isName := n.(*ast.Ident); !isName {
			continue
		}
		if !isVar || v == t.v || !v.IsField() && t.reassigned(v) {
			return false
		}
		if !v.IsField() && !slices.Contains(c.known, v) &&
			!technique.Visible(t.pass, v, t.stmt.Node().Pos()) {
			return false
		}
	}
	return t.evaluates(c, e)
}

// reassigned reports whether the loop gives a variable, or a part of it, another value after
// its declaration, or takes an address. What it leads to may change.
func (t *sum) reassigned(v *types.Var) bool {
	for _, use := range technique.UsesOf(t.pass, v) {
		for t.body.Pos() <= use.Node().Pos() && use.Node().End() <= t.body.End() {
			if given, addressed := technique.Replaced(use); given || addressed {
				return true
			}
			use = use.Parent()
			e, ok := use.Node().(*ast.SelectorExpr)
			if !ok || technique.Names(t.pass.TypesInfo, e.Sel, v) {
				break
			}
			if _, pointer := t.pass.TypesInfo.TypeOf(e.X).Underlying().(*types.Pointer); pointer {
				break
			}
		}
	}
	return false
}

// calm reports whether a statement calls nothing that could take a lock, and waits for nothing.
func calm(pass *analysis.Pass, stmt ast.Stmt) bool {
	for n := range ast.Preorder(stmt) {
		switch n.(type) {
		case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
			return false
		}
	}
	return effects.Only(pass, stmt, effects.Keeps|effects.Panics|effects.Shows)
}

// evaluates reports whether evaluating an expression cannot panic, but for variables that
// are nil.
func (t *sum) evaluates(c *counting, e ast.Expr) bool {
	info := t.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
			return false
		}
		if _, isVar := ast.Unparen(e.X).(*ast.Ident); isVar {
			return true
		}
		return !sel.Indirect() && t.evaluates(c, e.X)
	case *ast.IndexExpr:
		if m, ok := info.TypeOf(e.X).Underlying().(*types.Map); ok {
			_, basic := m.Key().Underlying().(*types.Basic)
			return basic && t.evaluates(c, e.X) && t.evaluates(c, e.Index)
		}
		return t.inRange(c, e) && t.evaluates(c, e.X)
	}
	return false
}

// inRange reports whether an index is that of a loop over the same slice or array.
func (t *sum) inRange(c *counting, e *ast.IndexExpr) bool {
	info := t.pass.TypesInfo
	switch n := c.loop.(type) {
	case *ast.RangeStmt:
		id, ok := n.Key.(*ast.Ident)
		if _, isMap := info.TypeOf(n.X).Underlying().(*types.Map); isMap {
			return false
		}
		return ok && technique.SameExpr(info, n.X, e.X) &&
			technique.Names(info, e.Index, info.Defs[id])
	case *ast.ForStmt:
		i, of, ok := technique.CountsUp(info, n)
		call, isCall := of.(*ast.CallExpr)
		return ok && isCall && technique.IsBuiltin(info, call, "len") &&
			technique.SameExpr(info, call.Args[0], e.X) && technique.Names(info, e.Index, i)
	}
	return false
}

// guard returns the condition for a pointer in an expression not to be nil; "" for none.
// Where it is nil, the loop itself panics.
func (t *sum) guard(c *counting, e ast.Expr) string {
	for n := range ast.Preorder(e) {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		_, pointer := t.pass.TypesInfo.TypeOf(sel.X).Underlying().(*types.Pointer)
		v, isVar := technique.Variable(t.pass.TypesInfo, sel.X)
		if pointer && (!isVar || !t.toElement(c, v)) {
			return technique.Text(t.pass, sel.X) + " != nil"
		}
	}
	return ""
}

// toElement reports whether a variable is the address of an element.
func (t *sum) toElement(c *counting, v *types.Var) bool {
	return slices.ContainsFunc(c.aliases, func(s *ast.AssignStmt) bool {
		a, _, value := technique.Declared(t.pass.TypesInfo, s)
		_, addr := value.(*ast.UnaryExpr)
		return a == v && addr
	})
}

// text returns what counts.
func (t *sum) text(c *counting) (string, bool) {
	if c.fixed > 0 {
		c.lens = append(c.lens, strconv.Itoa(c.fixed))
	}
	var stmts []string
	for _, s := range c.aliases[c.outer:] {
		if v, _, _ := technique.Declared(t.pass.TypesInfo, s); c.used[v] {
			stmts = append(stmts, technique.Text(t.pass, s))
		}
	}
	stmts = append(stmts, c.stmts...)
	if len(c.lens) > 0 {
		add := t.name + " += " + strings.Join(c.lens, " + ")
		if add == t.name+" += 1" {
			add = t.name + "++"
		}
		stmts = append(stmts, add)
	}
	if len(stmts) == 0 || len(t.calls) == 0 {
		return "", false
	}
	return t.head(c) + " {\n" + strings.Join(stmts, "\n") + "\n}\n", true
}

// head returns the head of a loop, without the variables that the counting does not need.
func (t *sum) head(c *counting) string {
	if f, ok := c.loop.(*ast.ForStmt); ok {
		return "for " + technique.Text(t.pass, f.Init) + "; " + technique.Text(t.pass, f.Cond) +
			"; " + technique.Text(t.pass, f.Post)
	}
	r := c.loop.(*ast.RangeStmt)
	key, value := t.needed(c, r.Key), t.needed(c, r.Value)
	x := " range " + technique.Text(t.pass, r.X)
	if t.limit.hoist && r == t.cur.Node() {
		x = " range " + t.limit.name
	}
	switch {
	case value != "_":
		return "for " + key + ", " + value + " :=" + x
	case key != "_":
		return "for " + key + " :=" + x
	}
	return "for" + x
}

// needed returns the name of a loop's variable, or _ where the counting does not use it.
func (t *sum) needed(c *counting, e ast.Expr) string {
	id, ok := e.(*ast.Ident)
	if !ok {
		return "_"
	}
	if v, ok := t.pass.TypesInfo.Defs[id].(*types.Var); ok && c.used[v] {
		return id.Name
	}
	return "_"
}
