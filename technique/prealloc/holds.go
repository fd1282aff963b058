package prealloc

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mayHold reports whether there may be something in a slice from the beginning: it is a
// parameter, a literal with elements, what a call returns, or another slice.
func (l *loop) mayHold(v *types.Var) bool {
	switch e := technique.Initial(l.pass, v).(type) {
	case nil:
		def, ok := l.fn().FindByPos(v.Pos(), v.Pos())
		return ok && def.Parent().Parent().ParentEdgeKind() == edge.FuncType_Params
	case *ast.CompositeLit:
		return len(e.Elts) > 0
	case *ast.CallExpr:
		_, called := technique.Func(l.pass.TypesInfo, e)
		return called
	case *ast.Ident, *ast.SelectorExpr:
		return l.apart(technique.VariableOrField(l.pass.TypesInfo, e))
	}
	return false
}

// apart reports whether the loop does not name the variable or field that a slice is a copy of,
// and no code points to its elements: both lead to one array until the copy grows.
func (l *loop) apart(from *types.Var) bool {
	if from == nil || l.pointsInto(from) {
		return false
	}
	for _, use := range technique.UsesOf(l.pass, from) {
		if l.cur.Contains(use) {
			return false
		}
	}
	return true
}

// untilAppended reports whether nothing is written to the elements of a slice in the loop before
// something is appended, which is at the latest behind first, if that is an element and each
// iteration has it. The array that others have sees that in any case, and would not if the slice
// had grown.
func (l *loop) untilAppended(v *types.Var, first *ast.AssignStmt) bool {
	info := l.pass.TypesInfo
	sure := appendsTo(info, first) == v && slices.Contains(l.body.List, ast.Stmt(first))
	for _, use := range technique.UsesOf(l.pass, v) {
		if !l.cur.Contains(use) || sure && use.Node().Pos() >= first.End() ||
			added(info, use.Parent().Node()) == v {
			continue
		}
		switch use.ParentEdgeKind() {
		case edge.IndexExpr_X:
			if technique.WrittenTo(info, use.Parent()) {
				return false
			}
		default:
			call, ok := use.Parent().Node().(*ast.CallExpr)
			grows := use.ParentEdgeIndex() == 0 && added(info, use.Parent().Parent().Node()) == v
			if !ok || !grows && !technique.IsBuiltin(info, call, "len") {
				return false
			}
		}
	}
	return !l.shares(v) || l.keepsUntil(v, first, sure)
}

// shares reports whether a slice begins as another one of the function or of a struct.
func (l *loop) shares(v *types.Var) bool {
	switch technique.Initial(l.pass, v).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return true
	}
	return false
}

// keepsUntil reports whether an iteration writes to no elements of the type of a slice's, and
// calls nothing that could, before the last of the loop's statements that matters.
func (l *loop) keepsUntil(v *types.Var, last ast.Stmt, matters bool) bool {
	for _, stmt := range l.body.List {
		if !quiet(l.pass, stmt) {
			return false
		}
		if matters && stmt == last {
			return true
		}
		for n := range ast.Preorder(stmt) {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return l.within(e, v) }) {
					return false
				}
			case *ast.IncDecStmt:
				if l.within(n.X, v) {
					return false
				}
			}
		}
	}
	return true
}

// within reports whether an expression, which is no name, may be an element of a slice or a part
// of one.
func (l *loop) within(e ast.Expr, v *types.Var) bool {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	is := func(e ast.Expr) bool {
		t := l.pass.TypesInfo.TypeOf(e)
		if p, ok := t.Underlying().(*types.Pointer); ok && types.Identical(p.Elem(), elem) {
			return true
		}
		return types.Identical(t, elem)
	}
	for part := ast.Unparen(e); ; part = ast.Unparen(part) {
		switch n := part.(type) {
		case *ast.SelectorExpr:
			if is(n.X) {
				return true
			}
			part = n.X
		case *ast.IndexExpr:
			if is(n) {
				return true
			}
			part = n.X
		case *ast.StarExpr:
			return is(n) || is(n.X)
		default:
			return false
		}
	}
}

// lent matches the address of an element in a variable of which an iteration uses the fields, and
// appends nothing until its end: wherever the elements are, it is the element.
//
//	v = append(v, T{})
//	e := &v[len(v)-1]
func (l *loop) lent(cur inspector.Cursor, v *types.Var) bool {
	info := l.pass.TypesInfo
	stmt := cur.Parent().Parent()
	e, _, value := technique.Declared(info, stmt.Node())
	if e == nil || value != cur.Parent().Node() {
		return false
	}
	for n := range ast.Preorder(l.body) {
		if added(info, n) == v && n.Pos() > stmt.Node().Pos() {
			return false
		}
	}
	for _, use := range technique.UsesOf(l.pass, e) {
		if !technique.InFunc(use, l.fn()) || use.ParentEdgeKind() != edge.SelectorExpr_X ||
			technique.PointedTo(info, use) {
			return false
		}
	}
	return true
}
