package effects

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// NoByteWrites reports whether executing n provably leaves every existing
// []byte unchanged: nothing in n writes a byte through an index or a pointer,
// and neither does anything that it calls. This must hold before code may read
// bytes in place of a copy of them.
func NoByteWrites(pass *analysis.Pass, n ast.Node) bool {
	return newByteWrites(pass, n).Allowed(n)
}

// NoByteWritesOf reports whether a call of a function provably leaves every []byte unchanged that
// exists when it begins. It may write to arrays of its own.
func NoByteWritesOf(pass *analysis.Pass, decl *ast.FuncDecl) bool {
	return newByteWrites(pass, nil).Allowed(decl.Body)
}

func newByteWrites(pass *analysis.Pass, around ast.Node) *Walker {
	q := &byteWrites{pass: pass, around: around}
	q.walker = NewWalker(pass, Rules{Node: q.one, Builtin: q.builtin,
		Library: func(call *ast.CallExpr, fn *types.Func) bool {
			return WritesNoBytes(pass, call, fn)
		}})
	return q.walker
}

// byteWrites answers one question of NoByteWrites.
type byteWrites struct {
	pass   *analysis.Pass
	walker *Walker
	around ast.Node // what bytes may be in arrays of the function around it; nil for none
}

// own reports whether e is an array of a function that began after the bytes were there, or a part
// of such an array.
func (q *byteWrites) own(e ast.Expr) bool {
	for {
		switch n := ast.Unparen(e).(type) {
		case *ast.IndexExpr:
			if _, ok := q.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Array); !ok {
				return false
			}
			e = n.X
		case *ast.SliceExpr:
			if _, ok := q.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Array); !ok {
				return false
			}
			e = n.X
		case *ast.Ident:
			v, ok := q.pass.TypesInfo.Uses[n].(*types.Var)
			if !ok || v.Pkg() != q.pass.Pkg || v.Parent() == q.pass.Pkg.Scope() {
				return false
			}
			if _, ok := v.Type().Underlying().(*types.Array); !ok || q.around == nil {
				return ok
			}
			return !sameDecl(q.pass, q.around.Pos(), v.Pos())
		default:
			return false
		}
	}
}

// sameDecl reports whether two places are in one declaration of a file.
func sameDecl(pass *analysis.Pass, a, b token.Pos) bool {
	file := technique.FileOf(pass, a)
	return file == nil || slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
		within := func(pos token.Pos) bool { return decl.Pos() <= pos && pos < decl.End() }
		return within(a) && within(b)
	})
}

// one judges a node without its children.
func (q *byteWrites) one(_ *ast.FuncDecl, n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for _, lhs := range n.Lhs {
			if q.writes(lhs) {
				return false
			}
		}
	case *ast.IncDecStmt:
		return !q.writes(n.X)
	case *ast.RangeStmt:
		return q.ranges(n)
	case *ast.UnaryExpr:
		return n.Op != token.ARROW // others may write while this one waits
	case *ast.SendStmt, *ast.SelectStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// writes reports whether an assignment to e may change a byte that a slice can
// reach: a variable of a simple type cannot be a part of one.
func (q *byteWrites) writes(e ast.Expr) bool {
	e = ast.Unparen(e)
	t := q.pass.TypesInfo.TypeOf(e)
	if t == nil || q.own(e) {
		return false // blank, or its own
	}
	if _, ok := e.(*ast.Ident); ok {
		if _, basic := t.Underlying().(*types.Basic); basic {
			return false
		}
	}
	if _, ok := e.(*ast.StarExpr); ok && importsUnsafe(q.pass.Pkg) {
		return true
	}
	if index, ok := e.(*ast.IndexExpr); ok {
		if _, isMap := q.pass.TypesInfo.TypeOf(index.X).Underlying().(*types.Map); isMap {
			return false
		}
	}
	return holdsBytes(t)
}

// holdsBytes reports whether a value of the type has bytes in itself, or might.
func holdsBytes(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Byte
	case *types.Array:
		return holdsBytes(u.Elem())
	case *types.Struct:
		for field := range u.Fields() {
			if holdsBytes(field.Type()) {
				return true
			}
		}
		return false
	case *types.Interface:
		_, isParam := types.Unalias(t).(*types.TypeParam)
		return isParam
	}
	return false
}

// importsUnsafe reports whether a pointer of the package may point to other than
// what its type says.
func importsUnsafe(pkg *types.Package) bool {
	return slices.Contains(pkg.Imports(), types.Unsafe)
}

// ranges judges the head of a range statement: it assigns, and it may call.
func (q *byteWrites) ranges(n *ast.RangeStmt) bool {
	for _, e := range []ast.Expr{n.Key, n.Value} {
		if e != nil && n.Tok == token.ASSIGN && q.writes(e) {
			return false
		}
	}
	switch q.pass.TypesInfo.TypeOf(n.X).Underlying().(type) {
	case *types.Signature:
		call, ok := ast.Unparen(n.X).(*ast.CallExpr)
		return ok && technique.Foreign(q.pass, call) && q.walker.Call(call)
	case *types.Chan, *types.Interface:
		return false
	}
	return true
}

// builtin judges a call of a builtin function.
func (q *byteWrites) builtin(call *ast.CallExpr, name string) bool {
	switch name {
	case "append", "copy", "clear":
		switch u := q.pass.TypesInfo.TypeOf(call.Args[0]).Underlying().(type) {
		case *types.Slice:
			return !holdsBytes(u.Elem()) || q.own(call.Args[0])
		case *types.Map:
			return true
		}
		return false
	case "close": // others may wait for it, to whom the bytes belong then
		return false
	}
	return true
}
