package plant

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/wring-go/wring/verify/differential/reach"
)

func TestCaller(t *testing.T) {
	param := func(typ types.Type) *types.Var { return types.NewVar(token.NoPos, nil, "", typ) }
	str, err := types.Typ[types.String], types.Universe.Lookup("error").Type()
	for name, c := range map[string]struct {
		target reach.Target
		want   string
	}{
		"wringcall0to0": {reach.Target{Signature: types.NewSignatureType(nil, nil, nil, nil, nil,
			false)},
			"func wringcall0to0(f func() ()) func([]interface{}) {\n" +
				"\treturn func(a []interface{}) { f() }\n}\n"},
		"wringcall3to2more": {reach.Target{Receiver: true,
			Signature: types.NewSignatureType(nil, nil, nil,
				types.NewTuple(param(str), param(types.NewSlice(str))),
				types.NewTuple(param(str), param(err)), true)},
			"func wringcall3to2more[A0, A1, A2, R0, R1 any](f func(A0, A1, ...A2) (R0, R1)) " +
				"func([]interface{}) {\n\treturn func(a []interface{}) { " +
				"f(*a[0].(*A0), *a[1].(*A1), *a[2].(*[]A2)...) }\n}\n"},
	} {
		if got, text := caller(c.target); got != name || text != c.want {
			t.Errorf("%s:\n%s\nwant %s:\n%s", got, text, name, c.want)
		}
	}
}
