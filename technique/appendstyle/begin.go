package appendstyle

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// declared finds the statement that declares an accumulator, alone, and what
// it holds then.
func (a *acc) declared(def inspector.Cursor) bool {
	var value ast.Expr
	switch n := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 || !inList(def.Parent()) {
			return false
		}
		a.decl, value = n, n.Rhs[0]
		if len(n.Lhs) == 2 && n.Lhs[0] == def.Node() && a.kind == plain {
			a.init, a.pair = []ast.Expr{value}, n
			return a.in.forwardable(n)
		}
		if len(n.Lhs) != 1 {
			return false
		}
	case *ast.ValueSpec:
		gen := def.Parent().Parent()
		decl, ok := gen.Parent().Node().(*ast.DeclStmt)
		if !ok || len(n.Names) != 1 || len(n.Values) > 1 ||
			len(gen.Node().(*ast.GenDecl).Specs) != 1 || !inList(gen.Parent()) {
			return false
		}
		a.decl = decl
		if len(n.Values) == 1 {
			value = n.Values[0]
		}
	default:
		return false
	}
	return a.begins(value)
}

// begins finds what an accumulator holds from the beginning.
func (a *acc) begins(value ast.Expr) bool {
	lit, isLit := value.(*ast.CompositeLit)
	switch {
	case a.kind == builder || a.kind == buffer:
		return a.in.ix.emptyWriter(value)
	case a.kind == plain && value != nil:
		if s, ok := a.in.ix.text(value); !ok || s != "" {
			a.init = []ast.Expr{value}
		}
	case a.kind == parts && isLit:
		if slices.ContainsFunc(lit.Elts, isKeyed) {
			return false
		}
		a.init, a.sureElem = lit.Elts, len(lit.Elts) > 0
	case value != nil:
		return a.in.ix.emptySlice(value)
	}
	return a.in.ordered(a.init...)
}

func isKeyed(e ast.Expr) bool {
	_, keyed := e.(*ast.KeyValueExpr)
	return keyed
}

// emptySlice matches make([]T, 0), make([]T, 0, n) and []T{}, where n cannot
// be negative.
func (ix *index) emptySlice(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(ix.info, e, "make") && len(e.Args) > 1 &&
			ix.isZero(e.Args[1]) && (len(e.Args) == 2 || ix.notNegative(e.Args[2]))
	}
	return false
}

// notNegative reports whether e is a sum or product of lengths and constants
// that are not negative; evaluating it has no effect.
func (ix *index) notNegative(e ast.Expr) bool {
	if ix.info.Types[e].Value != nil {
		n, ok := ix.integer(e)
		return ok && n >= 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.MUL) && ix.notNegative(e.X) && ix.notNegative(e.Y)
	case *ast.CallExpr:
		return technique.IsBuiltin(ix.info, e, "len") && !ix.acts(e.Args[0])
	}
	return false
}
