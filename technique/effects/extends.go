package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// comesBack reports whether a function may return a slice that it gets as parameter v, or what it
// appends to it. Open holds the parameters that are being looked at: what a recursive function
// returns, one of its other return statements returns first.
func comesBack(pass *analysis.Pass, v *types.Var, open map[*types.Var]bool) bool {
	if open[v] {
		return false
	}
	open[v] = true
	defer delete(open, v)
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		ok = ok && !reachesReturn(pass, use, open)
	}
	return !ok || len(open) > 8
}

// reachesReturn reports whether what is made of a slice in the place of a use is returned.
func reachesReturn(pass *analysis.Pass, cur inspector.Cursor, open map[*types.Var]bool) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ParenExpr, *ast.SliceExpr:
		return reachesReturn(pass, parent, open)
	case *ast.CallExpr:
		if pass.TypesInfo.Types[n.Fun].IsType() {
			return technique.IsSlice(pass.TypesInfo.TypeOf(n)) &&
				reachesReturn(pass, parent, open)
		}
		switch fn := technique.Callee(pass.TypesInfo, n).(type) {
		case *types.Builtin:
			return fn.Name() == "append" && cur.ParentEdgeIndex() == 0 &&
				reachesReturn(pass, parent, open)
		case *types.Func:
			param, declared := ParameterOf(pass, fn, cur)
			return ReturnsSlice(fn) && (!declared || comesBack(pass, param, open)) &&
				reachesReturn(pass, parent, open)
		}
	}
	return false
}

// ParameterOf returns the parameter that gets an argument of a call of a function of the package.
// It is not ok for what is one of several values of a variadic parameter.
func ParameterOf(pass *analysis.Pass, fn *types.Func, arg inspector.Cursor) (
	param *types.Var, ok bool) {
	decl, sig, index := technique.DeclOf(pass, fn), fn.Origin().Signature(), arg.ParentEdgeIndex()
	if decl == nil || decl.Body == nil || arg.ParentEdgeKind() != edge.CallExpr_Args ||
		index >= sig.Params().Len() || sig.Variadic() && index == sig.Params().Len()-1 {
		return nil, false
	}
	return sig.Params().At(index), true
}

// isParameter reports whether a use of v is in the function, and in none of its literals, that
// has v as parameter.
func isParameter(pass *analysis.Pass, use inspector.Cursor, v *types.Var) bool {
	around, _ := technique.EnclosingFunc(use)
	decl, ok := around.Node().(*ast.FuncDecl)
	return ok && decl.Type.Pos() <= v.Pos() && v.Pos() < decl.Type.End()
}

// resultOf judges the slice that a call may return: use judges it where it is the only result;
// among several, it has to become v, or to be returned with the others.
func resultOf(pass *analysis.Pass, call inspector.Cursor, v *types.Var,
	use func(inspector.Cursor, *types.Var) bool) bool {
	n := call.Node().(*ast.CallExpr)
	results, several := pass.TypesInfo.TypeOf(n).(*types.Tuple)
	if !several {
		return use(call, v)
	}
	at := -1
	for i := range results.Len() {
		switch t := results.At(i).Type(); {
		case flat(t) || technique.IsError(t):
		case at >= 0 || !technique.IsSlice(t):
			return false
		default:
			at = i
		}
	}
	switch n := call.Parent().Node().(type) {
	case *ast.AssignStmt:
		return at >= 0 && technique.Names(pass.TypesInfo, n.Lhs[at], v)
	case *ast.ReturnStmt:
		return use(call, v)
	}
	return false
}

// alone reports whether a call gets v in one argument only, and numbers and texts of it in the
// others: what it appends to the one is not seen in another.
func alone(pass *analysis.Pass, call *ast.CallExpr, arg ast.Node, v *types.Var) bool {
	for _, other := range append([]ast.Expr{call.Fun}, call.Args...) {
		if other != arg && technique.Uses(pass.TypesInfo, other, v) &&
			!flat(pass.TypesInfo.TypeOf(other)) {
			return false
		}
	}
	return true
}

// inLiterals reports whether a function literal uses v: it sees what a call has done to the
// elements before it panicked.
func inLiterals(pass *analysis.Pass, v *types.Var) bool {
	for _, use := range technique.UsesOf(pass, v) {
		if technique.InLiteral(use, v) {
			return true
		}
	}
	return false
}

// Appends reports whether a function of the standard library appends to its first parameter, and
// returns that first, as its name says.
func Appends(fn *types.Func) bool {
	sig := fn.Signature()
	return fn.Pkg() != nil && strings.HasPrefix(fn.Name(), "Append") && Known(fn) &&
		(sig.Recv() == nil || !types.IsInterface(sig.Recv().Type())) &&
		sig.Params().Len() > 0 && sig.Results().Len() > 0 &&
		types.Identical(sig.Params().At(0).Type(), sig.Results().At(0).Type())
}

// CopiesFrom reports whether a call only copies from an argument what it appends to another.
//
//	dst = hex.AppendEncode(dst, arg)
func CopiesFrom(fn *types.Func, arg inspector.Cursor) bool {
	sig, index := fn.Signature(), arg.ParentEdgeIndex()
	return arg.ParentEdgeKind() == edge.CallExpr_Args && index > 0 && Appends(fn) &&
		!sig.Variadic() && technique.IsSlice(sig.Params().At(index).Type())
}

// extends reports whether a call of the standard library appends to an argument of it, and
// returns that.
func extends(pass *analysis.Pass, fn *types.Func, arg inspector.Cursor) bool {
	return arg.ParentEdgeKind() == edge.CallExpr_Args && arg.ParentEdgeIndex() == 0 &&
		technique.IsSlice(pass.TypesInfo.TypeOf(arg.Node().(ast.Expr))) &&
		(Appends(fn) || fn.Name() == "Sum" && OfNewHash(pass, arg.Parent().Node().(*ast.CallExpr)))
}

// Extends returns what appends to a slice in a call that may return the slice then: a call of
// the standard library itself, or calls in the function of the package that gets it.
func Extends(pass *analysis.Pass, fn *types.Func, arg inspector.Cursor) []ast.Node {
	param, ok := ParameterOf(pass, fn, arg)
	switch {
	case !ok && extends(pass, fn, arg):
		return []ast.Node{arg.Parent().Node()}
	case !ok || !ReturnsSlice(fn) || !comesBack(pass, param, make(map[*types.Var]bool)):
		return nil
	}
	return appendsTo(pass, param, make(map[*types.Var]bool))
}

// appendsTo returns the calls that append to a parameter, and those of the functions that get it.
func appendsTo(pass *analysis.Pass, v *types.Var, seen map[*types.Var]bool) (at []ast.Node) {
	if seen[v] {
		return nil
	}
	seen[v] = true
	for _, use := range technique.UsesOf(pass, v) {
		for use.ParentEdgeKind() == edge.ParenExpr_X || use.ParentEdgeKind() == edge.SliceExpr_X {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Args {
			continue
		}
		call := use.Parent().Node().(*ast.CallExpr)
		fn, ok := technique.Func(pass.TypesInfo, call)
		if technique.IsBuiltin(pass.TypesInfo, call, "append") && use.ParentEdgeIndex() == 0 ||
			ok && extends(pass, fn, use) {
			at = append(at, call)
		} else if !ok {
			continue
		} else if param, own := ParameterOf(pass, fn, use); own {
			at = append(at, appendsTo(pass, param, seen)...)
		}
	}
	return at
}
