package recognise

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// row is a run of consecutive statements that each replace bytes in one
// variable, which is then used once: the statements can become part of that
// use.
//
//	have: s = strings.ReplaceAll(s, "a", "b")
//	      s = strings.ReplaceAll(s, "c", "dd")
//	      return "<" + s + ">"
type row struct {
	Stmts []ast.Stmt
	links []link
	use   *ast.Ident
}

// findRows finds the rows of a function that may be moved to the use.
func (f *Function) findRows() map[*types.Var]*row {
	rows := make(map[*types.Var]*row)
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			f.rowsIn(n.List, rows)
		case *ast.CaseClause:
			f.rowsIn(n.Body, rows)
		case *ast.CommClause:
			f.rowsIn(n.Body, rows)
		}
		return true
	})
	for v, r := range rows {
		if r == nil || !f.movable(v, r) {
			delete(rows, v)
		}
	}
	return rows
}

// rowsIn finds the rows in a list of statements. A variable with two rows has
// none: nil in the map.
func (f *Function) rowsIn(list []ast.Stmt, rows map[*types.Var]*row) {
	var last *types.Var
	for _, s := range list {
		v, links, ok := f.relink(s)
		if !ok {
			last = nil
			continue
		}
		if v != last {
			_, twice := rows[v]
			rows[v] = &row{}
			if twice {
				rows[v] = nil
			}
			last = v
		}
		if r := rows[v]; r != nil {
			r.Stmts, r.links = append(r.Stmts, s), append(r.links, links...)
		}
	}
}

// relink matches s = links(s).
func (f *Function) relink(s ast.Stmt) (*types.Var, []link, bool) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil, nil, false
	}
	base, links := f.Pkg.chain(assign.Rhs[0])
	v := f.Variable(assign.Lhs[0])
	return v, links, v != nil && len(links) > 0 && f.Variable(base) == v
}

// movable reports whether the variable is used once after its row, in the same
// list or below and not in a loop, and finds that use.
func (f *Function) movable(v *types.Var, r *row) bool {
	end := r.Stmts[len(r.Stmts)-1].End()
	for _, cur := range f.Pkg.Uses(v) {
		if cur.Node().Pos() < end {
			continue
		}
		if r.use != nil {
			return false
		}
		r.use = cur.Node().(*ast.Ident)
	}
	if r.use == nil || !f.Pkg.Private(v) || f.isResult(v) {
		return false
	}
	list := f.Cursor(r.Stmts[0]).Parent()
	for cur := f.Cursor(r.use); cur.Node() != list.Node(); cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.File, *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return false
		}
	}
	return f.sameTurn(v, list)
}

// sameTurn reports whether a variable used in a list of statements is declared
// within the innermost loop around the list: the next turn of the loop does
// not see what this one left in it.
func (f *Function) sameTurn(v *types.Var, list inspector.Cursor) bool {
	for cur := range list.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if cur.Node().Pos() < f.Decl.Pos() {
			break
		}
		n := cur.Node()
		body := n.End()
		switch n := n.(type) {
		case *ast.ForStmt:
			body = n.Body.Pos()
		case *ast.RangeStmt:
			// A loop's own variables are new for each turn since Go 1.22.
			if body = n.Body.Pos(); f.Since("go1.22") && n.Tok == token.DEFINE {
				body = n.Pos()
			}
		}
		return body <= v.Pos() && v.Pos() < n.End()
	}
	return true
}
