package loopreuse

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// isBig matches a number of package math/big that is computed anew: its methods write their
// results to the memory that it has.
//
//	have: t := new(big.Int); t.Mul(x, y)        t := new(big.Int).Mul(x, y)
//	want: t.Mul(x, y)                           t.Mul(x, y)
//
// The first value is written where something could read it first.
func (s *scratch) isBig() bool {
	t := s.v.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, pointer := t.(*types.Pointer); pointer || !technique.IsNamed(t, "math/big", "Int") ||
		technique.Commented(s.pass, s.stmt.Node()) || s.inCase() {
		return false
	}
	typ, ok := s.typeText(t)
	if !ok || !s.only(s.v, s.bigUse, nil) {
		return false
	}
	name := s.name.Name
	switch made := s.made.(type) {
	case nil:
		s.before, s.within = "var "+name+" "+typ, s.zeroed()
	case *ast.CompositeLit:
		s.before, s.within = "var "+name+" "+typ, s.zeroed()
		ok = len(made.Elts) == 0
	case *ast.CallExpr:
		s.before = name + " := new(" + typ + ")"
		s.within, ok = s.computed(made)
		ok = ok && technique.Predeclared(s.pass, s.loop.Node().Pos(), "new")
	default:
		return false
	}
	s.safe = ok
	return ok && len(s.also) > 0
}

// inCase reports whether the statement is in one of several cases, of which few iterations may
// take it.
func (s *scratch) inCase() bool {
	for up := range s.stmt.Enclosing((*ast.CaseClause)(nil), (*ast.ForStmt)(nil),
		(*ast.RangeStmt)(nil)) {
		_, clause := up.Node().(*ast.CaseClause)
		return clause
	}
	return false
}

// computed returns what gives the number its first value, "" for nothing.
func (s *scratch) computed(made *ast.CallExpr) (text string, ok bool) {
	info := s.pass.TypesInfo
	start, ok := effects.NumberStart(info, made).(*ast.CallExpr)
	if !ok {
		return "", false
	}
	isNew := technique.IsBuiltin(info, start, "new") && info.Types[start.Args[0]].IsType()
	number := technique.IsFunc(info, start, "math/big", "NewInt")
	switch {
	case !isNew && !number || number && !technique.Pure(info, start.Args[0]):
		return "", false
	case start != made:
		s.also = append(s.also, made)
		return technique.Patch(s.pass, made, map[ast.Node]string{start: s.name.Name}), true
	case isNew:
		return s.zeroed(), true
	}
	return s.name.Name + ".SetInt64(" + s.text(start.Args[0]) + ")", true
}

func isBigMethod(fn *types.Func) bool {
	return fn.Signature().Recv() != nil && fn.Pkg() != nil && fn.Pkg().Path() == "math/big"
}

// zeroed returns what makes the number zero: "" if it is written to before it can be read.
func (s *scratch) zeroed() string {
	zero := s.name.Name + ".SetUint64(0)"
	next, ok := s.stmt.NextSibling()
	for ok && !technique.Uses(s.pass.TypesInfo, next.Node(), s.v) {
		next, ok = next.NextSibling()
	}
	if !ok {
		return zero
	}
	stmt, isExpr := next.Node().(*ast.ExprStmt)
	if !isExpr {
		return zero
	}
	uses, written := 0, false
	for n := range ast.Preorder(stmt) {
		switch n := n.(type) {
		case *ast.Ident:
			if s.pass.TypesInfo.Uses[n] == s.v {
				uses++
			}
		case *ast.CallExpr:
			written = written || s.writes(n)
		}
	}
	if uses == 1 && written {
		return ""
	}
	return zero
}

// writes reports whether a call writes to the number, which it does not read.
func (s *scratch) writes(call *ast.CallExpr) bool {
	info := s.pass.TypesInfo
	if fn, ok := technique.Func(info, call); ok && leavesRest(fn) {
		e := ast.Unparen(call.Args[2])
		if addr, ok := e.(*ast.UnaryExpr); ok {
			e = addr.X
		}
		return technique.Names(info, e, s.v) || s.isReceiver(call)
	}
	return effects.SetsNumber(info, call) && s.isReceiver(call)
}

// isReceiver reports whether a call is one of a method of the number.
func (s *scratch) isReceiver(call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && technique.Names(s.pass.TypesInfo, ast.Unparen(sel.X), s.v)
}

// leavesRest reports whether a function divides, and writes the rest to its last argument.
func leavesRest(fn *types.Func) bool {
	return isBigMethod(fn) && (fn.Name() == "DivMod" || fn.Name() == "QuoRem")
}

// bigUse allows methods of the number, and those of others that read it.
func (s *scratch) bigUse(use inspector.Cursor, v *types.Var, seen []*types.Var) bool {
	info, parent := s.pass.TypesInfo, use.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr, *ast.UnaryExpr:
		return s.bigUse(parent, v, seen)
	case *ast.ExprStmt:
		return true
	case *ast.BinaryExpr:
		return info.Types[n.X].IsNil() || info.Types[n.Y].IsNil()
	case *ast.SelectorExpr:
		call, ok := parent.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun != ast.Expr(n) {
			return false
		}
		return s.bigMethod(parent.Parent(), call, v, seen)
	case *ast.AssignStmt:
		return s.bigAssigned(n, v)
	case *ast.CallExpr:
		return use.ParentEdgeKind() == edge.CallExpr_Args && s.bigArgument(use, n, v, seen)
	}
	return false
}

// bigMethod judges a call of a method of the number.
func (s *scratch) bigMethod(at inspector.Cursor, call *ast.CallExpr, v *types.Var,
	seen []*types.Var) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || !isBigMethod(fn) {
		return false
	}
	if effects.SetsNumber(s.pass.TypesInfo, call) {
		if v == s.v {
			s.also = append(s.also, call)
		}
		return s.bigUse(at, v, seen)
	}
	for r := range fn.Signature().Results().Variables() {
		if _, pointer := r.Type().(*types.Pointer); pointer || fn.Name() == "Bits" {
			_, dropped := at.Parent().Node().(*ast.ExprStmt)
			if v == s.v && dropped && leavesRest(fn) {
				s.also = append(s.also, call)
			}
			return dropped && fn.Name() != "SetBits"
		}
	}
	return true
}

// bigAssigned reports whether an assignment gives a variable what it has already.
func (s *scratch) bigAssigned(n *ast.AssignStmt, v *types.Var) bool {
	if len(n.Lhs) != 1 || !technique.Names(s.pass.TypesInfo, n.Lhs[0], v) {
		return false
	}
	e := ast.Unparen(n.Rhs[0])
	for {
		call, ok := e.(*ast.CallExpr)
		if !ok || !effects.SetsNumber(s.pass.TypesInfo, call) {
			return technique.Names(s.pass.TypesInfo, e, v)
		}
		e = ast.Unparen(ast.Unparen(call.Fun).(*ast.SelectorExpr).X)
	}
}

// bigArgument judges a function that gets the number.
func (s *scratch) bigArgument(use inspector.Cursor, call *ast.CallExpr, v *types.Var,
	seen []*types.Var) bool {
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	switch {
	case !ok:
		return false
	case isBigMethod(fn):
		if v == s.v && leavesRest(fn) && use.ParentEdgeIndex() == 2 {
			s.also = append(s.also, call)
		}
		if fn.Signature().Results().Len() == 1 {
			return true // the receiver, or a number
		}
		_, dropped := use.Parent().Parent().Node().(*ast.ExprStmt)
		return dropped
	case fn.Pkg() != nil && fn.Pkg().Path() == "fmt":
		return fn.Name() != "Errorf" && !effects.Of(fn).Has(effects.Keeps)
	}
	return s.passed(use, seen, s.bigUse)
}

// replaced returns the edit of the statement that made it.
func (s *scratch) replaced() analysis.TextEdit {
	if s.within == "" {
		return technique.Remove(s.pass, s.stmt.Node())
	}
	return technique.Replace(s.stmt.Node(), s.within)
}
