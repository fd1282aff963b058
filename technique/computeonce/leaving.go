package computeonce

import (
	"go/ast"

	"github.com/wring-go/wring/technique"
)

// changes reports whether a statement may change what the operands are, for what comes after it
// in its function. What happens on the way to a return is none of that.
func (s *search) changes(stmt ast.Node, v *value) bool {
	if !s.alters(stmt, v) {
		return false
	}
	switch n := stmt.(type) {
	case *ast.LabeledStmt:
		return s.changes(n.Stmt, v)
	case *ast.BlockStmt:
		return s.listChanges(n.List, v)
	case *ast.IfStmt:
		head := *n
		head.Body, head.Else = &ast.BlockStmt{}, nil
		return s.alters(&head, v) || s.listChanges(n.Body.List, v) ||
			n.Else != nil && s.changes(n.Else, v)
	case *ast.ForStmt:
		head := *n
		head.Body = &ast.BlockStmt{}
		return s.alters(&head, v) || s.listChanges(n.Body.List, v)
	case *ast.RangeStmt:
		head := *n
		head.Body = &ast.BlockStmt{}
		return s.alters(&head, v) || s.listChanges(n.Body.List, v)
	}
	return true
}

// listChanges reports whether statements may change what the operands are, for what comes after
// them.
func (s *search) listChanges(list []ast.Stmt, v *value) bool {
	for i, stmt := range list {
		if s.changes(stmt, v) {
			return !returns(list[i:])
		}
	}
	return false
}

// returns reports whether statements lead nowhere but out of the function.
func returns(list []ast.Stmt) bool {
	_, ok := list[len(list)-1].(*ast.ReturnStmt)
	technique.Leaving(&ast.BlockStmt{List: list}, func(stmt ast.Stmt) {
		if _, isReturn := stmt.(*ast.ReturnStmt); !isReturn {
			ok = false
		}
	})
	return ok
}

// unchanged reports whether the operands of v are at o what they were before a statement that
// is around o, and does not change them for what comes after it.
func (s *search) unchanged(stmt ast.Node, v, o *value) bool {
	if !s.alters(stmt, v) {
		return true
	}
	for cur := o.cur; cur.Node() != stmt; cur = cur.Parent() {
		if _, ok := cur.Node().(ast.Stmt); !ok || !technique.InList(cur) {
			continue
		}
		for _, before := range listOf(cur) {
			if s.changes(before, v) {
				return false
			}
			if before == cur.Node() {
				break
			}
		}
	}
	return true
}
