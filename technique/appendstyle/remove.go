package appendstyle

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// removal finds the originals of twins that nothing uses any more.
type removal struct {
	root    *recognise.Function
	removed map[*types.Func]bool
	// replaced are the calls that become ones of twins.
	replaced map[*ast.CallExpr]bool
}

// removable returns the originals of twins that nothing uses any more. Each that
// stays may keep others.
func removable(root *recognise.Function, plan change, made []*twin) map[*types.Func]bool {
	r := removal{root, make(map[*types.Func]bool), make(map[*ast.CallExpr]bool)}
	for call := range plan.calls() {
		r.replaced[call.call] = true
	}
	for _, t := range made {
		for call := range t.plan.calls() {
			r.replaced[call.call] = true
		}
		if t.f.Whole != root.Whole && root.Pkg.Expendable(t.orig) {
			r.removed[t.orig] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for fn := range r.removed {
			if r.stillUsed(fn) {
				delete(r.removed, fn)
				changed = true
			}
		}
	}
	return r.removed
}

// stillUsed reports whether something that stays uses a function: anything but
// the calls that now call its twin, and functions that go too.
func (r removal) stillUsed(fn *types.Func) bool {
	for _, use := range r.root.Pkg.Uses(fn) {
		if !r.within(use) {
			return true
		}
	}
	return false
}

// within reports whether a use is a call that becomes one of the twin, in the
// root or in a function that goes away. What else the body of such a function
// uses, its twin uses too.
func (r removal) within(use inspector.Cursor) bool {
	replaced := false
	for cur := range use.Enclosing((*ast.CallExpr)(nil), (*ast.FuncDecl)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			replaced = replaced || recognise.CalledName(n) == use.Node() && r.replaced[n]
		case *ast.FuncDecl:
			fn, _ := r.root.Pkg.Info.Defs[n.Name].(*types.Func)
			return replaced && (ast.Decl(n) == r.root.Whole || r.removed[fn])
		}
	}
	at, whole := use.Node().Pos(), r.root.Whole // a declaration of variables
	return replaced && whole.Pos() <= at && at < whole.End()
}
