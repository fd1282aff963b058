package loopreuse

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// only reports whether all uses of a variable, or of a parameter that gets its value, are
// as wanted: none in a function literal, which could run later.
func (s *scratch) only(v *types.Var, wanted func(inspector.Cursor, *types.Var, []*types.Var) bool,
	seen []*types.Var) bool {
	if slices.Contains(seen, v) {
		return true
	}
	uses, ok := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		if v == s.v && s.begun(use) && s.atOnce(use, v) {
			continue
		}
		for range use.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
			return false
		}
		if !s.atOnce(use, v) || !wanted(use, v, append(seen, v)) {
			return false
		}
	}
	return ok
}

// atOnce reports whether a use runs where it stands: not in a function literal, other than
// one that a function of the standard library calls and does not keep, as sort.Slice does.
func (s *scratch) atOnce(use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if v.Pos() >= lit.Node().Pos() {
			return true
		}
		if s.anew && s.onlyCalled(lit) != nil {
			s.called = true
			continue
		}
		call, ok := lit.Parent().Node().(*ast.CallExpr)
		if !ok || lit.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		fn, ok := technique.Func(s.pass.TypesInfo, call)
		if !ok || !effects.Known(fn) || !effects.RetainsNothing(fn, lit.ParentEdgeIndex()) {
			return false
		}
	}
	return true
}

// passed reports whether a use gives the value to a function of the package that does no
// more with it.
func (s *scratch) passed(use inspector.Cursor, seen []*types.Var,
	wanted func(inspector.Cursor, *types.Var, []*types.Var) bool) bool {
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if !ok || use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok {
		return false
	}
	decl, sig := technique.DeclOf(s.pass, fn), fn.Origin().Signature()
	index := use.ParentEdgeIndex()
	return decl != nil && decl.Body != nil && index < sig.Params().Len() &&
		(!sig.Variadic() || index < sig.Params().Len()-1) &&
		types.Identical(sig.Params().At(index).Type(), s.v.Type()) &&
		s.only(sig.Params().At(index), wanted, seen)
}

// mapUse allows what reads and writes entries.
func (s *scratch) mapUse(use inspector.Cursor, v *types.Var, seen []*types.Var) bool {
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		if n.X != use.Node() {
			return false
		}
		if v == s.v && technique.WrittenTo(s.pass.TypesInfo, parent) {
			s.also = append(s.also, n)
		}
		return true // an entry has no address
	case *ast.RangeStmt:
		return n.X == use.Node()
	case *ast.CallExpr:
		for _, name := range []string{"len", "delete", "clear"} {
			if technique.IsBuiltin(s.pass.TypesInfo, n, name) {
				return n.Args[0] == use.Node()
			}
		}
		return s.passed(use, seen, s.mapUse)
	}
	return false
}

// sliceUse allows what reads, writes and copies elements.
func (s *scratch) sliceUse(use inspector.Cursor, v *types.Var, seen []*types.Var) bool {
	info, parent := s.pass.TypesInfo, use.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		if n.X != use.Node() {
			return false
		}
		if s.column(parent) {
			return true
		}
		if s.elementIsPointer() {
			_, addressed := technique.Replaced(parent)
			return !addressed
		}
		return !technique.PointedTo(info, parent)
	case *ast.RangeStmt:
		return n.X == use.Node()
	case *ast.ParenExpr:
		return s.sliceUse(parent, v, seen)
	case *ast.BinaryExpr:
		return !s.isNil
	case *ast.SliceExpr:
		return n.X == use.Node() && n.Max == nil && s.inside(n, v) && s.sliceUse(parent, v, seen)
	case *ast.AssignStmt:
		if v == s.v && !s.anew && s.takesTurns(use, n) {
			return true
		}
		return n.Tok == token.ASSIGN && len(n.Lhs) == 1 && technique.Names(info, n.Lhs[0], v) &&
			s.itself(n.Rhs[0], v)
	case *ast.CallExpr:
		return s.sliceArgument(use, n, v, seen)
	}
	return false
}

// elementIsPointer reports whether what an element leads to is not part of the slice.
func (s *scratch) elementIsPointer() bool {
	elem := s.v.Type().Underlying().(*types.Slice).Elem()
	switch elem.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// inside reports whether a part of the slice ends where the slice does, or before: what
// is behind that is left from earlier.
func (s *scratch) inside(n *ast.SliceExpr, v *types.Var) bool {
	if n.High == nil {
		return true
	}
	if value := s.pass.TypesInfo.Types[n.High].Value; value != nil {
		return value.ExactString() == "0"
	}
	minus, ok := ast.Unparen(n.High).(*ast.BinaryExpr)
	if !ok || minus.Op != token.SUB || !technique.NotNegative(s.pass, minus.Y) {
		return false
	}
	call, ok := minus.X.(*ast.CallExpr)
	return ok && technique.IsBuiltin(s.pass.TypesInfo, call, "len") &&
		technique.Names(s.pass.TypesInfo, call.Args[0], v)
}

// itself reports whether a value is a part of the variable, or that with more appended.
func (s *scratch) itself(x ast.Expr, v *types.Var) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return technique.Names(s.pass.TypesInfo, x, v)
	case *ast.SliceExpr:
		return s.itself(x.X, v)
	case *ast.CallExpr:
		return technique.IsBuiltin(s.pass.TypesInfo, x, "append") && s.itself(x.Args[0], v)
	}
	return false
}

// sliceArgument allows calls that keep nothing of the slice, and treat nil as empty where it
// was nil.
func (s *scratch) sliceArgument(use inspector.Cursor, call *ast.CallExpr, v *types.Var,
	seen []*types.Var) bool {
	info := s.pass.TypesInfo
	if info.Types[call.Fun].IsType() {
		return technique.IsText(info.TypeOf(call))
	}
	if use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	index := use.ParentEdgeIndex()
	switch fn := technique.Callee(info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "len", "copy", "clear":
			return true
		case "append":
			if index > 0 {
				return call.Ellipsis.IsValid()
			}
			as, ok := use.Parent().Parent().Node().(*ast.AssignStmt)
			if !ok || len(as.Lhs) != 1 || !technique.Names(info, as.Lhs[0], v) ||
				as.Tok != token.ASSIGN {
				return false
			}
			if v == s.v {
				s.also = append(s.also, call)
			}
			return true
		}
	case *types.Func:
		if !s.isNil && s.scans(use, call, fn) {
			return true
		}
		if effects.Known(fn) {
			return effects.RetainsNothing(fn, index) && !effects.ReturnsSlice(fn) &&
				(!s.isNil || effects.NilIsEmpty(fn))
		}
		if technique.IsBytes(s.v.Type()) {
			if read, leaves := effects.OnlyRead(s.pass, use); read && !leaves {
				return true
			}
		}
		return s.passed(use, seen, s.sliceUse)
	}
	return false
}

// bufferMethods give out nothing of a buffer but copies.
var bufferMethods = []string{"Write", "WriteString", "WriteByte", "WriteRune", "String", "Len",
	"Reset", "Truncate", "Grow", "ReadFrom", "ReadByte", "ReadRune", "Read"}

// bufferUse allows methods that give out copies, bytes that are only read, and functions
// that write to the buffer.
func (s *scratch) bufferUse(use inspector.Cursor, _ *types.Var, _ []*types.Var) bool {
	n, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return s.written(use)
	}
	call := use.Parent().Parent()
	if c, ok := call.Node().(*ast.CallExpr); !ok || c.Fun != ast.Expr(n) {
		return false
	}
	if n.Sel.Name == "Bytes" {
		return s.bytesRead(call)
	}
	if n.Sel.Name != "String" && n.Sel.Name != "Len" && n.Sel.Name != "Reset" {
		s.also = append(s.also, call.Node())
	}
	return slices.Contains(bufferMethods, n.Sel.Name)
}

// bytesRead reports whether the bytes that a call returns are only read, at once.
func (s *scratch) bytesRead(call inspector.Cursor) bool {
	outer, ok := call.Parent().Node().(*ast.CallExpr)
	if !ok {
		_, index := call.Parent().Node().(*ast.IndexExpr)
		return index && !technique.PointedTo(s.pass.TypesInfo, call.Parent())
	}
	if fn, ok := technique.Func(s.pass.TypesInfo, outer); ok && effects.Known(fn) {
		if effects.ReturnsSlice(fn) || !effects.RetainsNothing(fn, call.ParentEdgeIndex()) {
			return false
		}
	}
	read, leaves := effects.OnlyRead(s.pass, call)
	return read && !leaves
}

// written reports whether a function of the standard library gets a buffer or a hash to
// write to, and does not keep it.
func (s *scratch) written(use inspector.Cursor) bool {
	if u, ok := use.Parent().Node().(*ast.UnaryExpr); ok && u.Op == token.AND {
		use = use.Parent()
	}
	call, ok := use.Parent().Node().(*ast.CallExpr)
	if !ok || use.ParentEdgeKind() != edge.CallExpr_Args {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || !effects.Known(fn) || !effects.RetainsNothing(fn, use.ParentEdgeIndex()) {
		return false
	}
	s.also = append(s.also, call)
	return true
}

// hashUse allows methods that give out copies, and functions that write to the hash.
func (s *scratch) hashUse(use inspector.Cursor, _ *types.Var, _ []*types.Var) bool {
	n, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return s.written(use)
	}
	call, ok := use.Parent().Parent().Node().(*ast.CallExpr)
	return ok && call.Fun == ast.Expr(n) && effects.HashMethod(n.Sel.Name)
}
