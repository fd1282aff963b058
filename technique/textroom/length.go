package textroom

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"time"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// add adds what a call appends; it reports whether that is known.
func (t *text) add(call *ast.CallExpr) bool {
	n, ok := 0, false
	lens := len(t.lens)
	if technique.IsBuiltin(t.pass.TypesInfo, call, "append") {
		n, ok = t.appended(call)
	} else {
		n, ok = t.formatted(call)
	}
	if !ok {
		return false
	}
	t.sure += n
	t.filled = t.filled || n > 0
	if t.outgrows == nil && t.full(len(t.lens) > lens) {
		t.outgrows = call
	} else {
		t.appends = append(t.appends, call)
	}
	return true
}

// full reports whether what is appended may not fit, the last of which is more that is not constant
// or not. Where the room counts texts, all of them are appended, and more.
func (t *text) full(more bool) bool {
	left := slices.Clone(t.lens)
	for _, of := range t.start.lens {
		i := slices.Index(left, of)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(t.start.lens) > 0 {
		more = len(left) > 0
	}
	return more || t.start.length+t.sure > t.start.room
}

// appended returns how many elements append(b, ...) adds at most. It notes a slice or a
// text whose length is not constant.
func (t *text) appended(call *ast.CallExpr) (n int, ok bool) {
	if !call.Ellipsis.IsValid() {
		return len(call.Args) - 1, true
	}
	return t.text(call.Args[1])
}

// text returns how many elements a slice or a text has, 0 for one that it notes.
func (t *text) text(x ast.Expr) (n int, ok bool) {
	x = ast.Unparen(x)
	if text, ok := technique.ConstantText(t.pass.TypesInfo, x); ok {
		return len(text), true
	}
	if n, ok := constantLength(t.pass, x); ok {
		return n, true
	}
	if !t.early(x) {
		return 0, false
	}
	t.lens = append(t.lens, "len("+technique.Text(t.pass, x)+")")
	return 0, true
}

// date returns how many bytes a date in a layout has at most: as many as package time itself makes
// room for. One that may append nothing is none: it is not constant, or only asks for a fraction.
func (t *text) date(layout ast.Expr) (n int, ok bool) {
	text, ok := technique.ConstantText(t.pass.TypesInfo, layout)
	return len(text) + 10, ok && time.Time{}.Format(text) != ""
}

// early reports whether an expression says as much where the slice is declared: a variable of
// the function, or a field by way of one. The length of a field may have changed since, which
// makes the room a wrong one, and nothing else.
func (t *text) early(x ast.Expr) bool {
	root, followed := t.root(x)
	if root == nil {
		return false
	}
	v, ok := t.pass.TypesInfo.Uses[root].(*types.Var)
	if !ok || v.IsField() || v.Parent() == t.pass.Pkg.Scope() || v.Pos() >= t.at {
		return false
	}
	if !t.settled(v) || !technique.ResolvesSameAt(t.pass, root, t.at) {
		return false
	}
	return !followed || t.pure || t.still || !t.waited && t.behind(x.(*ast.SelectorExpr))
}

// settled reports whether a variable has its last value where the slice is declared. A function
// literal that gives it one may do so later, and at the same time.
func (t *text) settled(v *types.Var) bool {
	return !slices.ContainsFunc(technique.UsesOf(t.pass, v), func(use inspector.Cursor) bool {
		given, addressed := technique.Replaced(use)
		later := technique.InLiteral(use, v)
		for !given && use.ParentEdgeKind() == edge.SelectorExpr_X {
			use = use.Parent()
			part, shared := technique.Replaced(use)
			given, addressed = part && later, addressed || shared
		}
		return addressed || given && (use.Node().Pos() > t.at || later)
	})
}

// root returns the variable by way of which fields are read, and whether a pointer is followed.
func (t *text) root(x ast.Expr) (root *ast.Ident, followed bool) {
	for {
		switch e := x.(type) {
		case *ast.Ident:
			return e, followed
		case *ast.SelectorExpr:
			sel := t.pass.TypesInfo.Selections[e]
			if sel == nil || sel.Kind() != types.FieldVal {
				return nil, false
			}
			followed = followed || sel.Indirect()
			x = e.X
		default:
			return nil, false
		}
	}
}

// behind reports whether what the slice begins with reads another field of the same struct: a
// pointer that is nil panics there already.
func (t *text) behind(x *ast.SelectorExpr) (ok bool) {
	info := t.pass.TypesInfo
	if t.start.node == nil || len(info.Selections[x].Index()) > 1 {
		return false
	}
	ast.Inspect(t.start.node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			return n.Op != token.LAND && n.Op != token.LOR
		case *ast.SelectorExpr:
			sel := info.Selections[n]
			ok = ok || sel != nil && sel.Kind() == types.FieldVal &&
				technique.SameExpr(info, n.X, x.X)
		}
		return true
	})
	return ok
}

// formatted returns how many bytes a function of the standard library appends at most.
func (t *text) formatted(call *ast.CallExpr) (n int, ok bool) {
	fn, ok := technique.Func(t.pass.TypesInfo, call)
	if !ok || fn.Pkg() == nil {
		return 0, false
	}
	if technique.IsMethod(t.pass.TypesInfo, call, "time", "Time", "AppendFormat") {
		return t.date(call.Args[1])
	}
	switch fn.Pkg().Path() + "." + fn.Name() {
	case "encoding/binary.AppendUint16":
		return 2, true
	case "encoding/binary.AppendUint32":
		return 4, true
	case "encoding/binary.AppendUint64":
		return 8, true
	case "encoding/binary.AppendUvarint", "encoding/binary.AppendVarint":
		return 10, true
	case "unicode/utf8.AppendRune":
		return 4, true
	}
	if fn.Pkg() == t.pass.Pkg {
		return t.callee(call, fn)
	}
	if fn.Pkg().Path() != "strconv" {
		return 0, false
	}
	switch fn.Name() {
	case "AppendInt", "AppendUint":
		base, ok := number(t.pass, call.Args[2])
		return 20, ok && base >= 10 // -9223372036854775808, 18446744073709551615
	case "AppendBool":
		return 5, true
	case "AppendQuote":
		n, ok := t.text(call.Args[1])
		return n + 2, ok
	case "AppendFloat":
		format, ok := number(t.pass, call.Args[2])
		prec := t.pass.TypesInfo.Types[call.Args[3]].Value
		shortest := prec != nil && constant.Compare(prec, token.EQL, constant.MakeInt64(-1))
		return 24, ok && shortest && (format == 'g' || format == 'e') // -2.2250738585072014e-308
	}
	return 0, false
}
