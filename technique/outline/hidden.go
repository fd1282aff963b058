package outline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// behindInterface matches a constructor whose result is an interface. All return statements give
// a pointer to a value of one type of the package. The compiler sees which one the interface
// holds where the constructor is inlined, and calls its methods as they are; so the second function
// returns the pointer itself. A nil pointer becomes the nil that the interface was.
//
//	have: func NewTags(s string) Iterator { t := &tags{text: s}; ...; return t }
//	want: func NewTags(s string) Iterator { return initTags(new(tags), s) }
//	      func initTags(t *tags, s string) *tags { *t = tags{text: s}; ...; return t }
func (c *constructor) behindInterface(sig *types.Signature) bool {
	results := sig.Results()
	if results.At(0).Name() != "" || !types.IsInterface(results.At(0).Type()) {
		return false
	}
	var named *types.Named
	for cur := range c.cur.Preorder((*ast.ReturnStmt)(nil)) {
		list := cur.Node().(*ast.ReturnStmt).Results
		if !technique.InFunc(cur, c.cur) {
			continue
		}
		if len(list) != results.Len() {
			return false
		}
		if c.pass.TypesInfo.Types[list[0]].IsNil() {
			c.nils = true
			continue
		}
		ptr, ok := c.pass.TypesInfo.TypeOf(list[0]).(*types.Pointer)
		if !ok {
			return false
		}
		if named, ok = ptr.Elem().(*types.Named); !ok {
			return false // of several, what makes the value asks whether it is this one
		}
	}
	if named == nil || named.TypeArgs().Len() > 0 ||
		c.nils && technique.IsError(results.At(0).Type()) {
		return false // as a rule there is no error, and no object may be made for none
	}
	for _, cur := range technique.Nodes(c.pass, (*ast.TypeSpec)(nil)) {
		spec := cur.Node().(*ast.TypeSpec)
		if c.pass.TypesInfo.Defs[spec.Name] == types.Object(named.Obj()) {
			c.typ, c.elem, c.hidden = spec.Name, named, true
			return named.Obj().Parent() == c.pass.Pkg.Scope() && (!c.nils || results.Len() <= 2)
		}
	}
	return false // it is one of another package
}

// shown returns the results of the second function: the pointer in place of the interface.
func (c *constructor) shown() string {
	text := "*" + technique.Text(c.pass, c.typ)
	for _, field := range c.decl.Type.Results.List[1:] {
		text += ", " + technique.Text(c.pass, field.Type)
	}
	if len(c.decl.Type.Results.List) > 1 {
		text = "(" + text + ")"
	}
	return text
}

// results returns the statements that give what a call of the second function returns.
func (c *constructor) results(call string) string {
	if !c.hidden || !c.nils {
		return "return " + call
	}
	list, none := c.name, "nil"
	if c.decl.Type.Results.NumFields() == 2 {
		other := technique.FreeName(&ast.FuncDecl{Recv: c.decl.Recv, Name: c.decl.Name,
			Type: c.decl.Type}, "err", "second")
		if other == "" || other == c.name {
			other = technique.FreshName(c.pass, c.file, "another")
		}
		list, none = list+", "+other, none+", "+other
	}
	return list + " := " + call + "\nif " + c.name + " == nil {\nreturn " + none +
		"\n}\nreturn " + list
}

// calledAs reports whether a use of the interface calls a method which is done with the value when
// it returns, or compares it.
func (c *constructor) calledAs(use inspector.Cursor) bool {
	switch n := use.Parent().Node().(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.SelectorExpr:
		obj, index, _ := types.LookupFieldOrMethod(types.NewPointer(c.elem), true, c.pass.Pkg,
			n.Sel.Name)
		fn, ok := obj.(*types.Func)
		if !ok || len(index) != 1 || use.Parent().ParentEdgeKind() != edge.CallExpr_Fun {
			return false
		}
		recv := fn.Signature().Recv()
		return recv.Name() == "" || recv.Name() == "_" || effects.LetsGo(c.pass, fn, recv)
	}
	return false
}
