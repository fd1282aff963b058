package inplace

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// clones matches a copy of what a call has just made.
//
//	have: slices.Clone(list)
//	want: list
func clones(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	x, kind := cloned(pass.TypesInfo, call)
	if kind == none || !types.Identical(pass.TypesInfo.TypeOf(x), pass.TypesInfo.TypeOf(call)) {
		return p, false
	}
	full, ok := justMade(pass, cur, x)
	if !ok || !kind.same(pass, cur, full) || technique.Commented(pass, call) {
		return p, false
	}
	p = technique.Proposal{At: call, Message: "use what was copied itself, which nothing else has"}
	if edits, ok := renamed(pass, cur, x); ok {
		p.Edits = edits
	} else {
		p.Edits = []analysis.TextEdit{technique.Replace(call, technique.Text(pass, x))}
	}
	return p, true
}

// renamed lets the code use the variable that was copied instead of the variable that a statement
// declares with the copy.
func renamed(pass *analysis.Pass, call inspector.Cursor, x ast.Expr) (edits []analysis.TextEdit,
	ok bool) {
	v, isVar := technique.Variable(pass.TypesInfo, x)
	stmt := call.Parent()
	copied, _, value := technique.Declared(pass.TypesInfo, stmt.Node())
	if !isVar || copied == nil || value != call.Node() || !technique.InList(stmt) {
		return nil, false
	}
	edits = append(edits, technique.Remove(pass, stmt.Node()))
	for _, use := range technique.UsesOf(pass, copied) {
		if !technique.Visible(pass, v, use.Node().Pos()) {
			return nil, false
		}
		edits = append(edits, technique.Replace(use.Node(), v.Name()))
	}
	return edits, true
}

// kind is what becomes of an empty slice that is copied.
type kind int

const (
	none  kind = iota
	exact      // it is nil if it was
	isNil      // it is nil
	isNot      // it is not nil
)

// cloned matches the calls that copy a slice or a map.
//
//	slices.Clone(x), maps.Clone(x), append([]T(nil), x...), append([]T{}, x...)
func cloned(info *types.Info, call *ast.CallExpr) (x ast.Expr, k kind) {
	if technique.IsFunc(info, call, "slices", "Clone") || technique.IsFunc(info, call, "maps",
		"Clone") || technique.IsFunc(info, call, "bytes", "Clone") {
		return ast.Unparen(call.Args[0]), exact
	}
	if !technique.IsBuiltin(info, call, "append") || len(call.Args) != 2 ||
		!call.Ellipsis.IsValid() {
		return nil, none
	}
	switch first := ast.Unparen(call.Args[0]).(type) {
	case *ast.CompositeLit:
		if len(first.Elts) == 0 {
			return ast.Unparen(call.Args[1]), isNot
		}
	case *ast.CallExpr:
		if info.Types[first.Fun].IsType() && info.Types[first.Args[0]].IsNil() {
			return ast.Unparen(call.Args[1]), isNil
		}
	}
	return nil, none
}

// same reports whether the copy is nil if and only if what is copied is, as far as can be seen.
func (k kind) same(pass *analysis.Pass, call inspector.Cursor, full bool) bool {
	if k == exact || k == isNot && full {
		return true
	}
	v, _, value := technique.Declared(pass.TypesInfo, call.Parent().Node())
	return v != nil && value == call.Node() && effects.NilUnseen(pass, v)
}

// justMade reports whether an expression is a call that makes what it returns, or a variable with
// what such a call has made, which is not used any more; and whether that is never nil.
func justMade(pass *analysis.Pass, at inspector.Cursor, x ast.Expr) (full, ok bool) {
	v, isVar := technique.Variable(pass.TypesInfo, x)
	if !isVar {
		fresh, full := effects.Fresh(pass, x, 0)
		return full, fresh && makes(pass.TypesInfo, x)
	}
	fn, inFunc := technique.EnclosingFunc(at)
	def, declared := technique.Definition(pass, v)
	if !inFunc || !declared || !technique.InFunc(def, fn) || !technique.Fixed(pass, v) ||
		technique.Repeated(at, v.Pos()) || technique.HasGoto(pass, fn.Node()) {
		return false, false
	}
	as, isAssign := def.Parent().Node().(*ast.AssignStmt)
	if !isAssign || !makes(pass.TypesInfo, as.Rhs[min(def.ParentEdgeIndex(), len(as.Rhs)-1)]) {
		return false, false
	}
	for _, use := range technique.UsesOf(pass, v) {
		if use.Node() != x && use.Node().Pos() > x.Pos() {
			return false, false
		}
	}
	fresh, full := effects.FreshIn(pass, v, func(use inspector.Cursor) bool {
		return use.Node() == x
	})
	return full, fresh
}

// makes reports whether an expression is the call of a function that has chosen the size of what
// it returns. A copy of what was made by append may be there to be smaller.
func makes(info *types.Info, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if info.Types[call.Fun].IsType() {
		return true
	}
	fn, ok := technique.Func(info, call)
	return ok && !effects.GivesFirst(fn)
}
