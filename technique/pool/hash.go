package pool

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// newHash matches the value of a variable as a hash of the standard library that needs
// no key, or a call of a function that does nothing but return one.
//
//	h := sha256.New(), h := crc32.NewIEEE(), h := newHash()
func (s *pooled) newHash() bool {
	call, ok := s.value.(*ast.CallExpr)
	if !ok || len(call.Args) > 0 || !isHash(s.v.Type()) {
		return false
	}
	fn, ok := technique.Func(s.pass.TypesInfo, call)
	if !ok || fn.Signature().Recv() != nil {
		return false
	}
	if decl := technique.DeclOf(s.pass, fn); decl != nil {
		if call = onlyReturns(decl); call == nil || fn.Signature().TypeParams().Len() > 0 {
			return false
		}
		fn, ok = technique.Func(s.pass.TypesInfo, call)
	}
	_, plain := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && plain && len(call.Args) == 0 && fn.Pkg() != nil && effects.Known(fn) &&
		fn.Signature().Recv() == nil
}

// handed reports whether a hash is used otherwise than by calls of its methods. One that is not
// costs nothing: the compiler knows its type, and has it on the stack.
func (s *pooled) handed() bool {
	uses, _ := technique.LocalUses(s.pass, s.v)
	return slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		_, selected := use.Parent().Node().(*ast.SelectorExpr)
		return !selected || use.Parent().ParentEdgeKind() != edge.CallExpr_Fun
	})
}

// onlyReturns returns the call whose result is all that a function returns, and all that
// it does; nil where it does something else.
func onlyReturns(decl *ast.FuncDecl) *ast.CallExpr {
	if decl.Body == nil || len(decl.Body.List) != 1 {
		return nil
	}
	ret, ok := decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	call, _ := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	return call
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
