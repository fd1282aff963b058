package mapsize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// lost reports whether no other code can look at the map when the function panics before a loop: it
// does not matter then whether it has been made.
//
//	defer func() { recover(); show(m) }(); m = map[K]V{}; for _, x := range p.list { m[x] = v }
func (m made) lost() bool {
	id, ok := m.place.(*ast.Ident)
	return m.ofField || ok && (m.pass.TypesInfo.Defs[id] != nil || m.unseen(id)) || m.ofOwn()
}

// assigned reports whether a statement assigns only to what is lost when the function panics.
func (m made) assigned(as *ast.AssignStmt) bool {
	for _, left := range as.Lhs {
		for {
			sel, ok := left.(*ast.SelectorExpr)
			if !ok {
				break
			}
			if s := m.pass.TypesInfo.Selections[sel]; s == nil || s.Indirect() {
				return false
			}
			left = sel.X
		}
		id, ok := left.(*ast.Ident)
		if !ok || as.Tok != token.DEFINE && id.Name != "_" && !m.unseen(id) {
			return false
		}
		if as.Tok == token.DEFINE && m.pass.TypesInfo.Defs[id] == nil && id.Name != "_" &&
			!m.unseen(id) {
			return false
		}
	}
	return true
}

// unseen reports whether a variable is of the function that makes the map, no function literal or
// pointer leads to it, and no deferred call lets the function return it after a panic.
func (m made) unseen(id *ast.Ident) bool {
	v, ok := technique.Variable(m.pass.TypesInfo, id)
	if !ok || m.fn == nil {
		return false
	}
	uses, ok := technique.LocalUses(m.pass, v)
	return ok && m.fn.Pos() <= v.Pos() && v.Pos() < m.fn.End() &&
		!technique.GivenElsewhere(m.pass, v) &&
		!slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			return technique.InLiteral(use, v)
		}) &&
		!(technique.IsResult(m.fn, v) && technique.Recovers(m.pass, m.fn))
}

// waits reports whether a statement may wait for other goroutines: it does so itself, or calls
// what does, or what is not known and not trusted.
func waits(pass *analysis.Pass, stmt ast.Node, trusted bool) bool {
	if technique.Waits(pass.TypesInfo, stmt) {
		return true
	}
	return !effects.NewWalker(pass, effects.Rules{
		Node: func(_ *ast.FuncDecl, n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SendStmt, *ast.SelectStmt:
				return false
			case *ast.UnaryExpr:
				return n.Op != token.ARROW
			case *ast.RangeStmt:
				switch pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
				case *types.Chan, *types.Signature, *types.Interface:
					return false
				}
			}
			return true
		},
		Builtin: func(*ast.CallExpr, string) bool { return true },
		Library: func(_ *ast.CallExpr, fn *types.Func) bool {
			return fn.Pkg() != nil && !strings.HasPrefix(fn.Pkg().Path(), "sync") &&
				(trusted || effects.Known(fn))
		},
		Value: func(*ast.CallExpr) bool { return trusted },
	}).Allowed(stmt)
}
