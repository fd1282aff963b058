package locks

import (
	"go/ast"
	"go/types"
)

// outward follows a lock that a function got as a parameter, or as part of one,
// to what its caller passed, as far as the source of the callers goes. So a
// lock has the same name in all functions that take it.
func (t *table) outward(a *activation, ref lockRef) (*activation, lockRef) {
	for range 20 {
		if a.caller != nil && a.caller.creator { // what its variables hold is not sure
			if passed, ok := t.passed(a, ref); ok && passed.class != "" {
				ref.class = passed.class
			}
			break
		}
		next, ok := t.passed(a, ref)
		if !ok {
			break
		}
		a, ref = a.caller, next
	}
	return a, ref
}

// addrOnTheWay returns where a lock is, as the first function on the way outward
// knows for sure, or else as any knows.
func (t *table) addrOnTheWay(a *activation, ref lockRef) (best fact, ok bool) {
	for range 20 {
		if f, known := t.lockAddr(a, ref); known && (f.sure || !ok) {
			best, ok = f, true
			if f.sure {
				return best, true
			}
		}
		if a.caller == nil || a.caller.creator {
			break
		}
		next, more := t.passed(a, ref)
		if !more {
			break
		}
		a, ref = a.caller, next
	}
	return best, ok
}

// passed returns the lock in terms of the caller.
func (t *table) passed(a *activation, ref lockRef) (lockRef, bool) {
	p := ref.target.path
	if a.caller == nil || a.caller.site.call == nil || p.root == nil ||
		!isParam(a.site.fn, p.root) || !t.eng.constant(a.site.fn, p.root) {
		return ref, false
	}
	by := a.caller
	arg, ok := t.eng.passes(by.site, a.site.fn, receiverOf(by))[p.root]
	if !ok || !arg.path.known() {
		return ref, false
	}
	if types.IsInterface(p.root.Type()) && len(p.steps) == 0 {
		return t.behind(by, ref, p.root)
	}
	moved, ok := substitute(ref.target, map[types.Object]target{p.root: arg})
	if !ok {
		return ref, false
	}
	ref.target = target{path: moved.path}
	ref.ptr = ref.ptr && !moved.addr
	ref.class = moved.path.class(by.site.fn)
	return ref, true
}

// behind returns the lock in a value that was passed as an interface: the value
// itself, or what it embeds.
func (t *table) behind(by *activation, ref lockRef, param types.Object) (lockRef, bool) {
	fn := by.site.fn
	for i, p := range t.calleeParams(by) {
		if p != param || i >= len(by.site.call.Args) {
			continue
		}
		arg := by.site.call.Args[i]
		typ := fn.Pkg.Info.TypeOf(arg)
		if typ == nil || types.IsInterface(typ) {
			s := scope{eng: t.eng, fn: fn}
			ref.target = s.target(arg)
			ref.class = ref.target.path.class(fn)
			return ref, ref.target.path.known()
		}
		_, index, _ := types.LookupFieldOrMethod(typ, true, fn.Pkg.Types, "Lock")
		s := scope{eng: t.eng, fn: fn}
		to := s.target(arg)
		if len(index) > 1 {
			path := s.fields(to, typ, index[:len(index)-1])
			return lockRef{target: target{path: path}, class: path.class(fn),
				kind: ref.kind}, path.known()
		}
		return lockRef{target: target{path: to.path}, ptr: !to.addr, kind: ref.kind,
			class: to.path.class(fn)}, to.path.known()
	}
	return ref, false
}

// calleeParams returns the parameters of what a frame calls, without the receiver.
func (t *table) calleeParams(a *activation) []*types.Var {
	if a.child == nil {
		return nil
	}
	fn := a.child.site.fn
	params := fn.Params()
	if fn.Lit == nil && fn.Decl.Recv != nil && len(params) > 0 {
		params = params[1:]
	}
	return params
}

// receiverOf returns the receiver in the call of a frame, or nil.
func receiverOf(a *activation) ast.Expr {
	sel, ok := ast.Unparen(a.site.call.Fun).(*ast.SelectorExpr)
	if ok && a.site.fn.Pkg.Info.Selections[sel] != nil {
		return sel.X
	}
	return nil
}
