package nofmt

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// typeText returns the name of a type as %T prints it, which package reflect has at hand.
var typeText = technique.Helper{
	Name: "typeText",
	Text: `// typeText returns the name of the type of v, as fmt prints it by %T.
func typeText(v any) string {
	if v == nil {
		return "<nil>"
	}
	return reflect.TypeOf(v).String()
}`,
	Imports: []string{"reflect"},
}

// typeName returns the piece for %T. Only an interface may hold nothing, which has no type.
func (s *site) typeName(x ast.Expr, t types.Type, d fmtverb.Directive, text string) (piece, bool) {
	if !d.Plain || s.pass.TypesInfo.Types[x].IsNil() {
		return piece{}, false
	}
	if !types.IsInterface(t) {
		return stringOf(s.use("reflect") + ".TypeOf(" + text + ").String()"), true
	}
	if !s.declares(typeText) {
		return piece{}, false
	}
	return stringOf(typeText.Name + "(" + text + ")"), true
}
