// Package trynumber tells texts that are no numbers from numbers without the error that
// package strconv makes for each, where no code reads it.
package trynumber

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("trynumber",
		"try whether a text is a number without making an error that no code reads\n\n"+
			"Functions of package strconv copy the text that they fail for, and make an error "+
			"that shows it. Code that tries whether a text is a number, a truth value or "+
			"neither only asks whether there was an error. So the characters are looked at "+
			"first: what cannot be a number fails with strconv.ErrSyntax, which exists. What "+
			"could be one goes to the function as before, and so does a number that may be out "+
			"of range.\n\n"+
			"It is proposed where the error is dropped, or its variable is only compared to "+
			"nil, and the function goes on without the number. Integers are read with base 10.",
		technique.Each(propose, (*ast.CallExpr)(nil))),
	Title:  "Try without making errors",
	Causes: []string{"error-value"},
	Risk:   technique.Safe,
}

// propose matches a call whose error no code reads.
//
//	have: if n, err := strconv.ParseInt(s, 10, 64); err == nil { return n }
//	want: if n, err := tryInt(s, 64); err == nil { return n }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || file == nil || fn.Pkg() == nil || fn.Pkg().Path() != "strconv" ||
		!unread(pass, cur) {
		return none, false
	}
	h, ok := instead(fn.Name())
	if !ok || !ten(pass, fn.Name(), call) {
		return none, false
	}
	edits, ok := h.Declare(pass, file, call)
	edits = append(edits, technique.Replace(call.Fun, h.Name))
	if len(call.Args) == 3 {
		edits = append(edits, analysis.TextEdit{Pos: call.Args[0].End(), End: call.Args[1].End()})
	}
	return technique.Proposal{At: call, Edits: edits,
		Message: "look at the text before an error is made that no code reads"}, ok
}

// ten reports whether a function that reads an integer does so with base 10.
func ten(pass *analysis.Pass, name string, call *ast.CallExpr) bool {
	switch name {
	case "ParseInt", "ParseUint":
		return len(call.Args) == 3 && technique.IsInt(pass.TypesInfo, call.Args[1], 10)
	}
	return true
}

// unread reports whether nothing is asked about the error that a call returns but whether
// it is nil.
func unread(pass *analysis.Pass, cur inspector.Cursor) bool {
	id := second(cur)
	if id == nil || id.Name == "_" {
		return id != nil
	}
	v, ok := pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Kind() == types.ResultVar {
		return false
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		if use.ParentEdgeKind() != edge.AssignStmt_Lhs &&
			(!comparedToNil(pass, use) || givesUp(pass, use)) {
			return false
		}
	}
	return ok
}

// second returns the name to which a statement of a function gives the second result of a call.
func second(cur inspector.Cursor) (id *ast.Ident) {
	switch n := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Rhs) == 1 && len(n.Lhs) == 2 {
			id, _ = n.Lhs[1].(*ast.Ident)
		}
	case *ast.ValueSpec:
		if _, ok := technique.EnclosingFunc(cur); ok && len(n.Values) == 1 && len(n.Names) == 2 {
			id = n.Names[1]
		}
	}
	return id
}

// givesUp reports whether a function returns an error of its own where a comparison finds one:
// then a text that is no number is rare.
func givesUp(pass *analysis.Pass, use inspector.Cursor) bool {
	for up := range use.Enclosing((*ast.IfStmt)(nil)) {
		n := up.Node().(*ast.IfStmt)
		if use.Node().Pos() > n.Cond.End() ||
			use.Parent().Node().(*ast.BinaryExpr).Op == token.EQL {
			return false
		}
		if len(n.Body.List) == 0 {
			return false
		}
		ret, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
		return ok && slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
			return technique.IsFailure(pass.TypesInfo, e)
		})
	}
	return false
}

// comparedToNil reports whether the use of a variable only asks whether it is nil.
func comparedToNil(pass *analysis.Pass, use inspector.Cursor) bool {
	e, ok := use.Parent().Node().(*ast.BinaryExpr)
	return ok && (e.Op == token.EQL || e.Op == token.NEQ) &&
		(pass.TypesInfo.Types[e.X].IsNil() || pass.TypesInfo.Types[e.Y].IsNil())
}
