package hoist

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// address matches an address that is read from a constant, and only looked at.
//
//	have: ip.Equal(net.ParseIP("127.0.0.1"))
//	want: ip.Equal(localIP)
func (s *site) address(b building, call *ast.CallExpr) (building, bool) {
	b.what, b.suffix = "the address", "IP"
	return b, s.allText(call.Args) && s.only(s.readsAddress)
}

// only reports whether all uses of what the expression builds are right, at once or through one
// local variable.
func (s *site) only(right func(inspector.Cursor) bool) bool {
	v, _, _ := technique.Declared(s.pass.TypesInfo, s.cur.Parent().Node())
	if v == nil {
		return right(s.cur)
	}
	return s.onlyOf(v, right)
}

// onlyOf is that for a variable.
func (s *site) onlyOf(v *types.Var, right func(inspector.Cursor) bool) bool {
	uses, ok := technique.LocalUses(s.pass, v)
	for _, use := range uses {
		if !right(use) {
			return false
		}
	}
	return ok && len(uses) > 0
}

// readsAddress reports whether a use of an address, or of a range of them, looks at it: a method
// that returns nothing of its memory, or a method of another one that compares.
func (s *site) readsAddress(use inspector.Cursor) bool {
	call, _ := asked(use)
	if call == nil {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "net" || fn.Signature().Recv() == nil {
		return false
	}
	switch fn.Name() {
	case "Equal", "Contains", "String":
		return true
	}
	return strings.HasPrefix(fn.Name(), "Is")
}

// asked returns the call of which a use is an operand, or the receiver; nil for none.
func asked(use inspector.Cursor) (call *ast.CallExpr, operand bool) {
	if call, ok := use.Parent().Node().(*ast.CallExpr); ok {
		return call, true
	}
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	if call, ok = use.Parent().Parent().Node().(*ast.CallExpr); !ok || call.Fun != ast.Expr(sel) {
		return nil, false
	}
	return call, false
}

// oneResult matches a call of which one result is used, and only looked at: it is declared with
// the others, which have no name.
//
//	have: _, n, _ := net.ParseCIDR("10.0.0.0/8"); return n.Contains(ip)
//	want: var _, privateNet, _ = net.ParseCIDR("10.0.0.0/8")
func (s *site) oneResult() (p technique.Proposal, ok bool) {
	call, ok := s.expr.(*ast.CallExpr)
	stmt := s.cur.Parent()
	as, isAssign := stmt.Node().(*ast.AssignStmt)
	if !ok || !isAssign || as.Tok != token.DEFINE || len(as.Rhs) != 1 || len(as.Lhs) < 2 ||
		!technique.InList(stmt) || technique.Commented(s.pass, as) ||
		!technique.ResolvesSameAt(s.pass, call, s.fn.Pos()) {
		return p, false
	}
	var v *types.Var
	names := make([]string, len(as.Lhs))
	at := 0
	for i, left := range as.Lhs {
		names[i] = "_"
		if id := left.(*ast.Ident); id.Name != "_" {
			if v != nil {
				return p, false
			}
			v, _ = s.pass.TypesInfo.Defs[id].(*types.Var)
			at = i
		}
	}
	if v == nil || !technique.KeepsValue(s.pass, v, s.fn) {
		return p, false
	}
	b, right := building{}, s.readsAddress
	switch {
	case technique.IsFunc(s.pass.TypesInfo, call, "net", "ParseCIDR") && at == 1:
		b.what, b.suffix, ok = "the network", "Net", s.allText(call.Args)
	case technique.IsMethod(s.pass.TypesInfo, call, "math/big", "Int", "SetString") && at == 0:
		b.what, b.suffix, right = "the number", "Number", s.readsNumber
		ok = s.newNumber(call)
	default:
		return p, false
	}
	if !ok || !s.onlyOf(v, right) {
		return p, false
	}
	names[at] = s.name(b)
	p = technique.Proposal{At: call, Message: "build " + b.what + " once, in " + names[at],
		Edits: append(s.instead(v, names[at]),
			s.declare(strings.Join(names, ", "), technique.Text(s.pass, call)))}
	return p, true
}

// newNumber reports whether a call reads a new number from a constant.
//
//	new(big.Int).SetString("1000000000000000000", 10)
func (s *site) newNumber(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	made, ok := ast.Unparen(sel.X).(*ast.CallExpr)
	return ok && technique.IsBuiltin(s.pass.TypesInfo, made, "new") &&
		readsText(s.pass.TypesInfo, call)
}
