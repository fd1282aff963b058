package concat

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// prefixed matches elements before those of a slice.
//
//	have: append([]T{x}, xs...)
//	want: slices.Concat([]T{x}, xs)
//
// A function of the package may give a literal of constants.
func (j *joining) prefixed() (technique.Proposal, bool) {
	var none technique.Proposal
	lit, ok := j.literal(j.call.Args[0])
	info, first, xs := j.pass.TypesInfo, j.call.Args[0], j.call.Args[1]
	given := !ok
	if given {
		lit, ok = j.given(first)
	}
	if !ok || info.Types[xs].Value != nil || info.Types[xs].IsNil() || j.commented() {
		return none, false
	}
	p := technique.Proposal{At: j.call, Also: []ast.Node{lit}, Message: "make one slice of both"}
	if types.Identical(info.TypeOf(xs), info.TypeOf(first)) &&
		technique.Since(j.pass, j.file, "go1.22") {
		pkg, edits := technique.AddImport(j.pass, j.file, j.call.Pos(), "slices")
		p.Edits = append(edits, technique.Replace(j.call,
			pkg+".Concat("+j.text(first)+", "+j.text(xs)+")"))
		return p, true
	}
	if given || !technique.Pure(info, xs) || !j.predeclared() {
		return none, false
	}
	made := "make(" + j.text(lit.Type) + ", 0, len(" + j.text(xs) + ")+" +
		strconv.Itoa(len(lit.Elts)) + ")"
	p.Edits = []analysis.TextEdit{technique.Replace(lit, "append("+made+", "+j.elements(lit)+")")}
	return p, true
}

// given returns the literal of constants that a call gives: all that the function does is to
// return it, and the compiler puts that in the place of the call.
//
//	func mark() []byte { return []byte{0, 0, 1} }
func (j *joining) given(e ast.Expr) (*ast.CompositeLit, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	fn, ok := technique.Func(j.pass.TypesInfo, call)
	if !ok || len(call.Args) > 0 || fn.Signature().Recv() != nil {
		return nil, false
	}
	decl := technique.DeclOf(j.pass, fn)
	if decl == nil || decl.Body == nil || len(decl.Body.List) != 1 {
		return nil, false
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	lit, ok := j.literal(ret.Results[0])
	return lit, ok && constantOnly(j.pass.TypesInfo, lit) && technique.Inlined(j.pass, decl)
}
