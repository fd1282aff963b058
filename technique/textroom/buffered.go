package textroom

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// some reports whether a condition holds for what is not empty, and for nothing else: then no room
// is wasted.
//
//	x != "", len(x) > 0, !(x == nil)
func (w *written) some(cond, x ast.Expr) bool {
	info, is := w.pass.TypesInfo, token.NEQ
	if not, ok := cond.(*ast.UnaryExpr); ok && not.Op == token.NOT {
		cond, is = not.X, token.EQL
	}
	n, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok || n.Op != is && (n.Op != token.GTR || is == token.EQL) {
		return false
	}
	left := ast.Unparen(n.X)
	if call, ok := left.(*ast.CallExpr); ok && technique.IsBuiltin(info, call, "len") {
		return technique.SameExpr(info, call.Args[0], x) && technique.IsInt(info, n.Y, 0)
	}
	text, isText := technique.ConstantText(info, n.Y)
	return technique.SameExpr(info, left, x) && n.Op == is &&
		(isText && text == "" || info.Types[n.Y].IsNil())
}

// fieldOf returns the field of a struct that an element of a literal is given to; nil for others.
func (w *written) fieldOf(elt inspector.Cursor) *types.Var {
	info := w.pass.TypesInfo
	if kv, ok := elt.Parent().Node().(*ast.KeyValueExpr); ok {
		key, _ := kv.Key.(*ast.Ident)
		field, _ := info.ObjectOf(key).(*types.Var)
		return field
	}
	of, ok := info.TypeOf(elt.Parent().Node().(*ast.CompositeLit)).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return of.Field(elt.ParentEdgeIndex())
}

// appendedTo reports whether the package appends to what gets the bytes, here or from a call of the
// function. There was room for that in the buffer: two appends may have written over each other
// there, and one needed no memory.
func (w *written) appendedTo() bool {
	info, held := w.pass.TypesInfo, w.held()
	for _, v := range w.given {
		held[v] = true
	}
	for _, file := range w.pass.Files {
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				continue
			}
			fn, isFunc := technique.Func(info, call)
			if !technique.IsBuiltin(info, call, "append") && !(isFunc && effects.Appends(fn)) {
				continue
			}
			first := ast.Unparen(call.Args[0])
			v := technique.VariableOrField(info, first)
			if from, ok := first.(*ast.CallExpr); v != nil && held[v] ||
				ok && technique.Callee(info, from) == info.Defs[w.fn.Node().(*ast.FuncDecl).Name] {
				return true
			}
		}
	}
	return false
}

// calm are packages whose functions wait for nothing.
var calm = map[string]bool{"bytes": true, "encoding/binary": true, "math": true, "strconv": true,
	"strings": true, "unicode/utf8": true}

// waits reports whether a statement may wait for other goroutines: what it calls could, too.
func (w *written) waits(stmt ast.Stmt) bool {
	info := w.pass.TypesInfo
	if technique.Waits(info, stmt) {
		return true
	}
	for n := range ast.Preorder(stmt) {
		call, ok := n.(*ast.CallExpr)
		if !ok || info.Types[call.Fun].IsType() {
			continue
		}
		switch fn := technique.Callee(info, call).(type) {
		case *types.Builtin:
		case *types.Func:
			recv := fn.Signature().Recv()
			if fn.Pkg() == nil || !calm[fn.Pkg().Path()] ||
				recv != nil && types.IsInterface(recv.Type()) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// constantPart reports whether an expression is all of an array that a variable holds.
func (w *written) constantPart(x ast.Expr) bool {
	part, ok := x.(*ast.SliceExpr)
	if !ok {
		return false
	}
	v, ok := technique.Variable(w.pass.TypesInfo, part.X)
	return ok && part.Low == nil && part.High == nil && technique.IsArray(v.Type())
}

// constantLength returns the length of all of an array, or of a variable that always is the slice
// of constant length that it begins with.
func constantLength(pass *analysis.Pass, x ast.Expr) (int, bool) {
	switch e := x.(type) {
	case *ast.SliceExpr:
		t := pass.TypesInfo.TypeOf(e.X).Underlying()
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem().Underlying()
		}
		list, ok := t.(*types.Array)
		if !ok || e.Low != nil || e.High != nil || list.Len() > 1<<16 {
			return 0, false
		}
		return int(list.Len()), true
	case *ast.Ident:
		v, ok := pass.TypesInfo.Uses[e].(*types.Var)
		if !ok {
			return 0, false
		}
		n, ok := technique.MadeLength(pass.TypesInfo, technique.OnlyValue(pass, v))
		return int(n), ok && n < 1<<16
	}
	return 0, false
}
