package effects

import "go/types"

// ReturnsNew reports whether a function of the standard library returns bytes that it made itself,
// as its first result, and that nothing else has.
func ReturnsNew(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "ReadFile"
	case "io":
		return fn.Name() == "ReadAll"
	case "bytes":
		return fn.Name() == "Clone" || fn.Name() == "ReplaceAll"
	}
	return false
}
