package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"
)

// declared finds the statement that declares an accumulator, alone, and what
// it holds then.
func (d *draft) declared(a *acc, def inspector.Cursor) bool {
	var value ast.Expr
	switch n := def.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 || !inList(def.Parent()) {
			return false
		}
		a.decl, value = n, n.Rhs[0]
		if len(n.Lhs) == 2 && n.Lhs[0] == def.Node() && a.kind == plain {
			a.init, a.pair = []ast.Expr{value}, n
			return d.forwardable(n)
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
	return d.begins(a, value)
}

// begins finds what an accumulator holds from the beginning.
func (d *draft) begins(a *acc, value ast.Expr) bool {
	switch a.kind {
	case builder, buffer:
		return d.emptyWriter(a.kind, value)
	case plain:
		if s, ok := "", value == nil; !ok {
			if s, ok = text(d.ix.info.Types[value].Value); !ok || s != "" {
				a.init = []ast.Expr{value}
			}
		}
		return d.ordered(a.init)
	case raw:
		return value == nil || d.emptySlice(value)
	}
	if lit, ok := value.(*ast.CompositeLit); ok {
		for _, e := range lit.Elts {
			if _, keyed := e.(*ast.KeyValueExpr); keyed {
				return false
			}
		}
		a.init, a.sureElem = lit.Elts, len(lit.Elts) > 0
		return d.ordered(a.init)
	}
	return value == nil || d.emptySlice(value)
}

// emptySlice matches make([]T, 0), make([]T, 0, n) and []T{}, where n cannot
// be negative.
func (d *draft) emptySlice(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && d.ix.info.Uses[id] == types.Universe.Lookup("make") && len(e.Args) > 1 &&
			d.isZero(e.Args[1]) && (len(e.Args) == 2 || d.notNegative(e.Args[2]))
	}
	return false
}

func (d *draft) isZero(e ast.Expr) bool {
	v := d.ix.info.Types[e].Value
	return v != nil && v.String() == "0"
}

// notNegative reports whether e is a sum or product of lengths and constants
// that are not negative; evaluating it has no effect.
func (d *draft) notNegative(e ast.Expr) bool {
	if v := d.ix.info.Types[e].Value; v != nil {
		n, err := strconv.Atoi(v.ExactString())
		return err == nil && n >= 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.MUL) && d.notNegative(e.X) && d.notNegative(e.Y)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		if !ok || d.ix.info.Uses[id] != types.Universe.Lookup("len") {
			return false
		}
		return !d.ix.acts(e.Args[0])
	}
	return false
}
