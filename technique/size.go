package technique

import (
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// SizeOf returns how many bytes a value of type t takes. It is not known of a
// type that depends on a type parameter.
func SizeOf(pass *analysis.Pass, t types.Type) (size int64, known bool) {
	if dependent(t) {
		return 0, false
	}
	return pass.TypesSizes.Sizeof(t), true
}

// dependent reports whether the size of t depends on a type parameter.
func dependent(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		return dependent(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if dependent(f.Type()) {
				return true
			}
		}
	}
	return false
}

// Pointers reports whether values of a type lead to other memory.
func Pointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0 || u.Kind() == types.UnsafePointer
	case *types.Array:
		return Pointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if Pointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
