package splitseq

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// inStep matches a loop over something else that takes one piece each time
// round, in order. How the loop goes on does not matter, for the piece is cut
// off where its body begins; that there are enough pieces must be certain.
//
//	have: parts := strings.Split(s, "?")
//	      if len(parts)-1 != len(args) {
//	              return
//	      }
//	      use(parts[0])
//	      for i, arg := range args {
//	              use(arg, parts[i+1])
//	      }
//	want: nparts := strings.Count(s, "?") + 1
//	      first, rest, _ := strings.Cut(s, "?")
//	      if nparts-1 != len(args) {
//	              return
//	      }
//	      use(first)
//	      for _, arg := range args {
//	              piece, after, _ := strings.Cut(rest, "?")
//	              rest = after
//	              use(arg, piece)
//	      }
func (s *split) inStep(p place, u usage) (technique.Proposal, bool) {
	loop, offset, ok := s.steppedBy(p, u.of(steps))
	if !ok || !s.countable() || s.onBytes() || p.owner.Valid() || !s.repeatable() ||
		!s.has("Cut", cutRelease) {
		return technique.Proposal{}, false
	}
	first := "_"
	for _, use := range u.of(indexes) {
		if use.index >= offset || offset != 1 {
			return technique.Proposal{}, false
		}
		first = s.fresh("first")
	}
	rest := s.fresh("rest")
	edits := replaceAll(u.of(indexes), first)
	edits = append(edits, s.stepEdits(loop, u.of(steps), rest)...)
	before, after := "", ""
	if offset == 0 {
		after = "\n" + rest + " := " + s.argText(0)
	} else {
		after = "\n" + first + ", " + rest + ", _ := " +
			s.callText("Cut", s.argText(0)+", "+s.argText(1))
	}
	n := s.fresh("n" + p.v.Name())
	before, after = n+" := ", " + 1"+after
	edits = append(edits, replaceAll(u.of(lengths), n)...)
	edits = append(edits, s.rename("Count"))
	return technique.Proposal{
		Message: "cut off one piece each time round",
		Edits:   append(edits, p.around(before, after)...),
	}, true
}

// steppedBy returns the loop that the steps belong to and what they add to its
// index. It must be one loop, in the list of the declaration, over a slice that
// is not assigned to, and no longer than there are pieces.
func (s *split) steppedBy(p place, u usage) (loop inspector.Cursor, offset int64, ok bool) {
	i, offset := u[0].i, u[0].index
	loop, ok = s.loopOver(u[0].cur, i)
	if !ok || loop.Parent() != p.stmt.Parent() {
		return loop, 0, false
	}
	for _, use := range u {
		if use.i != i || use.index != offset {
			return loop, 0, false
		}
	}
	y, isVar := s.fixed(p, loop.Node().(*ast.RangeStmt).X)
	if !isVar || s.reassigned(p.fn, i) || offset < 0 || offset > 1 {
		return loop, 0, false
	}
	f := fact{split: s, x: p.v, y: y}
	return loop, offset, f.knownAt(loop, p.block()) >= offset
}

// loopOver returns the loop around cur that has i as its index.
func (s *split) loopOver(cur inspector.Cursor, i types.Object) (inspector.Cursor, bool) {
	for loop := range cur.Enclosing((*ast.RangeStmt)(nil)) {
		key, ok := loop.Node().(*ast.RangeStmt).Key.(*ast.Ident)
		if ok && s.pass.TypesInfo.Defs[key] == i {
			return loop, true
		}
	}
	return inspector.Cursor{}, false
}

// fixed returns the local variable that e is, a slice or array which keeps its
// length while the function runs.
func (s *split) fixed(p place, e ast.Expr) (types.Object, bool) {
	v, ok := technique.Variable(s.pass.TypesInfo, ast.Unparen(e))
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || s.reassigned(p.fn, v) {
		return nil, false
	}
	if v.Pos() < p.fn.Node().Pos() || v.Pos() >= p.fn.Node().End() {
		return nil, false // of a function around, which may replace it
	}
	switch v.Type().Underlying().(type) {
	case *types.Slice, *types.Array:
		return v, true
	}
	return nil, false
}

// reassigned reports whether the function assigns to the variable after its
// declaration, or takes its address.
func (s *split) reassigned(fn inspector.Cursor, v types.Object) bool {
	for cur := range fn.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] == v && stored(cur) {
			return true
		}
	}
	return false
}

// stepEdits returns the edits of the loop.
func (s *split) stepEdits(loop inspector.Cursor, u usage, rest string) []analysis.TextEdit {
	n := loop.Node().(*ast.RangeStmt)
	piece, after := s.local("piece"), s.local("after")
	edits := append(replaceAll(u, piece), technique.Insert(n.Body.Lbrace+1,
		"\n"+piece+", "+after+", _ := "+s.callText("Cut", rest+", "+s.argText(1))+
			"\n"+rest+" = "+after))
	others := 0
	for cur := range loop.Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[cur.Node().(*ast.Ident)] == u[0].i {
			others++
		}
	}
	if others > len(u) {
		return edits
	}
	if n.Value == nil {
		return append(edits, between(n.Key.Pos(), n.Range, ""))
	}
	return append(edits, technique.Replace(n.Key, "_"))
}
