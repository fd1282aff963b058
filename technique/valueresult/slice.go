package valueresult

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// list is a local slice of pointers to new structs.
type list struct {
	pass   *analysis.Pass
	within inspector.Cursor // the function
	v      *types.Var
	elem   types.Type
	made   []ast.Node
	edits  []analysis.TextEdit
}

// slice matches the type of a slice that can hold the structs themselves: all
// that happens to it is that new structs are appended, and that it is read.
//
//	have: var all []*point; all = append(all, &point{x, y}); for _, p := range all { use(p.x) }
//	want: var all []point; all = append(all, point{x, y}); for _, p := range all { use(p.x) }
func slice(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	typ := cur.Node().(*ast.ArrayType)
	star, ok := typ.Elt.(*ast.StarExpr)
	if !ok || typ.Len != nil {
		return none, false
	}
	l := list{pass: pass, elem: pass.TypesInfo.TypeOf(star.X), v: declared(pass, cur),
		edits: []analysis.TextEdit{{Pos: star.Pos(), End: star.X.Pos()}}}
	if l.v == nil || !small(pass, l.elem) {
		return none, false
	}
	l.within, _ = technique.EnclosingFunc(cur)
	for use := range uses(pass, l.within, l.v) {
		if !technique.InFunc(use, l.within) || !l.appends(use) && !l.reads(use) {
			return none, false
		}
	}
	if len(l.made) == 0 {
		return none, false
	}
	return technique.Proposal{At: l.made[0], Edits: l.edits, Message: "keep the " +
		types.TypeString(l.elem, types.RelativeTo(pass.Pkg)) + " itself in " + l.v.Name() +
		", which is only read"}, true
}

// declared returns the local variable that is declared with a type: as
// var v []T, v := []T{} or v := make([]T, 0, n). It is nil for other types.
func declared(pass *analysis.Pass, cur inspector.Cursor) *types.Var {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ValueSpec:
		_, local := technique.EnclosingFunc(parent)
		if len(n.Names) != 1 || len(n.Values) > 0 || !local {
			return nil
		}
		v, _ := pass.TypesInfo.Defs[n.Names[0]].(*types.Var)
		return v
	case *ast.CompositeLit:
		if len(n.Elts) > 0 {
			return nil
		}
	case *ast.CallExpr:
		if !technique.IsBuiltin(pass.TypesInfo, n, "make") || len(n.Args) < 2 ||
			!technique.IsInt(pass.TypesInfo, n.Args[1], 0) {
			return nil // elements that are nil
		}
	default:
		return nil
	}
	if parent.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return nil
	}
	v, _, _ := technique.Declared(pass.TypesInfo, parent.Parent().Node())
	return v
}

// appends reports whether a use is part of v = append(v, &T{...}), and notes
// how to append values.
func (l *list) appends(use inspector.Cursor) bool {
	info := l.pass.TypesInfo
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Lhs: // judged at the use on the right
		stmt := use.Parent().Node().(*ast.AssignStmt)
		if len(stmt.Lhs) != 1 || stmt.Tok != token.ASSIGN {
			return false
		}
		call, ok := stmt.Rhs[0].(*ast.CallExpr)
		return ok && technique.IsBuiltin(info, call, "append") &&
			technique.Names(info, call.Args[0], l.v)
	case edge.CallExpr_Args:
		call := use.Parent().Node().(*ast.CallExpr)
		stmt, ok := use.Parent().Parent().Node().(*ast.AssignStmt)
		if !ok || !technique.IsBuiltin(info, call, "append") || call.Ellipsis.IsValid() ||
			call.Args[0] != use.Node() || len(stmt.Lhs) != 1 ||
			!technique.Names(info, stmt.Lhs[0], l.v) {
			return false
		}
		for _, x := range call.Args[1:] {
			edit, ok := technique.NewAsValue(l.pass, x, l.elem)
			if !ok {
				return false
			}
			l.made = append(l.made, x)
			l.edits = append(l.edits, edit)
		}
		return true
	}
	return false
}

// reads reports whether a use only reads: the length, or fields of elements.
func (l *list) reads(use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.CallExpr:
		return technique.IsBuiltin(l.pass.TypesInfo, n, "len")
	case *ast.RangeStmt:
		if n.X != use.Node() || n.Tok == token.ASSIGN {
			return false
		}
		id, ok := n.Value.(*ast.Ident)
		if !ok || id.Name == "_" {
			return n.Value == nil || ok
		}
		return varRead(l.pass, use.Parent(), l.pass.TypesInfo.Defs[id], &l.edits, never)
	case *ast.IndexExpr:
		if n.X != use.Node() {
			return false
		}
		if stmt, ok := use.Parent().Parent().Node().(*ast.AssignStmt); ok {
			return l.element(use.Parent(), stmt)
		}
		return reads(l.pass, use.Parent(), &l.edits)
	}
	return false
}

// element reports whether a statement keeps an element in a new variable that
// is only read.
func (l *list) element(index inspector.Cursor, stmt *ast.AssignStmt) bool {
	if stmt.Tok != token.DEFINE || index.ParentEdgeKind() != edge.AssignStmt_Rhs ||
		len(stmt.Lhs) != len(stmt.Rhs) {
		return false
	}
	id, ok := stmt.Lhs[index.ParentEdgeIndex()].(*ast.Ident)
	v := l.pass.TypesInfo.Defs[id]
	return ok && v != nil && varRead(l.pass, index.Parent(), v, &l.edits, never)
}
