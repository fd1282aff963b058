package splitseq

import (
	"go/ast"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// joinUse tells the use of pieces that are joined at cur, x or a slice of x: all of them,
// those from a number on, or all but the last. The separator is that of the split, except
// where all are joined.
func (s *split) joinUse(cur inspector.Cursor) (use, bool) {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args || cur.ParentEdgeIndex() != 0 ||
		s.sep == "" || s.onBytes() || s.fn.Name() != "Split" ||
		!technique.IsFunc(s.pass.TypesInfo, call, "strings", "Join") {
		return use{}, false
	}
	u := use{cur: cur.Parent(), sort: whole}
	part, ok := ast.Unparen(cur.Node().(ast.Expr)).(*ast.SliceExpr)
	if !ok {
		return u, true
	}
	if part.Slice3 || s.constantText(call.Args[1]) != s.sep {
		return use{}, false
	}
	v, _ := technique.Variable(s.pass.TypesInfo, ast.Unparen(part.X))
	switch {
	case v == nil:
		return use{}, false
	case part.Low != nil && part.High == nil:
		u.sort = joins
		u.index, ok = s.constantInt(part.Low)
		return u, ok && u.index > 0
	case part.Low == nil && part.High != nil:
		u.sort = fronts
		return u, s.isLast(part.High, v)
	}
	return use{}, false
}

// inFront reports whether the identifier at cur is the second x of x[:len(x)-1], of which
// the elements are joined.
func (s *split) inFront(cur inspector.Cursor) bool {
	part := cur.Parent().Parent().Parent()
	if n, ok := part.Node().(*ast.SliceExpr); !ok || n.High != cur.Parent().Parent().Node() {
		return false
	}
	u, ok := s.joinUse(skipParens(part))
	return ok && u.sort == fronts
}

// replacedInPlace matches pieces that are joined where they are made.
//
//	have: strings.Join(strings.Split(s, "_"), "-")
//	want: strings.ReplaceAll(s, "_", "-")
func (s *split) replacedInPlace(cur inspector.Cursor) (technique.Proposal, bool) {
	u, ok := s.joinUse(cur)
	if !ok || u.sort != whole || technique.Commented(s.pass, u.cur.Node()) {
		return technique.Proposal{}, false
	}
	join := u.cur.Node().(*ast.CallExpr)
	return technique.Proposal{Message: "replace the separators", Edits: []analysis.TextEdit{
		between(join.Pos(), s.call.Pos(), ""),
		s.rename("ReplaceAll"),
		between(s.call.Args[1].End(), join.Args[1].Pos(), ", "),
	}}, true
}

// joined looks at pieces that are joined again.
func (s *split) joined(p place, u usage) (technique.Proposal, bool) {
	switch {
	case u.only(whole) && len(u) == 1:
		return s.replaced(p, u[0])
	case u.only(fronts | lasts):
		return s.front(p, u)
	case u.only(joins | indexes | lengths):
		if p, ok := s.rest(p, u); ok {
			return p, true
		}
		return s.limited(p, u)
	}
	return technique.Proposal{}, false
}

// replaced matches the same with a variable for the pieces.
//
//	have: parts := strings.Split(s, "_"); ... strings.Join(parts, "-")
//	want: joined := strings.ReplaceAll(s, "_", "-"); ... joined
func (s *split) replaced(p place, u use) (technique.Proposal, bool) {
	other := u.cur.Node().(*ast.CallExpr).Args[1]
	if s.pass.TypesInfo.Types[other].Value == nil {
		return technique.Proposal{}, false
	}
	name := s.fresh("joined")
	edits := []analysis.TextEdit{technique.Replace(u.cur.Node(), name), s.rename("ReplaceAll"),
		technique.Insert(s.call.Args[1].End(), ", "+technique.Text(s.pass, other))}
	return technique.Proposal{Message: "replace the separators",
		Edits: append(edits, p.around(name+" := ", "")...)}, true
}

// rest matches pieces of which the first is used, and the others together.
//
//	have: parts := strings.Split(s, ":"); ... parts[0], strings.Join(parts[1:], ":")
//	want: before, after, _ := strings.Cut(s, ":"); ... before, after
func (s *split) rest(p place, u usage) (technique.Proposal, bool) {
	none := technique.Proposal{}
	if !s.has("Cut", cutRelease) {
		return none, false
	}
	names := [3]string{"_", "_", "_"}
	var edits []analysis.TextEdit
	for _, use := range u {
		switch use.sort {
		case indexes:
			if use.index != 0 {
				return none, false
			}
			names[0] = s.fresh("before")
			edits = append(edits, technique.Replace(use.cur.Node(), names[0]))
		case joins:
			if use.index != 1 {
				return none, false
			}
			names[1] = s.fresh("after")
			edits = append(edits, technique.Replace(use.cur.Node(), names[1]))
		case lengths:
			cmp, truth, ok := s.truth(use.cur)
			if !ok || truth[0] == truth[1] || truth[1] != truth[2] {
				return none, false
			}
			names[2] = s.fresh("found")
			text := names[2]
			if truth[0] {
				text = "!" + text
			}
			edits = append(edits, technique.Replace(cmp, text))
		}
	}
	head := names[0] + ", " + names[1] + ", " + names[2] + " := "
	edits = append(edits, s.rename("Cut"))
	return technique.Proposal{Message: "cut the text in two",
		Edits: append(edits, p.around(head, "")...)}, true
}

// front matches pieces of which all but the last are joined again, and perhaps the last is
// used. The separator has one byte: longer ones can overlap.
//
//	have: parts := strings.Split(path, "/"); ... strings.Join(parts[:len(parts)-1], "/")
//	want: front := path[:max(strings.LastIndex(path, "/"), 0)]; ... front
func (s *split) front(p place, u usage) (technique.Proposal, bool) {
	text := s.call.Args[0]
	if len(s.sep) != 1 || !s.names(text) || !s.repeatable() || !s.has("Cut", "go1.21") ||
		!technique.Predeclared(s.pass, s.call.Pos(), "max") {
		return technique.Proposal{}, false
	}
	front := s.fresh("front")
	edits := append(replaceAll(u.of(fronts), front), s.rename("LastIndex"))
	before, after := front+" := "+s.argText(0)+"[:max(", ", 0)]"
	if lasts := u.of(lasts); len(lasts) > 0 {
		last, at := s.fresh("last"), s.fresh("at")
		edits = append(edits, replaceAll(lasts, last)...)
		before = at + " := "
		after = "\n" + front + ", " + last + " := " + s.argText(0) + "[:max(" + at + ", 0)], " +
			s.argText(0) + "[" + at + "+1:]"
	}
	return technique.Proposal{Message: "slice the text at the last separator",
		Edits: append(edits, p.around(before, after)...)}, true
}

// limited matches pieces of which the first ones are used, and the others together, where
// it is known that there are so many.
//
//	have: parts := strings.Split(s, "/"); if len(parts) < 3 { ... }; strings.Join(parts[2:], "/")
//	want: parts := strings.SplitN(s, "/", 3); if len(parts) < 3 { ... }; parts[2]
//
// That is what thirds cuts.
func (s *split) limited(p place, u usage) (technique.Proposal, bool) {
	none := technique.Proposal{}
	f := fact{split: s, x: p.v}
	k := u.of(joins)[0].index
	var edits []analysis.TextEdit
	for _, use := range u {
		switch use.sort {
		case indexes:
			if use.index >= k {
				return none, false
			}
		case joins:
			if use.index != k || f.knownAt(use.cur, p.block()) <= k {
				return none, false
			}
			edits = append(edits, technique.Replace(use.cur.Node(),
				p.v.Name()+"["+strconv.FormatInt(k, 10)+"]"))
		case lengths:
			if !s.below(use.cur, k+1) {
				return none, false
			}
		}
	}
	if k == 2 {
		s.limit = 3 // no length is told from longer ones
		if p, ok := s.thirds(p, u, f); ok {
			return p, true
		}
	}
	return technique.Proposal{Message: "leave the last pieces together",
		Edits: append(edits, s.rename("SplitN"),
			technique.Insert(s.call.Args[1].End(), ", "+strconv.FormatInt(k+1, 10)))}, true
}

// below reports whether a length is only compared with a number so that any length from
// most on gives the same.
func (s *split) below(cur inspector.Cursor, most int64) bool {
	cur = skipParens(cur)
	b, ok := cur.Parent().Node().(*ast.BinaryExpr)
	if !ok {
		return false
	}
	op, other := b.Op, b.Y
	if cur.ParentEdgeKind() == edge.BinaryExpr_Y {
		op, other = mirrored(b.Op), b.X
	}
	k, ok := s.constantInt(other)
	switch op {
	case token.LSS, token.GEQ:
		return ok && k <= most
	case token.LEQ, token.GTR, token.EQL, token.NEQ:
		return ok && k < most
	}
	return false
}
