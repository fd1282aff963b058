package appendform

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostPieces is how many pieces are compared one by one: more of them are hard to read.
const mostPieces = 4

// compared matches a sum of strings that are there, which is compared with a string, looked for
// at its beginning or end, or measured, and returns the comparison that is replaced.
//
//	have: strings.HasPrefix(x, dir+"/")
//	want: strings.HasPrefix(x, dir) && strings.HasPrefix(x[len(dir):], "/")
//
//	have: x == a+b
//	want: len(x) == len(a)+len(b) && x[:len(a)] == a && x[len(a):] == b
//
//	have: len(a + b)
//	want: len(a) + len(b)
//
// Each string is named more than once, and perhaps not at all where another one is not equal. So
// no call gives one of them, and those that may be left out do not panic.
func (t *text) compared() (at ast.Node, text string, ok bool) {
	parent, kind := t.cur.Parent(), t.cur.ParentEdgeKind()
	for kind == edge.ParenExpr_X {
		kind, parent = parent.ParentEdgeKind(), parent.Parent()
	}
	if t.formats() || len(t.pieces) > mostPieces || technique.Commented(t.pass, parent.Node()) ||
		!technique.Predeclared(t.pass, t.cur.Node().Pos(), "len") {
		return nil, "", false
	}
	for _, p := range t.pieces {
		if !p.cons && !technique.Pure(t.pass.TypesInfo, p.e) {
			return nil, "", false
		}
	}
	joint := token.LAND
	switch n := parent.Node().(type) {
	case *ast.CallExpr:
		if technique.IsBuiltin(t.pass.TypesInfo, n, "len") {
			joint = token.ADD
			text, ok = t.measured()
			break
		}
		text, ok = t.atEnd(parent, n)
	case *ast.BinaryExpr:
		if n.Op == token.NEQ {
			joint = token.LOR
		}
		text, ok = t.equal(n)
	}
	if ok && bindsCloser(parent, joint) {
		text = "(" + text + ")"
	}
	return parent.Node(), text, ok
}

// bindsCloser reports whether the operator around an expression binds closer than another one in
// its place, or as close and comes first.
func bindsCloser(cur inspector.Cursor, op token.Token) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.UnaryExpr:
		return true
	case *ast.BinaryExpr:
		second := cur.ParentEdgeKind() == edge.BinaryExpr_Y
		return n.Op.Precedence() > op.Precedence() ||
			second && op == token.ADD && n.Op.Precedence() == op.Precedence()
	}
	return false
}

// measured adds up the lengths of the pieces.
func (t *text) measured() (string, bool) {
	var terms []string
	for _, p := range t.pieces {
		terms = append(terms, t.length(p))
	}
	return strings.Join(terms, " + "), len(terms) > 1
}

// atEnd compares the pieces with the beginning or the end of a string.
func (t *text) atEnd(cur inspector.Cursor, call *ast.CallExpr) (string, bool) {
	info := t.pass.TypesInfo
	prefix := technique.IsFunc(info, call, "strings", "HasPrefix")
	if !prefix && !technique.IsFunc(info, call, "strings", "HasSuffix") || len(call.Args) != 2 ||
		call.Args[1].Pos() > t.cur.Node().Pos() || technique.RunsLater(cur) ||
		cur.ParentEdgeKind() == edge.ExprStmt_X || !t.named(call.Args[0]) {
		return "", false
	}
	x, fun := t.text(call.Args[0]), t.text(call.Fun)
	var terms, before []string
	pieces := t.pieces
	for i := range pieces {
		p := pieces[i]
		if !prefix {
			p = pieces[len(pieces)-1-i]
		}
		if p.cons && p.text == "" {
			continue
		}
		part := x
		switch {
		case len(before) == 0:
		case prefix:
			part += "[" + strings.Join(before, "+") + ":]"
		default:
			part += "[:len(" + x + ")-" + strings.Join(before, "-") + "]"
		}
		if len(terms) > 0 && !t.steady(p) {
			return "", false
		}
		terms = append(terms, fmt.Sprintf("%s(%s, %s)", fun, part, t.text(p.e)))
		before = append(before, t.length(p))
	}
	return strings.Join(terms, " && "), len(terms) > 1
}

// equal compares the pieces with parts of a string. All are named for their lengths first, in the
// order in which they were, unless the string comes behind them.
func (t *text) equal(n *ast.BinaryExpr) (string, bool) {
	x, later := n.X, t.within(n.X)
	if later {
		x = n.Y
	}
	if n.Op != token.EQL && n.Op != token.NEQ || !t.named(x) {
		return "", false
	}
	var parts []piece
	for _, p := range t.pieces {
		if later && !t.steady(p) {
			return "", false
		}
		if !p.cons || p.text != "" {
			parts = append(parts, p)
		}
	}
	var terms, before []string
	name := t.text(x)
	for i, p := range parts {
		from := strings.Join(before, "+")
		before = append(before, t.length(p))
		to := strings.Join(before, "+")
		if i == len(parts)-1 {
			to = ""
		}
		terms = append(terms, t.part(name, from, to, p, n.Op))
	}
	terms = append([]string{fmt.Sprintf("len(%s) %s %s", name, n.Op, strings.Join(before, "+"))},
		terms...)
	joint := " && "
	if n.Op == token.NEQ {
		joint = " || "
	}
	return strings.Join(terms, joint), len(parts) > 1
}

// part compares a piece with a part of a string.
func (t *text) part(x, from, to string, p piece, op token.Token) string {
	if p.literal() && len(p.text) == 1 && p.text[0] < 0x80 {
		if from == "" {
			from = "0"
		}
		return fmt.Sprintf("%s[%s] %s %s", x, from, op, strconv.QuoteRune(rune(p.text[0])))
	}
	return fmt.Sprintf("%s[%s:%s] %s %s", x, from, to, op, operand(t.text(p.e), p.e))
}

// length returns the length of a piece as an expression.
func (t *text) length(p piece) string {
	if p.literal() {
		return strconv.Itoa(len(p.text))
	}
	return "len(" + t.text(p.e) + ")"
}

// within reports whether the sum is e, or a part of it.
func (t *text) within(e ast.Expr) bool {
	return e.Pos() <= t.cur.Node().Pos() && t.cur.Node().End() <= e.End()
}

// named reports whether an expression is the name of a string, of which parts can be written.
func (t *text) named(x ast.Expr) bool {
	info := t.pass.TypesInfo
	switch x.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
	default:
		return false
	}
	return technique.Pure(info, x) && info.Types[x].Value == nil &&
		types.Identical(info.TypeOf(x), types.Typ[types.String])
}

// steady reports whether a piece does not panic: it is a constant, a variable, or a field that is
// reached without a pointer.
func (t *text) steady(p piece) bool {
	if p.cons {
		return true
	}
	info := t.pass.TypesInfo
	for e := ast.Unparen(p.e); ; {
		switch x := e.(type) {
		case *ast.Ident:
			return true
		case *ast.SelectorExpr:
			sel := info.Selections[x]
			if sel == nil {
				return true
			}
			if sel.Indirect() {
				return false
			}
			e = ast.Unparen(x.X)
		default:
			return false
		}
	}
}

func (t *text) text(n ast.Node) string { return technique.Text(t.pass, n) }
