package effects

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// SetsNumber reports whether a call is one of a method of big.Int that writes its result to the
// memory of its receiver and returns that.
func SetsNumber(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := technique.Func(info, call)
	if ok && NumberMethod(fn) && fn.Name() == "Exp" && len(call.Args) == 3 {
		return info.Types[call.Args[2]].IsNil() // without a modulus there is a result
	}
	return ok && setsNumber(fn)
}

// setsNumber reports whether a method does so whatever it gets.
func setsNumber(fn *types.Func) bool {
	results := fn.Signature().Results()
	if !NumberMethod(fn) || results.Len() != 1 || !technique.IsBigInt(results.At(0).Type()) {
		return false
	}
	switch fn.Name() {
	case "SetBits": // has the memory of its argument
		return false
	case "Exp", "ModInverse", "ModSqrt": // return nil where there is no result
		return false
	}
	return true
}

// NumberMethod reports whether a function is a method of big.Int.
func NumberMethod(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && technique.IsBigInt(recv.Type())
}
