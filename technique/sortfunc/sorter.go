package sortfunc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// sorter is what package sort gets: a slice, or a struct that leads to one.
type sorter struct {
	*call
	typ   *types.Named
	arg   ast.Expr     // what is handed over: a slice, a literal of the struct, or a variable
	path  []*types.Var // the fields that lead to the slice
	elem  types.Type
	edits []analysis.TextEdit // which take away a variable that only holds the struct
}

// sorter returns what is sorted, if its methods Len and Swap do what the words say.
func (c *call) sorter(arg ast.Expr) (*sorter, bool) {
	t := c.pass.TypesInfo.TypeOf(arg)
	if p, ok := t.(*types.Pointer); ok && structOf(p) != nil {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != c.pass.Pkg || named.TypeArgs().Len() > 0 {
		return nil, false
	}
	length, ok := c.method(t, "Len")
	if !ok {
		return nil, false
	}
	s := &sorter{call: c, arg: arg, typ: named}
	if s.path, ok = length.measured(); !ok {
		return nil, false
	}
	if len(s.path) > 0 {
		t = s.path[len(s.path)-1].Type()
	}
	slice, ok := t.Underlying().(*types.Slice)
	swap, found := c.method(named, "Swap")
	if !ok || !found || !swap.swaps(s.path) {
		return nil, false
	}
	s.elem = slice.Elem()
	return s, len(s.path) == 0 || s.held()
}

// held finds the struct behind the argument: a literal, or a variable that package sort
// puts on the heap.
func (s *sorter) held() bool {
	info := s.pass.TypesInfo
	arg, address := s.arg, false
	if ref, ok := arg.(*ast.UnaryExpr); ok {
		arg, address = ast.Unparen(ref.X), true
	}
	s.arg = arg
	if _, ok := arg.(*ast.CompositeLit); ok {
		return true
	}
	v, ok := technique.Variable(info, arg)
	if !ok {
		return !address && isStruct(info.TypeOf(arg)) && technique.Pure(info, arg)
	}
	if lit := s.declaredBefore(v); lit != nil {
		s.arg = lit
		return true
	}
	return isStruct(v.Type()) || literal(technique.OnlyValue(s.pass, v)) != nil
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// literal returns the literal that an expression is, or whose address it takes, or nil.
func literal(e ast.Expr) *ast.CompositeLit {
	if ref, ok := e.(*ast.UnaryExpr); ok {
		e = ref.X
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// declaredBefore returns the literal that the statement before the call gives a variable, if
// that is there for nothing else, and takes the variable away.
func (s *sorter) declaredBefore(v *types.Var) *ast.CompositeLit {
	stmt := s.cur.Parent()
	uses, ok := technique.LocalUses(s.pass, v)
	if _, alone := stmt.Node().(*ast.ExprStmt); !ok || !alone || len(uses) != 1 {
		return nil
	}
	before, ok := stmt.PrevSibling()
	if !ok || !technique.InList(stmt) || technique.Commented(s.pass, before.Node()) {
		return nil
	}
	declared, _, value := technique.Declared(s.pass.TypesInfo, before.Node())
	lit := literal(value)
	if declared != v || lit == nil {
		return nil
	}
	s.edits = append(s.edits, technique.Remove(s.pass, before.Node()))
	return lit
}

// value returns the expression to which fields lead from e, and those that are left where
// it is no literal; nil if it is zero.
func (s *sorter) value(e ast.Expr, path []*types.Var) (ast.Expr, []*types.Var) {
	lit := literal(ast.Unparen(e))
	if lit == nil || len(path) == 0 {
		return e, path
	}
	for i, elt := range lit.Elts {
		kv, named := elt.(*ast.KeyValueExpr)
		if named && s.pass.TypesInfo.Uses[kv.Key.(*ast.Ident)] == path[0] {
			return s.value(kv.Value, path[1:])
		}
		if !named && structOf(s.pass.TypesInfo.TypeOf(lit)).Field(i) == path[0] {
			return s.value(elt, path[1:])
		}
	}
	return nil, nil
}

// text returns the text of what some fields lead to.
func (s *sorter) text(path []*types.Var) (text string, ok bool) {
	e, rest := s.value(s.arg, path)
	if e == nil {
		return "", false
	}
	if len(rest) == 0 {
		return s.call.text(e), true
	}
	text = technique.Text(s.pass, e)
	for _, field := range rest {
		text += "." + field.Name()
	}
	return text, technique.Pure(s.pass.TypesInfo, e)
}
