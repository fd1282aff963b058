package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// row is some statements, one behind the other, that send a variable through links, after which
// it is used once: the statements can become part of that use.
//
//	have: s = strings.ReplaceAll(s, "a", "b")
//	      s = strings.ReplaceAll(s, "c", "dd")
//	      return "<" + s + ">"
type row struct {
	stmts []ast.Stmt
	links []link
	use   *ast.Ident
}

// drop removes the statements: the links are applied at the use.
func (r *row) drop(d *draft) {
	for _, s := range r.stmts {
		d.replaceStmt(s, nil)
	}
}

// findRows finds the rows of a function that may be moved to the use.
func (d *draft) findRows() map[*types.Var]*row {
	rows := make(map[*types.Var]*row)
	ast.Inspect(d.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			d.rowsIn(n.List, rows)
		case *ast.CaseClause:
			d.rowsIn(n.Body, rows)
		case *ast.CommClause:
			d.rowsIn(n.Body, rows)
		}
		return true
	})
	for v, r := range rows {
		if r == nil || !d.movable(v, r) {
			delete(rows, v)
		}
	}
	return rows
}

// rowsIn finds the rows in a list of statements. A variable with two rows has
// none: nil in the map.
func (d *draft) rowsIn(list []ast.Stmt, rows map[*types.Var]*row) {
	var last *types.Var
	for _, s := range list {
		v, links, ok := d.relink(s)
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
			r.stmts, r.links = append(r.stmts, s), append(r.links, links...)
		}
	}
}

// relink matches s = links(s).
func (d *draft) relink(s ast.Stmt) (*types.Var, []link, bool) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil, nil, false
	}
	base, links := d.chain(assign.Rhs[0])
	v := d.variable(assign.Lhs[0])
	return v, links, v != nil && len(links) > 0 && d.variable(base) == v
}

// variable returns the local variable that an expression names, or nil.
func (d *draft) variable(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := d.ix.info.ObjectOf(id).(*types.Var)
	if !ok || v.Pos() < d.fn.Pos() || d.fn.End() <= v.Pos() {
		return nil
	}
	return v
}

// movable reports whether the variable is used once after its row, in the same
// list or below and not in a loop, and finds that use.
func (d *draft) movable(v *types.Var, r *row) bool {
	end := r.stmts[len(r.stmts)-1].End()
	for _, cur := range d.ix.uses(v) {
		if cur.Node().Pos() < end {
			continue
		}
		if r.use != nil {
			return false
		}
		r.use = cur.Node().(*ast.Ident)
	}
	if r.use == nil || !d.ix.private(v) || d.isResult(v) {
		return false
	}
	list := d.cursor(r.stmts[0]).Parent()
	for cur := d.cursor(r.use); cur.Node() != list.Node(); cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.File, *ast.ForStmt, *ast.RangeStmt, *ast.FuncLit:
			return false
		}
	}
	return d.sameTurn(v, list)
}

// sameTurn reports whether a variable used in a list of statements is declared
// within the innermost loop around the list: the next turn of the loop does
// not see what this one left in it.
func (d *draft) sameTurn(v *types.Var, list inspector.Cursor) bool {
	for cur := range list.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if cur.Node().Pos() < d.fn.Pos() {
			break
		}
		n := cur.Node()
		body := n.End()
		switch n := n.(type) {
		case *ast.ForStmt:
			body = n.Body.Pos()
		case *ast.RangeStmt:
			// A loop's own variables are new for each turn since Go 1.22.
			if body = n.Body.Pos(); d.since(22) && n.Tok == token.DEFINE {
				body = n.Pos()
			}
		}
		return body <= v.Pos() && v.Pos() < n.End()
	}
	return true
}

// isResult reports whether v is a named result of the function.
func (d *draft) isResult(v *types.Var) bool {
	results := d.fn.Type.Results
	return results != nil && results.Pos() <= v.Pos() && v.Pos() < results.End()
}

// inList reports whether a statement stands in a list, where others can stand
// beside it.
func inList(cur inspector.Cursor) bool {
	kind, _ := cur.ParentEdge()
	return kind == edge.BlockStmt_List || kind == edge.CaseClause_Body ||
		kind == edge.CommClause_Body
}
