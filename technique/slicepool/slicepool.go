// Package slicepool puts slices in a pool behind pointers that wait in a pool themselves,
// where each slice got a header on the heap.
package slicepool

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("slicepool",
		"put slices in a sync.Pool without making a header for each\n\n"+
			"A pool holds interfaces. A slice is larger than a pointer, so that Put makes "+
			"an object for its header each time, which a pool is there to avoid. The rewrite "+
			"puts a pointer to the slice in the pool, and keeps the pointers that are free in "+
			"a second pool. What New makes may stay a slice.\n\n"+
			"All code that uses the pool is changed, so it must be unexported, and used for "+
			"slices of one type, and nothing else may be done with it.\n\n"+
			"A slice that came behind a pointer of a pool, and goes back behind another, goes "+
			"back behind the same. This assumes that what is put in a pool is not used "+
			"elsewhere, too.",
		technique.Each(propose, (*ast.CallExpr)(nil)),
		technique.Each(back, (*ast.CallExpr)(nil))),
	Title:  "Pool slices behind pointers",
	Causes: []string{"boxed-argument", "escaping-variable"},
	Risk:   technique.Checked,
}

// propose matches the first call that puts a slice in a pool.
//
//	have: pool.Put(b)
//	want: putBytes(&pool, b)
//
//	have: pool.Get().([]byte)
//	want: takeBytes(pool.Get())
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	if !technique.IsMethod(pass.TypesInfo, call, "sync", "Pool", "Put") {
		return none, false
	}
	slice := pass.TypesInfo.TypeOf(call.Args[0])
	if _, ok := slice.Underlying().(*types.Slice); !ok {
		return none, false
	}
	file := technique.FileOf(pass, call.Pos())
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || file == nil {
		return none, false
	}
	v := owner(pass.TypesInfo, fun.X)
	if v == nil || v.Exported() || v.Pkg() != pass.Pkg ||
		technique.MentionedBeside(pass, v.Name()) {
		return none, false
	}
	p := &pool{pass: pass, file: file, v: v, slice: slice}
	if !p.begins() || !p.collect() || p.puts[0] != call {
		return none, false
	}
	return p.propose()
}

// owner returns the variable or field that holds a pool, or several.
func owner(info *types.Info, e ast.Expr) *types.Var {
	if i, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
		return owner(info, i.X)
	}
	return technique.VariableOrField(info, e)
}

// pool is a pool of slices of one type, or an array of such pools.
type pool struct {
	pass  *analysis.Pass
	file  *ast.File // of the first call of Put
	v     *types.Var
	slice types.Type

	puts  []*ast.CallExpr
	takes []*ast.TypeAssertExpr
	asks  []*ast.TypeAssertExpr // which say whether there was one
}

// begins reports whether the variable can hold no other pool than its own: it is no pointer,
// or one that begins with a new pool.
func (p *pool) begins() bool {
	t := p.v.Type()
	for {
		list, ok := t.Underlying().(*types.Array)
		if !ok {
			break
		}
		t = list.Elem()
	}
	if _, pointer := t.(*types.Pointer); !pointer {
		return technique.IsNamed(t, "sync", "Pool")
	}
	if p.v.IsField() {
		return false
	}
	value := technique.Initial(p.pass, p.v)
	return value != nil && p.isNew(value)
}

// isNew reports whether an expression makes a pool.
func (p *pool) isNew(e ast.Expr) bool {
	e = ast.Unparen(e)
	if ref, ok := e.(*ast.UnaryExpr); ok {
		e = ast.Unparen(ref.X)
	}
	if call, ok := e.(*ast.CallExpr); ok {
		return technique.IsBuiltin(p.pass.TypesInfo, call, "new")
	}
	_, ok := e.(*ast.CompositeLit)
	return ok
}
