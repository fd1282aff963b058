// Package stackbuf gives slices that stay in their function room in its frame:
// what make and conversions put on the heap because the length is not constant,
// or because append and functions that append outgrow it.
package stackbuf

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("stackbuf",
		"begin a slice that stays in its function with room on the stack\n\n"+
			"A slice of constant capacity that does not leave its function is kept in the "+
			"frame and costs nothing. One whose length is only known when the code runs "+
			"goes to the heap, a conversion of more than 32 bytes and a copy of another slice "+
			"too, and append moves there what outgrows its room, or has none at the "+
			"beginning, or begins with a literal, as do functions that append to what they get "+
			"and return it, like those of strconv; what package hex or base64 decodes from a "+
			"string is there, "+
			"too, and the pieces of a text that is split, and the bytes of a big number. The "+
			"rewrite begins such a slice with a constant room; what is larger than that goes to "+
			"the heap as before. Those of a number have the room that they need, which is on "+
			"the stack up to 32 bytes.\n\n"+
			"The rewrite assumes that no code relies on the capacity, which the function "+
			"does not ask for.",
		run),
	Title: "Keep scratch space on the stack",
	Causes: []string{"append-grows", "slice-make", "string-bytes-conversion",
		"big-temporary", "big-number", "base-encoding", "string-split"},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil), (*ast.ValueSpec)(nil)) {
		startsEmpty(pass, cur)
		decodes(pass, cur)
		s, ok := begins(pass, cur)
		if !ok || !s.staysOnStack() {
			continue
		}
		s.safe = len(s.foreign) == 0 && len(s.names) == 1 && effects.CapacityUnseen(pass, s.v)
		s.moreRoom()
		s.variableLength()
		s.clone()
		s.together()
		s.pieces()
		s.number()
	}
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		passed(pass, cur)
		passedPieces(pass, cur)
		passedNumber(pass, cur)
	}
}

// slice is a local variable that begins as a new slice.
type slice struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor // the statement or spec that declares it
	fn    inspector.Cursor // the function around it
	v     *types.Var
	value *ast.CallExpr // make, a conversion, or a copy
	elem  int64         // the size of an element
	safe  bool          // its capacity is unobservable
	grows []ast.Node    // calls of append in loops, whose result goes to v
	once  []ast.Node    // those that are in no loop

	calls   []ast.Node // calls of other functions that append to it
	refills bool       // one of them is in a loop
	within  []ast.Node // what appends in the functions that are called

	names   []*types.Var       // v, and variables that it is given to
	appends bool               // something is appended to one of them
	foreign []inspector.Cursor // calls by which another package gets it, and returns slices
	adds    []inspector.Cursor // calls that append to it
	beside  []inspector.Cursor // those whose result does not go back to it
	ranges  []inspector.Cursor // loops over it
}

// begins matches the declaration of one variable as a slice of small elements, and
// an assignment to one that has been declared before.
//
//	v := make([]T, ...), v := []byte(s), var v = ..., v = make([]T, ...), v := slices.Clone(w)
func begins(pass *analysis.Pass, cur inspector.Cursor) (*slice, bool) {
	s := &slice{pass: pass, cur: cur, file: technique.FileOf(pass, cur.Node().Pos())}
	name, value := declared(cur.Node())
	if name == nil {
		return nil, false
	}
	v, ok := pass.TypesInfo.ObjectOf(name).(*types.Var)
	if !ok || v.Parent() == pass.Pkg.Scope() {
		return nil, false
	}
	if pass.TypesInfo.Defs[name] == nil && !s.declaredHere(v) {
		return nil, false
	}
	if s.value, ok = value.(*ast.CallExpr); !ok || s.file == nil {
		return nil, false
	}
	typ, ok := v.Type().Underlying().(*types.Slice)
	if !ok || !types.Identical(pass.TypesInfo.TypeOf(s.value), v.Type()) {
		return nil, false
	}
	s.v = v
	if s.elem, ok = elementSize(pass, typ.Elem()); !ok {
		return nil, false
	}
	s.fn, ok = technique.EnclosingFunc(cur)
	return s, ok && technique.Predeclared(pass, s.value.Pos(), "make", "append", "byte")
}

// declaredHere reports whether the function's own statements declare v, or it is its parameter,
// and no loop lies between: what a loop gives to a variable outside goes to the heap.
func (s *slice) declaredHere(v *types.Var) bool {
	for up := range s.cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil),
		(*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		var body *ast.BlockStmt
		switch n := up.Node().(type) {
		case *ast.FuncDecl:
			body = n.Body
		case *ast.FuncLit:
			body = n.Body
		default:
			if up.Node().Pos() <= v.Pos() {
				continue
			}
			return false
		}
		return up.Node().Pos() < v.Pos() && v.Pos() < body.End() &&
			(body.Pos() < v.Pos() || v.Kind() == types.ParamVar)
	}
	return false
}

// declared returns the variable that a statement or spec gives its value alone, and
// that value.
func declared(n ast.Node) (*ast.Ident, ast.Expr) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE && n.Tok != token.ASSIGN || len(n.Lhs) != 1 || len(n.Rhs) != 1 {
			return nil, nil
		}
		id, _ := n.Lhs[0].(*ast.Ident)
		return id, n.Rhs[0]
	case *ast.ValueSpec:
		if len(n.Names) == 1 && len(n.Values) == 1 {
			return n.Names[0], n.Values[0]
		}
	}
	return nil, nil
}

// elementSize returns the size of an element. Large ones leave room for too few.
func elementSize(pass *analysis.Pass, t types.Type) (int64, bool) {
	size, known := technique.SizeOf(pass, t)
	return size, known && 0 < size && size <= 64
}
