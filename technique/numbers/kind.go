package numbers

import "go/types"

// Kind is a type of numbers of fixed size.
type Kind struct {
	Bits   int
	Signed bool
	Float  bool
	Basic  string // the predeclared type, or the one underneath
	Named  bool   // it is a type of another name
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
	_, plain := types.Unalias(t).(*types.Basic)
	k := Kind{Basic: types.Typ[basic.Kind()].Name(), Named: !plain,
		Float:  basic.Info()&types.IsFloat != 0,
		Signed: basic.Info()&(types.IsUnsigned|types.IsFloat) == 0}
	switch basic.Kind() {
	case types.Uint8, types.Int8:
		k.Bits = 8
	case types.Uint16, types.Int16:
		k.Bits = 16
	case types.Uint32, types.Int32, types.Float32:
		k.Bits = 32
	case types.Uint64, types.Int64, types.Float64:
		k.Bits = 64
	default:
		return Kind{}, false
	}
	return k, true
}

// Quiet reports whether no NaN of the kind signals any more when package binary has read or written
// it: by package reflect, which has all floats as float64. It has types of their own by that way.
func (k Kind) Quiet() bool { return k.Float && k.Named && k.Bits == 32 }
