package passdown

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

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
		switch {
		case len(stmt.Results) == 0:
			w.edits = append(w.edits, technique.Replace(stmt, "return "+w.name))
		case len(stmt.Results) == 2 && !w.pass.TypesInfo.Types[stmt.Results[1]].IsNil():
			if !w.pass.TypesInfo.Types[stmt.Results[0]].IsNil() ||
				!w.fails(ret, stmt.Results[1]) {
				return false
			}
		case !w.result(ret, stmt.Results[0]):
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

// fails reports whether an error that is returned is surely one: it is made there, or has been
// compared with nil. Then nothing of the slice is returned.
func (w *walker) fails(ret inspector.Cursor, e ast.Expr) bool {
	info := w.pass.TypesInfo
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		return technique.IsFunc(info, call, "errors", "New") ||
			technique.IsFunc(info, call, "fmt", "Errorf")
	}
	block := ret.Parent()
	s, ok := block.Parent().Node().(*ast.IfStmt)
	return ok && s.Body == block.Node() && s.Body.List[0] == ret.Node() && w.failed(s.Cond, e)
}

// failed matches a comparison of an error with nil.
func (w *walker) failed(cond, e ast.Expr) bool {
	info := w.pass.TypesInfo
	asked, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	return ok && asked.Op == token.NEQ && info.Types[asked.Y].IsNil() &&
		technique.Pure(info, e) && technique.SameExpr(info, asked.X, e)
}

func (w *walker) result(ret inspector.Cursor, e ast.Expr) bool {
	info := w.pass.TypesInfo
	if w.out != nil && technique.Names(info, w.innermost(e), w.out) {
		return true // see grown
	}
	if !w.nothingYet(ret) || technique.Commented(w.pass, e) ||
		info.Types[e].IsNil() && w.base != "nil" && !w.guarded(ret) {
		return false
	}
	text, ok := w.gather(e)
	w.edits = append(w.edits, technique.Replace(e, text))
	return ok
}

// guarded reports whether a statement is in one that the old function keeps.
func (w *walker) guarded(ret inspector.Cursor) bool {
	stmt, ok := ret.Parent().Parent().Node().(ast.Stmt)
	return ok && slices.Contains(w.guards, stmt)
}

// nothingYet reports whether the slice is still empty at a place, because
// nothing before it appends and no loop leads back to it, or because there is none.
func (w *walker) nothingYet(at inspector.Cursor) bool {
	return w.out == nil || !technique.InLoop(at) && (w.first == nil ||
		at.Node().Pos() < w.first.Pos())
}

// received matches what the function returns itself in a variable that is only appended, by the
// statement after it, or after the one that leaves it with an error, and has it append.
//
//	have: sub, err := walk(c); if err != nil { return nil, err }; out = append(out, sub...)
//	want: sub, err := appendWalk(out, c); if err != nil { return nil, err }; out = sub
func (w *walker) received(stmt inspector.Cursor, whole *ast.CallExpr) bool {
	if !whole.Ellipsis.IsValid() || !technique.Names(w.pass.TypesInfo, whole.Args[0], w.out) ||
		!technique.InList(stmt) {
		return false
	}
	sub, ok := technique.Variable(w.pass.TypesInfo, whole.Args[1])
	before, found := stmt.PrevSibling()
	if !ok || !found {
		return false
	}
	failing := failing(w.fn.Signature())
	var leaves *ast.IfStmt
	if failing {
		if leaves, ok = before.Node().(*ast.IfStmt); !ok || leaves.Init != nil ||
			leaves.Else != nil || !ends(leaves.Body) {
			return false
		}
		if before, found = before.PrevSibling(); !found {
			return false
		}
	}
	as, ok := before.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || len(as.Rhs) != 1 ||
		w.pass.TypesInfo.Defs[name(as.Lhs[0])] != types.Object(sub) ||
		failing && (len(as.Lhs) < 2 || !w.failed(leaves.Cond, as.Lhs[1])) {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	uses, local := technique.LocalUses(w.pass, sub)
	if !ok || !w.self(call) || !local || len(uses) != 1 ||
		!types.Identical(sub.Type(), w.out.Type()) ||
		technique.Uses(w.pass.TypesInfo, call, w.out) {
		return false
	}
	w.appended(whole)
	if !failing {
		w.edits = append(w.edits, technique.Remove(w.pass, as),
			technique.Replace(whole, w.handDown(w.name, call)))
		return !technique.Commented(w.pass, as)
	}
	w.edits = append(w.edits, technique.Replace(call, w.handDown(w.name, call)),
		technique.Replace(whole, sub.Name()))
	return true
}

// name returns an expression as a name, nil if it is none.
func name(e ast.Expr) *ast.Ident {
	id, _ := e.(*ast.Ident)
	return id
}

// ends reports whether a block leads out of the list of statements that it is in.
func ends(body *ast.BlockStmt) bool {
	if len(body.List) == 0 {
		return false
	}
	switch body.List[len(body.List)-1].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}
