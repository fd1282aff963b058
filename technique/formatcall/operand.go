package formatcall

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// operand returns the piece that a verb makes of an operand. It is not ok for
// any pair of verb and type that it does not know to the letter.
func (s *site) operand(x ast.Expr, d directive) (piece, bool) {
	t := types.Unalias(s.pass.TypesInfo.TypeOf(x))
	text := technique.Text(s.pass, x)
	if text == "" || s.shifts(x) {
		return piece{}, false
	}
	if namesItself(t) && (d.verb == 'v' || d.verb == 's') {
		return s.stringer(x, text), true
	}
	if formatted(s.pass, t, d.verb) {
		return piece{}, false
	}
	switch under := t.Underlying().(type) {
	case *types.Basic:
		return s.basic(t, under, text, d)
	case *types.Slice:
		if types.Identical(under.Elem(), types.Typ[types.Byte]) {
			return s.bytes(text, d)
		}
	case *types.Array:
		if id, ok := x.(*ast.Ident); ok && d.verb == 'x' && s.isVariable(id) &&
			types.Identical(under.Elem(), types.Typ[types.Byte]) {
			p := s.hexOf(text + "[:]")
			p.room = int(2 * min(under.Len(), 128))
			return p, true
		}
	}
	return piece{}, false
}

// basic returns the piece for an operand of a basic type.
func (s *site) basic(t types.Type, under *types.Basic, text string, d directive) (piece, bool) {
	info := under.Info()
	switch {
	case info&types.IsString != 0 && strings.IndexByte("vs", d.verb) >= 0:
		return stringOf(converted(t, types.String, text)), true
	case info&types.IsString != 0 && d.verb == 'q':
		return s.quoteOf(converted(t, types.String, text)), true
	case info&types.IsBoolean != 0 && strings.IndexByte("vt", d.verb) >= 0:
		if types.Identical(t, types.Typ[types.Bool]) || t == types.Typ[types.UntypedBool] {
			return s.boolOf(text), true
		}
	case info&types.IsInteger != 0 && d.verb == 'c':
		return runeOf(t, under, text)
	case info&types.IsInteger != 0 && bases[d.verb] != 0:
		return s.intOf(t, info&types.IsUnsigned != 0, text, bases[d.verb]), true
	case info&types.IsFloat != 0 && strings.IndexByte("vefg", d.verb) >= 0:
		return s.floatOf(t, under, text, d), true
	}
	return piece{}, false
}

// namesItself reports whether t has a String method that cannot panic.
func namesItself(t types.Type) bool {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "time" {
		return false
	}
	switch named.Obj().Name() {
	case "Duration", "Month", "Weekday":
		return true
	}
	return false
}

// stringer returns the piece that the String method of x gives.
func (s *site) stringer(x ast.Expr, text string) piece {
	switch x.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr, *ast.ParenExpr:
	default:
		text = "(" + text + ")"
	}
	return stringOf(text + ".String()")
}

// shifts reports whether x shifts a constant by a variable: the type of the
// constant, and so the result, then depends on what surrounds it.
func (s *site) shifts(x ast.Expr) bool {
	found := false
	ast.Inspect(x, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if ok && (b.Op == token.SHL || b.Op == token.SHR) &&
			s.pass.TypesInfo.Types[b.X].Value != nil && s.pass.TypesInfo.Types[b].Value == nil {
			found = true
		}
		return !found
	})
	return found
}

func (s *site) isVariable(id *ast.Ident) bool {
	_, ok := s.pass.TypesInfo.Uses[id].(*types.Var)
	return ok
}

// converted returns text as a value of the basic type, converted unless it has
// that type.
func converted(t types.Type, kind types.BasicKind, text string) string {
	if basic, ok := t.(*types.Basic); ok && basic.Kind() == kind {
		return text
	}
	return types.Typ[kind].Name() + "(" + text + ")"
}
