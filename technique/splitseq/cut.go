package splitseq

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// first matches a slice of pieces of which only the first is used, and the length, if at
// all, to ask whether there is one. There always is, unless the separator is empty.
//
//	have: parts := strings.Split(s, ":")
//	      if len(parts) > 0 {
//	              host = parts[0]
//	      }
//	want: first, _, _ := strings.Cut(s, ":")
//	      host = first
func (s *split) first(p place, u usage) (technique.Proposal, bool) {
	var edits []analysis.TextEdit
	for _, use := range u.of(lengths) {
		_, truth, ok := s.truth(use.cur)
		if !ok || truth != [3]bool{true, true, true} {
			return technique.Proposal{}, false
		}
		more, ok := s.unwrap(skipParens(use.cur).Parent())
		if !ok {
			return technique.Proposal{}, false
		}
		edits = append(edits, more...)
	}
	name := s.fresh("first")
	edits = append(edits, s.inTwo(p, u, [2]string{name, ""}, "")...)
	return technique.Proposal{
		Message: "cut off the first piece",
		Edits:   append(edits, replaceAll(u.of(indexes), name)...),
	}, true
}

// unwrap returns the edits that replace an if statement, whose condition at cur always holds,
// by its body. The body must declare nothing, which would then be declared around it, and
// must not leave before what follows.
func (s *split) unwrap(cur inspector.Cursor) ([]analysis.TextEdit, bool) {
	owner := skipParens(cur).Parent()
	n, ok := owner.Node().(*ast.IfStmt)
	if !ok || skipParens(cur).ParentEdgeKind() != edge.IfStmt_Cond || n.Init != nil ||
		n.Else != nil || len(n.Body.List) == 0 || !technique.InList(owner) {
		return nil, false
	}
	for _, stmt := range n.Body.List {
		if as, ok := stmt.(*ast.AssignStmt); ok && as.Tok == token.DEFINE {
			return nil, false
		}
		switch stmt.(type) {
		case *ast.DeclStmt, *ast.LabeledStmt:
			return nil, false
		}
	}
	if _, ok := owner.NextSibling(); ok && (fact{split: s}).leaves(n.Body) {
		return nil, false
	}
	from, to := n.Body.List[0].Pos(), n.Body.List[len(n.Body.List)-1].End()
	if strings.Contains(s.text(n.Pos(), from)+s.text(to, n.End()), "/") {
		return nil, false // a comment
	}
	return []analysis.TextEdit{between(n.Pos(), from, ""), between(to, n.End(), "")}, true
}

// inTwo returns the edits that cut a text in two in place of the split. The variables are what
// is before the separator, what is after it and whether there is one; "" is one that no code
// uses.
//
//	want: before, after, found := strings.Cut(s, "=")
//
// or, in a file for an older release,
//
//	want: before, after, found := s, "", false
//	      if at := strings.Index(before, "="); at >= 0 {
//	              before, after, found = before[:at], before[at+1:], true
//	      }
//
// and so where the piece ends with the separator, or needs the capacity that it had.
func (s *split) inTwo(p place, u usage, parts [2]string, found string) []analysis.TextEdit {
	text, sep, end := s.call.Args[0], s.call.Args[1], s.call.End()
	if s.has("Cut", cutRelease) && s.fn.Name() != "SplitAfterN" && s.unusedCapacities(u, 0) {
		head := variables(parts[0], parts[1], found) + " := "
		return append(p.around(head, ""), s.rename("Cut"), between(sep.End(), end, ")"))
	}
	before := cmp.Or(parts[0], s.fresh("before"))
	at := s.local("at")
	stop := at
	if s.fn.Name() == "SplitAfterN" {
		stop += fmt.Sprintf("+%d", len(s.sep))
	}
	head, names, zero, cut := "", before, "", before+"[:"+stop+"]"
	if s.onBytes() {
		cut = before + "[:" + stop + ":" + stop + "]"
		if !technique.IsBytes(s.pass.TypesInfo.TypeOf(text)) {
			head, zero = "[]byte(", ")" // of a type that is made from it
		}
	}
	if parts[1] != "" {
		empty := `""`
		if s.onBytes() {
			empty = "[]byte(nil)"
		}
		names, zero = names+", "+parts[1], zero+", "+empty
		cut += fmt.Sprintf(", %s[%s+%d:]", before, at, len(s.sep))
	}
	if found != "" {
		names, zero, cut = names+", "+found, zero+", false", cut+", true"
	}
	zero += "\nif " + at + " := " + s.callText("Index", before+", "+s.argText(1)) + "; " +
		at + " >= 0 {\n" + names + " = " + cut + "\n}"
	return append(p.around(names+" := "+head, zero), between(s.call.Pos(), text.Pos(), ""),
		between(text.End(), end, ""))
}

// variables returns the left side of what Cut returns; "" is one that no code uses.
func variables(before, after, found string) string {
	return cmp.Or(before, "_") + ", " + cmp.Or(after, "_") + ", " + cmp.Or(found, "_")
}

// halves matches SplitN with the limit 2, where the second piece is used only
// if there are two, and the length only to tell.
//
//	have: kv := strings.SplitN(s, "=", 2)
//	      if len(kv) != 2 {
//	want: before, after, found := strings.Cut(s, "=")
//	      if !found {
func (s *split) halves(p place, u usage, f fact) (technique.Proposal, bool) {
	none := technique.Proposal{}
	if s.limit != 2 || s.sep == "" {
		return none, false
	}
	var names [2]string
	var edits []analysis.TextEdit
	for _, use := range u.of(indexes) {
		if use.index > 1 || use.index == 1 && f.knownAt(use.cur, p.block()) < 2 {
			return none, false
		}
		names[use.index] = s.fresh([]string{"before", "after"}[use.index])
		edits = append(edits, technique.Replace(use.cur.Node(), names[use.index]))
	}
	found := ""
	for _, use := range u.of(lengths) {
		asked, yes, ok := s.asksForTwo(use.cur)
		if !ok {
			return none, false
		}
		found = s.fresh("found")
		text := found
		if !yes {
			text = "!" + found
		}
		edits = append(edits, technique.Replace(asked, text))
	}
	return technique.Proposal{
		Message: "cut the text in two", Edits: append(edits, s.inTwo(p, u, names, found)...),
	}, true
}

// asksForTwo reports whether the length at cur is part of a comparison that
// tells one piece from two, and whether it holds for two.
func (s *split) asksForTwo(cur inspector.Cursor) (asked ast.Expr, yes, ok bool) {
	asked, truth, ok := s.truth(cur)
	return asked, truth[1], ok && truth[0] != truth[1]
}

// truth returns the comparison that the length at cur is part of, and whether
// it holds for one, two and three pieces. For more it is as for three.
func (s *split) truth(cur inspector.Cursor) (asked *ast.BinaryExpr, truth [3]bool, ok bool) {
	cur = skipParens(cur)
	b, isBinary := cur.Parent().Node().(*ast.BinaryExpr)
	if !isBinary {
		return nil, truth, false
	}
	op, other := b.Op, b.Y
	if kind, _ := cur.ParentEdge(); kind == edge.BinaryExpr_Y {
		op, other = mirrored(b.Op), b.X
	}
	k, ok := s.constantInt(other)
	for i := range truth {
		var known bool
		truth[i], known = holds(int64(i+1), op, k)
		ok = ok && known
	}
	return b, truth, ok && (k <= 2 || 0 < s.limit && s.limit <= 3)
}

func holds(n int64, op token.Token, k int64) (result, ok bool) {
	switch op {
	case token.EQL:
		return n == k, true
	case token.NEQ:
		return n != k, true
	case token.LSS:
		return n < k, true
	case token.LEQ:
		return n <= k, true
	case token.GTR:
		return n > k, true
	case token.GEQ:
		return n >= k, true
	}
	return false, false
}
