package nofmt

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// operand returns the piece that a verb makes of an operand. It is not ok for
// any pair of verb and type that it does not know to the letter.
func (s *site) operand(x ast.Expr, d fmtverb.Directive) (piece, bool) {
	t := types.Unalias(s.pass.TypesInfo.TypeOf(x))
	text := technique.Text(s.pass, x)
	if text == "" || s.shifts(x) {
		return piece{}, false
	}
	if d.Verb == 'T' {
		return s.typeName(x, t, d, text)
	}
	method, ok := s.ownText(x, t, d)
	if ok {
		text, t = s.receiving(x, text)+"."+method+"()", types.Typ[types.String]
	}
	if p, ok := s.padded(x, t, d, text); ok {
		return p, true
	}
	if fmtverb.Asks(types.NewPointer(t), d.Verb) {
		return piece{}, false // whatever is addressable
	}
	way, ok := fmtverb.Of(t, d)
	if !ok {
		return piece{}, false
	}
	if p, ok := s.verbatim(x, way); ok {
		return p, true
	}
	switch way.Kind {
	case fmtverb.Text:
		s.late = s.late || method == "" && !s.kept(x)
		return stringOf(converted(t, types.String, text)), true
	case fmtverb.Quote:
		return s.quoteOf(converted(t, types.String, text)), true
	case fmtverb.Bool:
		plain := types.Identical(t, types.Typ[types.Bool]) || t == types.Typ[types.UntypedBool]
		return s.boolOf(text), plain
	case fmtverb.Rune:
		s.late = s.late || !s.kept(x)
		return runeOf(t, text), true
	case fmtverb.Int, fmtverb.Uint:
		return s.intOf(t, way, text), true
	case fmtverb.Float:
		return s.floatOf(t, way, text), true
	case fmtverb.Bytes:
		s.late = true
		return piece{text: "string(" + text + ")", add: "append($, " + text + "...)",
			room: guess}, true
	}
	return s.hex(x, t, text)
}

// verbatim returns the piece of a text in quotes, or of a whole number, that stands in the call as
// it is.
//
//	have: fmt.Sprintf("%q is no %d", name, 7)
//	like: fmt.Sprintf("%q is no 7", name)
func (s *site) verbatim(x ast.Expr, way fmtverb.Way) (piece, bool) {
	lit, ok := ast.Unparen(x).(*ast.BasicLit)
	if !ok {
		return piece{}, false
	}
	switch info := s.pass.TypesInfo; {
	case way.Kind == fmtverb.Quote && lit.Kind == token.STRING:
		text, ok := technique.ConstantText(info, lit)
		return literal(strconv.Quote(text)), ok
	case way.Kind == fmtverb.Int && lit.Kind == token.INT:
		n, ok := technique.ConstantInt(info, lit)
		return literal(strconv.FormatInt(n, way.Base)), ok
	}
	return piece{}, false
}

// hex returns the piece for %x of bytes: a slice, or an array in a variable, which a call gets
// in a statement before.
func (s *site) hex(x ast.Expr, t types.Type, text string) (piece, bool) {
	array, ok := t.Underlying().(*types.Array)
	if !ok {
		return s.hexOf(text, s.length(x)), true
	}
	id, ok := x.(*ast.Ident)
	if ok && s.isVariable(id) {
		return s.hexOf(text+"[:]", array.Len()), true
	}
	if _, ok := x.(*ast.CallExpr); !ok || s.early != "" || !s.alone(x) {
		return piece{}, false
	}
	name := technique.FreshName(s.pass, s.file, "sum")
	s.early = name + " := " + text + "\n"
	return s.hexOf(name+"[:]", array.Len()), true
}

// alone reports whether an operand can be evaluated in a statement before: the others are
// constants and variables that it cannot change.
func (s *site) alone(x ast.Expr) bool {
	if !s.ends() {
		return false
	}
	for _, other := range s.call.Args {
		if other != x && s.pass.TypesInfo.Types[other].Value == nil && !s.unchangeable(other) {
			return false
		}
	}
	return true
}

// length returns how many elements a part of a slice or array has, where constants say so;
// -1 where they do not.
func (s *site) length(x ast.Expr) int64 {
	part, ok := ast.Unparen(x).(*ast.SliceExpr)
	if !ok {
		return -1
	}
	info := s.pass.TypesInfo
	var bounds [2]int64
	if array, ok := info.TypeOf(part.X).Underlying().(*types.Array); ok {
		bounds[1] = array.Len()
	} else if part.High == nil {
		return -1
	}
	for i, e := range []ast.Expr{part.Low, part.High} {
		if e == nil {
			continue
		}
		n, ok := technique.ConstantInt(info, e)
		if !ok {
			return -1
		}
		bounds[i] = n
	}
	return bounds[1] - bounds[0]
}

// receiving returns an expression as it stands before the name of a method.
func (s *site) receiving(x ast.Expr, text string) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		if _, plain := s.pass.TypesInfo.TypeOf(x.X).(*types.Pointer); plain {
			text = technique.Text(s.pass, x.X) // a pointer has its methods, too
			if _, again := x.X.(*ast.StarExpr); again {
				break // and one to it has not
			}
			return s.receiving(x.X, text)
		}
	case *ast.Ident, *ast.SelectorExpr, *ast.CallExpr, *ast.IndexExpr, *ast.ParenExpr,
		*ast.TypeAssertExpr:
		return text
	}
	return "(" + text + ")"
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
