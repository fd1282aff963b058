package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Interface returns the type of interface that the value of an expression becomes where it stands,
// by being given, returned, assigned or converted; nil where it becomes none.
func Interface(pass *analysis.Pass, cur inspector.Cursor) types.Type {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	kind, index := cur.ParentEdge()
	var to types.Type
	switch n := cur.Parent().Node().(type) {
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args {
			to = parameterOf(pass, n, index)
		}
	case *ast.ReturnStmt:
		to = resultOf(pass, cur, index)
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
			to = pass.TypesInfo.TypeOf(n.Lhs[index])
		}
	case *ast.ValueSpec:
		if n.Type != nil {
			to = pass.TypesInfo.TypeOf(n.Type)
		}
	}
	if to == nil || !types.IsInterface(to) || isParameter(to) {
		return nil
	}
	return to
}

func isParameter(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

// parameterOf returns the type that an argument becomes.
func parameterOf(pass *analysis.Pass, call *ast.CallExpr, index int) types.Type {
	switch fun := pass.TypesInfo.Types[call.Fun]; {
	case fun.IsType():
		return pass.TypesInfo.TypeOf(call)
	case fun.IsBuiltin():
		return nil
	}
	sig, ok := pass.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || call.Ellipsis.IsValid() {
		return nil
	}
	last := sig.Params().Len() - 1
	if !sig.Variadic() || index < last {
		return sig.Params().At(min(index, last)).Type()
	}
	return sig.Params().At(last).Type().(*types.Slice).Elem()
}

// resultOf returns the type that a returned value becomes.
func resultOf(pass *analysis.Pass, cur inspector.Cursor, index int) types.Type {
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var sig *types.Signature
		switch n := fn.Node().(type) {
		case *ast.FuncDecl:
			sig = pass.TypesInfo.Defs[n.Name].(*types.Func).Signature()
		case *ast.FuncLit:
			sig = pass.TypesInfo.TypeOf(n).(*types.Signature)
		}
		if index < sig.Results().Len() {
			return sig.Results().At(index).Type()
		}
		return nil
	}
	return nil
}

// Boxed reports whether an interface that gets a value of type t holds a copy on the heap. Pointers
// and the like are in the interface themselves; single bytes are in the program already.
func Boxed(pass *analysis.Pass, t types.Type) bool {
	if basic, ok := t.Underlying().(*types.Basic); ok {
		return pass.TypesSizes.Sizeof(basic) > 1 && basic.Kind() != types.UnsafePointer
	}
	size, known := SizeOf(pass, t)
	return (!known || size > 0) && !types.IsInterface(t) && !likePointer(t)
}

// likePointer reports whether a value is one pointer, which an interface holds itself.
func likePointer(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Struct:
		return t.NumFields() == 1 && likePointer(t.Field(0).Type())
	case *types.Array:
		return t.Len() == 1 && likePointer(t.Elem())
	}
	return false
}
