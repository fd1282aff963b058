package locks

import (
	"go/types"
)

// maxImplementers is how many methods are looked at for a call of an interface's.
const maxImplementers = 12

// implementers returns the methods of the program that a call of m may run, if m is
// a method of an interface. There are none where there would be too many.
func (e *engine) implementers(m *types.Func) []*types.Func {
	m = m.Origin()
	if list, ok := e.behind[m]; ok {
		return list
	}
	var list []*types.Func
	recv := m.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		e.behind[m] = nil
		return nil
	}
	iface := recv.Type().Underlying().(*types.Interface)
	for _, p := range e.world.Packages() {
		if p.Std || p.Types == nil {
			continue
		}
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			if f := method(scope.Lookup(name), m, iface); f != nil {
				list = append(list, f)
			}
		}
	}
	if len(list) > maxImplementers {
		list = nil
	}
	e.behind[m] = list
	return list
}

// method returns the method with which a type answers for m, if it implements the
// interface.
func method(obj types.Object, m *types.Func, iface *types.Interface) *types.Func {
	name, ok := obj.(*types.TypeName)
	if !ok || name.IsAlias() || types.IsInterface(name.Type()) {
		return nil
	}
	ptr := types.NewPointer(name.Type())
	if named, ok := name.Type().(*types.Named); !ok || named.TypeParams().Len() == 0 &&
		!types.Implements(ptr, iface) {
		return nil
	}
	found, _, _ := types.LookupFieldOrMethod(ptr, true, m.Pkg(), m.Name())
	f, _ := found.(*types.Func)
	return f
}
