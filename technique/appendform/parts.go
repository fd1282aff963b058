package appendform

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// parts writes the pieces of a sum by calls of their own, in a statement that only
// writes the sum to a buffer.
//
//	have: b.WriteString(key + ": " + value)
//	want: b.WriteString(key); b.WriteString(": "); b.WriteString(value)
//
// A fresh builder grows with each piece; in a loop, and where it is another's, that
// takes less than the sums. A bufio.Writer remembers an error, and writes no more.
func (t *text) parts() (at ast.Node, text string, ok bool) {
	cur, kind := t.cur.Parent(), t.cur.ParentEdgeKind()
	for kind == edge.ParenExpr_X {
		cur, kind = cur.Parent(), cur.ParentEdgeKind()
	}
	call, ok := cur.Node().(*ast.CallExpr)
	if !ok || kind != edge.CallExpr_Args {
		return nil, "", false
	}
	w, ok := t.target(call)
	if !ok || cur.ParentEdgeKind() != edge.ExprStmt_X || !technique.InList(cur.Parent()) ||
		t.formats() || t.variables() == 0 || len(t.pieces) < 2 || len(t.pieces) > 6 {
		return nil, "", false
	}
	info := t.pass.TypesInfo
	if !technique.Pure(info, w) || technique.Commented(t.pass, call) {
		return nil, "", false
	}
	switch typ := info.TypeOf(w); {
	case technique.IsNamed(typ, "bytes", "Buffer"):
	case technique.IsNamed(typ, "bufio", "Writer"):
		if !t.settled(w) {
			return nil, "", false
		}
	case technique.IsNamed(typ, "strings", "Builder"):
		if !t.grown(w) {
			return nil, "", false
		}
	default:
		return nil, "", false
	}
	passed := map[string]bool{}
	if !t.harmless(w, passed, true) {
		return nil, "", false
	}
	for i, p := range t.pieces {
		if !p.cons && !t.harmless(p.e, passed, i == 0) {
			return nil, "", false // it would panic after the pieces before it are written
		}
	}
	return call, t.writes(technique.Text(t.pass, w)), true
}

// settled reports whether what a bufio.Writer passes bytes on to cannot change another piece, nor
// which writer it is: the pieces are variables of the function, which no other code gives a value.
func (t *text) settled(w ast.Expr) bool {
	own := func(e ast.Expr) bool {
		v, ok := technique.Variable(t.pass.TypesInfo, ast.Unparen(e))
		if !ok {
			return false
		}
		_, local := technique.LocalUses(t.pass, v)
		return local && !technique.GivenElsewhere(t.pass, v)
	}
	for _, p := range t.pieces {
		if !p.cons && !own(p.e) {
			return false
		}
	}
	if sel, ok := ast.Unparen(w).(*ast.SelectorExpr); ok {
		f := technique.VariableOrField(t.pass.TypesInfo, sel)
		return f != nil && f.IsField() && !f.Exported() && technique.Unassigned(t.pass, f) &&
			!technique.MentionedBeside(t.pass, f.Name()) && own(sel.X)
	}
	return own(w)
}

// target returns what a call of WriteString, or of io.WriteString, writes to.
func (t *text) target(call *ast.CallExpr) (ast.Expr, bool) {
	if technique.IsFunc(t.pass.TypesInfo, call, "io", "WriteString") && len(call.Args) == 2 {
		_, ptr := types.Unalias(t.pass.TypesInfo.TypeOf(call.Args[0])).(*types.Pointer)
		return call.Args[0], ptr
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "WriteString" || len(call.Args) != 1 {
		return nil, false
	}
	return fun.X, true
}

// grown reports whether a builder holds more than one sum: it is written to in a
// loop, or the function does not declare it.
func (t *text) grown(w ast.Expr) bool {
	v, ok := technique.Variable(t.pass.TypesInfo, w)
	if !ok {
		return true // a field
	}
	for at := range t.cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch at.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return v.Pos() < at.Node().Pos()
		}
		def, ok := at.FindByPos(v.Pos(), v.Pos())
		return !ok || def.ParentEdgeKind() == edge.Field_Names
	}
	return false
}

// harmless reports whether evaluating e, a variable or a field, cannot panic: it goes
// through no pointers but those that were followed before. The first may panic, as
// nothing is written yet.
func (t *text) harmless(e ast.Expr, passed map[string]bool, first bool) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return technique.Pure(t.pass.TypesInfo, e)
	case *ast.SelectorExpr:
		sel := t.pass.TypesInfo.Selections[e]
		if sel == nil {
			return technique.Pure(t.pass.TypesInfo, e) // of another package
		}
		if !technique.Pure(t.pass.TypesInfo, e) || !t.harmless(e.X, passed, first) {
			return false
		}
		text := technique.Text(t.pass, e.X)
		if len(sel.Index()) > 1 || sel.Indirect() && !first && !passed[text] && !t.followed(e.X) {
			return false
		}
		passed[text] = true
		return true
	}
	return false
}

// followed reports whether a pointer, of which the function keeps the value that it
// begins with, was surely followed before the sum: in a statement before it or before one
// around it.
func (t *text) followed(e ast.Expr) bool {
	info := t.pass.TypesInfo
	v, ok := technique.Variable(info, e)
	if !ok {
		return false
	}
	_, local := technique.LocalUses(t.pass, v)
	fn, ok := technique.EnclosingFunc(t.cur)
	if !local || !ok || !technique.Unassigned(t.pass, v) || technique.HasGoto(t.pass, fn.Node()) {
		return false
	}
	for at := t.cur; at != fn; at = at.Parent() {
		if loop, ok := at.Node().(*ast.RangeStmt); ok && follows(info, loop.X, v) {
			return true
		}
		if !technique.InList(at) {
			continue
		}
		for before, ok := at.PrevSibling(); ok; before, ok = before.PrevSibling() {
			switch before.Node().(type) {
			case *ast.ExprStmt, *ast.AssignStmt:
				if follows(info, before.Node(), v) {
					return true
				}
			case *ast.LabeledStmt:
				return false
			}
		}
	}
	return false
}

// follows reports whether n surely reads or writes a field through v.
func follows(info *types.Info, n ast.Node, v *types.Var) bool {
	return technique.Surely(n, func(n ast.Node) bool {
		x, ok := n.(*ast.SelectorExpr)
		sel := info.Selections[x]
		return ok && sel != nil && sel.Kind() == types.FieldVal && sel.Indirect() &&
			technique.Names(info, x.X, v)
	})
}

// writes returns the statements that write the pieces.
func (t *text) writes(w string) string {
	var lines []string
	for i := 0; i < len(t.pieces); i++ {
		p := t.pieces[i]
		value, text := p.text, technique.Text(t.pass, p.e)
		for ; p.cons && i+1 < len(t.pieces) && t.pieces[i+1].cons; i++ {
			value += t.pieces[i+1].text
			text += " + " + technique.Text(t.pass, t.pieces[i+1].e)
		}
		switch {
		case p.cons && value == "":
		case p.literal() && len(value) == 1 && value[0] < 0x80:
			lines = append(lines, w+".WriteByte("+strconv.QuoteRune(rune(value[0]))+")")
		default:
			lines = append(lines, w+".WriteString("+text+")")
		}
	}
	return strings.Join(lines, "\n")
}
