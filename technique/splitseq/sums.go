package splitseq

import (
	"go/ast"
	"go/token"
)

// compared returns what is certain after a comparison.
func (f fact) compared(e *ast.BinaryExpr, truth bool) int64 {
	l, ok := f.linear(e.X)
	if !ok {
		return unknown
	}
	r, ok := f.linear(e.Y)
	if !ok {
		return unknown
	}
	d, op := sum{l.x - r.x, l.y - r.y, l.c - r.c}, e.Op
	if d.x < 0 {
		d, op = sum{-d.x, -d.y, -d.c}, mirrored(op)
	}
	wantY := 0
	if f.y != nil {
		wantY = -1
	}
	if d.x != 1 || d.y != wantY {
		return unknown
	}
	return least(op, truth, -d.c, f.y == nil)
}

// least returns the smallest n for which n op c is what truth says. The length
// of a slice is never negative; a difference of lengths may be.
func least(op token.Token, truth bool, c int64, length bool) int64 {
	switch {
	case op == token.EQL && truth, op == token.NEQ && !truth,
		op == token.GEQ && truth, op == token.LSS && !truth:
		return c
	case op == token.GTR && truth, op == token.LEQ && !truth:
		return c + 1
	case c == 0 && length && (op == token.NEQ && truth || op == token.EQL && !truth):
		return 1
	}
	return unknown
}

func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// sum is x*len(x) + y*len(y) + c.
type sum struct {
	x, y int
	c    int64
}

// linear reads an expression as a sum.
func (f fact) linear(e ast.Expr) (sum, bool) {
	e = ast.Unparen(e)
	if k, ok := f.split.constantInt(e); ok {
		return sum{c: k}, k > unknown/4 && k < -unknown/4
	}
	if f.split.isLen(e, f.x) {
		return sum{x: 1}, true
	}
	if f.y != nil && f.split.isLen(e, f.y) {
		return sum{y: 1}, true
	}
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return sum{}, false
	}
	l, lok := f.linear(b.X)
	r, rok := f.linear(b.Y)
	if b.Op == token.SUB {
		r = sum{-r.x, -r.y, -r.c}
	}
	return sum{l.x + r.x, l.y + r.y, l.c + r.c}, lok && rok
}
