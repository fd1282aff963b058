package hoist

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// constantBytes matches bytes of a constant that are only written to what is
// behind an interface, at once or by functions of the package. For it they go to
// the heap each time; it must neither change nor keep them.
//
//	have: w.Write([]byte("\n"))
//	want: w.Write(newline)
func (s *site) constantBytes() (building, bool) {
	b := building{what: "the bytes", text: technique.Text(s.pass, s.expr)}
	if !types.Identical(s.pass.TypesInfo.TypeOf(s.expr), types.NewSlice(types.Typ[types.Byte])) {
		return b, false
	}
	switch e := s.expr.(type) {
	case *ast.CallExpr:
		if !s.pass.TypesInfo.Types[e.Fun].IsType() {
			return b, false
		}
		text, ok := technique.ConstantText(s.pass.TypesInfo, e.Args[0])
		if !ok || text == "" {
			return b, false
		}
		b.name = nameOf(text)
	case *ast.CompositeLit:
		if len(e.Elts) == 0 || !s.constant(e) {
			return b, false
		}
	}
	b.suffix = "Text"
	read, leaves := effects.OnlyRead(s.pass, s.cur)
	return b, read && leaves
}

// nameOf returns a name for the bytes of a text: newline, or the letters in it;
// "" where the text has none, or is long.
func nameOf(text string) string {
	if text == "\n" {
		return "newline"
	}
	name := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r)
	}) {
		if name != "" {
			word = technique.UpperFirst(strings.ToLower(word))
		}
		name += word
	}
	if len(name) < 3 || len(name) > 16 {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:] + "Text"
}
