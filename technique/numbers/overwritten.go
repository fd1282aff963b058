package numbers

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// room is a variable of bytes, an array or a slice, that a function declares.
type room struct {
	pass *analysis.Pass
	cur  inspector.Cursor // its declaration
	v    *types.Var
	size int64
	body ast.Node // of the function
}

// Overwritten reports whether the statement behind the declaration of v, an array or a slice of as
// many bytes as size says, in a function with that body, writes to all of them before anything
// reads them, so that they need no zeros.
func Overwritten(pass *analysis.Pass, cur inspector.Cursor, v *types.Var, size int64,
	body ast.Node) bool {
	s := &room{pass, cur, v, size, body}
	next, ok := s.cur.NextSibling()
	if !ok || !technique.InList(next) {
		return false
	}
	switch n := next.Node().(type) {
	case *ast.ExprStmt:
		call, ok := n.X.(*ast.CallExpr)
		return ok && s.puts(call)
	case *ast.IfStmt:
		return s.filled(n)
	case *ast.AssignStmt:
		return s.elements(n) || s.encoded(n)
	}
	return false
}

// puts matches binary.BigEndian.PutUint32(b[:], x) for four bytes.
func (s *room) puts(call *ast.CallExpr) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "encoding/binary" || len(call.Args) != 2 {
		return false
	}
	bits, ok := strings.CutPrefix(fn.Name(), "PutUint")
	size, err := strconv.Atoi(bits)
	return ok && err == nil && int64(size) == 8*s.size && s.whole(call.Args[0]) &&
		!technique.Uses(s.pass.TypesInfo, call.Args[1], s.v)
}

// whole reports whether an expression is the variable, or all of it.
func (s *room) whole(e ast.Expr) bool {
	if part, ok := e.(*ast.SliceExpr); ok {
		if part.Low != nil || part.High != nil {
			return false
		}
		e = part.X
	}
	return technique.Names(s.pass.TypesInfo, e, s.v)
}

// filled matches a read of all bytes that leaves the function when it fails.
//
//	want: if _, err := io.ReadFull(r, b[:]); err != nil { return err }
func (s *room) filled(n *ast.IfStmt) bool {
	as, ok := n.Init.(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 2 || len(as.Rhs) != 1 || len(n.Body.List) == 0 || n.Else != nil {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsFunc(s.pass.TypesInfo, call, "io", "ReadFull") ||
		!s.whole(call.Args[1]) || technique.Uses(s.pass.TypesInfo, n.Body, s.v) {
		return false
	}
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !s.pass.TypesInfo.Types[cond.Y].IsNil() ||
		!technique.SameExpr(s.pass.TypesInfo, cond.X, as.Lhs[1]) {
		return false
	}
	_, leaves := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
	return leaves
}

// elements matches assignments to each of the bytes, one after the other.
func (s *room) elements(*ast.AssignStmt) bool {
	written := map[int64]bool{}
	for cur, ok := s.cur.NextSibling(); ok; cur, ok = cur.NextSibling() {
		as, is := cur.Node().(*ast.AssignStmt)
		if !is || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
			technique.Uses(s.pass.TypesInfo, as.Rhs[0], s.v) {
			break
		}
		index, is := as.Lhs[0].(*ast.IndexExpr)
		if !is || !technique.Names(s.pass.TypesInfo, index.X, s.v) {
			break
		}
		n, is := technique.ConstantInt(s.pass.TypesInfo, index.Index)
		if !is {
			break
		}
		written[n] = true
	}
	return int64(len(written)) == s.size
}

// encoded matches what says how many bytes it wrote, where no others are looked at.
//
//	want: n := binary.PutUvarint(b[:], x); w.Write(b[:n])
func (s *room) encoded(as *ast.AssignStmt) bool {
	info := s.pass.TypesInfo
	if as.Tok != token.DEFINE || len(as.Lhs) != 1 {
		return false
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsFunc(info, call, "encoding/binary", "PutUvarint") &&
		!technique.IsFunc(info, call, "encoding/binary", "PutVarint") || !s.whole(call.Args[0]) {
		return false
	}
	id, ok := as.Lhs[0].(*ast.Ident)
	if !ok {
		return false
	}
	n, ok := info.Defs[id].(*types.Var)
	if !ok || !technique.KeepsValue(s.pass, n, s.body) {
		return false
	}
	uses, ok := technique.LocalUses(s.pass, s.v)
	for _, use := range uses {
		if use.Node().Pos() < as.End() {
			continue
		}
		part, is := use.Parent().Node().(*ast.SliceExpr)
		if !is || use.ParentEdgeKind() != edge.SliceExpr_X || part.Low != nil ||
			part.High == nil || !technique.Names(info, part.High, n) {
			return false
		}
	}
	return ok
}
