package appendtime

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// onlyRead reports whether a definition gives a variable that its function only
// copies from and compares, so that the string may stay on the stack.
func onlyRead(pass *analysis.Pass, def inspector.Cursor) bool {
	return uses(pass, def, func(use inspector.Cursor) bool { return read(pass, use) })
}

// uses reports whether a definition gives a variable that its function uses,
// and each use is accepted.
func uses(pass *analysis.Pass, def inspector.Cursor, accept func(inspector.Cursor) bool) bool {
	stmt := def.Node().(*ast.AssignStmt)
	if len(stmt.Lhs) != 1 {
		return false
	}
	id, ok := stmt.Lhs[0].(*ast.Ident)
	v, isVar := pass.TypesInfo.Defs[id].(*types.Var)
	if !ok || !isVar {
		return false
	}
	within, _ := technique.EnclosingFunc(def)
	used := false
	for use := range within.Preorder((*ast.Ident)(nil)) {
		if pass.TypesInfo.Uses[use.Node().(*ast.Ident)] != v {
			continue
		}
		if !technique.InFunc(use, within) || !accept(use) {
			return false
		}
		used = true
	}
	return used
}

// defining makes the variable one of bytes, where the function only copies
// them: a string of more than 32 bytes would not stay on the stack.
//
//	have: s := t.Format(layout); buf = append(buf, []byte(s)...)
//	want: s := t.AppendFormat(make([]byte, 0, 64), layout); buf = append(buf, s...)
func (f format) defining(def inspector.Cursor) ([]analysis.TextEdit, bool) {
	edits := f.appended()
	ok := uses(f.pass, def, func(use inspector.Cursor) bool {
		more, ok := f.copied(use)
		edits = append(edits, more...)
		return ok
	})
	return edits, ok
}

// copied returns the edits for a use that copies the bytes of a variable that
// was a string.
func (f format) copied(use inspector.Cursor) ([]analysis.TextEdit, bool) {
	parent, kind := parentOf(use)
	call, ok := parent.Node().(*ast.CallExpr)
	if kind != edge.CallExpr_Args || !ok || technique.Commented(f.pass, call) {
		return nil, false
	}
	info := f.pass.TypesInfo
	switch {
	case technique.IsBuiltin(info, call, "len"):
		return nil, true
	case technique.IsBuiltin(info, call, "append"):
		return nil, technique.IsBytes(info.TypeOf(call))
	case technique.IsBytes(info.TypeOf(call)) && info.Types[call.Fun].IsType():
		outer, kind := parentOf(parent)
		to, ok := outer.Node().(*ast.CallExpr)
		return []analysis.TextEdit{deletion(call.Pos(), use.Node().Pos()),
				deletion(use.Node().End(), call.End())}, ok && kind == edge.CallExpr_Args &&
				technique.IsBuiltin(info, to, "append") && to.Ellipsis.IsValid() &&
				technique.IsBytes(info.TypeOf(to)) && to.Args[0] != call
	}
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !copies(info, call) {
		return nil, false
	}
	t := info.TypeOf(fun.X)
	return []analysis.TextEdit{technique.Replace(fun.Sel, "Write")},
		technique.IsNamed(t, "bytes", "Buffer") || technique.IsNamed(t, "strings", "Builder")
}

// read reports whether a use of a string keeps nothing of it.
func read(pass *analysis.Pass, use inspector.Cursor) bool {
	parent, kind := parentOf(use)
	switch kind {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true
	case edge.AssignStmt_Rhs:
		return parent.Node().(*ast.AssignStmt).Tok == token.ADD_ASSIGN
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		return technique.IsBuiltin(pass.TypesInfo, call, "append") &&
			technique.IsBytes(pass.TypesInfo.TypeOf(call)) ||
			technique.IsBuiltin(pass.TypesInfo, call, "len") || copies(pass.TypesInfo, call)
	}
	return false
}
