package dropconv

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// assigned follows a text into what it is assigned to.
func (t *trail) assigned(n *ast.AssignStmt, index int) bool {
	return len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE) &&
		t.target(n.Lhs[index])
}

// declared follows a text into the variable that is declared with it.
func (t *trail) declared(n *ast.ValueSpec, index int) bool {
	return len(n.Names) == len(n.Values) && t.target(n.Names[index])
}

// target makes what is assigned to change its type: a variable or, by an
// element, a variable that is a list.
func (t *trail) target(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if e.Name == "_" {
			return true
		}
		v, ok := t.pass.TypesInfo.ObjectOf(e).(*types.Var)
		return ok && t.addVar(v)
	case *ast.IndexExpr:
		switch t.pass.TypesInfo.TypeOf(e.X).Underlying().(type) {
		case *types.Array, *types.Slice:
			return t.target(e.X)
		}
	}
	return false
}

// addVar changes the type of a variable and follows each use of it. It must
// belong to the function, and not to its signature, and no closure may use it.
func (t *trail) addVar(v *types.Var) bool {
	if t.vars[v] {
		return true
	}
	t.vars[v] = true
	follow := t.flow
	if !isString(v.Type()) && !technique.IsBytes(v.Type()) {
		follow = t.list
	}
	declared := false
	for cur := range t.fn.Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		if t.pass.TypesInfo.ObjectOf(id) != v {
			continue
		}
		if !technique.InFunc(cur, t.fn) {
			return false
		}
		_, defines := t.pass.TypesInfo.Defs[id]
		declared = declared || defines
		ok, written := t.written(cur)
		if !ok || !written && (defines || !follow(cur)) {
			return false
		}
	}
	return declared
}

// written reports whether the variable at cur is declared or assigned to there
// and, if so, whether that can be done with the other type.
func (t *trail) written(cur inspector.Cursor) (ok, written bool) {
	if v := t.pass.TypesInfo.Defs[cur.Node().(*ast.Ident)]; v != nil && v == t.whole {
		return true, true // it stays what it is
	}
	switch kind, index := cur.ParentEdge(); kind {
	case edge.AssignStmt_Lhs:
		n := cur.Parent().Node().(*ast.AssignStmt)
		t.sources = append(t.sources, source(cur.Parent(), index))
		return n.Tok == token.ASSIGN || n.Tok == token.DEFINE, true
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		t.sources = append(t.sources, cur.Parent().ChildAt(edge.RangeStmt_X, -1))
		return true, true
	case edge.ValueSpec_Names:
		return t.spec(cur.Parent(), index), true
	case edge.Field_Names, edge.IncDecStmt_X:
		return false, true
	}
	return true, false
}

// source returns what an assignment assigns to its left side of that index.
func source(cur inspector.Cursor, index int) inspector.Cursor {
	n := cur.Node().(*ast.AssignStmt)
	if len(n.Rhs) == 1 {
		index = 0
	}
	return cur.ChildAt(edge.AssignStmt_Rhs, index)
}

// spec changes the declaration of a variable: its type, if that is written.
func (t *trail) spec(cur inspector.Cursor, index int) bool {
	n := cur.Node().(*ast.ValueSpec)
	switch len(n.Values) {
	case 0:
	case len(n.Names):
		t.sources = append(t.sources, cur.ChildAt(edge.ValueSpec_Values, index))
	default:
		return false
	}
	if n.Type == nil {
		return true
	}
	if len(n.Names) != 1 || !plainNames(t.pass, n) {
		return false
	}
	elem := n.Type
	if list, ok := elem.(*ast.ArrayType); ok && !technique.IsBytes(t.pass.TypesInfo.TypeOf(elem)) {
		elem = list.Elt
	}
	typ := t.pass.TypesInfo.TypeOf(elem)
	switch {
	case t.dir == toBytes && isString(typ):
		t.edits = append(t.edits, technique.Replace(elem, "[]byte"))
		return true
	case t.dir == toString && technique.IsBytes(typ):
		t.edits = append(t.edits, technique.Replace(elem, "string"))
		return true
	}
	return false
}

// convertOperands converts the values that variables are made from and the
// other arguments of replaced functions, once all changes are known.
func (t *trail) convertOperands() bool {
	for _, cur := range t.sources {
		if !t.convertOperand(cur, false) {
			return false
		}
	}
	for _, cur := range t.others {
		if !t.convertOperand(cur, true) {
			return false
		}
	}
	return true
}

// convertOperand converts the expression at cur to the other type, unless it
// has been changed or converted already. An argument may be any string, because
// a conversion that is only read takes no copy; a variable may be written to,
// so its value must be constant.
func (t *trail) convertOperand(cur inspector.Cursor, argument bool) bool {
	for ; !t.changed[cur]; cur = cur.ChildAt(edge.ParenExpr_X, -1) {
		if _, ok := cur.Node().(*ast.ParenExpr); !ok {
			break
		}
	}
	if t.changed[cur] {
		return true
	}
	if !plainNames(t.pass, cur.Node()) {
		return false
	}
	t.changed[cur] = true
	e := cur.Node().(ast.Expr)
	if t.dir == toBytes {
		t.edits = append(t.edits, technique.Insert(e.Pos(), "[]byte("),
			technique.Insert(e.End(), ")"))
		constant := t.pass.TypesInfo.Types[e].Value != nil
		return constant || argument && isString(t.pass.TypesInfo.TypeOf(e))
	}
	if t.pass.TypesInfo.Types[e].IsNil() {
		t.edits = append(t.edits, technique.Replace(e, `""`))
		return true
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !t.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	from := t.pass.TypesInfo.TypeOf(call.Args[0])
	t.edits = append(t.edits, unwrap(cur)...)
	return from != nil && types.Identical(types.Default(from), types.Typ[types.String])
}
