package guarded

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// given returns what the parameters of a function are given, and its receiver. A variadic one has
// no entry.
func given(pass *analysis.Pass, decl *ast.FuncDecl, expr *ast.CallExpr) (
	args map[types.Object]ast.Expr, ok bool) {
	args = make(map[types.Object]ast.Expr)
	i := 0
	for _, field := range decl.Type.Params.List {
		_, variadic := field.Type.(*ast.Ellipsis)
		for _, name := range field.Names {
			if !variadic {
				if i >= len(expr.Args) {
					return nil, false // a call with several results stands for them
				}
				args[pass.TypesInfo.Defs[name]] = expr.Args[i]
			}
			i++
		}
	}
	if decl.Recv == nil {
		return args, true
	}
	sel, ok := expr.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	if s := pass.TypesInfo.Selections[sel]; s == nil || s.Kind() != types.MethodVal {
		return nil, false // an expression
	}
	if recv := receiverOf(pass, decl); recv != nil {
		args[recv] = sel.X
	}
	return args, true
}

// receiverOf returns the receiver of a method that names it.
func receiverOf(pass *analysis.Pass, decl *ast.FuncDecl) types.Object {
	if decl.Recv == nil || len(decl.Recv.List[0].Names) != 1 {
		return nil
	}
	return pass.TypesInfo.Defs[decl.Recv.List[0].Names[0]]
}

// isReceiver reports whether an object is the receiver of the function.
func (c *call) isReceiver(obj types.Object) bool {
	return c.decl != nil && obj != nil && obj == receiverOf(c.pass, c.decl)
}

// embedded notes the embedded field that a method belongs to which is called for the struct around
// it: a field of this package, as the method is. The call looks for it, unless it is part of a
// struct that is there in any case.
func (c *call) embedded() bool {
	sel, ok := c.expr.Fun.(*ast.SelectorExpr)
	if !ok || c.decl.Recv == nil {
		return true
	}
	s := c.pass.TypesInfo.Selections[sel]
	if s == nil {
		return false
	}
	c.pointer = technique.IsPointer(s.Recv())
	if path := s.Index(); len(path) > 1 {
		t, part := s.Recv(), true
		for _, i := range path[:len(path)-1] {
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = p.Elem()
			}
			around, ok := t.Underlying().(*types.Struct)
			if !ok {
				return false
			}
			f := around.Field(i)
			c.field, t = c.field+"."+f.Name(), f.Type()
			c.pointer = technique.IsPointer(t)
			part = part && !c.pointer
		}
		if !part || technique.IsPointer(s.Recv()) && !c.followed(sel.X) {
			c.needed = append(c.needed, receiverOf(c.pass, c.decl))
		}
	}
	return true
}

// findsReceiver reports whether the receiver of the call need not be evaluated, or the condition
// does so: it panics as the call does where a pointer on the way is nil. A method that has no
// pointer gets a copy of what one leads to.
func (c *call) findsReceiver() bool {
	sel, ok := c.expr.Fun.(*ast.SelectorExpr)
	if !ok || c.decl.Recv == nil {
		return true
	}
	recv := receiverOf(c.pass, c.decl)
	if !c.harmless(sel.X) && (recv == nil || !simple(sel.X) || !c.mentions(c.cond, recv)) {
		return false
	}
	return !c.pointer || byPointer(c.fn) || c.looks(sel.X) || c.followed(sel.X)
}

// byPointer reports whether a method has a pointer as its receiver.
func byPointer(fn *types.Func) bool { return technique.IsPointer(fn.Signature().Recv().Type()) }

// keepsSlice reports whether the function may keep the slice that its variadic parameter is, which
// is then made for each call, whatever is in it.
func (c *call) keepsSlice() bool {
	if c.decl == nil {
		return false
	}
	list := c.decl.Type.Params.List
	last := list[len(list)-1]
	return len(last.Names) > 0 && keeps(c.pass, c.pass.TypesInfo.Defs[last.Names[0]], 0)
}

// keeps reports whether a slice is handed on to a function that is not known, or something else is
// done with it but to look at its elements.
func keeps(pass *analysis.Pass, slice types.Object, depth int) bool {
	for _, use := range technique.UsesOf(pass, slice) {
		switch n := use.Parent().Node().(type) {
		case *ast.RangeStmt, *ast.IndexExpr, *ast.BinaryExpr:
			continue
		case *ast.CallExpr:
			if keepsArg(pass, n, use.ParentEdgeIndex(), depth) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// keepsArg asks the same about what a call does with a slice, which is one of its arguments.
func keepsArg(pass *analysis.Pass, call *ast.CallExpr, at, depth int) bool {
	if technique.IsBuiltin(pass.TypesInfo, call, "len") ||
		technique.IsBuiltin(pass.TypesInfo, call, "append") && at > 0 {
		return false
	}
	fn, ok := technique.Func(pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || depth > 3 || at >= fn.Signature().Params().Len() {
		return true
	}
	if fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "log" {
		return false
	}
	to, param := technique.DeclOf(pass, fn), fn.Signature().Params().At(at)
	_, slice := param.Type().Underlying().(*types.Slice)
	return to == nil || to.Body == nil || !slice || keeps(pass, param, depth+1)
}
