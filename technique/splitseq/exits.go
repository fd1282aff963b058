package splitseq

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// exit is the rest of a statement list that leaves the variable of the pieces for good, and
// the uses of the variable there. Nothing else sees what becomes of the slice in it.
type exit struct {
	from inspector.Cursor // the first statement that uses the variable
	end  token.Pos
	uses []inspector.Cursor
}

// withExits matches pieces that all are used on ways out alone, as in the text of an error. They
// are split again there, of the same text.
//
//	have: parts := strings.Split(s, ":")
//	      if len(parts) != 2 {
//	              return fmt.Errorf("not two parts: %q", parts)
//	want: before, after, found := strings.Cut(s, ":")
//	      if !found || strings.Contains(after, ":") {
//	              return fmt.Errorf("not two parts: %q", strings.Split(s, ":"))
func (s *split) withExits(p place) (technique.Proposal, bool) {
	none := technique.Proposal{}
	if s.onBytes() || s.fn.Name() != "Fields" && s.sep == "" {
		return none, false // bytes may change meanwhile, and so may a separator
	}
	exits, ok := s.exits(p)
	if !ok || len(exits) == 0 {
		return none, false
	}
	u, ok := s.usage(p, exits)
	if !ok || u.only(lengths) {
		return none, false // no way without the slice looks at a piece
	}
	text, edits := s.lasting()
	again, ok := s.again(p, exits, text)
	if !ok || s.lead != "" && !u.only(lengths|indexes) {
		return none, false
	}
	proposal, ok := s.become(p, u)
	if !ok {
		return none, false
	}
	proposal.Message += ", and split again where all are used"
	proposal.Edits = append(append(proposal.Edits, edits...), again...)
	return proposal, true
}

// lasting returns an expression for the text that has the same value later: the argument itself
// where it is a variable that keeps its value, else a variable that gets it before the split.
func (s *split) lasting() (string, []analysis.TextEdit) {
	arg := s.call.Args[0]
	v, ok := technique.Variable(s.pass.TypesInfo, ast.Unparen(arg))
	if ok && technique.Fixed(s.pass, v) {
		if _, local := technique.LocalUses(s.pass, v); local {
			return v.Name(), nil
		}
	}
	name := s.fresh("text")
	s.lead = name + " := " + technique.Text(s.pass, arg) + "\n"
	return name, []analysis.TextEdit{technique.Replace(arg, name)}
}

// exits returns the ways out on which the slice is used as it is. It is not ok where it is used
// so elsewhere, or gets another value.
func (s *split) exits(p place) (exits []exit, ok bool) {
	uses := technique.UsesOf(s.pass, p.v)
	for _, cur := range uses {
		given, addressed := technique.Replaced(cur)
		if given || addressed {
			return nil, false
		}
		if within(exits, cur.Node()) || s.inLast(cur, p.v) || s.inFront(cur) {
			continue
		}
		use, ok := s.use(skipParens(cur), p.v)
		if ok && use.sort&(lengths|indexes|lasts|ranges|steps) != 0 {
			continue
		}
		e, ok := s.exit(p, cur)
		if !ok {
			return nil, false
		}
		for _, other := range uses {
			if e.holds(other.Node()) {
				e.uses = append(e.uses, other)
			}
		}
		// One that is part of another sees what has been done to the slice before.
		exits = slices.DeleteFunc(exits, func(inner exit) bool {
			return e.holds(inner.from.Node())
		})
		exits = append(exits, e)
	}
	return exits, true
}

// exit returns the way out around a use.
func (s *split) exit(p place, cur inspector.Cursor) (exit, bool) {
	for block := p.block(); block.Contains(cur) && cur != block; cur = cur.Parent() {
		if !technique.InList(cur) {
			continue
		}
		last := cur
		for next, ok := last.NextSibling(); ok; next, ok = next.NextSibling() {
			last = next
		}
		e := exit{from: cur, end: last.Node().End()}
		if s.departs(last) && s.straight(p, e) {
			return e, true
		}
	}
	return exit{}, false
}

// departs reports whether a statement leaves the list that it ends.
func (s *split) departs(cur inspector.Cursor) bool {
	switch n := cur.Node().(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true // straight asks where branches lead
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		return ok && technique.IsBuiltin(s.pass.TypesInfo, call, "panic")
	}
	return false
}

// outward reports whether a statement ends, or goes on with, a loop or a switch that the variable
// is declared in; a function with goto has no place. What a label names is still further outside.
// With fallthrough, the next case may use the variable that the switch begins with.
func (s *split) outward(p place, cur inspector.Cursor) bool {
	n := cur.Node().(*ast.BranchStmt)
	if n.Tok == token.FALLTHROUGH {
		return false
	}
	for around := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.SwitchStmt)(nil), (*ast.TypeSwitchStmt)(nil), (*ast.SelectStmt)(nil)) {
		switch around.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
		default:
			if n.Tok == token.CONTINUE {
				continue
			}
		}
		return around.Node().Pos() < p.stmt.Node().Pos()
	}
	return false
}

// straight reports whether control leaves a way out at its end, or further outside: nothing jumps
// from it to where the variable still is.
func (s *split) straight(p place, e exit) bool {
	for cur := range e.from.Parent().Preorder((*ast.BranchStmt)(nil)) {
		if e.holds(cur.Node()) && !s.outward(p, cur) {
			return false
		}
	}
	return true
}

// holds reports whether a node is on the way out.
func (e exit) holds(n ast.Node) bool {
	return e.from.Node().Pos() <= n.Pos() && n.Pos() < e.end
}

// within reports whether a node is on one of the ways out.
func within(exits []exit, n ast.Node) bool {
	return slices.ContainsFunc(exits, func(e exit) bool { return e.holds(n) })
}

// again returns the edits that split the text on the ways out: in the place of the only use, or
// before the first one, into a variable of the same name.
func (s *split) again(p place, exits []exit, text string) ([]analysis.TextEdit, bool) {
	var edits []analysis.TextEdit
	arg := s.call.Args[0]
	call := technique.Text(s.pass, s.sel) + "(" + text + s.text(arg.End(), s.call.End())
	for _, e := range exits {
		from := e.from.Node().Pos()
		names := []ast.Expr{s.call.Fun}
		names = append(names, s.call.Args[1:]...)
		if s.lead == "" {
			names = append(names, arg)
		}
		at, only := from, len(e.uses) == 1 && !technique.Repeated(e.uses[0], from-1)
		if only {
			at = e.uses[0].Node().Pos()
		}
		for _, name := range names {
			if !technique.ResolvesSameAt(s.pass, name, at) {
				return nil, false
			}
		}
		switch {
		case only:
			edits = append(edits, technique.Replace(e.uses[0].Node(), call))
		case s.pass.Pkg.Scope().Innermost(from).Lookup(p.v.Name()) != nil:
			return nil, false // a second variable of the name
		default:
			edits = append(edits, technique.Insert(from, p.v.Name()+" := "+call+"\n"))
		}
	}
	return edits, true
}
