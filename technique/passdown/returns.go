package passdown

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// returns judges the return statements, and has each return the slice that was
// handed down: with what it has, or, where nothing is gathered yet, with what
// the statement returns.
func (w *walker) returns() bool {
	for ret := range w.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if inLiteral(ret) {
			continue
		}
		stmt := ret.Node().(*ast.ReturnStmt)
		if len(stmt.Results) == 0 {
			w.edits = append(w.edits, technique.Replace(stmt, "return "+w.out.Name()))
			continue
		}
		if !w.result(ret, stmt.Results[0]) {
			return false
		}
	}
	return true
}

func inLiteral(cur inspector.Cursor) bool {
	for range cur.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

func (w *walker) result(ret inspector.Cursor, e ast.Expr) bool {
	if id, ok := e.(*ast.Ident); ok && w.pass.TypesInfo.Uses[id] == types.Object(w.out) {
		return true
	}
	if w.appending(e) {
		return true // see grown
	}
	if !w.nothingYet(ret) {
		return false
	}
	if w.pass.TypesInfo.Types[e].IsNil() {
		w.edits = append(w.edits, technique.Replace(e, w.out.Name()))
		return true
	}
	if call, ok := w.self(e); ok {
		w.edits = append(w.edits, w.handDown(e, call))
		return true
	}
	elems, ok := w.elements(e)
	if !ok || !types.Identical(w.pass.TypesInfo.TypeOf(e), w.out.Type()) {
		return false
	}
	w.appends = append(w.appends, e)
	text := technique.Text(w.pass, &span{elems[0].Pos(), elems[len(elems)-1].End()})
	w.edits = append(w.edits, technique.Replace(e, "append("+w.out.Name()+", "+text+")"))
	return true
}

// nothingYet reports whether the slice is still empty at a place, because
// nothing before it appends and no loop leads back to it.
func (w *walker) nothingYet(at inspector.Cursor) bool {
	return !technique.InLoop(at) && at.Node().Pos() < w.first.Pos()
}
