package textroom

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// deepest is how many functions that call each other are looked into.
const deepest = 3

// callee returns what a function of the package appends to what a call gives it: its body is
// one statement after the other, each of which appends. The lengths of texts that it notes are
// those of its parameters, as the call gives them.
//
//	func (t *item) appendTo(dst []byte) []byte {
//		dst = append(dst, t.name...)
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
	return n, true
}

// appendsIn adds what a statement of a function appends to its parameter. The last one gives
// that back.
func (t *text) appendsIn(stmt ast.Stmt, last bool) bool {
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		call, ok := t.appends1(stmt)
		return ok && !last && t.add(call)
	case *ast.ReturnStmt:
		return last && len(stmt.Results) > 0 && t.returns(stmt.Results[0])
	}
	return false
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
