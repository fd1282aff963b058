package technique

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"

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
		sig.RecvTypeParams().Len() > 0 || sig.Recv() != nil && indexOf(pass).demanded[fn.Name()] {
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

// SeesAll reports whether all files that could call a function are part of the
// pass: tests and files for other systems may be left out of it.
func SeesAll(pass *analysis.Pass, obj *types.Func) bool {
	seen := make(map[string]bool)
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` {
				return false
			}
		}
		seen[filepath.Base(pass.Fset.File(file.FileStart).Name())] = true
	}
	dir := filepath.Dir(pass.Fset.File(obj.Pos()).Name())
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	word := regexp.MustCompile(`\b` + obj.Name() + `\b`)
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); seen[e.Name()] || ext != ".go" && ext != ".s" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil || word.Match(text) {
			return false
		}
	}
	return true
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
