package branchcopy

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// constructed proposes a copy in each branch that keeps the pointer v, which a call of an inlined
// function of the package returns, and points to a new value.
//
//	have: s := r.state(); if !s.equal(last) { out.state = s }
//	want: s := r.state(); if !s.equal(last) { made := *s; s := &made; out.state = s }
func constructed(pass *analysis.Pass, v *types.Var, call ast.Node, made []ast.Node) (
	technique.Proposal, bool) {
	var none technique.Proposal
	uses, ok := technique.LocalUses(pass, v)
	if !ok || v.Name() == "_" {
		return none, false
	}
	at := declaration(pass, v)
	if at == nil || carried(pass, at, v) {
		return none, false
	}
	branches, ok := keeping(pass, v, uses, keptPointer)
	if !ok || len(branches) == 0 || !oneOf(pass, branches, v) {
		return none, false
	}
	l := &lender{pass, make(map[*types.Var]bool)}
	for _, use := range uses {
		if keptPointer(pass, use) == v {
			continue
		}
		if !early(pass, use, v, branches...) || !inOne(use, branches) && !l.beforePointer(use, v) {
			return none, false
		}
	}
	name := technique.FreshName(pass, technique.FileOf(pass, v.Pos()), "made")
	p := technique.Proposal{At: call, Also: made,
		Message: "copy what " + v.Name() + " points to where it is kept"}
	for _, b := range branches {
		p.Edits = append(p.Edits,
			insertIn(b, name+" := *"+v.Name()+"\n"+v.Name()+" := &"+name))
	}
	return p, true
}

// newValue returns the variable that a statement declares with what makes that to which the
// variable points: a literal, new, or a call of an inlined function, with what allocates it there.
func newValue(pass *analysis.Pass, n ast.Node) (
	v *types.Var, value ast.Expr, made []ast.Node) {
	v, _, value = technique.Declared(pass.TypesInfo, n)
	if v == nil || value == nil {
		return nil, nil, nil
	}
	ptr, ok := types.Unalias(v.Type()).(*types.Pointer)
	if !ok {
		return nil, nil, nil
	}
	if _, ok := technique.NewAsValue(pass, value, ptr.Elem()); ok {
		return v, value, nil
	}
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return nil, nil, nil
	}
	if made, ok = effects.Constructs(pass, call); !ok {
		return nil, nil, nil
	}
	return v, call, made
}

// keptPointer returns the variable that cur is where it is kept as kept says of an address, or
// returned.
func keptPointer(pass *analysis.Pass, cur inspector.Cursor) *types.Var {
	id, ok := cur.Node().(*ast.Ident)
	if !ok || !keptAt(pass, cur) && cur.ParentEdgeKind() != edge.ReturnStmt_Results {
		return nil
	}
	v, _ := technique.Variable(pass.TypesInfo, id)
	return v
}

// beforePointer reports whether a use of the pointer v that comes before the branches leaves
// nothing behind that leads to the value.
func (l *lender) beforePointer(use inspector.Cursor, v *types.Var) bool {
	_, captured := capturing(use, v)
	return !captured && l.pointer(use)
}
