package recognise

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// declared finds the statement that declares an accumulator, alone, and what
// it holds then.
func (a *Accumulator) declared(def inspector.Cursor) bool {
	var value ast.Expr
	switch n := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 || !technique.InList(def.Parent()) {
			return false
		}
		a.Decl, value = n, n.Rhs[0]
		if len(n.Lhs) == 2 && n.Lhs[0] == def.Node() && a.Kind == Plain {
			a.Init, a.Pair = []ast.Expr{value}, n
			return a.In.Forwardable(n)
		}
		if len(n.Lhs) != 1 {
			return false
		}
	case *ast.ValueSpec:
		gen := def.Parent().Parent()
		decl, ok := gen.Parent().Node().(*ast.DeclStmt)
		if !ok || len(n.Names) != 1 || len(n.Values) > 1 ||
			len(gen.Node().(*ast.GenDecl).Specs) != 1 || !technique.InList(gen.Parent()) {
			return false
		}
		a.Decl = decl
		if len(n.Values) == 1 {
			value = n.Values[0]
		}
	default:
		return false
	}
	return a.begins(value)
}

// begins finds what an accumulator holds from the beginning.
func (a *Accumulator) begins(value ast.Expr) bool {
	lit, isLit := value.(*ast.CompositeLit)
	switch {
	case a.Kind == builder || a.Kind == buffer:
		return a.In.Pkg.emptyWriter(value)
	case a.Kind == Plain && value != nil:
		if s, ok := a.In.Pkg.Text(value); !ok || s != "" {
			a.Init = []ast.Expr{value}
		}
	case a.Kind == parts && isLit:
		if slices.ContainsFunc(lit.Elts, isKeyed) {
			return false
		}
		a.Init, a.SureElem = lit.Elts, len(lit.Elts) > 0
	case value != nil:
		return a.In.Pkg.emptySlice(value) || a.Kind == parts && a.filled(value)
	}
	return a.In.Ordered(a.Init...)
}

func isKeyed(e ast.Expr) bool {
	_, keyed := e.(*ast.KeyValueExpr)
	return keyed
}

// emptySlice matches make([]T, 0), make([]T, 0, n) and []T{}, where n cannot
// be negative.
func (ix *Package) emptySlice(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(ix.Info, e, "make") && len(e.Args) > 1 &&
			ix.isZero(e.Args[1]) && (len(e.Args) == 2 || ix.notNegative(e.Args[2]))
	}
	return false
}

// notNegative reports whether e is a sum or product of lengths and constants
// that are not negative; evaluating it has no effect.
func (ix *Package) notNegative(e ast.Expr) bool {
	if ix.Info.Types[e].Value != nil {
		n, ok := ix.Integer(e)
		return ok && n >= 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.MUL) && ix.notNegative(e.X) &&
			ix.notNegative(e.Y)
	case *ast.CallExpr:
		return technique.IsBuiltin(ix.Info, e, "len") && !ix.acts(e.Args[0])
	}
	return false
}
