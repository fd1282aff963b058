package inplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// replaces matches a loop that makes an element of another slice out of each element of a new
// one: it takes the place of what it was made of.
//
//	have: out := make([]T, len(list)); for i, e := range list { out[i] = f(e) }; return out
//	want: for i, e := range list { list[i] = f(e) }; return list
func replaces(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	s, ok := over(pass, cur)
	if !ok || s.part || s.v == nil {
		return p, false
	}
	f := filter{source: s}
	if !f.sets() || !f.sized() || !f.owned() ||
		!f.full && !effects.NilUnseen(pass, f.kept) {
		return p, false
	}
	p = technique.Proposal{At: f.value, Safe: effects.CapacityUnseen(pass, f.kept),
		Message: "put what is made of an element of " + f.v.Name() + " in its place"}
	return f.rename(p, false)
}

// sets finds the statement that sets an element, in each iteration that does not return.
//
//	out[i] = f(e)
func (f *filter) sets() bool {
	info, n := f.pass.TypesInfo, f.loop.Node().(*ast.RangeStmt)
	key, ok := n.Key.(*ast.Ident)
	if !ok {
		return false
	}
	leaves := false
	technique.Leaving(n.Body, func(s ast.Stmt) {
		_, isReturn := s.(*ast.ReturnStmt)
		leaves = leaves || !isReturn
	})
	i, _ := info.Defs[key].(*types.Var)
	if leaves || i == nil || !technique.Fixed(f.pass, i) {
		return false
	}
	for _, stmt := range n.Body.List {
		as, ok := stmt.(*ast.AssignStmt)
		if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
			continue
		}
		left, ok := as.Lhs[0].(*ast.IndexExpr)
		if !ok || !technique.Names(info, left.Index, i) {
			continue
		}
		v, ok := technique.Variable(info, left.X)
		if ok && v != f.v && types.Identical(v.Type(), info.TypeOf(n.X)) &&
			technique.IsSlice(v.Type()) {
			f.kept = v
			at, ok := technique.Find(f.pass, as)
			f.grows = []inspector.Cursor{at}
			return ok
		}
	}
	return false
}

// sized finds where the other slice begins, with the same length, and reports whether nothing
// uses it until all its elements are set.
//
//	out := make([]T, len(list))
func (f *filter) sized() bool {
	info := f.pass.TypesInfo
	for prev, ok := f.loop.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		if v, _, value := technique.Declared(info, prev.Node()); v == f.kept {
			f.start, f.value = prev, value
			break
		}
	}
	call, ok := f.value.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "make") || len(call.Args) != 2 ||
		technique.Commented(f.pass, f.start.Node()) || !technique.Fixed(f.pass, f.v) {
		return false
	}
	size, ok := call.Args[1].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, size, "len") ||
		!technique.Names(info, size.Args[0], f.v) {
		return false
	}
	left := f.grows[0].Node().(*ast.AssignStmt).Lhs[0]
	for _, use := range technique.UsesOf(f.pass, f.kept) {
		if use.Node().Pos() < f.loop.Node().End() && use.Parent().Node() != ast.Node(left) {
			return false
		}
	}
	return true
}
