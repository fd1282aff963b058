package outline

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// outlined returns the call in a return statement where what it calls was split already: it makes
// a value and has another function fill it, in the second call. That function can fill the value
// that the constructor gets.
//
//	have: return Parse(text)        func Parse(t string) *Key { return parseInto(new(Key), t) }
//	want: return parseInto(k, text)
func (c *constructor) outlined(stmt *ast.ReturnStmt) (call, inner *ast.CallExpr) {
	if len(stmt.Results) != 1 {
		return nil, nil
	}
	call, ok := stmt.Results[0].(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	fn, ok := technique.Func(c.pass.TypesInfo, call)
	if !ok {
		return nil, nil
	}
	decl := technique.DeclOf(c.pass, fn)
	if decl == nil || decl.Body == nil || decl == c.decl {
		return nil, nil
	}
	if inner = onlyCall(decl.Body); inner == nil || !c.passesOn(inner, fn) {
		return nil, nil
	}
	into, ok := technique.Func(c.pass.TypesInfo, inner)
	if !ok || technique.DeclOf(c.pass, into) == nil || !takesSame(into, fn) ||
		!c.sameReceiver(call, inner, into, fn) {
		return nil, nil
	}
	return call, inner
}

// onlyCall returns the call whose results a body returns, where it does nothing else; or nil.
func onlyCall(body *ast.BlockStmt) *ast.CallExpr {
	if len(body.List) != 1 {
		return nil
	}
	ret, ok := body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	call, _ := ret.Results[0].(*ast.CallExpr)
	return call
}

// passesOn reports whether a call gets a new value and the parameters of fn as they are.
func (c *constructor) passesOn(inner *ast.CallExpr, fn *types.Func) bool {
	params := fn.Signature().Params()
	if len(inner.Args) != params.Len()+1 || inner.Ellipsis.IsValid() != fn.Signature().Variadic() {
		return false
	}
	made, ok := c.literal(inner.Args[0]).(*ast.CallExpr)
	for i, arg := range inner.Args[1:] {
		ok = ok && technique.Names(c.pass.TypesInfo, arg, params.At(i))
	}
	return ok && made != nil
}

// takesSame reports whether into has the parameters and results of fn, and a pointer before them.
func takesSame(into, fn *types.Func) bool {
	a, b := into.Signature(), fn.Signature()
	if a.TypeParams().Len()+a.RecvTypeParams().Len() > 0 || a.Variadic() != b.Variadic() ||
		a.Params().Len() != b.Params().Len()+1 || !types.Identical(a.Results(), b.Results()) {
		return false
	}
	for i := range b.Params().Len() {
		if !types.Identical(a.Params().At(i+1).Type(), b.Params().At(i).Type()) {
			return false
		}
	}
	return b.TypeParams().Len()+b.RecvTypeParams().Len() == 0
}

// sameReceiver reports whether a call of fn calls into where it has the name of that instead: both
// are functions, or methods of one type, and fn calls into with its own receiver.
func (c *constructor) sameReceiver(call, inner *ast.CallExpr, into, fn *types.Func) bool {
	a, b := into.Signature().Recv(), fn.Signature().Recv()
	if a == nil || b == nil {
		_, name := call.Fun.(*ast.Ident)
		return a == b && name && technique.Visible(c.pass, into, call.Pos())
	}
	outer, ok := call.Fun.(*ast.SelectorExpr)
	within, is := inner.Fun.(*ast.SelectorExpr)
	if !ok || !is || !technique.Names(c.pass.TypesInfo, within.X, b) ||
		!types.Identical(a.Type(), b.Type()) {
		return false
	}
	sel := c.pass.TypesInfo.Selections[outer]
	return sel != nil && sel.Kind() == types.MethodVal && len(sel.Index()) == 1
}

// handedOn notes a call, and what allocates the value in the function that it calls.
func (c *constructor) handedOn(call, inner *ast.CallExpr) {
	into, _ := technique.Func(c.pass.TypesInfo, inner)
	c.made, c.fills = append(c.made, call), append(c.fills, into.Name())
	if technique.FileOf(c.pass, inner.Pos()) == c.file {
		c.made = append(c.made, inner.Args[0])
	}
}

// handOn makes a call one of the function that fills the value.
func (c *constructor) handOn(call, inner *ast.CallExpr) {
	into, _ := technique.Func(c.pass.TypesInfo, inner)
	name := ast.Node(call.Fun)
	if sel, ok := name.(*ast.SelectorExpr); ok {
		name = sel.Sel
	}
	value := c.name
	if len(call.Args) > 0 {
		value += ", "
	}
	c.edits = append(c.edits, technique.Replace(name, into.Name()),
		technique.Insert(call.Lparen+1, value))
}
