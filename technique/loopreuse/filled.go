package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// filled reports whether the first use of an array fills it, or ends the iteration: then it
// needs no value before.
//
//	if _, err := io.ReadFull(r, v[:]); err != nil { return err }
func (s *scratch) filled() bool {
	if _, array := s.v.Type().Underlying().(*types.Array); !array || s.made != nil {
		return false
	}
	next, ok := s.stmt.NextSibling()
	for ok && !technique.Uses(s.pass.TypesInfo, next.Node(), s.v) {
		next, ok = next.NextSibling()
	}
	if !ok {
		return false
	}
	read := next.Node()
	if cond, ok := read.(*ast.IfStmt); ok {
		return s.fills(cond.Init) && s.leavesOn(cond, cond.Init)
	}
	return s.fills(read) && s.checked(next)
}

// fills matches _, err := io.ReadFull(r, v[:]).
func (s *scratch) fills(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 ||
		technique.Uses(s.pass.TypesInfo, as.Lhs[0], s.v) {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsFunc(s.pass.TypesInfo, call, "io", "ReadFull") || len(call.Args) != 2 ||
		technique.Uses(s.pass.TypesInfo, call.Args[0], s.v) {
		return false
	}
	part, ok := call.Args[1].(*ast.SliceExpr)
	return ok && part.Low == nil && part.High == nil &&
		technique.Names(s.pass.TypesInfo, part.X, s.v)
}

// checked reports whether the statement behind asks for the error at once.
func (s *scratch) checked(read inspector.Cursor) bool {
	next, ok := read.NextSibling()
	if !ok {
		return false
	}
	cond, ok := next.Node().(*ast.IfStmt)
	return ok && cond.Init == nil && s.leavesOn(cond, read.Node())
}

// leavesOn reports whether a statement ends the iteration if an assignment's last variable is
// not nil, without a look at the array.
func (s *scratch) leavesOn(n *ast.IfStmt, assigned ast.Node) bool {
	info := s.pass.TypesInfo
	cond, ok := n.Cond.(*ast.BinaryExpr)
	as := assigned.(*ast.AssignStmt)
	id, named := as.Lhs[1].(*ast.Ident)
	if !ok || !named || cond.Op != token.NEQ || !info.Types[cond.Y].IsNil() ||
		!technique.Names(info, cond.X, info.ObjectOf(id)) || n.Else != nil ||
		technique.Uses(info, n.Body, s.v) || len(n.Body.List) == 0 {
		return false
	}
	switch last := n.Body.List[len(n.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.BREAK || last.Tok == token.CONTINUE
	}
	return false
}
