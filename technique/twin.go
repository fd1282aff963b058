package technique

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// longestTwin is the size of a function that may get a twin, in bytes of its text.
const longestTwin = 400

// Twin is a function that does what another one of the package does, for some of its callers.
type Twin struct {
	pass *analysis.Pass
	decl *ast.FuncDecl
	fn   *types.Func
	Name string
}

// NewTwin returns the twin of a short function without comments and type parameters, by a name that
// nothing has, nor anything in a file that this build leaves out. Where another build has another
// function, it would have no twin.
func NewTwin(pass *analysis.Pass, decl *ast.FuncDecl, name string) (t Twin, ok bool) {
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil {
		return t, false
	}
	sig, text := fn.Signature(), Text(pass, decl)
	if len(text) > longestTwin || strings.Contains(text, "//") || strings.Contains(text, "/*") ||
		sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		return t, false
	}
	t = Twin{pass, decl, fn, name}
	if sig.Recv() != nil {
		obj, _, _ := types.LookupFieldOrMethod(sig.Recv().Type(), true, pass.Pkg, t.Name)
		if obj != nil {
			return t, false
		}
	}
	return t, FreeInAll(pass, t.Name) && !MentionedBeside(pass, t.Name) && SameInBuilds(pass, fn)
}

// FreeInAll reports whether no file of the package has a name, be it that of something local, of a
// field or of a method: then it hides nothing that is declared, called or promoted by it.
func FreeInAll(pass *analysis.Pass, name string) bool {
	return !slices.ContainsFunc(pass.Files, func(file *ast.File) bool {
		return FreshName(pass, file, name) != name
	})
}

// Declare returns the edits that declare the twin behind the function. Those of edits that lie in
// the function are made in the twin instead, and the others are returned with it.
func (t Twin) Declare(comment string, edits []analysis.TextEdit) []analysis.TextEdit {
	edits = slices.SortedStableFunc(slices.Values(edits), func(a, b analysis.TextEdit) int {
		return cmp.Compare(a.Pos, b.Pos)
	})
	text := Text(t.pass, t.decl)
	var out []analysis.TextEdit
	for _, e := range slices.Backward(edits) {
		if e.Pos < t.decl.Pos() || t.decl.End() <= e.Pos {
			out = append(out, e)
			continue
		}
		end := max(e.Pos, e.End)
		text = text[:e.Pos-t.decl.Pos()] + string(e.NewText) + text[end-t.decl.Pos():]
	}
	name := int(t.decl.Name.Pos() - t.decl.Pos())
	text = "\n\n// " + t.Name + " " + comment + "\n" + text[:name] + t.Name +
		text[name+len(t.fn.Name()):]
	return append(out, Insert(t.decl.End(), text))
}

// Call returns the edit that has a call of the function call the twin. It is not ok where the call
// is written in another way than by its name.
func (t Twin) Call(call *ast.CallExpr) (analysis.TextEdit, bool) {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		return Replace(fun.Sel, t.Name), t.fn.Signature().Recv() != nil
	case *ast.Ident:
		return Replace(fun, t.Name), true
	}
	return analysis.TextEdit{}, false
}
