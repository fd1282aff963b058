package concat

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
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

// forked reports whether what the call gives is appended to twice. A literal with nothing behind it
// has no room that both could share; what slices.Concat makes has.
//
//	v := append([]T{x}, xs...); a := append(v, y); b := append(v, z)
func (j *joining) forked(cur inspector.Cursor) bool {
	if j.handedFork(cur) {
		return true
	}
	as, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != len(as.Rhs) {
		return false
	}
	id, ok := as.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := j.pass.TypesInfo.ObjectOf(id).(*types.Var)
	return ok && (technique.Forked(j.pass, v) ||
		slices.ContainsFunc(technique.UsesOf(j.pass, v), j.handedFork))
}

// handedFork reports whether an argument is given to a function that appends to it twice.
func (j *joining) handedFork(arg inspector.Cursor) bool {
	call, ok := arg.Parent().Node().(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := technique.Func(j.pass.TypesInfo, call)
	if !ok {
		return false
	}
	param, own := effects.ParameterOf(j.pass, fn, arg)
	return own && technique.Forked(j.pass, param)
}
