package effects

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Constructs reports whether a call of a function of the package makes a new value each time, and
// returns its address, which is not nil and which nothing else has: then a copy of the value is
// as good. The function is inlined, and the value stays on the stack of a caller that copies it.
// Made are the places in the function that allocate it now, if they are in the file of the call.
func Constructs(pass *analysis.Pass, call *ast.CallExpr) (made []ast.Node, ok bool) {
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok {
		return nil, false
	}
	decl, sig := declOf(pass, fn), fn.Signature()
	if decl == nil || decl.Body == nil || sig.TypeParams().Len() > 0 ||
		sig.RecvTypeParams().Len() > 0 || sig.Results().Len() != 1 ||
		!technique.Inlined(pass, decl) {
		return nil, false
	}
	p, ok := types.Unalias(sig.Results().At(0).Type()).(*types.Pointer)
	cur, found := technique.Find(pass, decl)
	if !ok || !found || !technique.Copyable(p.Elem()) || !onStack(pass, p.Elem()) ||
		len(technique.UsesOf(pass, sig.Results().At(0))) > 0 {
		return nil, false // a literal in it may have a result that has a name
	}
	c := &constructor{pass: pass, fn: cur, elem: p.Elem()}
	ok = c.returns()
	if technique.FileOf(pass, decl.Pos()) != technique.FileOf(pass, call.Pos()) {
		return nil, ok
	}
	return c.made, ok
}

// mostOnStack is from how many bytes on the compiler makes a new value on the heap anyway.
const mostOnStack = 64 << 10

// onStack reports whether values of a type are on the stack where nothing keeps their addresses.
func onStack(pass *analysis.Pass, t types.Type) bool {
	size, known := technique.SizeOf(pass, t)
	return known && size < mostOnStack
}

// constructor is a function that may return the address of a new value.
type constructor struct {
	pass *analysis.Pass
	fn   inspector.Cursor
	elem types.Type
	made []ast.Node // what allocates it
}

// returns reports whether each return statement gives a value that the function makes.
func (c *constructor) returns() bool {
	for ret := range c.fn.Preorder((*ast.ReturnStmt)(nil)) {
		list := ret.Node().(*ast.ReturnStmt).Results
		if technique.InFunc(ret, c.fn) && (len(list) != 1 || !c.gives(ast.Unparen(list[0]))) {
			return false
		}
	}
	return true
}

// gives judges what a return statement gives.
//
//	&T{...}        new(T)        &v        v
func (c *constructor) gives(x ast.Expr) bool {
	info := c.pass.TypesInfo
	if c.makes(x) {
		c.made = append(c.made, x)
		return true
	}
	u, addressed := x.(*ast.UnaryExpr)
	if addressed && u.Op == token.AND {
		x = ast.Unparen(u.X)
	}
	v, ok := technique.Variable(info, x)
	if !ok {
		return false
	}
	def, ok := technique.Definition(c.pass, v)
	if !ok || !addressed && !c.makes(technique.Initial(c.pass, v)) {
		return false
	}
	c.made = append(c.made, def.Node())
	return c.alone(v, addressed)
}

// makes reports whether an expression makes the value.
func (c *constructor) makes(x ast.Expr) bool {
	info := c.pass.TypesInfo
	switch n := x.(type) {
	case *ast.UnaryExpr:
		lit, ok := ast.Unparen(n.X).(*ast.CompositeLit)
		return ok && n.Op == token.AND && types.Identical(info.TypeOf(lit), c.elem)
	case *ast.CallExpr:
		return technique.IsBuiltin(info, n, "new") && info.Types[n.Args[0]].IsType() &&
			types.Identical(info.TypeOf(n.Args[0]), c.elem)
	}
	return false
}

// alone reports whether nothing keeps the address of a variable, or of what it points to, when it
// has been returned. A method may return the address that it gets.
func (c *constructor) alone(v *types.Var, addressed bool) bool {
	l := &lending{pass: c.pass, seen: make(map[*types.Var]bool),
		back: make(map[*types.Signature]bool)}
	if !addressed {
		l.root = v
	}
	fn := c.fn.Node()
	return l.all(v, span{scope: scopeOf(c.pass, fn), called: signature(c.pass, fn)},
		func(use inspector.Cursor) bool {
			end := use
			for end.ParentEdgeKind() == edge.ParenExpr_X || addressed &&
				end.ParentEdgeKind() == edge.UnaryExpr_X {
				end = end.Parent()
			}
			switch {
			case end.ParentEdgeKind() == edge.ReturnStmt_Results:
				return technique.InFunc(end, c.fn)
			case addressed:
				return l.place(use)
			}
			return l.pointer(use)
		}) && !l.Leaves && !(l.foreign && l.others)
}
