package reusefield

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// zeros writes what gives a slice as many zeros as it had. A length that may be negative, or
// too large, is given to make, as before, which panics then; and one that may panic itself is
// computed before the elements are cleared.
//
//	have: x.f = make([]T, n)
//	want: x.f = append(x.f[:0], make([]T, n)...)
//	want: if uint(n) <= uint(cap(x.f)) { x.f = x.f[:n]; clear(x.f) } else { x.f = make([]T, n) }
func (f *field) zeros(r renewed, on string, call *ast.CallExpr) (string, bool) {
	n, text := call.Args[1], technique.Text(f.pass, call)
	if !technique.Predeclared(f.pass, r.on.Pos(), "append", "make") {
		return "", false
	}
	if f.small(n) && (!f.clears(r) || f.calm(r, n)) {
		made := on + " = append(" + on + "[:0], " + text + "...)"
		if f.clears(r) {
			made = "clear(" + on + ")\n" + made // let go of what the elements lead to
		}
		return made, true
	}
	if !technique.Pure(f.pass.TypesInfo, n) && !f.steady(r.on) ||
		!technique.Predeclared(f.pass, r.on.Pos(), "cap") {
		return "", false
	}
	head, name := "if ", technique.Text(f.pass, n)
	if _, plain := technique.Variable(f.pass.TypesInfo, n); !plain {
		short := technique.FreeName(r.stmt.Node(), "n", "size", "length")
		head, name = "if "+short+" := "+name+"; ", short
		text = "make(" + technique.Text(f.pass, call.Args[0]) + ", " + short + ")"
	}
	fits, ok := technique.Fits(f.pass, n, name, on)
	return head + fits + " {\n" + f.within(r, on, name, text) + "\n} else {\n" +
		on + " = " + text + "\n}", ok && name != ""
}

// within writes what gives a slice some zeros, for which it has room.
func (f *field) within(r renewed, on, n, made string) string {
	switch {
	case f.clears(r):
		return "clear(" + on + ")\n" + on + " = append(" + on + "[:0], " + made + "...)"
	case technique.Since(f.pass, r.file, "go1.21") &&
		technique.Predeclared(f.pass, r.on.Pos(), "clear"):
		return on + " = " + on + "[:" + n + "]\nclear(" + on + ")"
	}
	return on + " = append(" + on + "[:0], " + made + "...)"
}

// small reports whether a length is one for which make cannot panic: not negative, and the length
// of something that is there, or of a type that holds few numbers.
func (f *field) small(n ast.Expr) bool {
	if basic, ok := f.pass.TypesInfo.TypeOf(n).Underlying().(*types.Basic); ok {
		switch basic.Kind() {
		case types.Uint8, types.Uint16:
			return true
		}
	}
	return technique.NotNegative(f.pass, n)
}

// clears reports whether the elements are cleared before the field gets others.
func (f *field) clears(r renewed) bool {
	elem := f.v.Type().Underlying().(*types.Slice).Elem()
	return technique.Pointers(elem) && technique.Since(f.pass, r.file, "go1.21") &&
		technique.Predeclared(f.pass, r.on.Pos(), "clear")
}

// calm reports whether a length is the same, and cannot panic, when the elements have been cleared.
func (f *field) calm(r renewed, e ast.Expr) bool {
	info := f.pass.TypesInfo
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr, *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if (n.Op == token.QUO || n.Op == token.REM) && info.Types[n.Y].Value == nil {
				return false
			}
		case *ast.CallExpr:
			if !info.Types[n.Fun].IsType() && !technique.IsBuiltin(info, n, "len") &&
				!technique.IsBuiltin(info, n, "cap") {
				return false
			}
		case *ast.SelectorExpr:
			if !technique.SameExpr(info, n.X, r.on.(*ast.SelectorExpr).X) {
				return false // of what may be nil
			}
		}
	}
	return true
}

// steady reports whether an expression is a field of a variable that keeps its value, whatever is
// called.
func (f *field) steady(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := technique.Variable(f.pass.TypesInfo, sel.X)
	return ok && technique.Unassigned(f.pass, v)
}
