package stackbuf

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// number has a big number fill as many bytes as it needs, which the compiler keeps on the stack
// as long as they are few.
//
//	have: v := x.Bytes()
//	want: v := x.FillBytes(make([]byte, (x.BitLen()+7)/8))
func (s *slice) number() {
	text := filled(s.pass, s.file, s.value)
	if text == "" {
		return
	}
	technique.Report(s.pass, technique.Proposal{At: s.value, Safe: s.safe,
		Message: "have the number fill bytes on the stack, as long as they are few",
		Edits:   []analysis.TextEdit{technique.Replace(s.value, text)}})
}

// passedNumber proposes the same for bytes that a call gets.
//
//	have: h.Write(x.Bytes())
//	want: h.Write(x.FillBytes(make([]byte, (x.BitLen()+7)/8)))
func passedNumber(pass *analysis.Pass, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	text := filled(pass, technique.FileOf(pass, call.Pos()), call)
	if text == "" {
		return
	}
	ok, safe := handed(pass, cur)
	if !ok && !readAtOnce(pass, cur) {
		return
	}
	safe = safe || !ok
	technique.Report(pass, technique.Proposal{At: call, Safe: safe,
		Message: "have the number fill bytes on the stack, as long as they are few",
		Edits:   []analysis.TextEdit{technique.Replace(call, text)}})
}

// readAtOnce reports whether bytes are copied to where something else is, or to a string.
//
//	append(b, x.Bytes()...), copy(b, x.Bytes()), string(x.Bytes())
func readAtOnce(pass *analysis.Pass, cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	to := pass.TypesInfo.Types[call.Fun]
	return to.IsType() && technique.IsText(to.Type) || cur.ParentEdgeIndex() == 1 &&
		(technique.IsBuiltin(pass.TypesInfo, call, "append") ||
			technique.IsBuiltin(pass.TypesInfo, call, "copy"))
}

// filled returns the expression for the bytes of a big number, "" where a call is not for those.
// Both panic for a nil number.
func filled(pass *analysis.Pass, file *ast.File, call *ast.CallExpr) string {
	if !technique.IsMethod(pass.TypesInfo, call, "math/big", "Int", "Bytes") || file == nil ||
		!technique.Since(pass, file, "go1.15") || technique.Commented(pass, call) ||
		!technique.Predeclared(pass, call.Pos(), "make", "byte") {
		return ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !technique.Pure(pass.TypesInfo, sel.X) ||
		!technique.IsNamed(pass.TypesInfo.TypeOf(sel.X), "math/big", "Int") {
		return "" // a type around the number may have methods of these names
	}
	x := technique.Text(pass, sel.X)
	return fmt.Sprintf("%[1]s.FillBytes(make([]byte, (%[1]s.BitLen()+7)/8))", x)
}
