package builder

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// appended rewrites a statement that appends to the slice.
//
//	have: v = append(v, s...), v = strconv.AppendInt(v, n, 10)
//	want: v.WriteString(s), v.Write(strconv.AppendInt(make([]byte, 0, 24), n, 10))
func (t *text) appended(at inspector.Cursor) bool {
	as, ok := at.Node().(*ast.AssignStmt)
	if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || as.Tok != token.ASSIGN ||
		!technique.InList(at) || !technique.Names(t.pass.TypesInfo, as.Lhs[0], t.v) {
		return false
	}
	if t.done[as] {
		return true
	}
	writes, ok := t.writes(as.Rhs[0])
	if !ok || len(writes) == 0 || technique.Commented(t.pass, as) {
		return false
	}
	t.replace(as, strings.Join(writes, "\n"))
	t.done[as] = true
	t.grown++
	return true
}

// writes returns the statements that write what an expression appends to the slice.
func (t *text) writes(e ast.Expr) (out []string, ok bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return nil, technique.Names(t.pass.TypesInfo, e, t.v)
	}
	if out, ok = t.writes(call.Args[0]); !ok {
		return nil, false
	}
	for _, arg := range call.Args[1:] {
		if technique.Uses(t.pass.TypesInfo, arg, t.v) {
			return nil, false
		}
	}
	more, ok := "", false
	if technique.IsBuiltin(t.pass.TypesInfo, call, "append") {
		more, ok = t.elements(call)
	} else {
		more, ok = t.formatted(call)
	}
	return append(out, more), ok && more != ""
}

// elements returns what writes the elements of an append.
func (t *text) elements(call *ast.CallExpr) (string, bool) {
	name, info := t.v.Name(), t.pass.TypesInfo
	if call.Ellipsis.IsValid() {
		x := call.Args[1]
		switch u := info.TypeOf(x).Underlying().(type) {
		case *types.Basic:
			if u.Info()&types.IsString == 0 {
				return "", false // nil
			}
			if info.Types[x].Value == nil &&
				!types.Identical(info.TypeOf(x), types.Typ[types.String]) {
				return name + ".WriteString(string(" + technique.Text(t.pass, x) + "))",
					technique.Predeclared(t.pass, call.Pos(), "string")
			}
			return name + ".WriteString(" + technique.Text(t.pass, x) + ")", true
		case *types.Slice:
			return name + ".Write(" + technique.Text(t.pass, x) + ")", true
		}
		return "", false // a type parameter
	}
	if text, ok := t.ascii(call.Args[1:]); ok {
		return name + ".WriteString(" + strconv.Quote(text) + ")", true
	}
	var out []string
	for i, arg := range call.Args[1:] {
		if info.Types[arg].Value == nil && t.changes(call.Args[i+2:]) {
			return "", false // append reads a variable behind the calls
		}
		if info.Types[arg].Value == nil &&
			!types.Identical(info.TypeOf(arg), types.Typ[types.Byte]) {
			return "", false
		}
		out = append(out, name+".WriteByte("+technique.Text(t.pass, arg)+")")
	}
	return strings.Join(out, "\n"), true
}

// changes reports whether evaluating one of several expressions may change a variable.
func (t *text) changes(list []ast.Expr) bool {
	return slices.ContainsFunc(list, func(e ast.Expr) bool {
		return !effects.Only(t.pass, e, effects.Keeps|effects.Panics|effects.Shows)
	})
}

// ascii returns several constant bytes as a text.
func (t *text) ascii(args []ast.Expr) (string, bool) {
	if len(args) < 2 {
		return "", false
	}
	var b strings.Builder
	for _, arg := range args {
		n, ok := technique.ConstantInt(t.pass.TypesInfo, arg)
		if !ok || n < ' ' && n != '\n' && n != '\t' || n >= utf8.RuneSelf {
			return "", false
		}
		b.WriteByte(byte(n))
	}
	return b.String(), true
}

// rooms are how many bytes the appending functions of strconv need, at most or mostly.
var rooms = map[string]int{"AppendInt": 24, "AppendUint": 24, "AppendFloat": 32, "AppendQuote": 64}

// formatted returns what writes the text of a value.
func (t *text) formatted(call *ast.CallExpr) (string, bool) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	fn, isFunc := technique.Func(t.pass.TypesInfo, call)
	if !ok || !isFunc || fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return "", false
	}
	name := t.v.Name()
	switch fn.Pkg().Path() {
	case "unicode/utf8":
		if fn.Name() == "AppendRune" {
			return name + ".WriteRune(" + technique.Text(t.pass, call.Args[1]) + ")", true
		}
	case "strconv":
		if room := rooms[fn.Name()]; room > 0 && t.decimal(fn, call) &&
			technique.Predeclared(t.pass, call.Pos(), "make", "byte") {
			var args []string
			for _, arg := range call.Args[1:] {
				args = append(args, technique.Text(t.pass, arg))
			}
			return fmt.Sprintf("%s.Write(%s(make([]byte, 0, %d), %s))", name,
				technique.Text(t.pass, sel), room, strings.Join(args, ", ")), true
		}
	}
	return "", false
}

// decimal reports whether a number is written with a base that makes it no longer than
// the room for it.
func (t *text) decimal(fn *types.Func, call *ast.CallExpr) bool {
	if fn.Name() != "AppendInt" && fn.Name() != "AppendUint" {
		return true
	}
	n, ok := technique.ConstantInt(t.pass.TypesInfo, call.Args[2])
	return ok && n >= 8
}
