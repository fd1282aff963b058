package appendstyle

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/wring-go/wring/technique"
)

// inOrder reports whether it makes no difference that each expression is used
// before the next is evaluated. In a concatenation the compiler makes all calls
// first, from left to right, and reads variables after them; so what is read
// may not be something that a later call writes.
func (ix *index) inOrder(list ...ast.Expr) bool {
	for i, e := range list {
		rest := list[i+1:]
		if ix.reads(e) && slices.ContainsFunc(rest, ix.acts) ||
			ix.readsBytes(e) && slices.ContainsFunc(rest, ix.writesBytes) {
			return false
		}
	}
	return true
}

// acts reports whether e calls something that may write what others can read.
func (ix *index) acts(e ast.Expr) bool {
	return contains(e, func(n ast.Node) bool {
		if op, ok := n.(*ast.UnaryExpr); ok && op.Op == token.ARROW {
			return true
		}
		call, ok := n.(*ast.CallExpr)
		return ok && !ix.quietCall(call)
	})
}

// reads reports whether e reads something that a call could write.
func (ix *index) reads(e ast.Expr) bool {
	return contains(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr, *ast.IndexExpr:
			return true
		case *ast.SelectorExpr:
			sel := ix.info.Selections[n]
			return sel != nil && sel.Kind() == types.FieldVal
		case *ast.Ident:
			v, ok := ix.info.Uses[n].(*types.Var)
			return ok && !ix.private(v)
		}
		return ix.makesString(n)
	})
}

// readsBytes reports whether e makes a string of bytes.
func (ix *index) readsBytes(e ast.Expr) bool { return contains(e, ix.makesString) }

func (ix *index) makesString(n ast.Node) bool {
	c, ok := n.(*ast.CallExpr)
	return ok && ix.isConversion(c) && isBytes(ix.info.TypeOf(c.Args[0]))
}

// writesBytes reports whether e might write to bytes that exist.
func (ix *index) writesBytes(e ast.Expr) bool { return !technique.KeepsBytes(ix.pass, e) }

func (ix *index) isConversion(call *ast.CallExpr) bool {
	return len(call.Args) == 1 && ix.info.Types[call.Fun].IsType()
}

// private reports whether only the statements of the function that declares a
// variable can write it: it is local, nothing points to it, and no function
// literal knows it.
func (ix *index) private(v *types.Var) bool {
	if v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return false
	}
	for _, use := range ix.uses[v] {
		for cur := range use.Enclosing((*ast.FuncLit)(nil), (*ast.UnaryExpr)(nil)) {
			switch n := cur.Node().(type) {
			case *ast.FuncLit:
				if v.Pos() < n.Pos() || n.End() <= v.Pos() {
					return false
				}
			case *ast.UnaryExpr:
				if n.Op == token.AND && ast.Unparen(n.X) == use.Node() {
					return false
				}
			}
		}
	}
	return true
}

// isQuiet reports whether a function of this package writes nothing that its
// caller can read, as far as its text tells.
func (ix *index) isQuiet(fn *types.Func) bool {
	if known, ok := ix.quiet[fn]; ok {
		return known
	}
	decl := ix.decls[fn]
	if decl == nil || decl.Body == nil {
		return false
	}
	ix.quiet[fn] = true // if it calls itself: what the rest of it does counts
	ix.quiet[fn] = !contains(decl.Body, func(n ast.Node) bool { return ix.loud(decl, n) })
	return ix.quiet[fn]
}

// loud reports whether a node of a function by itself writes to something that
// outlives the call, or might.
func (ix *index) loud(fn *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Tok != token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
			return !ix.ownVariable(fn, e)
		})
	case *ast.IncDecStmt:
		return !ix.ownVariable(fn, n.X)
	case *ast.RangeStmt:
		switch ix.info.TypeOf(n.X).Underlying().(type) {
		case *types.Signature, *types.Chan:
			return true
		}
		return n.Tok == token.ASSIGN
	case *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt, *ast.SelectStmt, *ast.FuncLit:
		return true
	case *ast.UnaryExpr:
		return n.Op == token.ARROW
	case *ast.CallExpr:
		return !ix.quietCall(n)
	}
	return false
}

func (ix *index) ownVariable(fn *ast.FuncDecl, e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	if id.Name == "_" {
		return true
	}
	obj := ix.info.ObjectOf(id)
	return obj != nil && fn.Pos() <= obj.Pos() && obj.Pos() < fn.End()
}

func (ix *index) quietCall(call *ast.CallExpr) bool {
	if ix.info.Types[call.Fun].IsType() {
		return true
	}
	switch fn := typeutil.Callee(ix.info, call).(type) {
	case *types.Builtin:
		switch fn.Name() {
		case "copy", "delete", "clear", "close", "print", "println", "recover":
			return false
		}
		return true
	case *types.Func:
		if own := ix.callee(call); own != nil {
			return ix.isQuiet(own)
		}
		return ix.quietLibrary(call, fn)
	}
	return false
}

// quietLibrary reports whether a function of the standard library is known to
// write nothing, given what it is called with.
func (ix *index) quietLibrary(call *ast.CallExpr, fn *types.Func) bool {
	if fn.Pkg() == nil {
		return fn.Name() == "Error" // of the predeclared type
	}
	if recv := fn.Signature().Recv(); recv != nil {
		switch t := recv.Type(); {
		case technique.IsNamed(t, "time", "Time"), technique.IsNamed(t, "time", "Duration"),
			technique.IsNamed(t, "strings", "Replacer"), technique.IsNamed(t, "math/big", "Int"),
			technique.IsNamed(t, "encoding/base64", "Encoding"):
			return true
		case technique.IsNamed(t, "strings", "Builder"), technique.IsNamed(t, "bytes", "Buffer"):
			sel, ok := call.Fun.(*ast.SelectorExpr)
			return ok && ix.localOperand(sel.X)
		}
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "unicode", "unicode/utf8", "math", "math/bits", "errors", "path",
		"path/filepath", "encoding/hex", "net/url":
		return true
	case "strings", "fmt":
		return ix.quietFormat(call)
	}
	return false
}

// quietFormat reports whether no argument of a call has methods or is a
// function: none that is called could write.
func (ix *index) quietFormat(call *ast.CallExpr) bool {
	return !slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		return !harmless(ix.info.TypeOf(e))
	})
}

// localOperand reports whether e is a variable that only its function knows.
func (ix *index) localOperand(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := ix.info.Uses[id].(*types.Var)
	return ok && v.Parent() != nil && v.Pkg() != nil && v.Parent() != v.Pkg().Scope() &&
		ix.private(v)
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
		if types.Identical(u, types.Universe.Lookup("error").Type()) {
			return true
		}
		_, basic := u.Underlying().(*types.Basic)
		return basic && u.NumMethods() == 0
	}
	return false
}

// isBytes reports whether t is a slice of bytes.
func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	return types.Identical(s.Elem(), types.Typ[types.Byte])
}

// isString reports whether t is a string type, and not a type parameter.
func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
