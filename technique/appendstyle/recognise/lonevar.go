package recognise

import (
	"go/ast"
	"iter"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// LoneVar is a variable that only ever has the text that one call of a helper returns, and
// that is mostly looked at. It may be kept as a string once, where not each way leads.
//
//	k := key(a, b)
//	if v, ok := get(k); ok { return v }
//	m[k] = made(a, b)
type LoneVar struct {
	Call *ast.CallExpr
	Uses []*ast.Ident // that need a string, for a moment or for good
}

// mostHanded is how many functions may get the text that only look at it: of one that is longer
// than 32 bytes the compiler makes a string for each.
const mostHanded = 2

var loops = []ast.Node{(*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)}

// LoneVars yields the variables of that kind.
func (f *Function) LoneVars() iter.Seq[LoneVar] {
	return func(yield func(LoneVar) bool) {
		for cur := range f.Cursor(f.Decl.Body).Preorder((*ast.AssignStmt)(nil)) {
			if v, ok := f.loneVar(cur); ok && !yield(v) {
				return
			}
		}
	}
}

func (f *Function) loneVar(cur inspector.Cursor) (found LoneVar, ok bool) {
	v, _, value := technique.Declared(f.Pkg.Info, cur.Node())
	if found.Call, ok = ast.Unparen(value).(*ast.CallExpr); !ok || v == nil ||
		!PlainString(f.Pkg.Info.TypeOf(found.Call)) {
		return found, false
	}
	if _, decl := f.Helper(found.Call); decl == nil || decl == f.Decl {
		return found, false
	}
	uses, ok := technique.LocalUses(f.Pkg.Pass, v)
	looked, handed, kept := false, 0, false
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		switch whole, passes := f.passing(use); {
		case given || addressed || f.around(cur, use, (*ast.FuncLit)(nil)):
			return found, false
		case f.measures(use):
			continue // it needs no string
		case passes && whole == use.Node():
			looked = true
			if use.ParentEdgeKind() == edge.CallExpr_Args {
				handed++
			}
		case kept || !f.sideways(cur, use) ||
			f.around(cur, use, loops...):
			return found, false
		default:
			kept = true
		}
		found.Uses = append(found.Uses, use.Node().(*ast.Ident))
		if handed > mostHanded || handed > 0 && f.around(cur, use, loops...) {
			return found, false
		}
	}
	return found, ok && looked
}

// measures reports whether a use is len(k).
func (f *Function) measures(use inspector.Cursor) bool {
	c, ok := use.Parent().Node().(*ast.CallExpr)
	return ok && use.ParentEdgeKind() == edge.CallExpr_Args &&
		technique.IsBuiltin(f.Pkg.Info, c, "len")
}

// around reports whether a node of some kinds is around a use, and not around the
// definition: a loop, in which the use is reached more often, or a function literal.
func (f *Function) around(def, use inspector.Cursor, kinds ...ast.Node) bool {
	for cur := range use.Enclosing(kinds...) {
		return def.Node().Pos() < cur.Node().Pos() || cur.Node().End() < def.Node().End()
	}
	return false
}

// sideways reports whether not each way from a definition leads to a use: it stands in
// a block of its own, or behind a statement that may leave.
func (f *Function) sideways(def, use inspector.Cursor) bool {
	list := def.Parent()
	for cur := use.Parent(); cur != list; cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			return true
		case *ast.File, nil:
			return false
		}
	}
	return Contains(list.Node(), func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return def.Node().End() <= n.Pos() && n.End() <= use.Node().Pos()
		}
		return false
	})
}
