package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// NeverCopied reports whether the package only ever has pointers to the structs of a type
// that it declares: nothing copies one, and with it what its fields lead to.
func NeverCopied(pass *analysis.Pass, typ *types.TypeName) bool {
	return neverCopied(pass, typ, nil)
}

func neverCopied(pass *analysis.Pass, typ *types.TypeName, within []*types.TypeName) bool {
	for _, other := range within {
		if other == typ {
			return true
		}
	}
	for _, use := range UsesOf(pass, typ) {
		if !pointed(pass, use, append(within, typ)) {
			return false
		}
	}
	// A generic function may copy, by way of a pointer, what stands for its type parameter:
	//
	//	func copyOf[T any](p *T) T { return *p }
	known := indexOf(pass).structs()
	return !known.read[typ] && !known.arguments[typ]
}

// pointed reports whether a mention of a type is one of a pointer to it, of a literal whose
// address is taken, of a variable that is not used as a whole, of such a field of a struct
// that is never copied itself, or the declaration of a method.
//
//	*T, &T{...}, new(T), var x T
func pointed(pass *analysis.Pass, use inspector.Cursor, within []*types.TypeName) bool {
	switch use.ParentEdgeKind() {
	case edge.StarExpr_X:
		return true
	case edge.CompositeLit_Type:
		lit := use.Parent()
		_, address := lit.Parent().Node().(*ast.UnaryExpr)
		return address
	case edge.CallExpr_Args: // new
		id, ok := use.Parent().Node().(*ast.CallExpr).Fun.(*ast.Ident)
		return ok && id.Name == "new"
	case edge.Field_Type:
		return inPlaceField(pass, use.Parent(), within)
	case edge.ValueSpec_Type:
		spec := use.Parent().Node().(*ast.ValueSpec)
		for _, name := range spec.Names {
			for _, of := range UsesOf(pass, pass.TypesInfo.Defs[name]) {
				if !reached(of) {
					return false
				}
			}
		}
		return len(spec.Values) == 0
	}
	return false
}

// inPlaceField reports whether a field is one of a struct that is never copied, and is not
// used as a whole itself.
func inPlaceField(pass *analysis.Pass, cur inspector.Cursor, within []*types.TypeName) bool {
	list, ok := cur.Parent().Parent().Node().(*ast.StructType)
	if !ok || cur.Parent().Parent().ParentEdgeKind() != edge.TypeSpec_Type {
		return false
	}
	spec := cur.Parent().Parent().Parent().Node().(*ast.TypeSpec)
	owner, ok := pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
	if !ok || spec.Type != ast.Expr(list) || spec.TypeParams != nil ||
		owner.Parent() != pass.Pkg.Scope() {
		return false
	}
	field := cur.Node().(*ast.Field)
	if len(field.Names) == 0 {
		return false // embedded: it has methods of the struct
	}
	for _, name := range field.Names {
		for _, use := range UsesOf(pass, pass.TypesInfo.Defs[name]) {
			if use.ParentEdgeKind() != edge.SelectorExpr_Sel || !reached(use.Parent()) {
				return false
			}
		}
	}
	return neverCopied(pass, owner, within)
}

// reached reports whether x.f, or x, is only looked into or pointed to.
func reached(cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return n.X == cur.Node()
	case *ast.UnaryExpr:
		return true // &x.f, &x
	}
	return false
}
