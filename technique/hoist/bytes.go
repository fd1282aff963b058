package hoist

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/wring-go/wring/technique"
)

// constantBytes matches bytes of a constant that are only written to what is
// behind an interface, for which they go to the heap each time. A writer must
// not change them, and must not keep them.
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
		text, ok := s.text(e.Args[0])
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
	return b, s.writes(s.cur)
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
			word = upperFirst(strings.ToLower(word))
		}
		name += word
	}
	if len(name) < 3 || len(name) > 16 {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:] + "Text"
}

// writes reports whether a use is the argument of Write of an interface.
func (s *site) writes(cur inspector.Cursor) bool {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || cur.ParentEdgeKind() != edge.CallExpr_Args || len(call.Args) != 1 {
		return false
	}
	fn, ok := typeutil.Callee(s.pass.TypesInfo, call).(*types.Func)
	if !ok || fn.Name() != "Write" || fn.Signature().Recv() == nil ||
		!types.IsInterface(fn.Signature().Recv().Type()) {
		return false
	}
	results := fn.Signature().Results()
	return results.Len() == 2 && types.Identical(results.At(0).Type(), types.Typ[types.Int]) &&
		types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type())
}
