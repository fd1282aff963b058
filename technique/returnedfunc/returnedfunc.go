// Package returnedfunc returns a struct with a method where a function returned a literal
// of a function that its callers only call.
package returnedfunc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("returnedfunc",
		"return a struct with a method instead of a closure\n\n"+
			"A function literal that is returned, as for cleaning up, goes to the heap with "+
			"the variables that it uses, unless the function around it is inlined. Where all "+
			"callers do no more than call it, a struct of these variables with a method does "+
			"the same, and is returned in registers.\n\n"+
			"The variables must have their last value when the literal is evaluated, or be "+
			"changed by nothing but the literal, which the return statement holds: then the "+
			"caller's variable holds them, and the method changes them there. All "+
			"callers are known when the function is not exported, is only ever called, and no "+
			"file that this build leaves out mentions it. Where nil is returned next to an "+
			"error, it is assumed that a variable of another module, or an exported one, "+
			"holds one.",
		technique.Each(propose, (*ast.FuncDecl)(nil))),
	Title:  "Return a struct instead of a closure",
	Causes: []string{"closure", "escaping-variable"},
	Risk:   technique.Checked,
}

// returned is a function that returns a function literal.
type returned struct {
	pass  *analysis.Pass
	file  *ast.File
	cur   inspector.Cursor // its declaration
	decl  *ast.FuncDecl
	fn    *types.Func
	at    int // the place among the results
	count int // of results

	lit   *ast.FuncLit
	held  *types.Var   // a variable of the function that holds it; nil for none
	nils  []ast.Expr   // that are returned instead, next to an error
	uses  []*types.Var // what it uses of the function
	moved []*types.Var // those of uses that were on the heap, because they change
	edits []analysis.TextEdit

	changes bool // it changes a variable that it uses
	assumes bool // that a variable of a package holds an error
}

// propose matches a function that is not exported and returns a function literal.
//
//	have: func (r *room) enter() func() { r.n++; return func() { r.n-- } }
//	      defer r.enter()()
//	want: func (r *room) enter() enterFunc { r.n++; return enterFunc{r: r} }
//	      defer r.enter().call()
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || technique.Directed(decl) {
		return p, false
	}
	r := &returned{pass: pass, cur: cur, decl: decl, fn: fn,
		file: technique.FileOf(pass, decl.Pos())}
	if r.file == nil {
		return p, false
	}
	if _, r.at, r.count, ok = technique.OneResult[*ast.FuncType](decl); !ok {
		return p, false
	}
	calls, ok := technique.CallsOf(pass, fn)
	if !ok || len(calls) == 0 || !r.returns() || r.recovers() || !r.captures() ||
		!technique.SeesAll(pass, fn) {
		return p, false
	}
	name := technique.FreshName(pass, r.file, fn.Name()+"Func")
	if !r.rewrite(name) {
		return p, false
	}
	for _, call := range calls {
		if !r.called(call) {
			return p, false
		}
	}
	return technique.Proposal{At: r.lit, Also: r.declared(), Edits: r.edits, Safe: !r.assumes,
		Message: "return a struct with a method, " + name + ", whose callers only call it"}, true
}

// returns looks at all return statements: each returns the one literal, the variable that
// holds it, or nil next to an error.
func (r *returned) returns() bool {
	for cur := range r.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(cur, r.cur) {
			continue
		}
		stmt := cur.Node().(*ast.ReturnStmt)
		if len(stmt.Results) != r.count {
			return false
		}
		switch x := stmt.Results[r.at].(type) {
		case *ast.FuncLit:
			if r.lit != nil {
				return false
			}
			r.lit = x
		case *ast.Ident:
			if r.pass.TypesInfo.Types[x].IsNil() {
				if !r.failed(cur, stmt) {
					return false
				}
				r.nils = append(r.nils, x)
				continue
			}
			v, ok := r.pass.TypesInfo.Uses[x].(*types.Var)
			if !ok || r.held != nil && r.held != v {
				return false
			}
			r.held = v
		default:
			return false
		}
	}
	return r.holds()
}

// holds finds the literal in the variable that holds it, if there is one, which is only
// called and returned.
func (r *returned) holds() bool {
	if r.held == nil {
		return r.lit != nil
	}
	if r.lit != nil {
		return false
	}
	r.lit, _ = technique.OnlyValue(r.pass, r.held).(*ast.FuncLit)
	if r.lit == nil {
		return false
	}
	for _, use := range technique.UsesOf(r.pass, r.held) {
		switch n := use.Parent().Node().(type) {
		case *ast.ReturnStmt:
		case *ast.CallExpr:
			if n.Fun != use.Node() || r.within(use) {
				return false
			}
			r.edits = append(r.edits, technique.Insert(use.Node().End(), ".call"))
		default:
			return false
		}
	}
	return true
}

// within reports whether a place is in the literal.
func (r *returned) within(cur inspector.Cursor) bool {
	return r.lit.Pos() <= cur.Node().Pos() && cur.Node().End() <= r.lit.End()
}
