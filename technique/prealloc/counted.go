package prealloc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// counted returns the limit of a loop that counts up to a number, or down from
// one, when nothing in the loop changes its variable or that number.
//
//	for i := 0; i < n; i++, for i := 1; i <= n; i++, for i := n - 1; i >= 0; i--,
//	for i := n; i > 0; i--
func (l *loop) counted(f *ast.ForStmt) (limit, bool) {
	info := l.pass.TypesInfo
	init, ok := f.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
		return limit{}, false
	}
	i := info.Defs[init.Lhs[0].(*ast.Ident)]
	cond, ok := f.Cond.(*ast.BinaryExpr)
	if !ok || !technique.Names(info, cond.X, i) || technique.Uses(info, cond.Y, i) {
		return limit{}, false
	}
	if by, ok := f.Post.(*ast.AssignStmt); ok {
		return l.steps(f, i, init.Rhs[0], cond, by)
	}
	post, ok := f.Post.(*ast.IncDecStmt)
	if !ok || !technique.Names(info, post.X, i) || technique.Assigned(info, f.Body, i) {
		return limit{}, false
	}
	if post.Tok == token.DEC {
		return l.down(f)
	}
	if l.changes(cond.Y) {
		return limit{}, false
	}
	return l.up(init.Rhs[0], cond)
}

// up returns the limit of a loop from a constant up to a number.
func (l *loop) up(from ast.Expr, cond *ast.BinaryExpr) (limit, bool) {
	start, ok := small(l.pass.TypesInfo, from)
	if !ok || cond.Op != token.LSS && cond.Op != token.LEQ {
		return limit{}, false
	}
	m, ok := l.number(cond.Y)
	if !ok {
		return m, false
	}
	if cond.Op == token.LEQ {
		start-- // one more
	}
	return m.less(start), !(m.fixed && start != 0)
}

// steps returns the limit of a loop from zero up to a length by more than one each time.
//
//	for i := 0; i < len(xs); i += n
func (l *loop) steps(f *ast.ForStmt, i types.Object, from ast.Expr, cond *ast.BinaryExpr,
	by *ast.AssignStmt) (limit, bool) {
	info := l.pass.TypesInfo
	if by.Tok != token.ADD_ASSIGN || len(by.Lhs) != 1 || !technique.Names(info, by.Lhs[0], i) ||
		technique.Assigned(info, f.Body, i) || technique.Uses(info, by.Rhs[0], i) ||
		!technique.IsInt(info, from, 0) || cond.Op != token.LSS || l.changes(cond.Y) {
		return limit{}, false
	}
	m, ok := l.number(cond.Y)
	if !ok || !m.held || info.Types[cond.Y].Value != nil {
		return m, false
	}
	m.positive, m.sum = m.above(), true
	step := technique.Text(l.pass, by.Rhs[0])
	if n, ok := technique.ConstantInt(info, by.Rhs[0]); ok {
		m.text = fmt.Sprintf("(%s+%d)/%s", m.text, n-1, step)
		return m, 1 < n && n < 1<<20
	}
	if _, named := by.Rhs[0].(*ast.Ident); !named || l.changes(by.Rhs[0]) ||
		!technique.ResolvesSameAt(l.pass, by.Rhs[0], l.stmt.Node().Pos()) {
		return m, false
	}
	m.positive += " && " + step + " > 0"
	m.text = fmt.Sprintf("(%s-1)/%s+1", m.text, step)
	m.asked = true
	return m, true
}

// less returns the limit without so many.
func (m limit) less(count int64) limit {
	if count != 0 {
		m.positive = fmt.Sprintf("%s > %d", m.text, count)
		m.text = fmt.Sprintf("%s%+d", m.text, -count)
		m.sum, m.signed = true, m.signed || count > 0
	}
	if count < 0 {
		m.positive = fmt.Sprintf("%s >= 0", m.text[:len(m.text)-2])
	}
	return m
}

// small returns the value of a constant from 0 to 9.
func small(info *types.Info, e ast.Expr) (int64, bool) {
	n, ok := technique.ConstantInt(info, e)
	return n, ok && 0 <= n && n <= 9
}

// down returns the limit of a loop from a number down to one, or to zero from the one before.
func (l *loop) down(f *ast.ForStmt) (limit, bool) {
	_, n, ok := technique.CountsDown(l.pass.TypesInfo, f)
	if !ok {
		return limit{}, false
	}
	m, ok := l.number(n)
	m.below = m.signed
	return m, ok && !m.fixed
}
