package later

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// target returns the statement before which the variable should be declared:
// behind statements that return, or in the only branch that uses it.
func (d *decl) target() (ast.Stmt, bool) {
	list := rest(d)
	gains := false
	var best ast.Stmt
	for len(list) > 0 {
		i, more := d.first(list)
		if i < 0 || labelled(list[:i+1]) {
			return best, gains
		}
		for _, s := range list[:i] {
			if leaves(d.pass.TypesInfo, s) {
				gains = true
			}
		}
		if gains {
			best = list[i]
		}
		if more {
			return best, gains
		}
		if list = d.branch(list[i]); len(list) > 0 {
			gains = true
		}
	}
	return best, gains
}

// rest returns the statements behind the declaration.
func rest(d *decl) []ast.Stmt {
	var list []ast.Stmt
	for next, ok := d.cur.NextSibling(); ok; next, ok = next.NextSibling() {
		stmt, ok := next.Node().(ast.Stmt)
		if !ok {
			break
		}
		list = append(list, stmt)
	}
	return list
}

// first returns the index of the first statement that uses the variable, or -1,
// and whether others do.
func (d *decl) first(list []ast.Stmt) (index int, more bool) {
	index = -1
	for i, s := range list {
		if !technique.Uses(d.pass.TypesInfo, s, d.v) {
			continue
		}
		if index >= 0 {
			return index, true
		}
		index = i
	}
	return index, false
}

// labelled reports whether a jump could lead past the declaration in its new
// place.
func labelled(list []ast.Stmt) bool {
	for _, s := range list {
		for n := range ast.Preorder(s) {
			switch n := n.(type) {
			case *ast.LabeledStmt:
				return true
			case *ast.BranchStmt:
				if n.Tok == token.GOTO {
					return true
				}
			}
		}
	}
	return false
}

// leaves reports whether a statement can leave the list that it stands in
// before the next one: a branch of it returns, or breaks or continues a loop
// around it. An error does not count, since few calls end with one.
func leaves(info *types.Info, stmt ast.Stmt) bool {
	branch, ok := stmt.(*ast.IfStmt)
	if !ok {
		return false
	}
	for _, s := range branch.Body.List {
		switch s := s.(type) {
		case *ast.ReturnStmt:
			return len(s.Results) == 0 || !technique.IsFailure(info, s.Results[len(s.Results)-1])
		case *ast.BranchStmt:
			return s.Tok == token.BREAK || s.Tok == token.CONTINUE
		}
	}
	next, _ := branch.Else.(*ast.IfStmt)
	return next != nil && leaves(info, next)
}

// branch returns the statements of the only branch that uses the variable; none
// if something else does, too.
func (d *decl) branch(stmt ast.Stmt) []ast.Stmt {
	switch n := stmt.(type) {
	case *ast.IfStmt:
		if d.uses(n.Init) || d.uses(n.Cond) {
			return nil
		}
		inBody, inElse := d.uses(n.Body), d.uses(n.Else)
		switch {
		case inBody && inElse:
			return nil
		case inBody:
			return n.Body.List
		}
		if block, ok := n.Else.(*ast.BlockStmt); ok {
			return block.List
		}
		return []ast.Stmt{n.Else} // in a block of its own
	case *ast.SwitchStmt:
		if d.uses(n.Init) || d.uses(n.Tag) {
			return nil
		}
		return d.clause(n.Body.List)
	}
	return nil
}

// clause returns the statements of the only clause of a switch that uses the
// variable, and to which no other falls through.
func (d *decl) clause(clauses []ast.Stmt) []ast.Stmt {
	var found []ast.Stmt
	for _, s := range clauses {
		clause := s.(*ast.CaseClause)
		for n := range ast.Preorder(clause) {
			if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				return nil
			}
		}
		for _, e := range clause.List {
			if d.uses(e) {
				return nil
			}
		}
		if !d.uses(clause) {
			continue
		}
		if found != nil {
			return nil
		}
		found = clause.Body
	}
	return found
}

// uses reports whether a part of a statement, which may be missing, uses the
// variable.
func (d *decl) uses(n ast.Node) bool {
	switch x := n.(type) {
	case nil:
		return false
	case ast.Stmt:
		if x == nil {
			return false
		}
	}
	return technique.Uses(d.pass.TypesInfo, n, d.v)
}
