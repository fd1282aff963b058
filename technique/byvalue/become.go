package byvalue

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// becomes returns the type of what the value of an expression is handed on to: of the variable, the
// field, the parameter, the element or the key. It is nil where the value is handed on to nothing
// that has a type of its own.
func (s *small) becomes(cur inspector.Cursor) types.Type {
	info := s.pass.TypesInfo
	kind, i := cur.ParentEdge()
	switch n := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		fn, _ := technique.EnclosingFunc(cur)
		if results := signature(info, fn.Node()).Results(); i < results.Len() {
			return results.At(i).Type()
		}
	case *ast.AssignStmt:
		if kind == edge.AssignStmt_Rhs && len(n.Lhs) == len(n.Rhs) {
			return info.TypeOf(n.Lhs[i])
		}
	case *ast.ValueSpec:
		if kind == edge.ValueSpec_Values && n.Type != nil {
			return info.TypeOf(n.Type)
		}
	case *ast.SendStmt:
		if c, ok := info.TypeOf(n.Chan).Underlying().(*types.Chan); ok {
			return c.Elem()
		}
	case *ast.CallExpr:
		if kind == edge.CallExpr_Args {
			return argument(info, n, i)
		}
	default:
		return s.element(cur)
	}
	return nil
}

// element returns what becomes of a part of another expression.
func (s *small) element(cur inspector.Cursor) types.Type {
	info := s.pass.TypesInfo
	kind, i := cur.ParentEdge()
	switch n := cur.Parent().Node().(type) {
	case *ast.CompositeLit:
		if kind == edge.CompositeLit_Elts {
			return part(info.TypeOf(n), i, nil)
		}
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Parent().Node().(*ast.CompositeLit)
		if !ok {
			return nil
		}
		if kind == edge.KeyValueExpr_Value {
			id, _ := n.Key.(*ast.Ident)
			return part(info.TypeOf(lit), 0, info.Uses[id])
		}
		if m, ok := info.TypeOf(lit).Underlying().(*types.Map); ok {
			return m.Key()
		}
	case *ast.IndexExpr:
		if m, ok := info.TypeOf(n.X).Underlying().(*types.Map); ok && kind == edge.IndexExpr_Index {
			return m.Key()
		}
	case *ast.BinaryExpr:
		if kind == edge.BinaryExpr_X {
			return info.TypeOf(n.Y)
		}
		return info.TypeOf(n.X)
	}
	return nil
}

// argument returns the type that an argument becomes.
func argument(info *types.Info, call *ast.CallExpr, i int) types.Type {
	if info.Types[call.Fun].IsType() {
		return info.TypeOf(call)
	}
	if technique.IsBuiltin(info, call, "append") {
		if list, ok := info.TypeOf(call).Underlying().(*types.Slice); ok && i > 0 &&
			!call.Ellipsis.IsValid() {
			return list.Elem()
		}
		return nil
	}
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok {
		return nil
	}
	last := sig.Params().Len() - 1
	if !sig.Variadic() || i < last || call.Ellipsis.IsValid() {
		return sig.Params().At(min(i, last)).Type()
	}
	if list, ok := sig.Params().At(last).Type().(*types.Slice); ok {
		return list.Elem()
	}
	return nil
}

// part returns the type of what a literal has at an index, or of a field.
func part(t types.Type, index int, field types.Object) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if field != nil {
			return field.Type()
		}
		if index < u.NumFields() {
			return u.Field(index).Type()
		}
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Map:
		return u.Elem()
	}
	return nil
}

// signature returns the type of a function's declaration or literal.
func signature(info *types.Info, fn ast.Node) *types.Signature {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return info.Defs[fn.Name].(*types.Func).Signature()
	case *ast.FuncLit:
		return info.TypeOf(fn).(*types.Signature)
	}
	return types.NewSignatureType(nil, nil, nil, nil, nil, false)
}
