package dropconv

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// partOf returns the edit for the first or last runes of a string, or for one of them, at
// whose runes a use looks, and the helper that finds them in the string.
//
//	have: string([]rune(s)[:n]), string([]rune(s)[n:]), string([]rune(s)[n]), []rune(s)[n]
//	want: firstRunes(s, n), skipRunes(s, n), runeText(s, n), runeAt(s, n)
func partOf(pass *analysis.Pass, use inspector.Cursor, s string) (analysis.TextEdit,
	technique.Helper, bool) {
	none := analysis.TextEdit{}
	part := use.Parent()
	var index ast.Expr
	var helper technique.Helper
	switch n := part.Node().(type) {
	case *ast.IndexExpr:
		if n.X != use.Node() || technique.PointedTo(pass.TypesInfo, part) ||
			technique.WrittenTo(pass.TypesInfo, part) {
			return none, helper, false
		}
		index, helper = n.Index, runeAt
		if text, ok := textOf(pass, part); ok {
			part, helper = text, runeText
		}
	case *ast.SliceExpr:
		text, ok := textOf(pass, part)
		if n.X != use.Node() || !ok || n.Max != nil || (n.Low == nil) == (n.High == nil) {
			return none, helper, false
		}
		part, index, helper = text, n.High, firstRunes
		if n.High == nil {
			index, helper = n.Low, skipRunes
		}
	default:
		return none, helper, false
	}
	v, ok := technique.Variable(pass.TypesInfo, use.Node())
	if !technique.Pure(pass.TypesInfo, index) || ok && technique.Uses(pass.TypesInfo, index, v) {
		return none, helper, false
	}
	return technique.Replace(part.Node(), helper.Name+"("+s+", "+technique.Text(pass, index)+")"),
		helper, types.Identical(pass.TypesInfo.TypeOf(index), types.Typ[types.Int])
}

// textOf returns the call that makes a string of what is at cur.
func textOf(pass *analysis.Pass, cur inspector.Cursor) (inspector.Cursor, bool) {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	return cur.Parent(), ok && cur.ParentEdgeKind() == edge.CallExpr_Args &&
		pass.TypesInfo.Types[call.Fun].IsType() && isString(pass.TypesInfo.TypeOf(call))
}

// partOfCall is partOf for the conversion of a string itself.
func partOfCall(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if file == nil || !isString(pass.TypesInfo.TypeOf(call.Args[0])) {
		return technique.Proposal{}, false
	}
	edit, helper, ok := partOf(pass, cur, technique.Text(pass, call.Args[0]))
	if !ok || technique.Commented(pass, call) {
		return technique.Proposal{}, false
	}
	edits, ok := helper.Declare(pass, file, call)
	return technique.Proposal{At: call, Safe: true,
		Message: "look at the runes in the string itself", Edits: append(edits, edit)}, ok
}

// The helpers leave to the slice of runes where there are too few of them: it panics, or has
// room. A text that is not valid has other bytes as runes.
var (
	firstRunes = technique.Helper{Name: "firstRunes", Imports: []string{"unicode/utf8"},
		Text: `// firstRunes returns string([]rune(s)[:n]).
func firstRunes(s string, n int) string {
	end, left := len(s), n
	for i := range s {
		if left == 0 {
			end = i
			break
		}
		left--
	}
	if left == 0 && utf8.ValidString(s[:end]) {
		return s[:end]
	}
	return string([]rune(s)[:n])
}`}
	skipRunes = technique.Helper{Name: "skipRunes", Imports: []string{"unicode/utf8"},
		Text: `// skipRunes returns string([]rune(s)[n:]).
func skipRunes(s string, n int) string {
	start, left := len(s), n
	for i := range s {
		if left == 0 {
			start = i
			break
		}
		left--
	}
	if left == 0 && utf8.ValidString(s[start:]) {
		return s[start:]
	}
	return string([]rune(s)[n:])
}`}
	runeText = technique.Helper{Name: "runeText", Imports: []string{"unicode/utf8"},
		Text: `// runeText returns string([]rune(s)[n]).
func runeText(s string, n int) string {
	left := n
	for i, r := range s {
		if left > 0 {
			left--
		} else if left == 0 && r != utf8.RuneError {
			return s[i : i+utf8.RuneLen(r)]
		} else if left == 0 {
			return "\uFFFD"
		}
	}
	return string([]rune(s)[n])
}`}
	runeAt = technique.Helper{Name: "runeAt",
		Text: `// runeAt returns []rune(s)[n].
func runeAt(s string, n int) rune {
	left := n
	for _, r := range s {
		if left == 0 {
			return r
		}
		left--
	}
	return []rune(s)[n]
}`}
)
