package appendstyle

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// removal finds the originals of twins that nothing uses any more.
type removal struct {
	root    *function
	removed map[*types.Func]bool
	// replaced are the calls that become ones of twins.
	replaced map[*ast.CallExpr]bool
}

// removable returns the originals of twins that nothing uses any more. Each that
// stays may keep others.
func removable(root *function, plan change, made []*twin) map[*types.Func]bool {
	r := removal{root, make(map[*types.Func]bool), make(map[*ast.CallExpr]bool)}
	for call := range plan.calls() {
		r.replaced[call.call] = true
	}
	for _, t := range made {
		for call := range t.plan.calls() {
			r.replaced[call.call] = true
		}
		if t.f.decl != root.decl && root.ix.expendable(t.orig) {
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

// expendable reports whether only this package's files that were looked at
// could use a function.
func (ix *index) expendable(fn *types.Func) bool {
	return !fn.Exported() && !ix.elsewhere(fn.Name()) &&
		(fn.Signature().Recv() == nil || !ix.wanted(fn.Name()))
}

// wanted reports whether an interface asks for a method of that name.
func (ix *index) wanted(name string) bool {
	for cur := range ix.top.Preorder((*ast.InterfaceType)(nil)) {
		t, ok := ix.info.TypeOf(cur.Node().(*ast.InterfaceType)).(*types.Interface)
		if !ok {
			return true
		}
		for m := range t.Methods() {
			if m.Name() == name {
				return true
			}
		}
	}
	return false
}

// stillUsed reports whether something that stays uses a function: anything but
// the calls that now call its twin, and functions that go too.
func (r removal) stillUsed(fn *types.Func) bool {
	for _, use := range r.root.ix.uses(fn) {
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
			replaced = replaced || calledName(n) == use.Node() && r.replaced[n]
		case *ast.FuncDecl:
			fn, _ := r.root.ix.info.Defs[n.Name].(*types.Func)
			return replaced && (n == r.root.decl || r.removed[fn])
		}
	}
	return false
}
