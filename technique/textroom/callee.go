package textroom

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// deepest is how many functions that call each other are looked into.
const deepest = 3

// callee returns what a function of the package appends to what a call gives it: its body is
// one statement after the other, each of which appends, changes what has been appended, or does
// nothing with the slice. The lengths of texts that it notes are those of its parameters, as the
// call gives them.
//
//	func (t *item) appendTo(dst []byte) []byte {
//		dst = append(dst, t.name...)
//		dst[len(dst)-1] = '.'
//		return strconv.AppendInt(dst, t.id, 10)
//	}
func (t *text) callee(call *ast.CallExpr, fn *types.Func) (n int, ok bool) {
	decl := technique.DeclOf(t.pass, fn)
	sig := fn.Signature()
	if decl == nil || decl.Body == nil || sig.Variadic() || sig.Params().Len() == 0 ||
		sig.Params().Len() != len(call.Args) || sig.TypeParams().Len() > 0 ||
		sig.RecvTypeParams().Len() > 0 || t.depth == deepest ||
		len(decl.Body.List) == 0 {
		return 0, false
	}
	dst := sig.Params().At(0)
	u := &text{pass: t.pass, v: dst, at: decl.Body.List[0].Pos(), pure: true, depth: t.depth + 1}
	for i, stmt := range decl.Body.List {
		if !u.appendsIn(stmt, i == len(decl.Body.List)-1) {
			return 0, false
		}
	}
	if !technique.Predeclared(t.pass, u.at, "append", "len") {
		return 0, false
	}
	n = u.sure
	var lens []string
	for _, length := range u.lens {
		path := strings.TrimSuffix(strings.TrimPrefix(length, "len("), ")")
		root, field, _ := strings.Cut(path, ".")
		arg := given(call, fn, root)
		if arg == nil {
			return 0, false
		}
		if text, ok := technique.ConstantText(t.pass.TypesInfo, arg); ok {
			n += len(text)
			continue
		}
		_, pointer := t.pass.TypesInfo.TypeOf(arg).Underlying().(*types.Pointer)
		if !t.early(arg) || field != "" && pointer && !t.pure {
			return 0, false
		}
		text := technique.Text(t.pass, arg)
		if field != "" {
			text += "." + field
		}
		lens = append(lens, "len("+text+")")
	}
	t.lens = append(t.lens, lens...)
	t.pure = t.pure && u.pure
	return n, true
}

// appendsIn adds what a statement of a function appends to its parameter. The last one gives
// that back.
func (t *text) appendsIn(stmt ast.Stmt, last bool) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		if call, ok := t.appends1(stmt); ok {
			return !last && t.computes(call) && t.add(call)
		}
	case *ast.ReturnStmt:
		return last && len(stmt.Results) > 0 && t.gives(stmt.Results[0]) &&
			!slices.ContainsFunc(stmt.Results[1:], func(e ast.Expr) bool {
				return technique.Uses(t.pass.TypesInfo, e, t.v)
			})
	}
	t.pure = false
	return !last && t.retouches(stmt)
}

// computes notes whether the operands of a call that appends do no more than compute: behind one
// that does, no field may be read early by way of a pointer that could be nil. It reports whether
// none of them but the first names the slice.
func (t *text) computes(call *ast.CallExpr) bool {
	info := t.pass.TypesInfo
	for _, arg := range call.Args[1:] {
		t.pure = t.pure && technique.Pure(info, arg)
		if technique.Uses(info, arg, t.v) {
			return false
		}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && info.Selections[sel] != nil {
		t.pure = t.pure && technique.Pure(info, sel.X)
	}
	return !technique.Uses(info, call.Fun, t.v)
}

// gives adds what a function appends to its parameter as it returns it.
func (t *text) gives(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return t.returns(e)
	}
	return len(call.Args) > 1 && t.gives(call.Args[0]) && t.computes(call) && t.add(call)
}

// retouches reports whether a statement does nothing with the slice but to write to elements that
// are in it, and does not leave the function.
//
//	dst[len(dst)-1] = '.', copy(dst[len(dst)-3:], "GMT")
func (t *text) retouches(stmt ast.Stmt) bool {
	info := t.pass.TypesInfo
	cur, ok := technique.Find(t.pass, stmt)
	if !ok || technique.HasJump(stmt) {
		return false
	}
	for id := range cur.Preorder((*ast.Ident)(nil)) {
		if info.Uses[id.Node().(*ast.Ident)] != t.v {
			continue
		}
		switch n := id.Parent().Node().(type) {
		case *ast.IndexExpr:
			if n.X != id.Node() || technique.PointedTo(info, id.Parent()) {
				return false
			}
		case *ast.SliceExpr:
			call, isCall := id.Parent().Parent().Node().(*ast.CallExpr)
			if n.X != id.Node() || n.High != nil || !isCall ||
				!technique.IsBuiltin(info, call, "copy") {
				return false
			}
		case *ast.CallExpr:
			if !technique.IsBuiltin(info, n, "len") && !technique.IsBuiltin(info, n, "copy") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// given returns what a call gives a function as the parameter or receiver of a name.
func given(call *ast.CallExpr, fn *types.Func, name string) ast.Expr {
	sig := fn.Signature()
	for i := range sig.Params().Len() {
		if sig.Params().At(i).Name() == name {
			return ast.Unparen(call.Args[i])
		}
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if ok && sig.Recv() != nil && sig.Recv().Name() == name {
		return ast.Unparen(sel.X)
	}
	return nil
}
