package inplace

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// suffix is how the name of a function ends that writes over what it gets.
const suffix = "InPlace"

// renames has the function, which writes over its argument now, say so by its name: who calls it
// later is warned, and its callers are what is compared.
func (f *filter) renames(decl *ast.FuncDecl, fn *types.Func, calls []inspector.Cursor) bool {
	if strings.HasSuffix(fn.Name(), suffix) {
		return true
	}
	name := fn.Name() + suffix
	if technique.MentionedBeside(f.pass, name) {
		return false
	}
	for _, file := range f.pass.Files {
		if technique.FreshName(f.pass, file, name) != name {
			return false
		}
	}
	f.called = append(f.called, technique.Replace(decl.Name, name))
	if doc := decl.Doc; doc != nil && strings.HasPrefix(doc.List[0].Text, "// "+fn.Name()+" ") {
		f.called = append(f.called, technique.Insert(doc.Pos()+
			token.Pos(len("// "+fn.Name())), suffix))
	}
	for _, call := range calls {
		switch fun := ast.Unparen(call.Node().(*ast.CallExpr).Fun).(type) {
		case *ast.SelectorExpr:
			f.called = append(f.called, technique.Replace(fun.Sel, name))
		case *ast.Ident:
			f.called = append(f.called, technique.Replace(fun, name))
		default:
			return false
		}
	}
	return true
}
