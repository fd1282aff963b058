package byteorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/numbers"
)

// bytes matches binary.Write of bytes, which have no order: it boxes them, and hands them on.
//
//	have: err := binary.Write(w, binary.BigEndian, id[:])
//	want: _, err := w.Write(id[:])
func (c *call) bytes() (p technique.Proposal, ok bool) {
	w, x := ast.Unparen(c.expr.Args[0]), ast.Unparen(c.expr.Args[2])
	if u, isAddr := w.(*ast.UnaryExpr); isAddr && u.Op == token.AND {
		w = ast.Unparen(u.X)
	}
	if !technique.Pure(c.pass.TypesInfo, w) ||
		!effects.Only(c.pass, x, effects.Keeps|effects.Panics) {
		return p, false
	}
	if s, isStar := w.(*ast.StarExpr); isStar {
		w = s.X
	}
	text := c.text(x)
	if !technique.IsBytes(types.Unalias(c.pass.TypesInfo.TypeOf(x))) {
		if u, isAddr := x.(*ast.UnaryExpr); isAddr && u.Op == token.AND {
			x = ast.Unparen(u.X)
		}
		if !c.array(w, x) {
			return p, false
		}
		text = c.text(x) + "[:]"
	}
	edits, ok := c.place()
	return technique.Proposal{At: c.expr, Message: "write the bytes themselves",
		Edits: append(edits, technique.Replace(c.expr, c.text(w)+".Write("+text+")"))}, ok
}

// array reports whether an expression is an array of bytes that stays as it is while a writer
// has it: the writer is a buffer, which copies it, or no other name leads to the array.
func (c *call) array(w, x ast.Expr) bool {
	info := c.pass.TypesInfo
	t, ok := info.TypeOf(x).Underlying().(*types.Array)
	if !ok || !types.Identical(t.Elem(), types.Typ[types.Uint8]) {
		return false
	}
	if numbers.RoomOf(info.TypeOf(w)) == numbers.StackRoom {
		return info.Types[x].Addressable()
	}
	v, ok := technique.Variable(info, x)
	if !ok {
		return false
	}
	uses, ok := technique.LocalUses(c.pass, v)
	for _, use := range uses {
		inCall := c.expr.Pos() <= use.Node().Pos() && use.Node().End() <= c.expr.End()
		if !inCall && technique.PointedTo(info, use) {
			return false
		}
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			return false
		}
	}
	return ok
}
