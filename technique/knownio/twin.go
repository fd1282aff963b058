package knownio

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// longest is the size of a function that gets a twin, in bytes of its text.
const longest = 400

// twin returns the edits that give the callers with a few bytes a function of their own: fn, with
// the edits that keep its parameter off the heap.
func (h *hands) twin(decl *ast.FuncDecl, fn *types.Func, g givers, edits []analysis.TextEdit) (
	[]analysis.TextEdit, bool) {
	file := technique.FileOf(h.pass, decl.Pos())
	text := technique.Text(h.pass, decl)
	sig := fn.Signature()
	if len(text) > longest || strings.Contains(text, "//") || strings.Contains(text, "/*") ||
		sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 {
		return nil, false
	}
	name := technique.LowerFirst(fn.Name()) + "Few"
	if sig.Recv() == nil {
		name = technique.FreshName(h.pass, file, name)
	} else if obj, _, _ := types.LookupFieldOrMethod(sig.Recv().Type(), true, h.pass.Pkg,
		name); obj != nil {
		return nil, false
	}
	var others []analysis.TextEdit
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		if e.Pos < decl.Pos() || decl.End() <= e.Pos {
			others = append(others, e)
			continue
		}
		text = text[:e.Pos-decl.Pos()] + string(e.NewText) + text[e.End-decl.Pos():]
	}
	at := int(decl.Name.Pos() - decl.Pos())
	text = "\n\n// " + name + " is " + fn.Name() + " for a few bytes, which stay on the stack of " +
		"its caller.\n" + text[:at] + name + text[at+len(fn.Name()):]
	out := append(others, technique.Insert(decl.End(), text))
	for _, call := range g.calls {
		if f := technique.FileOf(h.pass, call.Pos()); f == nil || technique.InTest(h.pass, f) {
			continue
		}
		var id ast.Node = ast.Unparen(call.Fun)
		if sel, ok := id.(*ast.SelectorExpr); ok {
			id = sel.Sel
		} else if _, ok := id.(*ast.Ident); !ok ||
			!technique.Visible(h.pass, fn, call.Pos()) {
			return nil, false
		}
		out = append(out, technique.Replace(id, name))
	}
	return out, true
}
