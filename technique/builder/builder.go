// Package builder builds a string in a strings.Builder where a slice of bytes was
// filled and then copied into a string.
package builder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("builder",
		"build a string in a strings.Builder, not in a slice that is copied\n\n"+
			"A slice whose capacity is computed is on the heap, and a conversion copies it "+
			"into a string. A strings.Builder that begins with the same capacity hands out "+
			"its own memory as the string. Where statements one after the other fill the slice "+
			"with a few pieces, the string is their sum.\n\n"+
			"It is proposed where the slice is only appended to, measured and converted. A "+
			"capacity that could be negative is assumed not to be: make and Grow panic with "+
			"different words.",
		technique.Each(propose, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil))),
	Title:  "Build the string where it stays",
	Causes: []string{"string-bytes-conversion", "slice-make"},
	Risk:   technique.Checked,
}

// text is a local slice of bytes that becomes a string.
type text struct {
	pass  *analysis.Pass
	file  *ast.File
	v     *types.Var
	size  ast.Expr
	done  map[ast.Node]bool // what is rewritten already
	grown int               // statements that append
	texts []ast.Node        // conversions into a string
	edits []analysis.TextEdit
}

// propose matches the declaration of a slice with a computed capacity.
//
//	have: buf := make([]byte, 0, n); buf = append(buf, s...); return string(buf)
//	want: var buf strings.Builder; buf.Grow(n); buf.WriteString(s); return buf.String()
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	t, value, ok := declared(pass, cur)
	if !ok {
		return none, false
	}
	if p, ok := t.concatenated(cur, value); ok {
		return p, true
	}
	if !t.begins(value) {
		return none, false
	}
	uses, ok := technique.LocalUses(pass, t.v)
	fn, inFunc := technique.EnclosingFunc(cur)
	if !ok || !inFunc {
		return none, false
	}
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !t.rewritten(use) {
			return none, false
		}
	}
	if len(t.texts) == 0 || t.grown == 0 {
		return none, false // other techniques do more for what is never a string
	}
	pkg, more := technique.AddImport(pass, t.file, cur.Node().Pos(), "strings")
	name := t.v.Name()
	edits := append(t.edits, technique.Replace(cur.Node(),
		"var "+name+" "+pkg+".Builder\n"+name+".Grow("+technique.Text(pass, t.size)+")"))
	return technique.Proposal{At: t.texts[0], Also: append(t.texts[1:], value),
		Message: "build the string in a strings.Builder, which does not copy it",
		Safe:    technique.NotNegative(pass, t.size),
		Edits:   append(edits, more...)}, true
}

// declared matches the declaration of a slice of bytes.
func declared(pass *analysis.Pass, cur inspector.Cursor) (t *text, value ast.Expr, ok bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	if v == nil || !technique.InList(cur) || technique.Commented(pass, cur.Node()) ||
		!technique.IsBytes(v.Type()) {
		return nil, nil, false
	}
	t = &text{pass: pass, v: v, done: make(map[ast.Node]bool),
		file: technique.FileOf(pass, cur.Node().Pos())}
	return t, value, t.file != nil
}

// begins matches v := make([]byte, 0, n), where n is not constant.
func (t *text) begins(value ast.Expr) bool {
	info := t.pass.TypesInfo
	call, ok := value.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "make") || len(call.Args) != 3 {
		return false
	}
	t.size = call.Args[2]
	return technique.IsInt(info, call.Args[1], 0) && info.Types[t.size].Value == nil &&
		types.Identical(info.TypeOf(t.size), types.Typ[types.Int]) &&
		technique.Since(t.pass, t.file, "go1.10")
}

// rewritten reports whether a use of the slice is one that a builder has, too, and
// rewrites it.
func (t *text) rewritten(use inspector.Cursor) bool {
	at := use.Parent()
	switch use.ParentEdgeKind() {
	case edge.CallExpr_Args:
		return t.argument(at)
	case edge.AssignStmt_Lhs:
		return t.appended(at)
	case edge.SliceExpr_X:
		return t.part(at)
	}
	return false
}

// argument rewrites a call with the slice as its argument: a conversion, len, or an
// append whose result goes back to the slice.
func (t *text) argument(at inspector.Cursor) bool {
	call := at.Node().(*ast.CallExpr)
	switch {
	case t.pass.TypesInfo.Types[call.Fun].IsType():
		return t.converted(call, t.v.Name()+".String()")
	case technique.IsBuiltin(t.pass.TypesInfo, call, "len"):
		return t.replace(call, t.v.Name()+".Len()")
	}
	for at.ParentEdgeKind() == edge.CallExpr_Args {
		at = at.Parent()
	}
	if at.ParentEdgeKind() != edge.AssignStmt_Rhs {
		return false
	}
	return t.appended(at.Parent())
}

// part rewrites string(v[i:j]). A slice can be cut behind its end, a string cannot: so j
// is counted from the end.
func (t *text) part(at inspector.Cursor) bool {
	cut := at.Node().(*ast.SliceExpr)
	if at.ParentEdgeKind() != edge.CallExpr_Args || cut.Slice3 ||
		cut.Low != nil && !t.plain(cut.Low) {
		return false
	}
	call := at.Parent().Node().(*ast.CallExpr)
	high, ok := t.end(cut.High)
	if !ok || !t.pass.TypesInfo.Types[call.Fun].IsType() {
		return false
	}
	low := ""
	if cut.Low != nil {
		low = technique.Text(t.pass, cut.Low)
	}
	return t.converted(call, t.v.Name()+".String()["+low+":"+high+"]")
}

// end returns the text of an upper bound: the length of the slice, or less.
func (t *text) end(e ast.Expr) (string, bool) {
	if e == nil {
		return "", true
	}
	less := ""
	if minus, ok := e.(*ast.BinaryExpr); ok && minus.Op == token.SUB && t.plain(minus.Y) &&
		technique.NotNegative(t.pass, minus.Y) {
		e, less = minus.X, "-"+technique.Text(t.pass, minus.Y)
	}
	call, ok := e.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(t.pass.TypesInfo, call, "len") ||
		!technique.Names(t.pass.TypesInfo, call.Args[0], t.v) {
		return "", false
	}
	t.done[call] = true
	return t.v.Name() + ".Len()" + less, true
}

// plain reports whether an expression has no effect and does not mention the slice.
func (t *text) plain(e ast.Expr) bool {
	return technique.Pure(t.pass.TypesInfo, e) && !technique.Uses(t.pass.TypesInfo, e, t.v)
}

// converted rewrites a conversion into a string type.
func (t *text) converted(call *ast.CallExpr, text string) bool {
	to := t.pass.TypesInfo.TypeOf(call)
	if !technique.IsText(to) {
		return false
	}
	t.texts = append(t.texts, call)
	if types.Identical(to, types.Typ[types.String]) {
		return t.replace(call, text)
	}
	return t.replace(call.Args[0], text)
}

// replace puts text in the place of a node, and reports true. What it replaces is not
// looked at again.
func (t *text) replace(n ast.Node, text string) bool {
	if t.done[n] {
		return true
	}
	t.edits = append(t.edits, technique.Replace(n, text))
	return true
}
