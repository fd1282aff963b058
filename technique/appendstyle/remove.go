package appendstyle

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// findRemoved finds the originals of twins that nothing uses any more. Each
// that stays may keep others.
func (p *proposal) findRemoved() {
	for _, t := range p.made {
		if p.expendable(t.orig) {
			p.removed[t.orig] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for fn := range p.removed {
			if p.stillUsed(fn) {
				delete(p.removed, fn)
				changed = true
			}
		}
	}
}

// expendable reports whether only this package's files that were looked at
// could use a function.
func (p *proposal) expendable(fn *types.Func) bool {
	return fn != p.root && !fn.Exported() && !p.ix.elsewhere(fn.Name()) &&
		(fn.Signature().Recv() == nil || !p.ix.wanted(fn.Name()))
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
func (p *proposal) stillUsed(fn *types.Func) bool {
	for _, use := range p.ix.uses(fn) {
		if p.within(use) {
			continue
		}
		return true
	}
	return false
}

// within reports whether a use is a call that becomes one of the twin, in the
// root or in a function that goes away. What else the body of such a function
// uses, its twin uses too.
func (p *proposal) within(use inspector.Cursor) bool {
	replaced := false
	for cur := range use.Enclosing((*ast.CallExpr)(nil), (*ast.FuncDecl)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			replaced = replaced || calledName(n) == use.Node() && p.replaced[n]
		case *ast.FuncDecl:
			fn, _ := p.ix.info.Defs[n.Name].(*types.Func)
			return replaced && (n == p.fn || p.removed[fn])
		}
	}
	return false
}
