package numbers

import (
	"go/types"
	"testing"
)

// TestKinds tells numbers of fixed size from those without.
func TestKinds(t *testing.T) {
	name := func(s string) *types.TypeName { return types.NewTypeName(0, nil, s, nil) }
	named := types.NewNamed(name("celsius"), types.Typ[types.Float32], nil)
	param := types.NewTypeParam(name("T"), types.Universe.Lookup("any").Type())
	for _, test := range []struct {
		t    types.Type
		want Kind
		ok   bool
	}{
		{types.Typ[types.Uint8], Kind{Bits: 8}, true},
		{types.Typ[types.Int16], Kind{Bits: 16, Signed: true}, true},
		{types.Typ[types.Float64], Kind{Bits: 64, Float: true}, true},
		{named, Kind{Bits: 32, Float: true}, true},
		{types.Typ[types.Int], Kind{}, false},
		{types.Typ[types.Bool], Kind{}, false},
		{types.NewSlice(types.Typ[types.Uint8]), Kind{}, false},
		{param, Kind{}, false},
	} {
		if got, ok := KindOf(test.t); got != test.want || ok != test.ok {
			t.Errorf("%v: %+v, %t", test.t, got, ok)
		}
	}
}
