package technique

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

// HasDefer reports whether a call is deferred below n, in function literals, too.
func HasDefer(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		if _, ok := n.(*ast.DeferStmt); ok {
			return true
		}
	}
	return false
}

// SeenAtEnd reports whether a call that is deferred below n may see a variable of the function,
// because it names it, or may recover, so that the function returns what its results hold.
func SeenAtEnd(pass *analysis.Pass, n ast.Node, v *types.Var) bool {
	for n := range ast.Preorder(n) {
		s, ok := n.(*ast.DeferStmt)
		if ok && (recovers(pass, s.Call) || usedIn(pass, v, s)) {
			return true
		}
	}
	return false
}

// IsResult reports whether a variable is a result of a function: a return statement may give it
// back without naming it.
func IsResult(fn ast.Node, v *types.Var) bool {
	var results *ast.FieldList
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		results = fn.Type.Results
	case *ast.FuncLit:
		results = fn.Type.Results
	}
	return results != nil && results.Pos() <= v.Pos() && v.Pos() < results.End()
}

// usedIn reports whether a variable is used in a part of the package.
func usedIn(pass *analysis.Pass, v *types.Var, part ast.Node) bool {
	return slices.ContainsFunc(UsesOf(pass, v), func(use inspector.Cursor) bool {
		return part.Pos() <= use.Node().Pos() && use.Node().Pos() < part.End()
	})
}

// Recovers reports whether a call that is deferred below n may recover.
func Recovers(pass *analysis.Pass, n ast.Node) bool {
	for n := range ast.Preorder(n) {
		if s, ok := n.(*ast.DeferStmt); ok && recovers(pass, s.Call) {
			return true
		}
	}
	return false
}

// neverRecovering are packages of which functions and methods are often deferred. None of them
// recovers.
var neverRecovering = []string{"bufio", "compress/gzip", "compress/zlib", "database/sql", "net",
	"os", "runtime", "runtime/trace", "sync", "sync/atomic", "time"}

// recovers reports whether a deferred call may recover: it does not where it calls a function of
// those packages, one of the package whose body does not, or a builtin function.
func recovers(pass *analysis.Pass, call *ast.CallExpr) bool {
	if lit, ok := call.Fun.(*ast.FuncLit); ok {
		return namesRecover(pass.TypesInfo, lit.Body)
	}
	if pass.TypesInfo.Types[call.Fun].IsBuiltin() {
		return namesRecover(pass.TypesInfo, call.Fun)
	}
	fn, ok := Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil {
		return true
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return true
	}
	decl := DeclOf(pass, fn)
	if decl != nil && decl.Body != nil {
		return namesRecover(pass.TypesInfo, decl.Body)
	}
	return !slices.Contains(neverRecovering, fn.Pkg().Path())
}

// namesRecover reports whether recover stands below n.
func namesRecover(info *types.Info, n ast.Node) bool {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == types.Universe.Lookup("recover") {
			return true
		}
	}
	return false
}
