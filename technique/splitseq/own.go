package splitseq

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// unchanged reports whether what is left of bytes stays as it is while a loop runs that looks for
// the pieces in it, from the call to an end: nothing there writes bytes, or nothing else has these.
func (s *split) unchanged(code ast.Node, end token.Pos) bool {
	if !s.onBytes() || effects.NoByteWrites(s.pass, code) {
		return true
	}
	s.handed = true
	return s.ownSeparator() && s.ownText(end)
}

// ownSeparator reports whether no other code has the bytes between the pieces.
func (s *split) ownSeparator() bool { return s.fn.Name() == "Fields" || s.sep != "" }

// ownText reports whether the bytes are new, in the call or in a variable, and go nowhere else. A
// piece ends before the next one begins, and its capacity does: who has it reaches nothing behind.
func (s *split) ownText(end token.Pos) bool {
	text := ast.Unparen(s.call.Args[0])
	if s.isNew(text) {
		return true
	}
	v, ok := technique.Variable(s.pass.TypesInfo, text)
	if !ok || !s.begins(v) {
		return false
	}
	uses, ok := technique.LocalUses(s.pass, v)
	fn, _ := technique.EnclosingFunc(s.cur)
	for _, use := range uses {
		meanwhile := s.call.End() <= use.Node().Pos() && use.Node().Pos() < end
		if use.Node() != text && (!technique.InFunc(use, fn) || !s.stays(use, meanwhile)) {
			return false
		}
	}
	return ok
}

// isNew reports whether an expression makes the bytes that it returns.
func (s *split) isNew(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	if info := s.pass.TypesInfo; info.Types[call.Fun].IsType() {
		basic, ok := info.TypeOf(call.Args[0]).Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsString != 0
	} else if technique.IsBuiltin(info, call, "make") {
		return true
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	return ok && effects.ReturnsNew(fn)
}

// begins reports whether a variable is declared with new bytes, once for each time that the call
// runs.
//
//	v := make([]byte, n)        v, err := io.ReadAll(r)
func (s *split) begins(v *types.Var) bool {
	def, ok := technique.Definition(s.pass, v)
	if !ok {
		return false
	}
	as, ok := def.Parent().Node().(*ast.AssignStmt)
	fn, _ := technique.EnclosingFunc(s.cur)
	if !ok || len(as.Rhs) != 1 || as.Lhs[0] != def.Node() || !technique.InFunc(def, fn) {
		return false
	}
	for loop := range s.cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if n, ok := loop.Node().(*ast.RangeStmt); ok && n.X.Pos() <= s.call.Pos() &&
			s.call.Pos() < n.X.End() {
			continue // the loop over the pieces
		}
		if v.Pos() < loop.Node().Pos() {
			return false
		}
	}
	return s.isNew(as.Rhs[0])
}

// stays reports whether a use of the bytes leads nowhere. While the pieces are found it does not
// write to them either.
func (s *split) stays(use inspector.Cursor, meanwhile bool) bool {
	info, parent := s.pass.TypesInfo, use.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		return n.X == use.Node() && !technique.PointedTo(info, parent) &&
			!(meanwhile && technique.WrittenTo(info, parent))
	case *ast.CallExpr:
		if use.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		if info.Types[n.Fun].IsType() {
			t, ok := info.TypeOf(n).Underlying().(*types.Basic)
			return ok && t.Info()&types.IsString != 0
		}
		if fn, ok := technique.Func(info, n); ok {
			return !meanwhile && effects.Transfers(fn)
		}
		return technique.IsBuiltin(info, n, "len") ||
			technique.IsBuiltin(info, n, "copy") && (!meanwhile || use.ParentEdgeIndex() == 1)
	}
	return false
}
