package lend

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// digest is the size of the largest sum of a hash of the standard library.
const digest = 64

// sums reports whether a call is one of Sum of a hash of which the compiler sees that it keeps
// nothing.
func sums(pass *analysis.Pass, call *ast.CallExpr) bool {
	fn, ok := technique.Func(pass.TypesInfo, call)
	return ok && fn.Name() == "Sum" && effects.OfNewHash(pass, call)
}

// sumRoom returns the room for the sum that a call appends to nothing. If exact, it is as large as
// what append makes for such a sum, so that no code can tell the one from the other.
func sumRoom(pass *analysis.Pass, call *ast.CallExpr) (count int64, exact bool) {
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if h, ok := technique.Variable(pass.TypesInfo, sel.X); ok {
		if made, ok := technique.OnlyValue(pass, h).(*ast.CallExpr); ok {
			if fn, ok := technique.Func(pass.TypesInfo, made); ok && capacities[fn.FullName()] > 0 {
				return capacities[fn.FullName()], true
			}
		}
	}
	return digest, false
}

// capacities are those of the slices that hashes make for their sums.
var capacities = map[string]int64{
	"crypto/md5.New":       16,
	"crypto/sha1.New":      24,
	"crypto/sha256.New":    32,
	"crypto/sha256.New224": 32,
	"crypto/sha512.New":    64,
	"crypto/sha512.New384": 48,
	"hash/fnv.New32":       8,
	"hash/fnv.New32a":      8,
	"hash/fnv.New64":       8,
	"hash/fnv.New64a":      8,
	"hash/fnv.New128":      16,
	"hash/fnv.New128a":     16,
}
