package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// CallsOf returns the places where the package calls a function or method of its own. It is not
// ok where other calls are possible: when the function is exported or generic, when it is used
// as a value, and when an interface of the package has a method of its name. Files that the
// pass leaves out are not looked at. The pass must have the result of the inspect analyzer.
func CallsOf(pass *analysis.Pass, fn *types.Func) (calls []inspector.Cursor, ok bool) {
	sig := fn.Signature()
	if fn.Pkg() != pass.Pkg || fn.Exported() || sig.TypeParams().Len() > 0 ||
		sig.RecvTypeParams().Len() > 0 || sig.Recv() != nil && demanded(pass, fn.Name()) {
		return nil, false
	}
	for _, use := range UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if use.ParentEdgeKind() != edge.CallExpr_Fun {
			return nil, false
		}
		calls = append(calls, use.Parent())
	}
	return calls, true
}

// demanded reports whether an interface of the package has a method of that name.
func demanded(pass *analysis.Pass, name string) bool {
	for _, file := range pass.Files {
		for n := range ast.Preorder(file) {
			t, ok := n.(*ast.InterfaceType)
			if !ok {
				continue
			}
			for _, method := range t.Methods.List {
				for _, id := range method.Names {
					if id.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}
