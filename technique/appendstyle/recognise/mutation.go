package recognise

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// newMutation returns the walker that finds out whether calls write nothing that
// the caller can read.
func newMutation(ix *Package) *effects.Walker {
	return effects.NewWalker(ix.Pass, effects.Rules{Node: ix.writesNothing,
		Builtin: func(call *ast.CallExpr, name string) bool {
			switch name {
			case "copy":
				return ix.ownMemory(call.Args[0])
			case "delete", "clear", "close", "print", "println", "recover":
				return false
			}
			return true
		},
		Library: ix.writelessLibrary})
}

// writesNothing reports whether a node of a function by itself writes nothing that
// outlives the call, as far as its text shows.
func (ix *Package) writesNothing(fn *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Tok == token.DEFINE || !slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
			return !ix.ownVariable(fn, e)
		})
	case *ast.IncDecStmt:
		return ix.ownVariable(fn, n.X)
	case *ast.RangeStmt:
		switch ix.Info.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan:
			return false
		}
		return n.Tok != token.ASSIGN
	case *ast.FuncLit:
		return ix.literalWritesNothing(n)
	case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt:
		return false
	case *ast.UnaryExpr:
		return n.Op != token.ARROW
	}
	return true
}

// literalWritesNothing reports whether a function literal writes to variables of its own alone,
// whoever calls it.
func (ix *Package) literalWritesNothing(lit *ast.FuncLit) bool {
	if known, ok := ix.literals[lit]; ok {
		return known
	}
	ix.literals[lit] = false
	own := &ast.FuncDecl{Name: &ast.Ident{NamePos: lit.Pos()}, Type: lit.Type, Body: lit.Body}
	ix.literals[lit] = !Contains(lit.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			return !ix.mutation.Call(call)
		}
		return !ix.writesNothing(own, n)
	})
	return ix.literals[lit]
}

func (ix *Package) ownVariable(fn *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	obj := ix.Info.ObjectOf(id)
	return obj != nil && fn.Pos() <= obj.Pos() && obj.Pos() < fn.End()
}

// writelessLibrary reports whether a function of the standard library is known to
// write nothing, given what it is called with.
func (ix *Package) writelessLibrary(call *ast.CallExpr, fn *types.Func) bool {
	e := effects.Of(fn)
	if recv := fn.Signature().Recv(); recv != nil {
		if _, ok := writerKind(recv.Type()); ok {
			sel, ok := call.Fun.(*ast.SelectorExpr)
			return ok && ix.localOperand(sel.X)
		}
	}
	return !e.Has(effects.Changes|effects.Outside) &&
		(!e.Has(effects.Writes) || ix.appendsBytes(call) || ix.writesOwn(call)) &&
		(!e.Has(effects.Calls) || ix.formatsPlainly(call))
}

// formatsPlainly reports whether no argument of a call has methods, and functions
// among them write nothing: none that is called could write.
func (ix *Package) formatsPlainly(call *ast.CallExpr) bool {
	args := call.Args
	if ix.IsPrint(call, "F") {
		args = args[1:]
	}
	return !slices.ContainsFunc(args, func(e ast.Expr) bool {
		return !harmless(ix.Info.TypeOf(e)) && !ix.harmlessFunc(e)
	})
}

// harmlessFunc reports whether an expression is a function that writes nothing.
func (ix *Package) harmlessFunc(e ast.Expr) bool {
	if lit, ok := ast.Unparen(e).(*ast.FuncLit); ok {
		return ix.literalWritesNothing(lit)
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		fn, ok := ix.Info.Uses[id].(*types.Func)
		if !ok {
			return false
		}
		decl := technique.DeclOf(ix.Pass, fn)
		return decl != nil && ix.mutation.Func(fn.Origin(), decl)
	}
	return effects.OnlyComputes(ix.Pass, e)
}

// harmless reports whether a value of the type has no methods that package fmt
// calls, and is no function.
func harmless(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return harmless(u.Elem())
	case *types.Named:
		if technique.IsError(u) {
			return true
		}
		_, basic := u.Underlying().(*types.Basic)
		return basic && u.NumMethods() == 0
	}
	return false
}
