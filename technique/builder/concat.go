package builder

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// concatenation is a slice of bytes that consecutive statements fill, of which the next one makes
// a string: its pieces, added up.
type concatenation struct {
	*text
	conv  *ast.CallExpr // string(v)
	parts []part
	stmts []ast.Node // which fill the slice
	used  int        // uses of the slice in them, and of the variables that count in it
	asked []ast.Expr // whose lengths the room and places are made of
	at    sum        // how long the pieces are that are there already
	room  *sum       // how long the slice is from the beginning; or nil when it is appended to
	count map[*types.Var]sum
}

// part is a piece: an expression, or a text in quotation marks.
type part struct {
	x    ast.Expr
	text string
}

// concatenated matches a slice that only pieces go to.
//
//	have: b := make([]byte, 0, len(s)+1+len(t)); b = append(b, s...); b = append(b, '/')
//	      b = append(b, t...); return string(b)
//	want: return s + "/" + t
func (t *text) concatenated(cur inspector.Cursor, value ast.Expr) (technique.Proposal, bool) {
	c := &concatenation{text: t, stmts: []ast.Node{cur.Node()}, count: make(map[*types.Var]sum)}
	if !c.begins(value) {
		return technique.Proposal{}, false
	}
	at, more := cur.NextSibling()
	for more && c.whole(at) {
		if technique.Commented(t.pass, at.Node()) {
			return technique.Proposal{}, false
		}
		c.stmts = append(c.stmts, at.Node())
		at, more = at.NextSibling()
	}
	joined, ok := "", false
	if more && c.ends(at) && len(c.parts) > 1 && (c.room == nil || c.room.equals(c.at)) &&
		c.ofPieces() {
		joined, ok = c.joined()
	}
	if !ok || technique.CommentedAround(t.pass, cur.Node(), at.Node()) {
		return technique.Proposal{}, false
	}
	p := technique.Proposal{At: c.conv, Also: c.stmts, Safe: true,
		Message: "add the pieces up where slices of bytes become a string"}
	for _, stmt := range c.stmts {
		p.Edits = append(p.Edits, technique.Remove(t.pass, stmt))
	}
	p.Edits = append(p.Edits, technique.Replace(c.conv, joined))
	return p, true
}

// begins reads what the slice is declared with: nothing, a text, or room that costs an allocation.
func (c *concatenation) begins(value ast.Expr) bool {
	call, ok := value.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(c.pass.TypesInfo, call, "make") {
		lit, isLit := value.(*ast.CompositeLit)
		return value == nil || isLit && len(lit.Elts) == 0 || c.appends(value)
	}
	size := call.Args[len(call.Args)-1]
	n, ok := c.sumOf(size)
	if !ok || n.fixed() {
		return false
	}
	if len(call.Args) == 2 {
		c.room = &n
		return true
	}
	return technique.IsInt(c.pass.TypesInfo, call.Args[1], 0)
}

// whole reads the same as fills, and nothing of a statement that is another one.
func (c *concatenation) whole(at inspector.Cursor) bool {
	before := *c
	before.parts, before.count = slices.Clone(c.parts), maps.Clone(c.count)
	if c.fills(at) {
		return true
	}
	*c = before
	return false
}

// fills reads a statement that puts a piece behind the others.
func (c *concatenation) fills(at inspector.Cursor) bool {
	switch n := at.Node().(type) {
	case *ast.ExprStmt:
		_, ok := c.copies(n.X)
		return ok
	case *ast.IncDecStmt:
		return n.Tok == token.INC && c.counts(n.X, sum{n: 1})
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return false
		}
		return c.assigns(n)
	}
	return false
}

// assigns reads a statement that appends, sets one byte, or counts what it copies.
func (c *concatenation) assigns(n *ast.AssignStmt) bool {
	info, lhs, rhs := c.pass.TypesInfo, n.Lhs[0], n.Rhs[0]
	if at, ok := lhs.(*ast.IndexExpr); ok && n.Tok == token.ASSIGN {
		return c.room != nil && c.here(at.X, at.Index) && c.bytes([]ast.Expr{rhs})
	}
	if technique.Names(info, lhs, c.v) {
		if c.used++; n.Tok != token.ASSIGN || c.room != nil {
			return false
		}
		call, ok := rhs.(*ast.CallExpr)
		return ok && c.appends(call)
	}
	if c.room == nil {
		return false
	}
	if n.Tok == token.DEFINE {
		return c.begun(n)
	}
	if n.Tok != token.ADD_ASSIGN {
		return false
	}
	if by, ok := c.sumOf(rhs); ok {
		return c.counts(lhs, by)
	}
	by, ok := c.copies(rhs)
	return ok && c.counts(lhs, by)
}

// begun reads the declaration of a variable that counts how long the pieces are.
//
//	n := 0, n := copy(v, x)
func (c *concatenation) begun(n *ast.AssignStmt) bool {
	v, _, value := technique.Declared(c.pass.TypesInfo, n)
	if v == nil || !types.Identical(v.Type(), types.Typ[types.Int]) || !c.at.fixed() ||
		c.at.n != 0 {
		return false
	}
	if _, ok := c.copies(value); ok || technique.IsInt(c.pass.TypesInfo, value, 0) {
		c.count[v] = c.at
		return true
	}
	return false
}

// counts adds to a variable that counts how long the pieces are. It may be behind them, or where
// they end.
func (c *concatenation) counts(lhs ast.Expr, by sum) bool {
	v, ok := technique.Variable(c.pass.TypesInfo, lhs)
	n, known := c.count[v]
	if !ok || !known {
		return false
	}
	c.used++
	c.count[v] = n.plus(by)
	return true
}

// copies reads copy(v[n:], x) where n pieces end, and returns how long x is.
func (c *concatenation) copies(e ast.Expr) (sum, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || c.room == nil || !technique.IsBuiltin(c.pass.TypesInfo, call, "copy") {
		return sum{}, false
	}
	to, from := call.Args[0], ast.Expr(nil)
	if cut, ok := to.(*ast.SliceExpr); ok {
		if cut.High != nil || cut.Slice3 {
			return sum{}, false
		}
		to, from = cut.X, cut.Low
	}
	before := c.at
	if !c.here(to, from) || !c.piece(call.Args[1]) {
		return sum{}, false
	}
	return c.at.minus(before), true
}

// here reports whether an expression is the slice, and an index where its pieces end.
func (c *concatenation) here(x, index ast.Expr) bool {
	if !technique.Names(c.pass.TypesInfo, x, c.v) {
		return false
	}
	c.used++
	if index == nil {
		return c.at.fixed() && c.at.n == 0
	}
	n, ok := c.sumOf(index)
	return ok && n.equals(c.at)
}

// appends reads append(v, x...), append(v, 'c'), []byte(x), or one within the other. What begins
// again is read only where there is no piece yet.
func (c *concatenation) appends(e ast.Expr) bool {
	info := c.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		if lit, ok := e.(*ast.CompositeLit); ok {
			return len(lit.Elts) == 0 && len(c.parts) == 0
		}
		c.used++
		return technique.Names(info, e, c.v)
	}
	if info.Types[call.Fun].IsType() {
		return len(c.parts) == 0 && technique.IsText(info.TypeOf(call.Args[0])) &&
			c.piece(call.Args[0])
	}
	if !technique.IsBuiltin(info, call, "append") || !c.appends(call.Args[0]) {
		return false
	}
	if call.Ellipsis.IsValid() {
		return c.piece(call.Args[1])
	}
	return c.bytes(call.Args[1:])
}

// piece reads one that stands behind the others. It has the same value when the string is made,
// since only pieces are read until then.
func (c *concatenation) piece(x ast.Expr) bool {
	info := c.pass.TypesInfo
	x = ast.Unparen(x)
	if conv, ok := x.(*ast.CallExpr); ok && info.Types[conv.Fun].IsType() &&
		technique.IsText(info.TypeOf(conv.Args[0])) && technique.IsBytes(info.TypeOf(conv)) {
		x = ast.Unparen(conv.Args[0])
	}
	t := info.TypeOf(x)
	if !technique.IsText(t) && !technique.IsBytes(t) || technique.Uses(info, x, c.v) ||
		!technique.Pure(info, x) || !effects.Only(c.pass, x, 0) {
		return false
	}
	c.parts = append(c.parts, part{x: x})
	c.at = c.at.plus(c.length(x))
	return true
}

// bytes reads constant ones, of which each is a letter of its own.
func (c *concatenation) bytes(list []ast.Expr) bool {
	var b strings.Builder
	for _, x := range list {
		n, ok := technique.ConstantInt(c.pass.TypesInfo, x)
		if !ok || n < ' ' && n != '\n' && n != '\t' || n > '~' {
			return false
		}
		b.WriteByte(byte(n))
	}
	c.at = c.at.plus(sum{n: int64(b.Len())})
	if last := len(c.parts) - 1; last >= 0 && c.parts[last].x == nil {
		c.parts[last].text += b.String()
		return true
	}
	c.parts = append(c.parts, part{text: b.String()})
	return true
}

// ends reports whether a statement has the only other use of the slice, which makes a string of
// it, and calls nothing before.
func (c *concatenation) ends(at inspector.Cursor) bool {
	switch at.Node().(type) {
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt, *ast.DeclStmt, *ast.IncDecStmt:
	default:
		return false
	}
	uses := technique.UsesOf(c.pass, c.v)
	for v := range c.count {
		uses = append(uses, technique.UsesOf(c.pass, v)...)
	}
	if len(uses) != c.used+1 {
		return false
	}
	for conv := range at.Preorder((*ast.CallExpr)(nil)) {
		call := conv.Node().(*ast.CallExpr)
		if len(call.Args) != 1 || !technique.Names(c.pass.TypesInfo, call.Args[0], c.v) ||
			!c.pass.TypesInfo.Types[call.Fun].IsType() ||
			!technique.IsText(c.pass.TypesInfo.TypeOf(call)) {
			continue
		}
		c.conv = call
		return c.first(at, conv)
	}
	return false
}

// first reports whether a statement calls nothing but what gets the string.
func (c *concatenation) first(at, conv inspector.Cursor) bool {
	for lit := range conv.Enclosing((*ast.FuncLit)(nil)) {
		if at.Node().Pos() <= lit.Node().Pos() {
			return false
		}
	}
	for other := range at.Preorder((*ast.CallExpr)(nil), (*ast.UnaryExpr)(nil)) {
		n := other.Node()
		if call, ok := n.(*ast.CallExpr); ok {
			if n.Pos() <= c.conv.Pos() && c.conv.End() <= n.End() ||
				c.pass.TypesInfo.Types[call.Fun].IsType() ||
				technique.IsBuiltin(c.pass.TypesInfo, call, "len") {
				continue
			}
			return false
		}
		if n.(*ast.UnaryExpr).Op == token.ARROW {
			return false
		}
	}
	switch conv.ParentEdgeKind() {
	case edge.IndexExpr_X, edge.SliceExpr_X, edge.SelectorExpr_X:
		return false
	}
	return !sometimes(at, conv) || !slices.ContainsFunc(c.parts, func(p part) bool {
		return p.x != nil && !c.harmless(p.x)
	})
}

// sometimes reports whether a statement may be executed without one of its expressions.
//
//	ok && string(v) == x
func sometimes(at, e inspector.Cursor) bool {
	for ; e != at; e = e.Parent() {
		n, ok := e.Parent().Node().(*ast.BinaryExpr)
		if ok && e.ParentEdgeKind() == edge.BinaryExpr_Y &&
			(n.Op == token.LAND || n.Op == token.LOR) {
			return true
		}
	}
	return false
}

// joined returns the pieces, added up, of the type of the string.
func (c *concatenation) joined() (string, bool) {
	info := c.pass.TypesInfo
	to, plain := info.TypeOf(c.conv), types.Typ[types.String]
	same, texts := true, 0
	for _, p := range c.parts {
		if p.x == nil {
			continue
		}
		same = same && (types.Identical(info.TypeOf(p.x), to) || c.untyped(p.x))
		if info.Types[p.x].Value == nil {
			texts++
		}
	}
	var list []string
	for _, p := range c.parts {
		if p.x != nil && !technique.ResolvesSameAt(c.pass, p.x, c.conv.Pos()) {
			return "", false
		}
		switch {
		case p.x == nil:
			list = append(list, strconv.Quote(p.text))
		case same || types.Identical(info.TypeOf(p.x), plain) || c.untyped(p.x):
			list = append(list, technique.Text(c.pass, p.x))
		default:
			list = append(list, "string("+technique.Text(c.pass, p.x)+")")
		}
	}
	text := strings.Join(list, " + ")
	if !same {
		if !technique.Predeclared(c.pass, c.conv.Pos(), "string") {
			return "", false
		}
		if !types.Identical(to, plain) {
			text = technique.Text(c.pass, c.conv.Fun) + "(" + text + ")"
		}
	}
	return text, texts > 0
}

// untyped reports whether an expression is a constant without a type: a literal, or the name of one
// that is declared without.
func (c *concatenation) untyped(e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	if sel, isSel := e.(*ast.SelectorExpr); isSel {
		name, ok = sel.Sel, true
	}
	if !ok {
		_, lit := e.(*ast.BasicLit)
		return lit
	}
	constant, ok := c.pass.TypesInfo.Uses[name].(*types.Const)
	return ok && constant.Type() == types.Typ[types.UntypedString]
}
