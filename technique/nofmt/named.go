package nofmt

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// namedHere reports whether fmt asks for the text of a value of t a String method of the
// package that only reads, and does nothing that could panic but behind a condition.
// Package fmt would print what it panics with.
func (s *site) namedHere(t types.Type) bool {
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(t) || named.TypeArgs().Len() > 0 ||
		fmtverb.Asks(types.NewPointer(t), 'd') { // Format
		return false
	}
	var method *types.Func
	methods := types.NewMethodSet(types.NewPointer(t))
	for i := range methods.Len() {
		switch m := methods.At(i); m.Obj().Name() {
		case "Error":
			return false // it goes before String
		case "String":
			if len(m.Index()) == 1 {
				method = m.Obj().(*types.Func)
			}
		}
	}
	if method == nil || !isText(method) {
		return false
	}
	decl := technique.DeclOf(s.pass, method)
	return decl != nil && decl.Body != nil && !s.within(decl) && s.onlyReads(method, decl)
}

// isText reports whether a method is String() string of a value.
func isText(method *types.Func) bool {
	sig := method.Signature()
	_, pointer := types.Unalias(sig.Recv().Type()).(*types.Pointer)
	return !pointer && sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// within reports whether the call stands in a function.
func (s *site) within(decl *ast.FuncDecl) bool {
	return decl.Pos() <= s.call.Pos() && s.call.Pos() < decl.End()
}
