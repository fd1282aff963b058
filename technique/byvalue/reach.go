package byvalue

import "go/types"

// reach says how far a type is looked into.
type reach struct {
	// far looks at the structs of the package that pointers lead to; without it, a pointer to
	// such a struct is only a pointer.
	far bool
	// value finds the struct itself, and not only pointers to it.
	value bool
}

// look is a type, and how far it was looked into.
type look struct {
	types.Type
	reach
}

// leads reports whether a type leads to pointers to the struct.
func (s *small) leads(t types.Type, r reach) bool {
	key := look{t, r}
	found, ok := s.looks[key]
	if !ok {
		found = s.leadsOn(t, r, make(map[types.Type]bool))
		s.looks[key] = found
	}
	return found
}

func (s *small) leadsOn(t types.Type, r reach, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return false
	}
	seen[t] = true
	on := func(t types.Type) bool { return s.leadsOn(t, r, seen) }
	switch t := t.(type) {
	case *types.Named:
		if t.Obj() == s.typ {
			return r.value
		}
		for arg := range t.TypeArgs().Types() {
			if on(arg) {
				return true
			}
		}
		return t.Obj().Pkg() == s.pass.Pkg && on(t.Underlying())
	case *types.Struct:
		for f := range t.Fields() {
			if on(f.Type()) {
				return true
			}
		}
	case *types.Pointer:
		if s.isPointer(t) {
			return true
		}
		if named, ok := types.Unalias(t.Elem()).(*types.Named); ok && !r.far {
			if _, is := named.Underlying().(*types.Struct); is {
				return false
			}
		}
	}
	return parts(t, on)
}

// holds reports whether the zero value of a type is, or has in it, a nil pointer to the struct.
func (s *small) holds(t types.Type) bool {
	t = types.Unalias(t)
	if s.isPointer(t) {
		return true
	}
	if _, is := t.(*types.TypeParam); is {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if s.holds(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return s.holds(u.Elem())
	}
	return false
}

func (s *small) isPointer(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	return ok && s.isStruct(p.Elem())
}

func (s *small) isStruct(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj() == s.typ
}
