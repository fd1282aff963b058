package nofmt

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// ownText returns the method that package fmt asks for the text of a value of t with a verb for
// text: Error, else String. It is one of the standard library that cannot panic, or one of the
// package that only reads, and does nothing that could panic but behind a condition: package fmt
// would print what it panics with. No other operand may change what it reads, as fmt calls it
// behind them all.
//
//	have: fmt.Sprintf("%s: %q", kind, name)
//	want: kind.String() + ": " + strconv.Quote(name)
func (s *site) ownText(x ast.Expr, t types.Type, d fmtverb.Directive) (method string, ok bool) {
	wide := d.Width > 0 && !d.Zeros && d.Verb != 'q'
	if strings.IndexByte("vsq", d.Verb) < 0 || !d.Plain && !wide {
		return "", false
	}
	if fmtverb.NamesItself(t) {
		return "String", true
	}
	fn := s.textMethod(t)
	if fn == nil {
		return "", false
	}
	for _, other := range s.operands {
		if other != x && !effects.Only(s.pass, other, effects.Keeps|effects.Panics) {
			return "", false
		}
	}
	decl := technique.DeclOf(s.pass, fn)
	if decl == nil || s.within(decl) || !s.onlyReads(fn) {
		return "", false
	}
	s.assumes = true
	return fn.Name(), true
}

// textMethod returns the method of a type of the package that gives fmt its text; nil where there
// is none, where it belongs to a pointer, which may be nil, and where fmt asks Format.
func (s *site) textMethod(t types.Type) *types.Func {
	named, ok := t.(*types.Named)
	if !ok || types.IsInterface(t) || named.TypeArgs().Len() > 0 ||
		fmtverb.Asks(types.NewPointer(t), 'd') { // Format
		return nil
	}
	for _, name := range []string{"Error", "String"} {
		obj, _, indirect := types.LookupFieldOrMethod(t, true, s.pass.Pkg, name)
		method, ok := obj.(*types.Func)
		switch {
		case obj == nil:
			continue
		case !ok || indirect || !isText(method):
			return nil
		}
		return method
	}
	return nil
}

// isText reports whether a method of a value returns a text.
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
