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

// step is three statements that make a slice as long as it has to be now. Append makes room for
// later steps, too, and the new elements are zero there as well.
//
//	have: if len(s) < n { next := make([]T, n); copy(next, s); s = next }
//	want: if len(s) < n { s = append(s, make([]T, n-len(s))...) }
type step struct {
	first inspector.Cursor
	last  ast.Node
	stmts [3]*ast.AssignStmt // nil for the call of copy
	on    ast.Expr           // the slice, as it is written
	make  *ast.CallExpr
}

// steps proposes to append for each slice that grows by such steps alone.
func steps(pass *analysis.Pass, root inspector.Cursor) {
	var order []*types.Var
	found := map[*types.Var][]step{}
	for _, cur := range technique.Nodes(pass, (*ast.IfStmt)(nil)) {
		s, v, ok := stepAt(pass, cur)
		if !ok {
			continue
		}
		if found[v] == nil {
			order = append(order, v)
		}
		found[v] = append(found[v], s)
	}
	for _, v := range order {
		q := &queue{pass: pass, v: v, steps: found[v]}
		if !q.alone() {
			continue
		}
		p := technique.Proposal{At: q.steps[0].make, Safe: !v.IsField(),
			Message: fmt.Sprintf("append to %s, which makes room for later steps", v.Name())}
		for i, s := range q.steps {
			if i > 0 {
				p.Also = append(p.Also, s.make)
			}
			p.Edits = append(p.Edits, technique.Replace(s.all(), s.text(pass)))
		}
		technique.Report(pass, p)
	}
}

// stepAt matches the statements at the beginning of what is done where the slice is too short.
func stepAt(pass *analysis.Pass, cur inspector.Cursor) (s step, v *types.Var, ok bool) {
	info, cond := pass.TypesInfo, cur.Node().(*ast.IfStmt)
	list := cond.Body.List
	if len(list) < 3 {
		return s, nil, false
	}
	first, ok := list[0].(*ast.AssignStmt)
	if !ok || first.Tok != token.DEFINE || len(first.Lhs) != 1 || len(first.Rhs) != 1 {
		return s, nil, false
	}
	local, _, _ := technique.Declared(info, first)
	if local == nil {
		return s, nil, false
	}
	s = step{last: list[2]}
	s.first, _ = technique.Find(pass, first)
	uses := 1 // of the variable
	if s.stmts[0] = first; isMake(info, first.Rhs[0]) {
		// next := make([]T, n); copy(next, s); s = next
		s.stmts[2], _ = list[2].(*ast.AssignStmt)
		if !assigns(s.stmts[2]) || !technique.Names(info, s.stmts[2].Rhs[0], local) {
			return s, nil, false
		}
		s.on, s.make = s.stmts[2].Lhs[0], first.Rhs[0].(*ast.CallExpr)
		uses, ok = 2, copies(info, list[1], first.Lhs[0], s.on)
	} else {
		// old := s; s = make([]T, n); copy(s, old)
		s.stmts[1], _ = list[1].(*ast.AssignStmt)
		if !assigns(s.stmts[1]) || !isMake(info, s.stmts[1].Rhs[0]) {
			return s, nil, false
		}
		s.on, s.make = s.stmts[1].Lhs[0], s.stmts[1].Rhs[0].(*ast.CallExpr)
		ok = technique.SameExpr(info, s.on, first.Rhs[0]) &&
			copies(info, list[2], s.on, first.Lhs[0])
	}
	v = technique.VariableOrField(info, s.on)
	ok = ok && v != nil && technique.Pure(info, cond.Cond) && s.short(info, cond.Cond) &&
		len(technique.UsesOf(pass, local)) == uses && !technique.Commented(pass, s.all()) &&
		technique.Predeclared(pass, first.Pos(), "append", "len", "make")
	return s, v, ok
}

func isMake(info *types.Info, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && technique.IsBuiltin(info, call, "make") && len(call.Args) == 2 &&
		technique.IsSlice(info.TypeOf(call))
}

// assigns reports whether a statement gives one thing another value.
func assigns(as *ast.AssignStmt) bool {
	return as != nil && as.Tok == token.ASSIGN && len(as.Lhs) == 1 && len(as.Rhs) == 1
}

// copies matches copy(to, from).
func copies(info *types.Info, stmt ast.Stmt, to, from ast.Expr) bool {
	x, ok := stmt.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := x.X.(*ast.CallExpr)
	return ok && technique.IsBuiltin(info, call, "copy") &&
		technique.SameExpr(info, call.Args[0], to) && technique.SameExpr(info, call.Args[1], from)
}

// short reports whether a condition says that the slice is shorter than what is made: else it
// would be cut, or become empty where it was nil.
//
//	len(s) < n        n > len(s)        i >= len(s), for i+1
func (s step) short(info *types.Info, cond ast.Expr) bool {
	is, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	less, more := is.X, is.Y
	least := int64(0) // what must be added
	switch is.Op {
	case token.LAND:
		return s.short(info, is.X) || s.short(info, is.Y)
	case token.LSS:
	case token.LEQ:
		least = 1
	case token.GTR:
		less, more = more, less
	case token.GEQ:
		less, more, least = more, less, 1
	default:
		return false
	}
	n := s.make.Args[1]
	if sum, ok := n.(*ast.BinaryExpr); ok && least > 0 && sum.Op == token.ADD {
		if by, _ := technique.ConstantInt(info, sum.Y); by < least {
			return false // or it is not constant
		}
		n, least = sum.X, 0
	}
	call, ok := less.(*ast.CallExpr)
	return ok && least == 0 && technique.IsBuiltin(info, call, "len") &&
		technique.SameExpr(info, call.Args[0], s.on) && technique.SameExpr(info, more, n)
}

// all returns a node from the first statement to the last.
func (s step) all() ast.Node {
	return &ast.BlockStmt{Lbrace: s.first.Node().Pos(), Rbrace: s.last.End() - 1}
}

// text returns the statement that appends.
func (s step) text(pass *analysis.Pass) string {
	on := technique.Text(pass, s.on)
	return fmt.Sprintf("%s = append(%s, make(%s, %s-len(%s))...)", on, on,
		technique.Text(pass, s.make.Args[0]), technique.Text(pass, s.make.Args[1]), on)
}

// inStep reports whether a statement is one of those that are replaced.
func (q *queue) inStep(n *ast.AssignStmt) bool {
	for _, s := range q.steps {
		for _, as := range s.stmts {
			if as == n {
				return true
			}
		}
	}
	return false
}
