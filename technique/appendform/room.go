package appendform

import (
	"go/types"

	"github.com/wring-go/wring/technique"
)

// hiddenBy reports whether a function of the package, if it is one, hides the room behind the bytes
// that it gets as its parameter of an index.
func (t *text) hiddenBy(fn *types.Func, index int) bool {
	params := fn.Signature().Params()
	if technique.DeclOf(t.pass, fn.Origin()) == nil || index >= params.Len() ||
		fn.Signature().Variadic() && index == params.Len()-1 {
		return true
	}
	v := fn.Origin().Signature().Params().At(index)
	return v.Name() == "" || v.Name() == "_" || technique.HidesRoom(t.pass, v)
}
