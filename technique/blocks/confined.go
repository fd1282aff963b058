package blocks

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// confined is a struct type of which each struct is held by variables of functions alone: by the
// one that makes it, by receivers and by parameters. So one goroutine has it, it is never copied
// nor nil, and it goes when the function has ended that made it.
type confined struct {
	pass *analysis.Pass
	typ  *types.TypeName
	vars []*types.Var // all of the type, and pointers to it
}

// variablesOf returns the variables and fields of the package by the struct type, declared in the
// package, that they are of or point to.
func variablesOf(pass *analysis.Pass) map[*types.TypeName][]*types.Var {
	found := make(map[*types.TypeName][]*types.Var)
	for _, obj := range pass.TypesInfo.Defs {
		v, ok := obj.(*types.Var)
		if !ok {
			continue
		}
		t := v.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		named, ok := types.Unalias(t).(*types.Named)
		if ok && named.Obj().Pkg() == pass.Pkg {
			found[named.Obj()] = append(found[named.Obj()], v)
		}
	}
	return found
}

// holds reports whether all mentions of the type, and all uses of its variables, keep it so.
func (c *confined) holds() bool {
	if technique.MentionedBeside(c.pass, c.typ.Name()) {
		return false
	}
	for _, use := range technique.UsesOf(c.pass, c.typ) {
		if !c.mention(use) {
			return false
		}
	}
	for _, v := range c.vars {
		uses, ok := technique.LocalUses(c.pass, v)
		if !ok {
			return false // a field, or a variable of the package
		}
		for _, use := range uses {
			if technique.InLiteral(use, v) || !c.use(use) {
				return false
			}
		}
	}
	return true
}

// mention judges where the type stands.
//
//	&T{...}, new(T), T{...}, var v T, func (t *T) f(), func f(t *T) *T
func (c *confined) mention(use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.StarExpr_X:
		return c.inSignature(use.Parent())
	case edge.CompositeLit_Type:
		lit := use.Parent()
		if u, ok := lit.Parent().Node().(*ast.UnaryExpr); ok && u.Op == token.AND {
			lit = lit.Parent()
		}
		return c.held(lit)
	case edge.CallExpr_Args:
		call := use.Parent()
		return technique.IsBuiltin(c.pass.TypesInfo, call.Node().(*ast.CallExpr), "new") &&
			c.held(call)
	case edge.ValueSpec_Type:
		return true
	}
	return false
}

// inSignature judges a pointer to the type: a receiver, or a parameter or the only result of a
// function all of whose calls are known.
func (c *confined) inSignature(star inspector.Cursor) bool {
	if star.ParentEdgeKind() != edge.Field_Type {
		return false
	}
	list := star.Parent().Parent()
	if list.ParentEdgeKind() == edge.FuncDecl_Recv {
		return true
	}
	kind := list.Parent().ParentEdgeKind()
	if kind != edge.FuncDecl_Type {
		return false // of a literal, or of an interface
	}
	decl := list.Parent().Parent().Node().(*ast.FuncDecl)
	fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil {
		return false
	}
	calls, ok := technique.CallsOf(c.pass, fn)
	if !ok || !technique.SeesAll(c.pass, fn) {
		return false
	}
	for _, call := range calls {
		if technique.RunsLater(call) {
			return false
		}
		if list.ParentEdgeKind() == edge.FuncType_Params {
			if !c.given(call.Node().(*ast.CallExpr)) {
				return false
			}
		} else if !c.held(call) {
			return false
		}
	}
	return list.ParentEdgeKind() == edge.FuncType_Params ||
		len(star.Parent().Node().(*ast.Field).Names) == 0 && fn.Signature().Results().Len() == 1 &&
			c.returnsOne(decl)
}

// given reports whether no argument of a call is nil.
func (c *confined) given(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if c.pass.TypesInfo.Types[arg].IsNil() {
			return false
		}
	}
	return true
}

// returnsOne reports whether no return statement of a function returns nil. One that recovers from
// a panic returns nil without any.
func (c *confined) returnsOne(decl *ast.FuncDecl) bool {
	for n := range ast.Preorder(decl.Body) {
		if _, ok := n.(*ast.DeferStmt); ok {
			return false
		}
		ret, ok := n.(*ast.ReturnStmt)
		if ok && len(ret.Results) == 1 && c.pass.TypesInfo.Types[ret.Results[0]].IsNil() {
			return false
		}
	}
	return true
}

// held judges where a new struct goes, or what a function returns: a variable, a method, or the
// caller.
func (c *confined) held(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Rhs:
		v, _, _ := technique.Declared(c.pass.TypesInfo, cur.Parent().Node())
		return v != nil && !types.IsInterface(v.Type())
	case edge.SelectorExpr_X, edge.ReturnStmt_Results:
		return c.use(cur)
	case edge.ParenExpr_X:
		return c.held(cur.Parent())
	}
	return false
}

// use judges a use of a variable, of its address, or of a new struct.
func (c *confined) use(cur inspector.Cursor) bool {
	info := c.pass.TypesInfo
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		if sel == nil || sel.Kind() == types.FieldVal {
			return sel != nil
		}
		call := parent.Parent()
		return sel.Kind() == types.MethodVal && parent.ParentEdgeKind() == edge.CallExpr_Fun &&
			call.ParentEdgeKind() != edge.GoStmt_Call
	case *ast.UnaryExpr:
		return n.Op == token.AND && c.use(parent)
	case *ast.CallExpr:
		fn, ok := technique.Func(info, n)
		return ok && cur.ParentEdgeKind() == edge.CallExpr_Args && c.takes(fn, cur)
	case *ast.ReturnStmt:
		fn, _ := technique.EnclosingFunc(cur)
		_, decl := fn.Node().(*ast.FuncDecl)
		return decl && len(n.Results) == 1 && c.isPointer(info.TypeOf(n.Results[0])) &&
			c.returns(fn.Node().(*ast.FuncDecl))
	case *ast.BinaryExpr:
		return info.Types[n.X].IsNil() || info.Types[n.Y].IsNil()
	case *ast.AssignStmt:
		return c.isPointer(info.TypeOf(cur.Node().(ast.Expr))) && c.held(cur)
	}
	return false
}

// takes reports whether the parameter of a function of the package for an argument is a pointer
// to the type.
func (c *confined) takes(fn *types.Func, arg inspector.Cursor) bool {
	params := fn.Signature().Params()
	i := arg.ParentEdgeIndex()
	return technique.DeclOf(c.pass, fn) != nil && !fn.Signature().Variadic() && i < params.Len() &&
		c.isPointer(params.At(i).Type())
}

// returns reports whether the one result of a function is a pointer to the type.
func (c *confined) returns(decl *ast.FuncDecl) bool {
	fn, ok := c.pass.TypesInfo.Defs[decl.Name].(*types.Func)
	return ok && fn.Signature().Results().Len() == 1 &&
		c.isPointer(fn.Signature().Results().At(0).Type())
}

// isPointer reports whether a type is that of pointers to the type.
func (c *confined) isPointer(t types.Type) bool {
	return types.Identical(t, types.NewPointer(c.typ.Type()))
}
