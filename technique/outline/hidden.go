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
// returns the pointer itself.
//
//	have: func NewTags(s string) Iterator { t := &tags{text: s}; ...; return t }
//	want: func NewTags(s string) Iterator { return initTags(new(tags), s) }
//	      func initTags(t *tags, s string) *tags { *t = tags{text: s}; ...; return t }
func (c *constructor) behindInterface(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || sig.Results().At(0).Name() != "" ||
		!types.IsInterface(sig.Results().At(0).Type()) {
		return false // of several results, the compiler does not see what they hold
	}
	var named *types.Named
	for cur := range c.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(cur, c.cur) {
			continue
		}
		// nil has no such type: in an interface, no pointer is nil as that is
		ptr, ok := c.pass.TypesInfo.TypeOf(cur.Node().(*ast.ReturnStmt).Results[0]).(*types.Pointer)
		if !ok {
			return false
		}
		t, ok := ptr.Elem().(*types.Named)
		if !ok {
			return false
		}
		named = t // what makes the value asks whether it is one of these
	}
	if named == nil || named.TypeArgs().Len() > 0 || types.IsInterface(named) {
		return false
	}
	for _, cur := range technique.Nodes(c.pass, (*ast.TypeSpec)(nil)) {
		spec := cur.Node().(*ast.TypeSpec)
		if c.pass.TypesInfo.Defs[spec.Name] == types.Object(named.Obj()) {
			c.typ, c.elem, c.hidden = spec.Name, named, true
			return named.Obj().Parent() == c.pass.Pkg.Scope()
		}
	}
	return false // it is one of another package
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
