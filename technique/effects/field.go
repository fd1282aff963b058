package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// NoFieldWrites reports whether executing n provably leaves a field of a basic
// type as it is in every struct that exists before: nothing in n, and nothing that
// it calls, assigns to the field, to a struct with it, or through a pointer to a
// value of its type.
func NoFieldWrites(pass *analysis.Pass, n ast.Node, field *types.Var) bool {
	q := &fieldWrites{pass: pass, field: field.Origin()}
	return !importsUnsafe(pass.Pkg) && NewWalker(pass, Rules{Node: q.node, Builtin: q.builtin,
		Library: func(call *ast.CallExpr, fn *types.Func) bool {
			return WritesNoBytes(pass, call, fn)
		}}).Allowed(n)
}

// fieldWrites is one question of NoFieldWrites.
type fieldWrites struct {
	pass  *analysis.Pass
	field *types.Var
}

// node judges a node without its children.
func (q *fieldWrites) node(_ *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if q.writes(left) {
				return false
			}
		}
	case *ast.IncDecStmt:
		return !q.writes(n.X)
	case *ast.RangeStmt:
		switch q.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan, *types.Interface:
			return false
		}
		return !q.writes(n.Key) && !q.writes(n.Value)
	case *ast.UnaryExpr:
		return n.Op != token.ARROW // others may write while this one waits
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// writes reports whether an assignment to e may change the field of a struct.
func (q *fieldWrites) writes(e ast.Expr) bool {
	if e == nil {
		return false
	}
	info := q.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if obj := info.ObjectOf(e); obj == nil || info.Defs[e] != nil {
			return false
		}
	case *ast.SelectorExpr:
		if v, ok := info.ObjectOf(e.Sel).(*types.Var); ok && v.Origin() == q.field {
			return true
		}
	case *ast.IndexExpr:
		if _, isMap := info.TypeOf(e.X).Underlying().(*types.Map); isMap {
			return false
		}
	case *ast.StarExpr:
		if types.Identical(info.TypeOf(e).Underlying(), q.field.Type().Underlying()) {
			return true
		}
	}
	return q.holds(info.TypeOf(e))
}

// holds reports whether a value of the type has the field in itself, or might.
func (q *fieldWrites) holds(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if f.Origin() == q.field || q.holds(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return q.holds(u.Elem())
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return isParam
	}
	return false
}

// builtin judges a call of a builtin function.
func (q *fieldWrites) builtin(call *ast.CallExpr, name string) bool {
	switch name {
	case "append", "copy", "clear":
		slice, ok := q.pass.TypesInfo.TypeOf(call.Args[0]).Underlying().(*types.Slice)
		return ok && !q.holds(slice.Elem())
	}
	return true
}
