package prealloc

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// total proposes to count first.
func (l *loop) total(v *types.Var, taken map[string]bool) (p technique.Proposal, ok bool) {
	s, ok := l.startOf(v)
	var room ast.Expr
	if !ok {
		s, room, ok = l.short(v)
	}
	if !ok || !l.usesKeep(v, s) || l.limit.hoist && room != nil || !l.bounded() ||
		!l.returnsOnly(v) {
		return p, false
	}
	t := &sum{loop: l, v: v}
	before, size, ok := t.counts(taken)
	if !ok {
		return p, false
	}
	p = technique.Proposal{At: t.calls[0], Also: t.calls[1:],
		Message: "count what will be appended, and give " + v.Name() + " the room for it",
		Safe:    effects.CapacityUnseen(l.pass, v)}
	if room != nil {
		p.Also = append(p.Also, room)
		p.Edits = []analysis.TextEdit{technique.Replace(room, size)}
		if before != "" {
			decl, _ := l.stmt.PrevSibling()
			p.Edits = append(p.Edits, technique.Insert(decl.Node().Pos(), before))
		}
		return p, true
	}
	if before == "" {
		t.take(taken)
		before, size = t.name+" := "+size+"\n", t.name
	}
	assign, edits, ok := l.make(v, size, l.stmt.Node())
	p.Edits = append(append(edits, l.kept(l.stmt.Node())...), technique.Insert(l.stmt.Node().Pos(),
		before+"if "+size+" > 0 {\n"+assign+"\n}\n"))
	return p, ok
}

// growsTotal proposes to count first, and room for it, where there may be something in the slice
// already.
//
//	have: for _, x := range xs { dst = append(dst, x.list...) }
//	want: total := 0
//	      for _, x := range xs { total += len(x.list) }
//	      dst = slices.Grow(dst, total)
//	      for _, x := range xs { dst = append(dst, x.list...) }
func (l *loop) growsTotal(v *types.Var, taken map[string]bool) (p technique.Proposal, ok bool) {
	if !l.mayGrow(v) || !l.growable(v) || !technique.Since(l.pass, l.file, "go1.21") {
		return p, false
	}
	for n := range ast.Preorder(l.body) {
		if added(l.pass.TypesInfo, n) != v {
			continue
		}
		if !l.untilAppended(v, n.(*ast.AssignStmt)) {
			return p, false
		}
		break
	}
	t := &sum{loop: l, v: v}
	before, size, ok := t.counts(taken)
	if !ok {
		return p, false
	}
	p = technique.Proposal{At: t.calls[0], Also: t.calls[1:],
		Message: "count what will be appended, and make " + v.Name() + " grow once for it"}
	p.Edits = append(l.kept(l.stmt.Node()), l.growLocal(v, size, before)...)
	return p, true
}

// counts returns the statements that count the elements before the loop, none where that needs
// none, and what says then how many there will be.
func (t *sum) counts(taken map[string]bool) (before, size string, ok bool) {
	if t.limit.asked {
		return "", "", false
	}
	t.name = technique.FreshName(t.pass, t.file, "total")
	for i := 2; taken[t.name]; i++ {
		t.name = technique.FreshName(t.pass, t.file, "total"+strconv.Itoa(i))
	}
	text, size, ok := t.count(t.cur.Node(), nil)
	if !ok || len(t.calls) == 0 && (size == "" || t.field == nil) {
		return "", "", false // all that is appended are elements, which needs no count
	}
	if size != "" {
		return "", size, true
	}
	t.take(taken)
	return t.name + " := 0\n" + text, t.name, true
}

// take notes that a proposal gives the name of the number.
func (t *sum) take(taken map[string]bool) { taken[t.name] = true }

// short matches a slice with room for fewer elements, made right before the loop.
//
//	out := make([]T, 0, len(xs))
func (l *loop) short(v *types.Var) (s start, room ast.Expr, ok bool) {
	prev, ok := l.stmt.PrevSibling()
	if !ok {
		return s, nil, false
	}
	made, _, value := technique.Declared(l.pass.TypesInfo, prev.Node())
	call, isCall := value.(*ast.CallExpr)
	if made != v || !isCall || !technique.IsBuiltin(l.pass.TypesInfo, call, "make") ||
		len(call.Args) != 3 || !technique.IsInt(l.pass.TypesInfo, call.Args[1], 0) ||
		!guessed(l.pass.TypesInfo, call.Args[2]) {
		return s, nil, false
	}
	s.fn, ok = technique.EnclosingFunc(l.cur)
	s.end, s.value = prev.Node().End(), value
	return s, call.Args[2], ok
}

// guessed reports whether a capacity is a number or a length, and not the sum.
func guessed(info *types.Info, e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok {
		return technique.IsBuiltin(info, call, "len") && technique.Pure(info, call)
	}
	_, ok := e.(*ast.BasicLit)
	return ok
}

// returnsOnly reports whether the loop, once it has begun, goes on to its end or leaves the
// function without the slice.
func (l *loop) returnsOnly(v *types.Var) bool {
	ok := true
	ast.Inspect(l.body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BranchStmt:
			ok = false
		case *ast.ReturnStmt:
			ok = ok && len(n.Results) > 0 && !technique.Uses(l.pass.TypesInfo, n, v)
		}
		return ok
	})
	return ok
}
