package prealloc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// usesKeep reports whether everything that the function does with v is
// indifferent to when its array moves. In the loop v may be appended to,
// counted and indexed. Nowhere may its capacity be asked for, nor two appends
// begin at the same length; and a result by name may not be seen by a deferred
// function.
func (l *loop) usesKeep(v *types.Var, s start) bool {
	for id := range s.fn.Preorder((*ast.Ident)(nil)) {
		if l.pass.TypesInfo.Uses[id.Node().(*ast.Ident)] != v {
			continue
		}
		if call, ok := id.Parent().Node().(*ast.CallExpr); ok &&
			technique.IsBuiltin(l.pass.TypesInfo, call, "cap") {
			return false
		}
		if l.cur.Contains(id) && !l.indifferent(id, v) {
			return false
		}
	}
	return !technique.Forked(l.pass, v) &&
		(!s.result || !technique.SeenAtEnd(l.pass, s.fn.Node(), v))
}

// indifferent reports whether a use of v in the loop is: v = append(v, ...), return v, err,
// len(v), an element whose address is not taken or only lent, or an argument that the
// callee does not retain.
func (l *loop) indifferent(id inspector.Cursor, v *types.Var) bool {
	if !technique.InFunc(id, l.fn()) {
		return false // who knows when it runs
	}
	parent := id.Parent()
	switch n := parent.Node().(type) {
	case *ast.AssignStmt:
		return added(l.pass.TypesInfo, n) == v
	case *ast.ReturnStmt:
		return technique.Fails(l.pass.TypesInfo, n) // else the loop seldom runs to its end
	case *ast.CallExpr:
		if technique.IsBuiltin(l.pass.TypesInfo, n, "len") {
			return true
		}
		as := parent.Parent().Node()
		if id.ParentEdgeKind() == edge.CallExpr_Args && id.ParentEdgeIndex() == 0 &&
			added(l.pass.TypesInfo, as) == v {
			return true
		}
		return effects.CapacityUnseenBy(l.pass, id, v) // nor kept
	case *ast.IndexExpr:
		return n.X == id.Node() &&
			(!technique.PointedTo(l.pass.TypesInfo, parent) || l.lent(parent, v))
	}
	return false
}

func (l *loop) fn() inspector.Cursor {
	fn, _ := technique.EnclosingFunc(l.cur)
	return fn
}

// appends returns the statements of the loop that append to v, and how many
// elements one iteration appends at most: -1 when an inner loop does.
func (l *loop) appends(v *types.Var) (list []*ast.AssignStmt, most int) {
	for n := range ast.Preorder(l.body) {
		if appendsTo(l.pass.TypesInfo, n) == v {
			list = append(list, n.(*ast.AssignStmt))
		}
	}
	return list, l.most(v, l.body)
}

// most returns how many elements a statement appends to v at most; -1 is any
// number.
func (l *loop) most(v *types.Var, stmt ast.Stmt) int {
	switch s := stmt.(type) {
	case *ast.AssignStmt:
		if added(l.pass.TypesInfo, s) == v && appendsTo(l.pass.TypesInfo, s) != v {
			return -1
		}
		if appendsTo(l.pass.TypesInfo, s) == v {
			return len(s.Rhs[0].(*ast.CallExpr).Args) - 1
		}
	case *ast.BlockStmt:
		return l.sum(v, s.List)
	case *ast.LabeledStmt:
		return l.most(v, s.Stmt)
	case *ast.IfStmt:
		return larger(l.most(v, s.Body), l.most(v, s.Else))
	case *ast.SwitchStmt:
		return l.greatest(v, s.Body)
	case *ast.TypeSwitchStmt:
		return l.greatest(v, s.Body)
	case *ast.SelectStmt:
		return l.greatest(v, s.Body)
	case *ast.ForStmt, *ast.RangeStmt:
		if technique.Assigned(l.pass.TypesInfo, s, v) {
			return -1
		}
	}
	return 0
}

func (l *loop) sum(v *types.Var, list []ast.Stmt) int {
	total := 0
	for i, s := range list {
		n := l.most(v, s)
		rest := list[i+1:]
		if n > 0 && ends(s) {
			n, rest = larger(n, l.sum(v, rest)), nil
		}
		if n < 0 {
			return -1
		}
		if total += n; rest == nil {
			break
		}
	}
	return total
}

// ends reports whether what stands behind a statement is not executed after its branch.
func ends(s ast.Stmt) bool {
	branch, ok := s.(*ast.IfStmt)
	if !ok || branch.Else != nil || len(branch.Body.List) == 0 {
		return false
	}
	switch branch.Body.List[len(branch.Body.List)-1].(type) {
	case *ast.BranchStmt, *ast.ReturnStmt:
		return true
	}
	return false
}

// greatest returns the greatest number of the clauses of a switch or select.
func (l *loop) greatest(v *types.Var, body *ast.BlockStmt) int {
	total := 0
	for _, clause := range body.List {
		switch c := clause.(type) {
		case *ast.CaseClause:
			total = larger(total, l.sum(v, c.Body))
		case *ast.CommClause:
			total = larger(total, l.sum(v, c.Body))
		}
	}
	return total
}

// larger returns the larger number, or -1 if either is negative.
func larger(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return max(a, b)
}

// after returns how many elements the statements after the loop append to v in
// any case.
func (l *loop) after(v *types.Var) int {
	total := 0
	for next, ok := l.stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		if appendsTo(l.pass.TypesInfo, next.Node()) == v {
			total += len(next.Node().(*ast.AssignStmt).Rhs[0].(*ast.CallExpr).Args) - 1
		}
	}
	return total
}

// andNext returns what the loops right behind this one append, as the rest of a sum:
// those that append in each iteration, and whose length is known where the slice is
// made.
//
//	have: for k := range a { out = append(out, k) }; for k := range b { out = append(out, k) }
//	want: out = make([]T, 0, len(a)+len(b)) before both
func (l *loop) andNext(v *types.Var, s start) string {
	if l.limit.sum || l.limit.signed || l.limit.fixed || l.limit.hoist {
		return ""
	}
	pos := l.stmt.Node().Pos()
	if !s.isNil && !s.atLoop {
		pos = s.end
	}
	sum := ""
	above := l.limit.text
	for next, ok := l.stmt.NextSibling(); ok; next, ok = next.NextSibling() {
		m, isLoop := loopAt(l.pass, next)
		if !isLoop || !m.limit.held || m.limit.sum || m.limit.signed || m.limit.fixed ||
			m.limit.hoist || !m.surely(v, m.body.List) {
			break
		}
		most := m.most(v, m.body)
		if most <= 0 || l.changes(m.limit.expr) ||
			!technique.ResolvesSameAt(l.pass, m.limit.expr, pos) {
			break
		}
		sum += "+" + m.limit.times(most)
		above += "+" + m.limit.text
	}
	if sum != "" {
		l.limit.positive = above + " > 0"
	}
	return sum
}

// surely reports whether statements append to v in any case: no jump comes
// before, and where they divide, each way does.
func (l *loop) surely(v *types.Var, list []ast.Stmt) bool {
	for _, s := range list {
		if appendsTo(l.pass.TypesInfo, s) == v || l.divided(v, s) {
			return true
		}
		if branch, ok := s.(*ast.IfStmt); ok && ends(s) && l.surely(v, branch.Body.List) {
			continue // what does not go on has appended
		}
		if technique.HasJump(s) {
			return false
		}
	}
	return false
}

// divided reports whether a statement divides into ways that all append to v.
func (l *loop) divided(v *types.Var, s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.BlockStmt:
		return l.surely(v, s.List)
	case *ast.IfStmt:
		return s.Else != nil && l.surely(v, s.Body.List) && l.divided(v, s.Else)
	case *ast.SwitchStmt:
		other := false
		for _, clause := range s.Body.List {
			c := clause.(*ast.CaseClause)
			if !l.surely(v, c.Body) {
				return false
			}
			other = other || c.List == nil
		}
		return other
	}
	return false
}
