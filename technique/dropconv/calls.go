package dropconv

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// argument follows a text into the call at up.
func (t *trail) argument(up, cur inspector.Cursor, index int) bool {
	call := up.Node().(*ast.CallExpr)
	if t.pass.TypesInfo.Types[call.Fun].IsType() {
		return t.converted(up)
	}
	switch callee := technique.Callee(t.pass.TypesInfo, call).(type) {
	case *types.Builtin:
		return t.builtin(callee.Name(), call, index)
	case *types.Func:
		if recv := callee.Signature().Recv(); recv != nil {
			return index == 0 && t.method(call, callee, recv.Type())
		}
		return t.function(up, cur, index)
	}
	return false
}

func (t *trail) builtin(name string, call *ast.CallExpr, index int) bool {
	switch name {
	case "len":
		return true
	case "append":
		return t.dir == toString && index == 1 && call.Ellipsis.IsValid()
	case "copy":
		return t.dir == toString && index == 1
	}
	return false
}

// converted follows a text into a conversion, which may be the way back.
func (t *trail) converted(cur inspector.Cursor) bool {
	typ := t.pass.TypesInfo.TypeOf(cur.Node().(*ast.CallExpr))
	if t.dir == toString {
		if !isString(typ) || cur == t.start.Parent() {
			return false // a copy that lets go of a longer text, maybe
		}
		t.texts = append(t.texts, cur)
		t.edits = append(t.edits, unwrap(cur)...)
		return true
	}
	if kind, _ := cur.ParentEdge(); !technique.IsBytes(typ) || kind != edge.CallExpr_Args {
		return false
	}
	pkg, name, ok := t.packageFunc(cur.Parent().Node().(*ast.CallExpr))
	w, known := twinOf(name)
	t.edits = append(t.edits, unwrap(cur)...)
	return ok && pkg == "bytes" && (name == "Equal" || known && w.result == plain)
}

// packageFunc returns what a call of a package's function calls.
func (t *trail) packageFunc(call *ast.CallExpr) (pkg, name string, ok bool) {
	fn, ok := technique.Func(t.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return "", "", false
	}
	return fn.Pkg().Path(), fn.Name(), true
}

// function follows a text into a function of a package.
func (t *trail) function(up, cur inspector.Cursor, index int) bool {
	call := up.Node().(*ast.CallExpr)
	sel, ok := call.Fun.(*ast.SelectorExpr)
	pkg, name, isFunc := t.packageFunc(call)
	if !ok || !isFunc || len(call.Args) != technique.Callee(t.pass.TypesInfo, call).(*types.Func).
		Signature().Params().Len() {
		return false
	}
	switch pkg {
	case "strconv":
		return t.dir == toBytes && index == 0 && t.wrap(cur) &&
			(strings.HasPrefix(name, "Parse") || name == "Atoi")
	case "unicode/utf8":
		other, ok := runes(name, t.dir)
		t.edits = append(t.edits, technique.Replace(sel.Sel, other))
		t.twins++
		return ok
	case [2]string{"strings", "bytes"}[t.dir]:
		if name == "Equal" {
			return t.equal(up, index)
		}
		w, ok := twinOf(name)
		return ok && t.replaceByTwin(up, sel, w, index)
	}
	return false
}

// method follows a text into a method that the standard library has for both.
func (t *trail) method(call *ast.CallExpr, fn *types.Func, recv types.Type) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if ptr, isPtr := types.Unalias(recv).(*types.Pointer); isPtr {
		recv = ptr.Elem()
	}
	named, isNamed := types.Unalias(recv).(*types.Named)
	if !ok || !isNamed || fn.Pkg() == nil {
		return false
	}
	if s := t.pass.TypesInfo.Selections[sel]; s == nil || len(s.Index()) != 1 {
		return false // of an embedded field: the type around may have the other one
	}
	other, ok := method(fn.Pkg().Path(), named.Obj().Name(), fn.Name(), t.dir)
	if ok {
		t.edits = append(t.edits, technique.Replace(sel.Sel, other))
		t.twins++
	}
	return ok
}

// replaceByTwin replaces a function by its twin and follows the result.
func (t *trail) replaceByTwin(cur inspector.Cursor, sel *ast.SelectorExpr, w twin, index int) bool {
	call := cur.Node().(*ast.CallExpr)
	if index >= w.texts || index > 0 && w.result != plain || !t.twinsAgree(call, w) {
		return false
	}
	if t.changed[cur] {
		return true // another argument was first
	}
	t.changed[cur] = true
	t.twins++
	name, edits := t.otherPackage(call)
	t.imports = append(t.imports, imports{sel.Pos(), edits})
	t.edits = append(t.edits, technique.Replace(sel.X, name))
	for i := range w.texts {
		if i != index {
			t.others = append(t.others, cur.ChildAt(edge.CallExpr_Args, i))
		}
	}
	switch w.result {
	case part:
		return t.returned(cur)
	case parts:
		return t.list(cur)
	}
	return true
}

// otherPackage returns the name of the package of the twins, and its import.
func (t *trail) otherPackage(call *ast.CallExpr) (string, []analysis.TextEdit) {
	path := [2]string{"bytes", "strings"}[t.dir]
	return technique.AddImport(t.pass, t.file, call.Pos(), path)
}

// twinsAgree reports whether both twins do the same with this second argument.
func (t *trail) twinsAgree(call *ast.CallExpr, w twin) bool {
	switch {
	case w.ascii:
		v := t.pass.TypesInfo.Types[call.Args[1]].Value
		return v != nil && isASCII(constant.StringVal(v))
	case w.asks:
		sel, ok := ast.Unparen(call.Args[1]).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		fn, ok := t.pass.TypesInfo.Uses[sel.Sel].(*types.Func)
		return ok && fn.Pkg() != nil && fn.Pkg().Path() == "unicode"
	}
	return true
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// returned follows the parts that the call at cur returns.
func (t *trail) returned(cur inspector.Cursor) bool {
	tuple, ok := t.pass.TypesInfo.TypeOf(cur.Node().(ast.Expr)).(*types.Tuple)
	if !ok {
		return t.flow(cur)
	}
	as, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != tuple.Len() {
		return false
	}
	for i, lhs := range as.Lhs {
		typ := tuple.At(i).Type()
		if (isString(typ) || technique.IsBytes(typ)) && !t.target(lhs) {
			return false
		}
	}
	return true
}

// equal follows a text into bytes.Equal.
//
//	have: bytes.Equal(x, []byte(s))
//	want: (string(x) == s)
func (t *trail) equal(cur inspector.Cursor, index int) bool {
	if t.changed[cur] {
		return true
	}
	t.changed[cur] = true
	call := cur.Node().(*ast.CallExpr)
	x, y := call.Args[0], call.Args[1]
	t.edits = append(t.edits,
		analysis.TextEdit{Pos: call.Pos(), End: x.Pos(), NewText: []byte("(")},
		analysis.TextEdit{Pos: x.End(), End: y.Pos(), NewText: []byte(" == ")},
		analysis.TextEdit{Pos: y.End(), End: call.End(), NewText: []byte(")")})
	t.others = append(t.others, cur.ChildAt(edge.CallExpr_Args, 1-index))
	t.twins++
	return true
}
