package valueresult

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// makesError reports whether call makes an error, which is never nil.
func makesError(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "errors", "New") ||
		technique.IsFunc(info, call, "fmt", "Errorf")
}
