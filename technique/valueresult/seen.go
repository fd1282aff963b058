package valueresult

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// makesError reports whether call makes an error, which is never nil.
func makesError(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsFunc(info, call, "errors", "New") ||
		technique.IsFunc(info, call, "fmt", "Errorf")
}

// directed reports whether comments tell the compiler or the linker something
// about a function: others may reach it then.
func directed(decl *ast.FuncDecl) bool {
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

// budget is what the compiler's inliner spends on a function, and perCall what
// a call takes of it.
const (
	budget  = 80
	perCall = 57
)

// inlined reports whether the compiler surely inlines a function. Then it sees
// that callers only read the struct, and keeps it in their frame.
func inlined(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	if decl.Doc != nil {
		for _, c := range decl.Doc.List {
			if c.Text == "//go:noinline" {
				return false
			}
		}
	}
	cost := 0
	for n := range ast.Preorder(decl.Body) {
		cost++
		switch n := n.(type) {
		case *ast.CallExpr:
			if tv := pass.TypesInfo.Types[n.Fun]; !tv.IsType() && !tv.IsBuiltin() {
				cost += perCall
			}
		case *ast.DeferStmt, *ast.GoStmt, *ast.SelectStmt:
			return false
		}
	}
	return cost <= budget
}

// seesAll reports whether all files that could call a function are part of the
// pass: tests and files for other systems may be left out of it.
func seesAll(pass *analysis.Pass, obj *types.Func) bool {
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
