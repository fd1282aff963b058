package queueroom

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// take is a statement that takes values from the front of a queue.
type take struct {
	stmt  inspector.Cursor
	on    ast.Expr // the queue, as it is written
	count ast.Expr
	first string // the statement that reads the first value before, where it is the same one
}

// taking matches such a statement.
//
//	q = q[n:]        x, q = q[0], q[1:]
func taking(pass *analysis.Pass, cur inspector.Cursor) (*types.Var, take, bool) {
	var none take
	as := cur.Node().(*ast.AssignStmt)
	last := len(as.Lhs) - 1
	if len(as.Rhs) != len(as.Lhs) || last > 1 || !technique.InList(cur) ||
		as.Tok != token.ASSIGN && (as.Tok != token.DEFINE || last == 0) {
		return nil, none, false
	}
	cut, ok := as.Rhs[last].(*ast.SliceExpr)
	if !ok || cut.Low == nil || cut.High != nil || cut.Max != nil ||
		!technique.SameExpr(pass.TypesInfo, as.Lhs[last], cut.X) ||
		!technique.Pure(pass.TypesInfo, cut.X) || technique.Commented(pass, as) {
		return nil, none, false
	}
	v := technique.VariableOrField(pass.TypesInfo, as.Lhs[last])
	if v == nil || v.Pkg() != pass.Pkg || v.Origin() != v {
		return nil, none, false
	}
	if _, local := technique.LocalUses(pass, v); local && !technique.Repeated(cur, v.Pos()) {
		return nil, none, false // only once
	}
	_, slice := v.Type().Underlying().(*types.Slice)
	t := take{stmt: cur, on: cut.X, count: cut.Low}
	return v, t, slice && t.counts(pass, v) && (last == 0 || t.reads(pass, as, v))
}

// counts reports whether it is a plain number how many are taken, and not one that the queue
// itself tells.
func (t *take) counts(pass *analysis.Pass, v *types.Var) bool {
	if n, ok := technique.ConstantInt(pass.TypesInfo, t.count); ok {
		return n > 0
	}
	return types.Identical(pass.TypesInfo.TypeOf(t.count), types.Typ[types.Int]) &&
		technique.Pure(pass.TypesInfo, t.count) && !technique.Uses(pass.TypesInfo, t.count, v)
}

// reads reports whether the statement begins by reading the first value, and if it can, taking
// it cannot fail.
func (t *take) reads(pass *analysis.Pass, as *ast.AssignStmt, v *types.Var) bool {
	info := pass.TypesInfo
	index, ok := as.Rhs[0].(*ast.IndexExpr)
	if !ok || !technique.SameExpr(info, index.X, t.on) || !technique.IsInt(info, index.Index, 0) ||
		!technique.IsInt(info, t.count, 1) || !technique.Pure(info, as.Lhs[0]) {
		return false
	}
	for n := range ast.Preorder(t.on) { // nothing that says where the queue is
		if id, ok := n.(*ast.Ident); ok && technique.Uses(info, as.Lhs[0], info.Uses[id]) {
			return false
		}
	}
	t.first = technique.Text(pass, as.Lhs[0]) + " " + as.Tok.String() + " " +
		technique.Text(pass, index) + "\n"
	return !technique.Uses(info, as.Lhs[0], v)
}

// moving writes the statement anew, for a queue of which so many elements are moved at most.
//
//	have: q = q[1:]
//	want: if len(q) <= 16 { q = q[:copy(q, q[1:])] } else { q = q[1:] }
func (t *take) moving(pass *analysis.Pass, most int64, pointers bool) (string, bool) {
	on, from := technique.Text(pass, t.on), technique.Text(pass, t.count)
	if !technique.Predeclared(pass, t.on.Pos(), "len", "copy") {
		return "", false
	}
	left := "len(" + on + ")"
	if _, sum := t.count.(*ast.BinaryExpr); sum {
		left += "-(" + from + ")"
	} else if !technique.IsInt(pass.TypesInfo, t.count, 1) {
		left += "-" + from
	}
	move := fmt.Sprintf("%s = %[1]s[:copy(%[1]s, %[1]s[%s:])]", on, from)
	if pointers { // let go of what the elements lead to that have moved
		name := technique.FreeName(t.stmt.Node(), "n", "left", "kept", "moved")
		if name == "" || !technique.Predeclared(pass, t.on.Pos(), "clear") ||
			!technique.Since(pass, technique.FileOf(pass, t.on.Pos()), "go1.21") {
			return "", false
		}
		move = fmt.Sprintf("%s := copy(%s, %[2]s[%s:])\nclear(%[2]s[%[1]s:])\n"+
			"%[2]s = %[2]s[:%[1]s]", name, on, from)
	}
	return fmt.Sprintf("%sif %s <= %d {\n%s\n} else {\n%s = %[5]s[%s:]\n}", t.first, left, most,
		move, on, from), true
}
