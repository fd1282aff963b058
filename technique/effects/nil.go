package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// NilUnseen reports whether no use of a local slice tells whether it is nil or empty: it is
// appended to under its own name, counted, indexed, ranged over, converted to text, and given to
// functions that do no more, or append to it, where what they return takes its name.
func NilUnseen(pass *analysis.Pass, v *types.Var) bool {
	n := nilness{pass, v, make(map[*types.Var]bool)}
	return n.unseen(v)
}

// nilness is one question for NilUnseen.
type nilness struct {
	pass *analysis.Pass
	root *types.Var          // that is asked about
	seen map[*types.Var]bool // that are being or have been looked at
}

func (n *nilness) unseen(v *types.Var) bool {
	if n.seen[v] {
		return true
	}
	n.seen[v] = true
	uses, ok := technique.LocalUses(n.pass, v)
	for _, use := range uses {
		ok = ok && n.use(use, v)
	}
	return ok
}

// use judges one use of v, or of a part of it.
func (n *nilness) use(cur inspector.Cursor, v *types.Var) bool {
	parent := cur.Parent()
	switch p := parent.Node().(type) {
	case *ast.ParenExpr:
		return n.use(parent, v)
	case *ast.IndexExpr:
		return p.X == cur.Node()
	case *ast.RangeStmt:
		return p.X == cur.Node()
	case *ast.AssignStmt:
		return n.gets(p, v)
	case *ast.SliceExpr:
		return p.X == cur.Node() && n.use(parent, v)
	case *ast.ReturnStmt:
		return v != n.root && isParameter(n.pass, cur, v) // the caller goes on with it
	case *ast.CallExpr:
		return n.argument(p, cur, v)
	}
	return false
}

// argument judges a use in a call.
func (n *nilness) argument(call *ast.CallExpr, cur inspector.Cursor, v *types.Var) bool {
	info := n.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		_, text := info.TypeOf(call).Underlying().(*types.Basic)
		return text
	}
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "append":
			return n.appended(call, cur, v)
		case "len", "copy", "clear":
			return true
		}
	case *types.Func:
		back := ReturnsSlice(fn) && !CopiesFrom(fn, cur)
		if param, ok := ParameterOf(n.pass, fn, cur); ok {
			if !n.unseen(param) {
				return false
			}
			back = back && comesBack(n.pass, param, make(map[*types.Var]bool))
		} else if cur.ParentEdgeKind() != edge.CallExpr_Args || !NilIsEmpty(fn) &&
			!extends(n.pass, fn, cur) && !OfNewHash(n.pass, call) {
			return false
		}
		return !back || resultOf(n.pass, cur.Parent(), v, n.use)
	}
	return false
}

// appended judges a use in a call of append: the elements are added to others, or others to them,
// so that there are some, or what comes of it is judged. As an element, v is kept as it is.
func (n *nilness) appended(call *ast.CallExpr, cur inspector.Cursor, v *types.Var) bool {
	if cur.ParentEdgeIndex() > 0 {
		return call.Ellipsis.IsValid()
	}
	return len(call.Args) > 1 && !call.Ellipsis.IsValid() || n.use(cur.Parent(), v)
}

// gets reports whether a statement gives v a part of what it has, or more, or what a function
// has made of it.
func (n *nilness) gets(as *ast.AssignStmt, v *types.Var) bool {
	if as.Tok != token.ASSIGN && len(as.Lhs) == 1 || len(as.Rhs) != 1 {
		return false
	}
	if call, ok := ast.Unparen(as.Rhs[0]).(*ast.CallExpr); ok && n.made(call, v) {
		return len(as.Lhs) > 1 || technique.Names(n.pass.TypesInfo, as.Lhs[0], v)
	}
	e, ok := ast.Unparen(as.Rhs[0]).(*ast.SliceExpr)
	return ok && len(as.Lhs) == 1 && technique.Names(n.pass.TypesInfo, as.Lhs[0], v) &&
		n.isPart(e.X, v) && e.Max == nil
}

// made reports whether a call appends to v, or is one of a function that gets v; what that does
// is judged where it gets it.
func (n *nilness) made(call *ast.CallExpr, v *types.Var) bool {
	args := call.Args
	if technique.IsBuiltin(n.pass.TypesInfo, call, "append") {
		args = args[:1]
	} else if _, ok := technique.Func(n.pass.TypesInfo, call); !ok {
		return false
	}
	return slices.ContainsFunc(args, func(arg ast.Expr) bool {
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		return n.isPart(arg, v) || ok && n.made(inner, v)
	})
}

func (n *nilness) isPart(e ast.Expr, v *types.Var) bool {
	if part, ok := ast.Unparen(e).(*ast.SliceExpr); ok && part.Max == nil {
		e = part.X
	}
	return technique.Names(n.pass.TypesInfo, ast.Unparen(e), v)
}
