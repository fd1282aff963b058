package appendform

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// asBytes matches a text in a variable that is only copied, measured and looked at: its bytes do,
// wherever it is used.
//
//	have: s := strconv.Itoa(n); b = append(b, byte(len(s))); b = append(b, s...)
//	want: s := strconv.AppendInt(make([]byte, 0, 24), int64(n), 10)
//	      b = append(b, byte(len(s))); b = append(b, s...)
func (t *text) asBytes() (edits []analysis.TextEdit, copied, ok bool) {
	_, fn, uses, ok := t.held()
	if !ok || !t.adds() || len(uses) == 0 {
		return nil, false, false
	}
	for _, use := range uses {
		edit, copies, ok := t.byteUse(use)
		if !ok || !technique.InFunc(use, fn) {
			return nil, false, false
		}
		copied = copied || copies
		edits = append(edits, edit...)
	}
	return append(edits, technique.Replace(t.cur.Node(), t.appended(t.stack()))), copied,
		copied || t.seen()
}

// byteUse judges a use of a text that its bytes serve as well, and returns what changes there, and
// whether the text is copied.
//
//	len(s), s[i], range s, s == "-", append(b, s...), copy(b, s[1:]), buf.WriteString(s)
func (t *text) byteUse(use inspector.Cursor) (edits []analysis.TextEdit, copies, ok bool) {
	info, up := t.pass.TypesInfo, use.Parent()
	switch use.ParentEdgeKind() {
	case edge.IndexExpr_X:
		return nil, false, true
	case edge.SliceExpr_X:
		if up.Node().(*ast.SliceExpr).High != nil {
			return nil, false, false // bytes go on up to their capacity
		}
		return t.byteUse(up)
	case edge.RangeStmt_X:
		return t.stringAt(use), false, t.short() && !t.again(up) &&
			technique.Predeclared(t.pass, use.Node().Pos(), "string")
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return t.stringAt(use), false,
			t.used(use) == looked && technique.Predeclared(t.pass, use.Node().Pos(), "string")
	case edge.CallExpr_Args:
	default:
		return nil, false, false
	}
	call := up.Node().(*ast.CallExpr)
	switch {
	case technique.IsBuiltin(info, call, "len"):
		return nil, false, true
	case technique.IsBuiltin(info, call, "append"):
		return nil, true, call.Ellipsis.IsValid() && use.ParentEdgeIndex() == 1
	case technique.IsBuiltin(info, call, "copy"):
		return nil, true, true
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "WriteString" {
		return nil, false, false
	}
	typ := info.TypeOf(fun.X)
	return []analysis.TextEdit{technique.Replace(fun.Sel, "Write")}, true,
		technique.IsNamed(typ, "bytes", "Buffer") || technique.IsNamed(typ, "strings", "Builder") ||
			technique.IsNamed(typ, "bufio", "Writer")
}

// again reports whether a statement is in a loop that the text is not made in, and so would make a
// string of the bytes in each round.
func (t *text) again(stmt inspector.Cursor) bool {
	for loop := range stmt.Parent().Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() > t.cur.Node().Pos() {
			return true
		}
	}
	return false
}

// stringAt makes a string of the bytes for one use, of which the compiler makes none, or one on
// the stack.
func (t *text) stringAt(use inspector.Cursor) []analysis.TextEdit {
	return []analysis.TextEdit{technique.Insert(use.Node().Pos(), "string("),
		technique.Insert(use.Node().End(), ")")}
}
