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
	v *types.Var // the slice, or the struct that field is of
	// field is the slice of a struct, nil for a slice that is a variable.
	field *types.Var
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
	own     int               // how many of known are of the loops around
	// before are the statements that are executed before what comes next.
	before []ast.Stmt
}

// count returns the loop that counts what another one appends, or the statement where that
// needs no loop; and the number itself where that is the same for each iteration, "" else.
func (t *sum) count(n ast.Node, around *counting) (text, size string, ok bool) {
	c := &counting{loop: n, used: make(map[*types.Var]bool)}
	if around != nil {
		c.own = len(around.known)
		c.known, c.before = slices.Clone(around.known), slices.Clone(around.before)
		c.used, c.aliases = around.used, slices.Clone(around.aliases)
		c.outer = len(c.aliases)
	}
	var body *ast.BlockStmt
	switch n := n.(type) {
	case *ast.RangeStmt:
		body = n.Body
		if n.Tok == token.ASSIGN {
			return "", "", false
		}
		c.declare(t.pass.TypesInfo, n.Key, n.Value)
	case *ast.ForStmt:
		body = n.Body
		c.declare(t.pass.TypesInfo, n.Init.(*ast.AssignStmt).Lhs[0])
	}
	for _, stmt := range body.List {
		if !t.statement(c, stmt) {
			return "", "", false
		}
		c.before = append(c.before, stmt)
	}
	if c.fixed > 0 {
		c.lens = append(c.lens, strconv.Itoa(c.fixed))
	}
	text, ok = t.text(c)
	return text, t.product(c), ok
}

// product returns how many elements a loop appends when each iteration appends as many; "" for
// others.
//
//	len(a) * (len(b) + 1)
func (t *sum) product(c *counting) string {
	if len(c.stmts) > 0 || len(c.lens) == 0 ||
		slices.ContainsFunc(c.known[c.own:], func(v *types.Var) bool { return c.used[v] }) {
		return ""
	}
	turns := ""
	switch m := t.limit; {
	case c.loop != t.cur.Node():
		x := c.loop.(*ast.RangeStmt).X
		turns = "len(" + technique.Text(t.pass, ast.Unparen(x)) + ")"
	case !m.sum && !m.signed && !m.fixed && !m.asked && strings.HasPrefix(m.text, "len("):
		turns = m.text
	default:
		return ""
	}
	switch each := strings.Join(c.lens, "+"); {
	case len(c.lens) > 1:
		return turns + "*(" + each + ")"
	case each == "1":
		return turns
	case c.fixed > 0:
		return each + "*" + turns
	default:
		return turns + "*" + each
	}
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
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		call := t.adds(s)
		if call == nil {
			t.alias(c, s)
			return !t.assigned(s)
		}
		if !call.Ellipsis.IsValid() {
			c.fixed += len(call.Args) - 1
			return true
		}
		t.calls = append(t.calls, call)
		return t.length(c, call.Args[1], 1)
	case *ast.RangeStmt:
		if !t.assigned(s) {
			return true
		}
		return t.inner(c, s)
	}
	return !t.assigned(stmt)
}

// adds returns the call of append when a statement appends to the slice, and nil otherwise.
func (t *sum) adds(stmt ast.Node) *ast.CallExpr {
	if t.field == nil && added(t.pass.TypesInfo, stmt) == t.v {
		return stmt.(*ast.AssignStmt).Rhs[0].(*ast.CallExpr)
	}
	if f, ok := t.fieldAdd(stmt); ok && t.field != nil && f.of == t.v && f.field() == t.field {
		return f.call()
	}
	return nil
}

// assigned reports whether code assigns to the slice or to a part of it.
func (t *sum) assigned(n ast.Node) bool {
	if t.field == nil {
		return technique.Assigned(t.pass.TypesInfo, n, t.v)
	}
	for n := range ast.Preorder(n) {
		if t.adds(n) != nil {
			return true
		}
	}
	return false
}

// inner adds what a loop in the loop appends.
func (t *sum) inner(c *counting, s *ast.RangeStmt) bool {
	info := t.pass.TypesInfo
	if _, isInt := info.TypeOf(s.X).Underlying().(*types.Basic); isInt {
		return false // a number, or runes
	}
	fixed := 0
	for _, stmt := range s.Body.List {
		if call := t.adds(stmt); call != nil && !call.Ellipsis.IsValid() {
			fixed += len(call.Args) - 1
			t.calls = append(t.calls, call)
		} else if t.assigned(stmt) {
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
	text, size, ok := t.count(s, c)
	if size != "" {
		c.lens = append(c.lens, size)
		return ok
	}
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
		if !quiet(t.pass, stmt) {
			return false
		}
	}
	for n := range ast.Preorder(e) {
		v, isVar := technique.Variable(info, n)
		if _, isName := n.(*ast.Ident); !isName {
			continue
		}
		if !isVar || v == t.v && t.field == nil || !v.IsField() && t.reassigned(v) {
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

// quiet reports the same as calm, also of a statement that appends.
func quiet(pass *analysis.Pass, stmt ast.Stmt) bool {
	if inner, ok := stmt.(*ast.RangeStmt); ok {
		return calm(pass, inner.X) && !slices.ContainsFunc(inner.Body.List,
			func(stmt ast.Stmt) bool { return !quiet(pass, stmt) })
	}
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 {
		return calm(pass, stmt)
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(pass.TypesInfo, call, "append") {
		return calm(pass, stmt)
	}
	return !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return !calm(pass, arg) })
}

// calm reports whether code calls nothing that could take a lock, and waits for nothing.
func calm(pass *analysis.Pass, n ast.Node) bool {
	for n := range ast.Preorder(n) {
		switch n.(type) {
		case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
			return false
		}
	}
	return effects.Only(pass, n, effects.Keeps|effects.Panics|effects.Shows)
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
		if pointer && (!isVar || !t.toElement(c, v) && !t.leads(v)) {
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
	if len(stmts) == 0 {
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
