package effects

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// IsHash reports whether t is one of the interfaces of package hash.
func IsHash(t types.Type) bool {
	return technique.IsNamed(t, "hash", "Hash") || technique.IsNamed(t, "hash", "Hash32") ||
		technique.IsNamed(t, "hash", "Hash64")
}

// NewHash reports whether a function of the standard library makes a hash that depends on
// nothing, not on a key either.
func NewHash(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Pkg() == nil || !strings.HasPrefix(fn.Name(), "New") || sig.Recv() != nil ||
		sig.Params().Len() > 0 || sig.Results().Len() != 1 {
		return false
	}
	switch fn.Pkg().Path() {
	case "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512", "crypto/sha3",
		"hash/adler32", "hash/crc32", "hash/fnv":
		return true
	}
	return false
}

// OfNewHash reports whether a call is one of a method of a hash that a variable of the function
// has held since it was made: the compiler knows its type, and that it keeps nothing. It does
// not for crc32, which calls a function that it chooses for the machine.
func OfNewHash(pass *analysis.Pass, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !HashMethod(sel.Sel.Name) {
		return false
	}
	v, ok := technique.Variable(pass.TypesInfo, sel.X)
	if !ok {
		return false
	}
	made, ok := technique.OnlyValue(pass, v).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn, ok := technique.Func(pass.TypesInfo, made)
	return ok && NewHash(fn) && fn.Pkg().Path() != "hash/crc32"
}

// HashMethod reports whether a method of that name is one of a hash that gives out nothing
// of the hash's own memory.
func HashMethod(name string) bool {
	switch name {
	case "Write", "WriteString", "Sum", "Sum32", "Sum64", "Reset", "Size", "BlockSize":
		return true
	}
	return false
}
