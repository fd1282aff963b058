package pool

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// newHash matches the value of a variable as a hash of the standard library that needs no key.
//
//	h := sha256.New(), h := crc32.NewIEEE()
func (s *pooled) newHash() bool {
	call, ok := s.value.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	_, plain := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && plain && fn.Pkg() != nil && effects.Known(fn) &&
		fn.Signature().Recv() == nil && isHash(s.v.Type())
}

// isHash reports whether t is an interface of package hash.
func isHash(t types.Type) bool {
	for _, name := range []string{"Hash", "Hash32", "Hash64"} {
		if _, pointer := types.Unalias(t).(*types.Pointer); !pointer &&
			technique.IsNamed(t, "hash", name) {
			return true
		}
	}
	return false
}

// hashes reports whether a method of a hash keeps nothing of it: all do but those that another
// interface adds.
func hashes(t types.Type, name string) bool {
	switch name {
	case "Write", "Sum", "Sum32", "Sum64", "Reset", "Size", "BlockSize":
		return isHash(t)
	}
	return false
}
