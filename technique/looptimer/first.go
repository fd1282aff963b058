package looptimer

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostRepeated is how many statements the cases of a select may have that is written twice.
const mostRepeated = 4

// first matches a select outside of loops, and asks the other cases before there is a timer.
// Where several cases are ready, select may take any: also one of these each time.
//
//	have: select { case ch <- v: return nil; case <-time.After(d): return errTime }
//	want: select {
//	      case ch <- v: return nil
//	      default:
//	          select { case ch <- v: return nil; case <-time.After(d): return errTime }
//	      }
func (w *waiting) first(sel inspector.Cursor) (p technique.Proposal, ok bool) {
	stmt := sel.Node().(*ast.SelectStmt)
	if within, ok := sel.Parent().Node().(*ast.CommClause); ok && within.Comm == nil {
		return p, false // the others were asked
	}
	if technique.Commented(w.pass, stmt) || !w.plain(w.call.Args[0]) {
		return p, false
	}
	var others strings.Builder
	statements := 0
	for _, c := range stmt.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil {
			return p, false // it does not wait
		}
		if clause.Comm.Pos() <= w.call.Pos() && w.call.End() <= clause.Comm.End() {
			continue
		}
		if !w.immediate(clause.Comm) || !w.askedTwice(clause.Comm) {
			return p, false
		}
		for _, s := range clause.Body {
			n, ok := repeated(s)
			if statements += n; !ok || statements > mostRepeated {
				return p, false
			}
		}
		others.WriteString(technique.Text(w.pass, clause) + "\n")
	}
	if others.Len() == 0 || !w.followsLike(stmt) {
		return p, false
	}
	return technique.Proposal{At: w.call, Safe: true,
		Message: "ask the other cases first, which needs no timer",
		Edits: []analysis.TextEdit{
			technique.Insert(stmt.Pos(), "select {\n"+others.String()+"default:\n"),
			technique.Insert(stmt.End(), "\n}")}}, true
}

// askedTwice reports whether what a case sends, and the channel, can be evaluated twice.
func (w *waiting) askedTwice(comm ast.Stmt) bool {
	send, ok := comm.(*ast.SendStmt)
	return !ok || technique.Pure(w.pass.TypesInfo, send.Chan) &&
		technique.Pure(w.pass.TypesInfo, send.Value)
}

// repeated returns how many statements one has, if it can be written twice: without literals
// of functions, and labels.
func repeated(s ast.Stmt) (n int, ok bool) {
	ok = true
	for m := range ast.Preorder(s) {
		switch m.(type) {
		case *ast.FuncLit, *ast.LabeledStmt, *ast.SelectStmt:
			ok = false
		case *ast.BlockStmt:
		case ast.Stmt:
			n++
		}
	}
	return n, ok
}

// followsLike reports whether the duration looks through no pointer that the other cases do not
// look through: it may be nil.
func (w *waiting) followsLike(sel *ast.SelectStmt) bool {
	info := w.pass.TypesInfo
	for n := range ast.Preorder(w.call.Args[0]) {
		field, ok := n.(*ast.SelectorExpr)
		if !ok || info.Selections[field] == nil || !info.Selections[field].Indirect() {
			continue
		}
		found := false
		for _, c := range sel.Body.List {
			comm := c.(*ast.CommClause).Comm
			if comm.Pos() <= w.call.Pos() && w.call.End() <= comm.End() {
				continue
			}
			for m := range ast.Preorder(channelOf(comm)) {
				other, ok := m.(*ast.SelectorExpr)
				found = found || ok && info.Selections[other] != nil &&
					len(info.Selections[other].Index()) == 1 &&
					technique.SameExpr(info, other.X, field.X)
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// channelOf returns what a case finds its channel by.
func channelOf(comm ast.Stmt) ast.Node {
	for n := range ast.Preorder(comm) {
		switch n := n.(type) {
		case *ast.SendStmt:
			return n.Chan
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return n.X
			}
		}
	}
	return comm
}
