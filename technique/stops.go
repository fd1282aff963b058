package technique

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// deepestStop is how many functions that call each other are looked into.
const deepestStop = 3

// MayStop reports whether a call below n panics on purpose, or ends the goroutine or the program,
// by itself or in functions of the package that it calls: what stands behind it may never run.
func MayStop(pass *analysis.Pass, n ast.Node) bool {
	return mayStop(pass, n, make(map[*ast.FuncDecl]bool), 0)
}

// mayStop reports the same, but for functions that it has seen, and calls deep in others.
func mayStop(pass *analysis.Pass, n ast.Node, seen map[*ast.FuncDecl]bool, depth int) bool {
	for n := range ast.Preorder(n) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if IsBuiltin(pass.TypesInfo, call, "panic") {
			return true
		}
		fn, ok := Func(pass.TypesInfo, call)
		if !ok {
			continue
		}
		if ends(fn) {
			return true
		}
		decl := DeclOf(pass, fn)
		if decl == nil || decl.Body == nil || seen[decl] || depth == deepestStop {
			continue
		}
		seen[decl] = true
		if mayStop(pass, decl.Body, seen, depth+1) {
			return true
		}
	}
	return false
}

// ends reports whether a function of the standard library never returns.
func ends(fn *types.Func) bool {
	switch fn.FullName() {
	case "os.Exit", "runtime.Goexit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic",
		"log.Panicf", "log.Panicln":
		return true
	}
	return false
}

// Fails reports whether a return ends in an error that is not written as nil, or in false behind
// other results: false alone is an answer.
func Fails(info *types.Info, ret *ast.ReturnStmt) bool {
	if len(ret.Results) == 0 {
		return false // of a function without results
	}
	last := info.Types[ret.Results[len(ret.Results)-1]]
	if last.Value != nil && last.Value.Kind() == constant.Bool {
		return len(ret.Results) > 1 && !constant.BoolVal(last.Value)
	}
	return !last.IsNil() && IsError(last.Type)
}

// Waits reports whether a statement waits for other goroutines, which may change what
// they share until then.
//
//	t.mu.Lock(), <-done
func Waits(info *types.Info, stmt ast.Node) (found bool) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		case *ast.SendStmt, *ast.SelectStmt:
			found = true
		case *ast.RangeStmt:
			_, isChan := info.TypeOf(n.X).Underlying().(*types.Chan)
			found = found || isChan
		case *ast.CallExpr:
			fn, ok := Func(info, n)
			found = found || ok && fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "sync")
		}
		return !found
	})
	return found
}
