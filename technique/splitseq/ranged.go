package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// ranged matches a loop over the pieces.
//
//	have: for _, p := range strings.Split(s, ",") {
//	want: for p := range strings.SplitSeq(s, ",") {
func (s *split) ranged(cur inspector.Cursor) (technique.Proposal, bool) {
	if !s.sequential() {
		return s.cutInLoop(cur)
	}
	edits, ok := s.loop(cur)
	if !ok || !s.unchanged(cur.Node().(*ast.RangeStmt).Body, cur.Node().End()) {
		return technique.Proposal{}, false
	}
	return technique.Proposal{
		Message: "look at each piece as it is found",
		Edits:   append(edits, s.rename(sequence(s.fn.Name()))),
	}, true
}

// rangedLater matches the same with a variable for the slice. It keeps the
// variable, so that the text is looked at where it was, and counts the pieces
// there too if their number is asked for.
//
//	have: parts := strings.Split(s, ",")
//	want: parts := strings.SplitSeq(s, ",")
func (s *split) rangedLater(p place, u usage) (technique.Proposal, bool) {
	loops := u.of(ranges)
	if len(loops) != 1 || p.owner.Valid() || inLoop(loops[0].cur, p.stmt.Parent()) {
		return technique.Proposal{}, false // such a sequence can be used once
	}
	edits, drop, ok := s.loopOverVariable(p, loops[0].cur)
	if !ok || !s.unchanged(p.stmt.Parent().Node(), loops[0].cur.Node().End()) {
		return technique.Proposal{}, false
	}
	if lens := u.of(lengths); len(lens) > 0 {
		if !s.countable() || !s.repeatable() {
			return technique.Proposal{}, false
		}
		n := s.fresh("n" + p.v.Name())
		count := n + " := " + s.callText("Count", s.argText(0)+", "+s.argText(1)) + " + 1"
		edits = append(edits, replaceAll(lens, n)...)
		if drop == nil {
			edits = append(edits, technique.Insert(p.stmt.Node().Pos(), count+"\n"))
		} else {
			drop.NewText, drop.End = []byte(count), p.stmt.Node().End()
		}
	}
	if drop != nil {
		edits = append(edits, *drop)
	}
	return technique.Proposal{Message: "look at each piece as it is found", Edits: edits}, true
}

// loopOverVariable returns the edits for a loop over a variable, and for what
// the variable is made from: a sequence or, for an older release, the text. Drop
// is the edit that does without the variable, if that can be.
func (s *split) loopOverVariable(p place, cur inspector.Cursor) (edits []analysis.TextEdit,
	drop *analysis.TextEdit, ok bool) {
	if s.sequential() {
		edits, ok := s.loop(cur)
		return append(edits, s.rename(sequence(s.fn.Name()))), nil, ok
	}
	text, x := s.call.Args[0], cur.Node().(*ast.RangeStmt).X
	edits, ok = s.cutLoop(cur, x)
	if from, to, same := s.sameText(p, cur); same {
		drop := between(from, to, "")
		return append(edits, technique.Replace(x, s.argText(0))), &drop, ok
	}
	return append(edits, between(s.call.Pos(), text.Pos(), ""),
		between(text.End(), s.call.End(), "")), nil, ok
}

// inLoop reports whether cur may run more than once each time that the block
// does.
func inLoop(cur, block inspector.Cursor) bool {
	for cur = cur.Parent(); cur != block; cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return true
		}
	}
	return false
}

// loop returns the edits that make a range over a slice of pieces one over a
// sequence: there is no index.
func (s *split) loop(cur inspector.Cursor) ([]analysis.TextEdit, bool) {
	n := cur.Node().(*ast.RangeStmt)
	if !s.sequential() || !iterable(s.pass, cur) || !s.pureSeparator() {
		return nil, false
	}
	var edits []analysis.TextEdit
	if n.Key != nil && !technique.IsBlank(n.Key) {
		var ok bool
		if edits, ok = s.counter(cur); !ok {
			return nil, false
		}
	}
	switch {
	case n.Key == nil:
	case n.Value == nil || technique.IsBlank(n.Value):
		edits = append(edits, between(n.Key.Pos(), n.Range, ""))
	default:
		edits = append(edits, between(n.Key.Pos(), n.Value.Pos(), ""))
	}
	return edits, true
}

// iterable reports whether the body of a loop may become the body of a
// function: the compiler does that to it. A defer would have to keep its frame,
// and a recover finds no panic from there.
func iterable(pass *analysis.Pass, cur inspector.Cursor) bool {
	body := cur.ChildAt(edge.RangeStmt_Body, -1)
	for c := range body.Preorder((*ast.DeferStmt)(nil), (*ast.CallExpr)(nil)) {
		if _, ok := c.Node().(*ast.DeferStmt); ok {
			return false
		}
		call := c.Node().(*ast.CallExpr)
		if id, ok := call.Fun.(*ast.Ident); ok && id.Name == "recover" {
			return false
		}
	}
	fn, ok := technique.EnclosingFunc(cur)
	return ok && !technique.HasGoto(pass, fn.Node())
}

// counter returns the edits that count the pieces of a loop.
//
//	have: for i, p := range strings.Split(s, ",") {
//	want: i := -1
//	      for p := range strings.SplitSeq(s, ",") {
//	              i++
//
// When i is changed in the loop, or the name means something else besides, the
// loop gets a variable of that name each time round, as it had.
func (s *split) counter(cur inspector.Cursor) ([]analysis.TextEdit, bool) {
	n := cur.Node().(*ast.RangeStmt)
	at := cur
	if kind, _ := cur.ParentEdge(); kind == edge.LabeledStmt_Stmt {
		at = cur.Parent()
	}
	id := n.Key.(*ast.Ident)
	v := s.pass.TypesInfo.Defs[id]
	if n.Tok != token.DEFINE || v == nil {
		return nil, false
	}
	name, first := v.Name(), ""
	if !s.alone(cur, v) {
		name = s.fresh("n" + v.Name())
		first = "\n" + v.Name() + " := " + name
	}
	return []analysis.TextEdit{
		technique.Insert(at.Node().Pos(), name+" := -1\n"),
		technique.Insert(n.Body.Lbrace+1, "\n"+name+"++"+first),
	}, true
}

// alone reports whether the loop's variable may be declared before the loop:
// nothing but the loop changes it, no closure keeps it, and nothing else in
// the function has its name.
func (s *split) alone(cur inspector.Cursor, v types.Object) bool {
	fn, _ := technique.EnclosingFunc(cur)
	return onlyName(s.pass.TypesInfo, fn, v) && s.untouched(cur, v)
}

// untouched reports whether the body of the loop only reads the variable, and
// has no closure that does.
func (s *split) untouched(cur inspector.Cursor, v types.Object) bool {
	fn, _ := technique.EnclosingFunc(cur)
	for id := range cur.ChildAt(edge.RangeStmt_Body, -1).Preorder((*ast.Ident)(nil)) {
		if s.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != v {
			continue
		}
		if !technique.InFunc(id, fn) {
			return false
		}
		if stored(id) {
			return false
		}
	}
	return true
}

// replaceAll returns the edits that put text in the place of each use.
func replaceAll(u usage, text string) []analysis.TextEdit {
	var edits []analysis.TextEdit
	for _, use := range u {
		edits = append(edits, technique.Replace(use.cur.Node(), text))
	}
	return edits
}
