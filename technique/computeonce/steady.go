package computeonce

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// moves reports whether an operand may change between any two statements.
func (s *search) moves(v *value) bool {
	if v.itself {
		return false
	}
	fn, _ := technique.EnclosingFunc(v.cur)
	return slices.ContainsFunc(v.operands, func(operand *types.Var) bool {
		around := fn.Node().Pos() <= operand.Pos() && operand.Pos() < fn.Node().End()
		return s.shaky(operand) || !around && s.reassigned(operand)
	})
}

// shaky reports whether a variable may change where no statement says so: its
// address is taken, or another function assigns to it.
func (s *search) shaky(v *types.Var) bool {
	uses, ok := technique.LocalUses(s.pass, v)
	if !ok {
		return true
	}
	for _, use := range uses {
		fn, _ := technique.EnclosingFunc(use)
		if s.addressed(use, v) ||
			fn.Node().Pos() > v.Pos() && assigned(s.pass, fn.Node(), v) {
			return true
		}
	}
	return false
}

// addressed reports whether a use of a variable takes its address, openly or for
// a method.
func (s *search) addressed(use inspector.Cursor, v *types.Var) bool {
	info := s.pass.TypesInfo
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	_, pointer := v.Type().Underlying().(*types.Pointer)
	if ok && !pointer && info.Selections[sel] != nil &&
		info.Selections[sel].Kind() != types.FieldVal {
		method := info.Selections[sel].Obj().(*types.Func)
		return technique.IsPointer(method.Signature().Recv().Type()) && !s.gets(use.Parent())
	}
	if parts(v) {
		return technique.PointedTo(info, use)
	}
	for use.ParentEdgeKind() == edge.ParenExpr_X {
		use = use.Parent()
	}
	unary, ok := use.Parent().Node().(*ast.UnaryExpr)
	return ok && unary.Op == token.AND
}

// parts reports whether the variable itself holds what a selector or an index
// finds.
func parts(v *types.Var) bool {
	switch v.Type().Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return false
}

// assigned reports whether the syntax below n gives a variable another value.
func assigned(pass *analysis.Pass, n ast.Node, v *types.Var) bool {
	if parts(v) {
		return technique.Assigned(pass.TypesInfo, n, v)
	}
	for n := range ast.Preorder(n) {
		var targets []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			targets = n.Lhs
		case *ast.IncDecStmt:
			targets = []ast.Expr{n.X}
		case *ast.RangeStmt:
			targets = []ast.Expr{n.Key, n.Value}
		}
		for _, e := range targets {
			if e == nil {
				continue
			}
			if id, ok := ast.Unparen(e).(*ast.Ident); ok && pass.TypesInfo.ObjectOf(id) == v {
				return true
			}
		}
	}
	return false
}

// reassigned reports whether a variable gets another value after its first.
func (s *search) reassigned(v *types.Var) bool {
	for _, use := range technique.UsesOf(s.pass, v) {
		for stmt := range use.Enclosing((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil),
			(*ast.RangeStmt)(nil)) {
			if assigned(s.pass, stmt.Node(), v) {
				return true
			}
			break
		}
	}
	return false
}

func ident(e ast.Expr) *ast.Ident {
	id, _ := e.(*ast.Ident)
	return id
}

// steady reports whether an expression has the same value as long as its
// operands do, and does not panic. It notes the operands.
func (s *search) steady(e ast.Expr, v *value) bool {
	info := s.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return s.steady(e.X, v)
	case *ast.Ident:
		operand, ok := info.Uses[e].(*types.Var)
		if ok {
			v.operands = append(v.operands, operand)
		}
		return ok && basic(operand.Type())
	case *ast.SelectorExpr:
		return s.field(e, v)
	case *ast.BinaryExpr:
		switch e.Op {
		case token.ADD, token.SUB, token.MUL, token.AND, token.OR, token.XOR:
			return basic(info.TypeOf(e)) && s.steady(e.X, v) && s.steady(e.Y, v)
		}
	case *ast.CallExpr:
		if info.Types[e.Fun].IsType() {
			return basic(info.TypeOf(e)) && (s.steady(e.Args[0], v) || s.bytes(e.Args[0], v))
		}
		if technique.IsBuiltin(info, e, "len") {
			return s.steady(e.Args[0], v)
		}
		return s.known(e, v)
	}
	return false
}

// field reports whether an expression is a field of a struct in a variable, or of
// one that a variable points to.
func (s *search) field(e *ast.SelectorExpr, v *value) bool {
	sel := s.pass.TypesInfo.Selections[e]
	operand, ok := s.pass.TypesInfo.Uses[ident(e.X)].(*types.Var)
	if !ok || sel == nil || sel.Kind() != types.FieldVal || !basic(sel.Type()) ||
		len(sel.Index()) != 1 {
		return false
	}
	v.operands = append(v.operands, operand)
	if sel.Indirect() {
		v.fields = append(v.fields, sel.Obj().(*types.Var))
		v.followed = append(v.followed, operand)
	}
	return true
}

// bytes reports whether an expression is a variable for bytes.
func (s *search) bytes(e ast.Expr, v *value) bool {
	operand, ok := s.pass.TypesInfo.Uses[ident(e)].(*types.Var)
	if !ok {
		return false
	}
	slice, ok := operand.Type().Underlying().(*types.Slice)
	if !ok || !types.Identical(slice.Elem(), types.Typ[types.Byte]) {
		return false
	}
	v.operands, v.reads = append(v.operands, operand), true
	return true
}

func basic(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() != types.UnsafePointer && b.Info()&types.IsUntyped == 0
}
