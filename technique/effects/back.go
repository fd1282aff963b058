package effects

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// goesBack judges a return statement that gives the address to the caller: it is one of a function
// that got the address there, and no call of it was judged as if it returned something else.
func (l *lending) goesBack(ret inspector.Cursor) bool {
	if l.back == nil || !l.within.gets {
		return false
	}
	for range ret.Enclosing((*ast.FuncLit)(nil)) {
		return false
	}
	goes, asked := l.back[l.within.called]
	if asked && !goes {
		return false
	}
	l.back[l.within.called] = true
	return true
}

// result judges what a call of a function returns that gets the address: it may be that.
//
//	k.x.Set(x)        k.x.Set(x).Add(y)
func (l *lending) result(call inspector.Cursor, fn *types.Func) bool {
	sig := fn.Signature()
	switch {
	case l.back == nil:
		return true
	case !l.back[sig]:
		l.back[sig] = false
		return true
	case call.ParentEdgeKind() == edge.ExprStmt_X:
		return true
	}
	return sig.Results().Len() == 1 && l.address(call)
}
