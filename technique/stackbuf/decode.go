package stackbuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// decodes matches bytes that are decoded from a text, and stay in their function. A key or a
// hash is then copied to where it belongs.
//
//	have: b, err := hex.DecodeString(s)
//	want: b, err := hex.AppendDecode(make([]byte, 0, 256), []byte(s))
func decodes(pass *analysis.Pass, cur inspector.Cursor) {
	n, ok := cur.Node().(*ast.AssignStmt)
	if !ok || n.Tok != token.DEFINE || len(n.Lhs) != 2 || len(n.Rhs) != 1 {
		return
	}
	call, ok := n.Rhs[0].(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return
	}
	on, ok := decoder(pass.TypesInfo, call)
	if !ok || technique.Commented(pass, call) {
		return
	}
	id, ok := n.Lhs[0].(*ast.Ident)
	v, isVar := pass.TypesInfo.Defs[id].(*types.Var)
	s := &slice{pass: pass, cur: cur, file: technique.FileOf(pass, n.Pos()), v: v, value: call,
		elem: 1}
	if !ok || !isVar || s.file == nil || !technique.Since(pass, s.file, "go1.22") ||
		!technique.Predeclared(pass, call.Pos(), "make", "byte") {
		return
	}
	if s.fn, ok = technique.EnclosingFunc(cur); !ok || !s.staysOnStack() {
		return
	}
	technique.Report(pass, technique.Proposal{At: call, Safe: effects.CapacityUnseen(pass, v),
		Message: "decode to room on the stack, as long as it fits",
		Edits: []analysis.TextEdit{technique.Replace(call, fmt.Sprintf(
			"%s.AppendDecode(make([]byte, 0, %d), []byte(%s))", technique.Text(pass, on),
			s.room(), technique.Text(pass, call.Args[0])))}})
}

// decoder returns package hex, or the encoding of package base64, that a call of
// DecodeString is of.
func decoder(info *types.Info, call *ast.CallExpr) (on ast.Expr, ok bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	return sel.X, (technique.IsFunc(info, call, "encoding/hex", "DecodeString") ||
		technique.IsMethod(info, call, "encoding/base64", "Encoding", "DecodeString") &&
			technique.IsNamed(info.TypeOf(sel.X), "encoding/base64", "Encoding"))
}
