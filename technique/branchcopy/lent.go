package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// way is what a use of a variable does with its address.
type way int

const (
	value way = iota // nothing: the variable is read or assigned to
	lent             // the address is gone when the statement has run
	later            // something that runs later uses it
	held             // the address is kept, and the variable is on the heap for it
)

// lender follows the addresses of variables, and of their parts.
type lender struct {
	pass *analysis.Pass
	seen map[*types.Var]bool // parameters that are or were looked at
}

// place judges a use of a variable, or of a part of one.
func (l *lender) place(cur inspector.Cursor) way {
	info := l.pass.TypesInfo
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return l.place(parent)
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		switch {
		case sel == nil:
			return value
		case sel.Kind() == types.FieldVal && !sel.Indirect():
			return l.place(parent)
		case sel.Kind() == types.FieldVal:
			return value
		}
		return l.method(parent, sel)
	case *ast.IndexExpr:
		if n.X == cur.Node() && mayBeArray(info, n.X) {
			return l.place(parent)
		}
	case *ast.SliceExpr:
		if n.X == cur.Node() && mayBeArray(info, n.X) {
			return l.address(parent)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return l.address(parent)
		}
	}
	return value
}

func isArray(info *types.Info, e ast.Expr) bool {
	_, ok := info.TypeOf(e).Underlying().(*types.Array)
	return ok
}

// mayBeArray is isArray, also of an expression whose type is a type parameter.
func mayBeArray(info *types.Info, e ast.Expr) bool {
	_, ok := types.Unalias(info.TypeOf(e)).(*types.TypeParam)
	return ok || isArray(info, e)
}

// method judges a method of a variable, called or not.
func (l *lender) method(cur inspector.Cursor, sel *types.Selection) way {
	fn, ok := sel.Obj().(*types.Func)
	if !ok {
		return held
	}
	fn = fn.Origin()
	if _, pointer := fn.Signature().Recv().Type().(*types.Pointer); !pointer || sel.Indirect() {
		return value
	}
	if cur.ParentEdgeKind() != edge.CallExpr_Fun {
		return held
	}
	return l.called(cur.Parent(), l.lends(fn, fn.Signature().Recv(), -1))
}

// called returns how a call uses an address that its callee keeps or not.
func (l *lender) called(call inspector.Cursor, lends bool) way {
	switch {
	case !lends || call.ParentEdgeKind() == edge.GoStmt_Call:
		return held
	case call.ParentEdgeKind() == edge.DeferStmt_Call:
		return later
	}
	return lent
}

// lends reports whether a function only uses a parameter, or its receiver, while it
// runs.
func (l *lender) lends(fn *types.Func, param *types.Var, index int) bool {
	if decl := technique.DeclOf(l.pass, fn); decl != nil {
		return decl.Body != nil && technique.SameInBuilds(l.pass, fn) && l.parameter(param)
	}
	return effects.Known(fn) && !effects.Of(fn).Has(effects.Calls) &&
		effects.RetainsNothing(fn, index)
}

// parameter reports whether nothing keeps what a parameter points to, or calls it
// later.
func (l *lender) parameter(v *types.Var) bool {
	if l.seen[v] {
		return true
	}
	l.seen[v] = true
	uses, ok := technique.LocalUses(l.pass, v)
	for _, use := range uses {
		if _, captured := capturing(use, v); captured || !l.pointer(use) {
			return false
		}
	}
	return ok
}

// pointer reports whether a use of a pointer, a slice or a function keeps nothing.
func (l *lender) pointer(cur inspector.Cursor) bool {
	info := l.pass.TypesInfo
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		switch {
		case sel == nil || sel.Kind() == types.MethodExpr:
			return false
		case sel.Kind() == types.FieldVal:
			return l.place(parent) <= lent
		}
		fn := sel.Obj().(*types.Func).Origin()
		if _, pointer := fn.Signature().Recv().Type().(*types.Pointer); !pointer {
			return !types.IsInterface(sel.Recv())
		}
		return parent.ParentEdgeKind() == edge.CallExpr_Fun &&
			l.called(parent.Parent(), l.lends(fn, fn.Signature().Recv(), -1)) == lent
	case *ast.StarExpr, *ast.IndexExpr:
		return cur.ParentEdgeKind() != edge.IndexExpr_Index && l.place(parent) <= lent
	case *ast.BinaryExpr:
		return info.Types[n.X].IsNil() || info.Types[n.Y].IsNil()
	}
	return l.address(cur) == lent
}

// address judges an expression that is the address of a variable, or of a part of it.
func (l *lender) address(cur inspector.Cursor) way {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return l.address(parent)
	case *ast.RangeStmt:
		if n.X == cur.Node() {
			return lent
		}
	case *ast.SliceExpr:
		if n.X == cur.Node() {
			return l.address(parent)
		}
	case *ast.CallExpr:
		if cur.ParentEdgeKind() == edge.CallExpr_Fun {
			return l.called(parent, true)
		}
		return l.argument(parent, n, cur.ParentEdgeIndex())
	}
	return held
}

// argument judges an address that a call gets.
func (l *lender) argument(at inspector.Cursor, call *ast.CallExpr, index int) way {
	info := l.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		if technique.IsText(info.TypeOf(call)) {
			return lent
		}
		return held
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "cap", "copy", "clear":
			return l.called(at, true)
		case "append":
			return l.called(at, index > 0 && call.Ellipsis.IsValid())
		}
	case *types.Func:
		params := fn.Signature().Params()
		if fn.Signature().Variadic() && index >= params.Len()-1 {
			return held
		}
		return l.called(at, callsAtOnce(fn, params.At(index)) ||
			l.lends(fn, params.At(index), index))
	}
	return held
}

// callsAtOnce reports whether a function of the standard library calls what it gets in
// a parameter, if at all, before it returns.
func callsAtOnce(fn *types.Func, param *types.Var) bool {
	if _, isFunc := param.Type().Underlying().(*types.Signature); !isFunc || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "sort", "slices", "strings", "bytes", "path/filepath", "io/fs":
	default:
		return false
	}
	for r := range fn.Signature().Results().Variables() {
		if _, isFunc := r.Type().Underlying().(*types.Signature); isFunc {
			return false // an iterator calls it later
		}
	}
	return true
}
