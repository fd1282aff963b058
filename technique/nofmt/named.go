package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
	"github.com/wring-go/wring/technique/fmtverb"
)

// ownText returns the method that package fmt asks for the text of a value of t with a verb for
// text: Error, else String. It is one of the standard library that cannot panic, or one of the
// package that only reads, and does nothing that could panic but behind a condition: package fmt
// would print what it panics with. That of a pointer must not be called for nil, which fmt prints
// in a way of its own. No other operand may change what it reads, as fmt calls it behind them all.
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
	p, pointer := t.(*types.Pointer)
	if pointer {
		fn = s.pointerMethod(p)
	}
	if fn == nil || pointer && !s.there(x) && !s.asksNil(fn) {
		return "", false
	}
	for _, other := range s.operands {
		if other != x && !effects.Only(s.pass, other, effects.Keeps|effects.Panics) {
			return "", false
		}
	}
	decl := technique.DeclOf(s.pass, fn)
	if decl == nil || s.within(decl) || !s.onlyReads(fn) ||
		!technique.InEachBuild(s.pass, technique.FileOf(s.pass, decl.Pos()), s.call) {
		return "", false
	}
	s.assumes = true
	s.looks = s.looks || s.readsBytes(fn, decl)
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
	method, indirect := s.lookUp(t)
	if indirect || method != nil && technique.IsPointer(method.Signature().Recv().Type()) {
		return nil
	}
	return method
}

// pointerMethod is textMethod for a pointer to a type that gives fmt its text itself.
func (s *site) pointerMethod(p *types.Pointer) *types.Func {
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 || fmtverb.Asks(p, 'd') {
		return nil
	}
	method, _ := s.lookUp(named)
	if method == nil || !technique.IsPointer(method.Signature().Recv().Type()) {
		return nil
	}
	if recv := types.NewPointer(named); !types.Identical(method.Signature().Recv().Type(), recv) {
		return nil // that of an embedded struct, which may be behind a pointer
	}
	return method
}

// lookUp returns the first method that fmt asks for a text, and whether a pointer leads to it.
func (s *site) lookUp(t types.Type) (method *types.Func, indirect bool) {
	for _, name := range []string{"Error", "String"} {
		obj, _, indirect := types.LookupFieldOrMethod(t, true, s.pass.Pkg, name)
		method, ok := obj.(*types.Func)
		switch {
		case obj == nil:
			continue
		case !ok || !isText(method):
			return nil, indirect
		}
		return method, indirect
	}
	return nil, false
}

// there reports whether a pointer is a variable that is not nil.
func (s *site) there(x ast.Expr) bool {
	v, ok := technique.Variable(s.pass.TypesInfo, x)
	if !ok {
		return false
	}
	at, found := technique.Find(s.pass, s.call)
	return found && technique.NotNil(s.pass, v, statement(at))
}

// statement returns the statement in a list around a place.
func statement(at inspector.Cursor) inspector.Cursor {
	for root := at.Inspector().Root(); at.Parent() != root && !technique.InList(at); {
		at = at.Parent()
	}
	return at
}

// asksNil reports whether a method first returns something for a receiver that is nil.
func (s *site) asksNil(method *types.Func) bool {
	decl := technique.DeclOf(s.pass, method)
	return decl != nil && s.beginsWithNil(decl)
}

// beginsWithNil reports whether the first statement of a method is that question.
func (s *site) beginsWithNil(decl *ast.FuncDecl) bool {
	if decl.Body == nil || len(decl.Body.List) == 0 {
		return false
	}
	stmt, ok := decl.Body.List[0].(*ast.IfStmt)
	if !ok || stmt.Init != nil || len(stmt.Body.List) != 1 {
		return false
	}
	cond, ok := stmt.Cond.(*ast.BinaryExpr)
	ret, returns := stmt.Body.List[0].(*ast.ReturnStmt)
	info := s.pass.TypesInfo
	if !ok || !returns || cond.Op != token.EQL || !info.Types[cond.Y].IsNil() {
		return false
	}
	return technique.Names(info, cond.X, receiver(info, decl)) && len(ret.Results) == 1 &&
		info.Types[ret.Results[0]].Value != nil
}

// receiver returns the variable that a method has for its receiver; nil for none.
func receiver(info *types.Info, decl *ast.FuncDecl) types.Object {
	if decl.Recv == nil || len(decl.Recv.List[0].Names) != 1 {
		return nil
	}
	return info.Defs[decl.Recv.List[0].Names[0]]
}

// isText reports whether a method returns a text.
func isText(method *types.Func) bool {
	sig := method.Signature()
	return sig.Params().Len() == 0 && sig.Results().Len() == 1 &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// within reports whether the call stands in a function.
func (s *site) within(decl *ast.FuncDecl) bool {
	return decl.Pos() <= s.call.Pos() && s.call.Pos() < decl.End()
}
