package valueresult

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// checkedFor returns what judges a use that asks whether the pointer is nil, and notes how the
// code goes on without asking: it never is, or not behind the check of the error, where all uses
// are. def declares the pointer.
func (r *result) checkedFor(def inspector.Cursor, v types.Object) func(inspector.Cursor) bool {
	return func(use inspector.Cursor) bool {
		cond, ok := use.Parent().Node().(*ast.BinaryExpr)
		if !ok || !r.notNil(cond, v) {
			return false
		}
		switch at := use.Parent(); at.ParentEdgeKind() {
		case edge.BinaryExpr_X:
			outer := at.Parent().Node().(*ast.BinaryExpr)
			r.edits = append(r.edits, analysis.TextEdit{Pos: cond.Pos(), End: outer.Y.Pos()})
			return outer.Op == token.LAND
		case edge.IfStmt_Cond:
			return r.unwrap(at.Parent(), def, v)
		}
		return false
	}
}

// unwrap notes how the body of an if statement that asks only for the pointer takes its place,
// and that of what follows it where the body returns.
//
//	have: if p := f(x); p != nil { return g(*p) }; return nil
//	want: p := f(x); return g(p)
func (r *result) unwrap(cur, def inspector.Cursor, v types.Object) bool {
	stmt := cur.Node().(*ast.IfStmt)
	list := stmt.Body.List
	if stmt.Else != nil || !technique.InList(cur) || len(list) == 0 || declares(list) ||
		technique.Commented(r.pass, stmt) {
		return false
	}
	first := list[0].Pos()
	if stmt.Init != nil {
		if stmt.Init != def.Node() || !r.onlyName(cur, v) {
			return false
		}
		r.edits = append(r.edits,
			analysis.TextEdit{Pos: stmt.Pos(), End: stmt.Init.Pos()},
			analysis.TextEdit{Pos: stmt.Init.End(), End: first, NewText: []byte("\n")})
	} else {
		r.edits = append(r.edits, analysis.TextEdit{Pos: stmt.Pos(), End: first})
	}
	end := stmt.End()
	if _, returns := list[len(list)-1].(*ast.ReturnStmt); returns {
		last := cur
		for next, ok := cur.NextSibling(); ok; next, ok = next.NextSibling() {
			if !r.apart(next.Node(), v) {
				return false
			}
			last = next
		}
		if technique.CommentedAround(r.pass, stmt, last.Node()) {
			return false
		}
		end = last.Node().End()
	}
	r.edits = append(r.edits, analysis.TextEdit{Pos: list[len(list)-1].End(), End: end})
	return true
}

// apart reports whether a statement that goes is no target of a jump, and has nothing that is
// rewritten.
func (r *result) apart(stmt ast.Node, v types.Object) bool {
	for n := range ast.Preorder(stmt) {
		switch n := n.(type) {
		case *ast.LabeledStmt:
			return false
		case *ast.Ident:
			use := r.pass.TypesInfo.Uses[n]
			if use == v || use != nil && use == r.pass.TypesInfo.Defs[r.decl.Name] {
				return false
			}
		}
	}
	return true
}

// declares reports whether statements of a list declare a name, which could have another meaning
// in the list around them.
func declares(list []ast.Stmt) bool {
	for _, stmt := range list {
		switch n := stmt.(type) {
		case *ast.DeclStmt, *ast.LabeledStmt:
			return true
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				return true
			}
		}
	}
	return false
}

// onlyName reports whether all that has the name of v in the function around a place is v.
func (r *result) onlyName(cur inspector.Cursor, v types.Object) bool {
	fn, _ := technique.EnclosingFunc(cur)
	for n := range ast.Preorder(fn.Node()) {
		id, ok := n.(*ast.Ident)
		if ok && id.Name == v.Name() && r.pass.TypesInfo.ObjectOf(id) != v {
			return false
		}
	}
	return true
}
