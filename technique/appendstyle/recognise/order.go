package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// inOrder reports whether it makes no difference that each expression is used
// before the next is evaluated. In a concatenation the compiler makes all calls
// first, from left to right, and reads variables after them; so what is read
// may not be something that a later call writes.
func (ix *Package) inOrder(list ...ast.Expr) bool {
	for i, e := range list {
		rest := list[i+1:]
		if ix.reads(e) && slices.ContainsFunc(rest, ix.acts) ||
			ix.readsBytes(e) && slices.ContainsFunc(rest, ix.writesBytes) {
			return false
		}
	}
	return true
}

// acts reports whether e calls something that may write what others can read.
func (ix *Package) acts(e ast.Expr) bool {
	return Contains(e, func(n ast.Node) bool {
		if op, ok := n.(*ast.UnaryExpr); ok && op.Op == token.ARROW {
			return true
		}
		call, ok := n.(*ast.CallExpr)
		return ok && !ix.mutation.Call(call)
	})
}

// reads reports whether e reads something that a later call could write. What
// it reads to pass it to a call of its own is read when that call is made.
func (ix *Package) reads(e ast.Expr) bool {
	return ix.outside(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.IndexExpr:
			return true
		case *ast.SelectorExpr:
			sel := ix.Info.Selections[n]
			return sel != nil && sel.Kind() == types.FieldVal && !ix.ownField(n)
		case *ast.Ident:
			v, ok := ix.Info.Uses[n].(*types.Var)
			return ok && !v.IsField() && !ix.settled(v)
		}
		return ix.MakesString(n)
	})
}

// ownField reports whether e is a field of a struct that only the statements of the
// function can write: it is a part of a local variable, and no call gets its address.
func (ix *Package) ownField(e *ast.SelectorExpr) bool {
	sel := ix.Info.Selections[e]
	if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() {
		return false
	}
	switch x := ast.Unparen(e.X).(type) {
	case *ast.SelectorExpr:
		return ix.ownField(x)
	case *ast.Ident:
		v, ok := ix.Info.Uses[x].(*types.Var)
		return ok && ix.settled(v)
	}
	return false
}

// settled reports whether a variable is private, and nothing gets the address of a part of it
// either, nor does a method.
func (ix *Package) settled(v *types.Var) bool {
	return ix.Private(v) && !slices.ContainsFunc(ix.Uses(v), func(use inspector.Cursor) bool {
		_, addressed := technique.Changed(ix.Info, use)
		return addressed
	})
}

// readsBytes reports whether e makes a string of bytes.
func (ix *Package) readsBytes(e ast.Expr) bool { return ix.outside(e, ix.MakesString) }

// outside reports whether a node below e, or e, is wanted, those left out that
// are within the calls of functions.
func (ix *Package) outside(e ast.Expr, wanted func(ast.Node) bool) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		found = found || n != nil && wanted(n)
		c, ok := n.(*ast.CallExpr)
		isCall := ok && !ix.Info.Types[c.Fun].IsType() && !ix.Info.Types[c.Fun].IsBuiltin()
		return !found && !isCall
	})
	return found
}

// MakesString matches a string made of bytes.
func (ix *Package) MakesString(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && ix.IsConversion(c) && IsBytes(ix.Info.TypeOf(c.Args[0]))
}

// BytesIn returns the bytes that e makes a string of, if it is nothing else.
func (ix *Package) BytesIn(e ast.Expr) (ast.Expr, bool) {
	if e = ast.Unparen(e); ix.MakesString(e) {
		return e.(*ast.CallExpr).Args[0], true
	}
	return nil, false
}

// writesBytes reports whether e might write to bytes that exist.
func (ix *Package) writesBytes(e ast.Expr) bool { return !effects.NoByteWrites(ix.Pass, e) }

// IsConversion reports whether call converts a value to a type.
func (ix *Package) IsConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && ix.Info.Types[call.Fun].IsType()
}

// Private reports whether only the statements of the function that declares a
// variable can write it: it is local, nothing points to it, and no function
// literal knows it.
func (ix *Package) Private(v *types.Var) bool {
	if v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	for _, use := range ix.Uses(v) {
		for cur := range use.Enclosing((*ast.FuncLit)(nil), (*ast.UnaryExpr)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.FuncLit:
				if v.Pos() < n.Pos() || n.End() <= v.Pos() {
					return false
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND && ast.Unparen(n.X) == use.Node() {
					return false
				}
			}
		}
	}
	return true
}

// IsBytes reports whether t is a slice of bytes.
func IsBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	return types.Identical(s.Elem(), types.Typ[types.Byte])
}
