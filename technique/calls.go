package technique

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// CallsOf returns the places where the package calls a function or method of its own. It is not
// ok where other calls are possible: when the function is exported or generic, when it is used
// as a value, also by T.method(x), and when an interface of the package has a method of its name.
// Files that the pass leaves out are not looked at.
func CallsOf(pass *analysis.Pass, fn *types.Func) (calls []inspector.Cursor, ok bool) {
	sig := fn.Signature()
	if fn.Pkg() != pass.Pkg || fn.Exported() || sig.TypeParams().Len() > 0 ||
		sig.RecvTypeParams().Len() > 0 || sig.Recv() != nil && indexOf(pass).demanded[fn.Name()] {
		return nil, false
	}
	for _, use := range UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		sel, ok := use.Node().(*ast.SelectorExpr)
		if use.ParentEdgeKind() != edge.CallExpr_Fun || ok && isExpression(pass.TypesInfo, sel) {
			return nil, false
		}
		calls = append(calls, use.Parent())
	}
	return calls, true
}

// SeesAll reports whether all files that could call a function are part of the
// pass: tests and files for other systems may be left out of it.
func SeesAll(pass *analysis.Pass, obj *types.Func) bool {
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` {
				return false
			}
		}
	}
	return !MentionedBeside(pass, obj.Name())
}

// Directed reports whether comments tell the compiler or the linker something
// about a function: others may reach it then.
func Directed(decl *ast.FuncDecl) bool {
	if decl.Doc == nil {
		return false
	}
	for _, c := range decl.Doc.List {
		if strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//export") {
			return true
		}
	}
	return false
}

// PassedOn returns the parameters of a function as the arguments of a call that passes them on. It
// is not ok where one has no name.
func PassedOn(params *ast.FieldList) (args string, ok bool) {
	for _, field := range params.List {
		if len(field.Names) == 0 {
			return "", false
		}
		for _, id := range field.Names {
			if id.Name == "_" {
				return "", false
			}
			if args != "" {
				args += ", "
			}
			args += id.Name
		}
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			args += "..."
		}
	}
	return args, true
}
