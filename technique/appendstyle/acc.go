package appendstyle

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// acc is an accumulator: a local variable to which a function only adds text
// until it takes the whole, so that a slice of bytes can stand for it.
type acc struct {
	v    *types.Var
	kind kind
	decl ast.Stmt
	init []ast.Expr // what it holds from the beginning
	// pair is the declaration when it has a second variable: v, err := f(x).
	pair *ast.AssignStmt
	adds []add
	// reads are the expressions that stand for the whole text.
	reads []ast.Expr
	// lens are the expressions that ask for its length, empties those that
	// compare it with nothing; of a negated one the answer is the contrary.
	lens     []ast.Expr
	empties  map[*ast.BinaryExpr]bool // negated
	resets   []ast.Stmt
	drops    []ast.Stmt // that have no meaning for a slice
	sep      string     // between the elements of parts
	sepExpr  ast.Expr
	prefix   string // constant text that the only read puts in front
	out      string
	merged   bool // it is the slice of a twin
	sureElem bool // parts has an element from the beginning
}

// add is a statement that adds to an accumulator: texts, or what steps says.
type add struct {
	stmt  ast.Stmt
	texts []ast.Expr
	steps func(d *draft) []step
}

// kind says what an accumulator is.
type kind int

const (
	parts   kind = iota // []string, joined
	plain               // string, with +=
	builder             // strings.Builder
	buffer              // bytes.Buffer
	raw                 // []byte
)

// kindOf returns the kind that a variable of the type would be.
func kindOf(t types.Type) (kind, bool) {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return plain, u.Kind() == types.String
	case *types.Slice:
		if isBytes(u) {
			return raw, true
		}
		return parts, types.Identical(u.Elem(), types.Typ[types.String])
	}
	return writerKind(t)
}

// findAccs returns the accumulators of a function, as they are declared.
func (d *draft) findAccs() []*acc {
	var found []*acc
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			v, ok := d.ix.info.Defs[n].(*types.Var)
			if !ok {
				return true
			}
			if a, ok := d.accumulator(v, n); ok {
				found = append(found, a)
			}
		}
		return true
	})
	return found
}

// accumulator reports whether all that is done with a variable is what can be
// done with an accumulator.
func (d *draft) accumulator(v *types.Var, def *ast.Ident) (*acc, bool) {
	k, ok := kindOf(v.Type())
	if !ok || !d.ix.private(v) && k != builder && k != buffer {
		return nil, false
	}
	a := &acc{v: v, kind: k, empties: make(map[*ast.BinaryExpr]bool)}
	cur := d.cursor(def)
	if !d.declared(a, cur) {
		return nil, false
	}
	for _, use := range d.ix.uses(v) {
		if d.captured(use) || !d.understood(a, use) {
			return nil, false
		}
	}
	return a, len(a.reads) > 0 && len(a.adds)+len(a.init) > 0 && d.readsWell(a)
}

// captured reports whether a use is in a function literal.
func (d *draft) captured(use inspector.Cursor) bool {
	for range use.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

// readsWell reports whether the whole text is taken at the end, in return
// statements, or just once outside of loops: a string is made of the slice
// each time, where the variable may have been one already.
func (d *draft) readsWell(a *acc) bool {
	other := 0
	for _, r := range a.reads {
		if d.returnOf(r) == nil {
			other++
		}
	}
	return other == 0 || len(a.reads) == 1 && d.depth(a.reads[0]) == d.depth(a.decl)
}

// returnOf returns the return statement that a node is in, or nil.
func (d *draft) returnOf(n ast.Node) *ast.ReturnStmt {
	for cur := range d.cursor(n).Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil)) {
		ret, _ := cur.Node().(*ast.ReturnStmt)
		return ret
	}
	return nil
}

// depth returns the number of loops of the function around a node.
func (d *draft) depth(n ast.Node) int {
	loops := 0
	for cur := range d.cursor(n).Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if cur.Node() != n && d.fn.Pos() <= cur.Node().Pos() {
			loops++
		}
	}
	return loops
}
