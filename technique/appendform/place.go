package appendform

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// place finds where the string goes, and returns what is replaced by what.
func (t *text) place() (ast.Node, string, bool) {
	parent, kind := t.cur.Parent(), t.cur.ParentEdgeKind()
	for kind == edge.ParenExpr_X {
		kind, parent = parent.ParentEdgeKind(), parent.Parent()
	}
	switch n := parent.Node().(type) {
	case *ast.CallExpr:
		if kind != edge.CallExpr_Args {
			break
		}
		if text, ok := t.written(n); ok {
			return n, text, true
		}
		if text, ok := t.onto(n); ok {
			return n, text, true
		}
		if outer, text, ok := t.convertedOnto(parent); ok {
			return outer, text, true
		}
		if text, ok := t.bytes(parent); ok {
			return n, text, true
		}
		if technique.IsBuiltin(t.pass.TypesInfo, n, "copy") && t.adds() ||
			technique.IsBuiltin(t.pass.TypesInfo, n, "len") && t.seen() {
			return t.cur.Node(), t.appended(t.stack()), true
		}
	case *ast.IndexExpr:
		if kind == edge.IndexExpr_X && t.seen() {
			return t.cur.Node(), t.appended(t.stack()), true
		}
		if kind == edge.IndexExpr_Index && t.worthIt() &&
			technique.LooksUp(t.pass.TypesInfo, parent) {
			return t.cur.Node(), t.passing(), true
		}
	case *ast.SwitchStmt:
		if kind == edge.SwitchStmt_Tag && t.worthIt() &&
			technique.ConstantCases(t.pass.TypesInfo, n) {
			return t.cur.Node(), t.passing(), true
		}
	case *ast.RangeStmt:
		if kind == edge.RangeStmt_X && t.short() {
			return t.cur.Node(), t.passing(), true
		}
	case *ast.BinaryExpr:
		if (n.Op == token.EQL || n.Op == token.NEQ) && t.worthIt() {
			return t.cur.Node(), t.passing(), true
		}
	}
	if len(t.pieces) == 1 && t.pieces[0].twin != nil && t.pieces[0].twin.twice {
		return t.cur.Node(), t.passing(), true
	}
	return nil, "", false
}

// seen reports whether the text is made by functions that format and of constants, so that it pays
// to have its bytes where only its length, a byte or its runes are looked at. A text that repeats
// another one, or has a string of any length in it, may be too long for the stack, and then be
// made more than once; and the string would be read before what runs beside it.
//
//	have: len(strconv.Itoa(n)), strconv.Itoa(n)[0]
//	want: len(strconv.AppendInt(make([]byte, 0, 24), int64(n), 10)), strconv.AppendInt(...)[0]
func (t *text) seen() bool {
	return t.formats() && !t.repeated() && !slices.ContainsFunc(t.pieces, func(p piece) bool {
		return !p.cons && p.twin == nil
	})
}

// short reports whether the text is made of a number and constants, and so short that the compiler
// keeps a string of it on the stack, where it is looked at rune by rune.
func (t *text) short() bool {
	for _, p := range t.pieces {
		if !p.cons && !t.number(p.e) {
			return false
		}
	}
	return t.formats() && t.room() <= onStack
}

// number reports whether an expression is the text of an integer to a base that gives no more
// digits than there is room for.
func (t *text) number(e ast.Expr) bool {
	info := t.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || technique.IsFunc(info, call, "strconv", "Itoa") {
		return ok
	}
	if !technique.IsFunc(info, call, "strconv", "FormatInt") &&
		!technique.IsFunc(info, call, "strconv", "FormatUint") {
		return false
	}
	base, ok := technique.ConstantInt(info, call.Args[1])
	return ok && base >= 8
}

// handed reports whether a function gets the text that only looks at it and copies it.
func (t *text) handed() bool {
	return (t.formats() || t.joined) && effects.TextRead(t.pass, t.cur)
}

// adds reports whether what is appended is made for that: formatted, or a sum that is no
// constant.
func (t *text) adds() bool {
	return t.formats() || t.joined || len(t.pieces) > 1 && t.variables() > 0
}

// worthIt reports whether making the text costs memory: the compiler has 32 bytes
// on the stack for a sum that is only looked at.
func (t *text) worthIt() bool { return t.formats() || t.joined || t.variables() > 1 }

// passing returns the expression for a string of bytes on the stack, of which the
// compiler makes none when it is only looked at.
//
//	have: m[host+":"+strconv.Itoa(port)]
//	want: m[string(strconv.AppendInt(append(append(make([]byte, 0, 64), host...), ':'), ...))]
func (t *text) passing() string { return "string(" + t.appended(t.stack()) + ")" }

// written writes bytes to a writer that copies them.
//
//	have: b.WriteString(strconv.Itoa(n))
//	want: b.Write(strconv.AppendInt(make([]byte, 0, 24), int64(n), 10))
func (t *text) written(call *ast.CallExpr) (string, bool) {
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || fun.Sel.Name != "WriteString" || len(call.Args) != 1 || !t.formats() {
		return "", false
	}
	info := t.pass.TypesInfo
	x := technique.Text(t.pass, fun.X)
	switch typ := info.TypeOf(fun.X); {
	case technique.IsNamed(typ, "bytes", "Buffer"), technique.IsNamed(typ, "strings", "Builder"):
		return x + ".Write(" + t.appended(t.stack()) + ")", true
	case technique.IsNamed(typ, "bufio", "Writer"):
		return x + ".Write(" + t.appended(x+".AvailableBuffer()") + ")", t.inert && t.apart() &&
			technique.Pure(info, fun.X) && technique.Since(t.pass, t.file, "go1.18")
	}
	return "", false
}

// onto appends to the slice itself.
//
//	have: append(dst, strconv.Itoa(n)...)       append(dst, ","+s...)
//	want: strconv.AppendInt(dst, int64(n), 10)  append(append(dst, ','), s...)
func (t *text) onto(call *ast.CallExpr) (string, bool) {
	info := t.pass.TypesInfo
	if !technique.IsBuiltin(info, call, "append") || !call.Ellipsis.IsValid() || !t.adds() ||
		!technique.IsBytes(info.TypeOf(call.Args[0])) ||
		!technique.Pure(info, call.Args[0]) || !t.inert || !t.apart() {
		return "", false
	}
	return t.appended(technique.Text(t.pass, call.Args[0])), true
}

// convertedOnto is onto for bytes that are made of the text first.
//
//	have: append(dst, []byte(s+"\x00")...)
//	want: append(append(dst, s...), '\x00')
func (t *text) convertedOnto(conv inspector.Cursor) (ast.Node, string, bool) {
	call := conv.Node().(*ast.CallExpr)
	if conv.ParentEdgeKind() != edge.CallExpr_Args || !t.pass.TypesInfo.Types[call.Fun].IsType() ||
		!technique.IsBytes(t.pass.TypesInfo.TypeOf(call)) {
		return nil, "", false
	}
	outer := conv.Parent().Node().(*ast.CallExpr)
	text, ok := t.onto(outer)
	return outer, text, ok
}

// bytes makes the bytes without the string of which they would be a copy.
//
//	have: []byte(strconv.Itoa(n))
//	want: strconv.AppendInt(nil, int64(n), 10)
//
// What stays in a variable of the function can be on the stack.
func (t *text) bytes(conv inspector.Cursor) (string, bool) {
	call, tw := conv.Node().(*ast.CallExpr), t.pieces[0].twin
	if len(t.pieces) > 1 || tw == nil || tw.helper.Name == appendRepeat.Name ||
		!t.pass.TypesInfo.Types[call.Fun].IsType() ||
		!technique.IsBytes(t.pass.TypesInfo.TypeOf(call)) {
		return "", false
	}
	switch conv.ParentEdgeKind() {
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		if v, _, _ := technique.Declared(t.pass.TypesInfo, conv.Parent().Node()); v != nil {
			return tw.code(t.stack()), technique.HidesRoom(t.pass, v)
		}
	case edge.CallExpr_Args:
		fn, ok := technique.Func(t.pass.TypesInfo, conv.Parent().Node().(*ast.CallExpr))
		if ok && !tw.exact() && !t.hiddenBy(fn, conv.ParentEdgeIndex()) {
			return "", false
		}
		if ok && fn.Signature().Recv() != nil &&
			technique.IsNamed(fn.Signature().Recv().Type(), "bytes", "Buffer") {
			return tw.code(t.stack()), true
		}
	}
	switch tw.new {
	case "":
		return tw.code("[]byte{}"), true
	case "nil":
		return tw.code("nil"), technique.Predeclared(t.pass, call.Pos(), "nil")
	}
	return tw.code(tw.new), true
}
