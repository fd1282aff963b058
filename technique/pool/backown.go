package pool

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// ownPointer returns the struct type of the package to which a type points; nil for other types.
func ownPointer(pass *analysis.Pass, t types.Type) *types.Named {
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Parent() != pass.Pkg.Scope() || named.TypeArgs().Len() > 0 ||
		importsUnsafe(pass.Pkg) || !technique.Copyable(named) {
		return nil
	}
	if _, isStruct := named.Underlying().(*types.Struct); !isStruct {
		return nil
	}
	return named
}

// released reports whether a struct of the package, which its pool makes as its zero value, is
// the function's own, and is not given back. It is zero again when it is: so what its fields led
// to is left to who has it, and who takes the struct cannot tell it from a new one.
func (b *borrowed) released() bool {
	o := &ownership{pass: b.pass, typ: b.named, in: b.fn.Node(), root: b.v,
		from: b.stmt.Node().Pos(), seen: make(map[*types.Var]bool)}
	return b.makes(b.isZero) && o.released(b.v) &&
		technique.Visible(b.pass, b.named.Obj(), b.stmt.Node().End())
}

// isZero reports whether an expression makes a struct of the type without giving it a value.
//
//	&T{}        new(T)
func (b *borrowed) isZero(e ast.Expr) bool {
	if e == nil || !types.Identical(b.pass.TypesInfo.TypeOf(e), b.v.Type()) {
		return false
	}
	switch e := e.(type) {
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(e.X).(*ast.CompositeLit)
		return ok && e.Op == token.AND && len(lit.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(b.pass.TypesInfo, e, "new") &&
			b.pass.TypesInfo.Types[e.Args[0]].IsType()
	}
	return false
}
