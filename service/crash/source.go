package crash

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/service/stackdump"
)

// usesUnsafe reports whether the function of a frame converts unsafe pointers or
// calls C.
func (q *inquiry) usesUnsafe(f *stackdump.Frame) bool {
	return q.inFunction(f, func(info *types.Info, n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return false
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return false
		}
		pkg, ok := info.Uses[id].(*types.PkgName)
		return ok && pkg.Imported().Path() == "unsafe" || id.Name == "C"
	})
}

// makesPointer reports whether the function of a frame turns an integer into an
// unsafe pointer.
func (q *inquiry) makesPointer(f *stackdump.Frame) bool {
	return q.inFunction(f, func(info *types.Info, n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			return false
		}
		to := info.Types[call.Fun]
		from := info.TypeOf(call.Args[0])
		return to.IsType() && from != nil && is(to.Type, types.UnsafePointer) &&
			is(from, types.Uintptr)
	})
}

func is(t types.Type, kind types.BasicKind) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == kind
}

// inFunction reports whether anything in the function of a frame is so.
func (q *inquiry) inFunction(f *stackdump.Frame, so func(*types.Info, ast.Node) bool) bool {
	fn := q.world.FuncAt(f.File, f.Line, f.Func)
	if fn == nil || fn.Body() == nil {
		return false
	}
	found := false
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		found = found || n != nil && so(fn.Pkg.Info, n)
		return !found
	})
	return found
}
