package reuseinput

import (
	"go/ast"
	"go/token"
)

// reasons returns why the statements of an iteration do other than to write the element:
// if statements that may add something, and what writes the element, or something else.
func (c *copying) reasons(list []ast.Stmt) (parts []part, ok bool) {
	for len(list) > 1 && c.leavesState(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	for len(list) > 0 && !c.plain(list) {
		n, isIf := list[0].(*ast.IfStmt)
		if len(list) == 1 {
			var more []part
			if isIf {
				more, ok = c.branch(n)
			} else {
				more, ok = c.cases(list[0], c.plain)
			}
			return append(parts, more...), ok
		}
		if !isIf || n.Init != nil || n.Else != nil {
			return nil, false
		}
		if !c.atEnd && continues(n.Body.List) && c.plain(n.Body.List[:len(n.Body.List)-1]) {
			return append(parts, part{e: n.Cond, not: true}), true
		}
		parts, list = append(parts, part{e: n.Cond}), list[1:]
	}
	return parts, len(list) > 0
}

// leaves returns why the statements of an iteration change the element in place: there is
// no reason to where they do nothing.
func (c *copying) leaves(list []ast.Stmt) (parts []part, ok bool) {
	bytes, runes := c.elements()
	if !bytes && !runes {
		return nil, false
	}
	if p, ok := c.sets(list); ok {
		return []part{p}, true
	}
	for i, stmt := range list {
		n, isIf := stmt.(*ast.IfStmt)
		if !isIf {
			more, ok := c.cases(stmt, nothing)
			return append(parts, more...), ok && i == len(list)-1
		}
		if n.Init != nil && !c.names(n.Init) {
			return nil, false
		}
		if nothing(n.Body.List) && len(n.Body.List) > 0 && n.Else == nil {
			return append(parts, part{e: n.Cond, not: true}), true
		}
		for parts = append(parts, part{e: n.Cond}); n.Else != nil; {
			if n, isIf = n.Else.(*ast.IfStmt); !isIf || n.Init != nil {
				return nil, false
			}
			parts = append(parts, part{e: n.Cond})
		}
	}
	return parts, true
}

// sets matches an iteration that only gives the element a new value, which may be the same.
//
//	rs[i] = unicode.ToLower(r)
func (c *copying) sets(list []ast.Stmt) (p part, ok bool) {
	as, ok := list[0].(*ast.AssignStmt)
	if !ok || len(list) != 1 || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
		!c.isIndexed(as.Lhs[0]) || !c.looks(as.Rhs[0]) {
		return p, false
	}
	return part{e: as.Rhs[0], not: true, equal: true}, true
}

// nothing reports whether statements do nothing.
func nothing(list []ast.Stmt) bool { return len(list) == 0 || len(list) == 1 && continues(list) }

// branch matches an if statement of which one end writes the element.
func (c *copying) branch(n *ast.IfStmt) ([]part, bool) {
	if n.Init != nil && !c.names(n.Init) {
		return nil, false
	}
	if c.plain(n.Body.List) {
		return []part{{e: n.Cond, not: true}}, true
	}
	switch other := n.Else.(type) {
	case *ast.BlockStmt:
		more, ok := c.reasons(other.List)
		return append([]part{{e: n.Cond}}, more...), ok
	case *ast.IfStmt:
		more, ok := c.branch(other)
		return append([]part{{e: n.Cond}}, more...), ok
	}
	return nil, false
}

// cases matches a switch some of whose clauses are plain. In what comes to them, nothing holds
// of what is asked before the first of them, and something of what they ask, or of none of
// all clauses where the default is one of them.
func (c *copying) cases(stmt ast.Stmt, plain func([]ast.Stmt) bool) (parts []part, ok bool) {
	n, isSwitch := stmt.(*ast.SwitchStmt)
	if !isSwitch || n.Init != nil && !c.names(n.Init) || n.Tag != nil && !c.isElement(n.Tag) {
		return nil, false
	}
	rest := plain(nil) // where no clause is for it
	var clauses []*ast.CaseClause
	for _, s := range n.Body.List {
		clause := s.(*ast.CaseClause)
		if fallsThrough(clause) {
			return nil, false
		}
		if clause.List == nil {
			rest = plain(clause.Body)
			continue
		}
		clauses = append(clauses, clause)
	}
	for last := len(clauses) - 1; rest && last >= 0 && plain(clauses[last].Body); last-- {
		clauses = clauses[:last]
	}
	var kept []ast.Expr
	for _, clause := range clauses {
		if !rest && plain(clause.Body) {
			kept = append(kept, clause.List...)
			continue
		}
		if len(kept) > 0 {
			break
		}
		for _, e := range clause.List {
			parts = append(parts, part{e: e, equal: n.Tag != nil})
		}
	}
	if len(kept) > 0 {
		parts = append(parts, part{e: kept[0], not: true, equal: n.Tag != nil, or: kept[1:]})
	}
	return parts, rest || len(kept) > 0
}

// fallsThrough reports whether a clause goes on with the next one.
func fallsThrough(clause *ast.CaseClause) bool {
	if len(clause.Body) == 0 {
		return false
	}
	b, ok := clause.Body[len(clause.Body)-1].(*ast.BranchStmt)
	return ok && b.Tok == token.FALLTHROUGH
}
