package numbers

import "go/types"

// Kind is a type of numbers of fixed size.
type Kind struct {
	Bits   int
	Signed bool
	Float  bool
}

// KindOf returns what kind of number values of the type are.
func KindOf(t types.Type) (Kind, bool) {
	if _, param := types.Unalias(t).(*types.TypeParam); param {
		return Kind{}, false
	}
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return Kind{}, false
	}
	switch basic.Kind() {
	case types.Uint8:
		return Kind{Bits: 8}, true
	case types.Uint16:
		return Kind{Bits: 16}, true
	case types.Uint32:
		return Kind{Bits: 32}, true
	case types.Uint64:
		return Kind{Bits: 64}, true
	case types.Int8:
		return Kind{Bits: 8, Signed: true}, true
	case types.Int16:
		return Kind{Bits: 16, Signed: true}, true
	case types.Int32:
		return Kind{Bits: 32, Signed: true}, true
	case types.Int64:
		return Kind{Bits: 64, Signed: true}, true
	case types.Float32:
		return Kind{Bits: 32, Float: true}, true
	case types.Float64:
		return Kind{Bits: 64, Float: true}, true
	}
	return Kind{}, false
}
