package lend

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// wrapper is a function that does nothing but to call one that appends, with nil.
type wrapper struct {
	pass *analysis.Pass
	decl *ast.FuncDecl
	fn   *types.Func
	of   *types.Func // that it calls
}

// wrapped has those who call a wrapper and only look at the result call what it calls, with
// room. The others call the wrapper as before; without any, it goes away.
//
//	have: func key(s string) []byte { return appendKey(nil, s) }
//	      n := m[string(key(s))]
//	want: n := m[string(appendKey(make([]byte, 0, 256), s))]
func wrapped(pass *analysis.Pass, call inspector.Cursor, of *types.Func, at int, pooled bool) (
	edits []analysis.TextEdit, from place) {
	w, ok := wrapperOf(pass, call, of)
	if !ok {
		return nil, nowhere
	}
	t := of.Signature().Params().At(0).Type()
	kept := w.fn.Exported() || w.fn.Signature().Recv() != nil || technique.Directed(w.decl) ||
		technique.Commented(pass, w.decl)
	for _, use := range technique.UsesOf(pass, w.fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		if !w.calledBy(use) {
			kept = true
			continue
		}
		text, more, lends := roomFor(pass, use.Parent(), at, t, pooled)
		if lends == nowhere {
			kept = true
			continue
		}
		from = max(from, lends)
		n := use.Parent().Node().(*ast.CallExpr)
		var name ast.Node = use.Node()
		if sel, ok := name.(*ast.SelectorExpr); ok {
			name = sel.Sel
		}
		edits = append(edits, more...)
		edits = append(edits, technique.Replace(name, of.Name()),
			first(n.Lparen, len(n.Args), text))
	}
	if !kept && from != nowhere {
		edits = append(edits, w.removed())
	}
	return edits, from
}

// wrapperOf returns the function whose only statement returns what a call gives, to which it
// passes nil and its own parameters.
func wrapperOf(pass *analysis.Pass, call inspector.Cursor, of *types.Func) (w wrapper, ok bool) {
	n := call.Node().(*ast.CallExpr)
	fun, inFunc := technique.EnclosingFunc(call)
	decl, isDecl := fun.Node().(*ast.FuncDecl)
	if !inFunc || !isDecl || call.ParentEdgeKind() != edge.ReturnStmt_Results ||
		len(decl.Body.List) != 1 || decl.Body.List[0] != call.Parent().Node() ||
		len(call.Parent().Node().(*ast.ReturnStmt).Results) != 1 ||
		!pass.TypesInfo.Types[n.Args[0]].IsNil() {
		return w, false
	}
	fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || fn == of || technique.MentionedBeside(pass, fn.Name()) {
		return w, false // a file that this build leaves out may declare another one
	}
	w = wrapper{pass, decl, fn, of}
	return w, w.passesOn(n)
}

// passesOn reports whether the wrapper calls the other function as its callers could: with its
// parameters, in their order, and of its receiver; and returns what that one does.
func (w wrapper) passesOn(call *ast.CallExpr) bool {
	info, sig, of := w.pass.TypesInfo, w.fn.Signature(), w.of.Signature()
	if sig.TypeParams().Len() > 0 || sig.RecvTypeParams().Len() > 0 || sig.Variadic() ||
		of.Variadic() || len(call.Args) != sig.Params().Len()+1 ||
		!types.Identical(sig.Results(), of.Results()) || (sig.Recv() == nil) != (of.Recv() == nil) {
		return false
	}
	for i := range sig.Params().Len() {
		v := sig.Params().At(i)
		if !technique.Names(info, call.Args[i+1], v) ||
			!types.Identical(v.Type(), of.Params().At(i+1).Type()) {
			return false
		}
	}
	if sig.Recv() == nil {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && technique.Names(info, sel.X, sig.Recv()) &&
		types.Identical(sig.Recv().Type(), of.Recv().Type())
}

// calledBy reports whether the wrapper is called where the other function can be.
func (w wrapper) calledBy(use inspector.Cursor) bool {
	pos := use.Node().Pos()
	file := technique.FileOf(w.pass, pos)
	if use.ParentEdgeKind() != edge.CallExpr_Fun || !isMethodCall(w.pass, use, w.fn) ||
		file == nil || technique.InTest(w.pass, file) || technique.RunsLater(use.Parent()) ||
		!technique.Predeclared(w.pass, pos, "make") ||
		len(use.Parent().Node().(*ast.CallExpr).Args) != w.fn.Signature().Params().Len() {
		return false
	}
	sel, ok := use.Node().(*ast.SelectorExpr)
	if !ok {
		return technique.Visible(w.pass, w.of, pos)
	}
	obj, _, _ := types.LookupFieldOrMethod(w.pass.TypesInfo.TypeOf(sel.X), true, w.pass.Pkg,
		w.of.Name())
	return obj == w.of
}

// removed returns the edit that takes the wrapper away.
func (w wrapper) removed() analysis.TextEdit {
	start := w.decl.Pos()
	if w.decl.Doc != nil {
		start = w.decl.Doc.Pos()
	}
	return analysis.TextEdit{Pos: start, End: w.decl.End()}
}
