package dropconv

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// ranged matches a loop over the runes of bytes, which makes a string of them first. It takes them
// from the bytes, which neither it nor what it calls changes.
//
//	have: for i, r := range string(b) { ... }
//	      for _, r := range bytes.Runes(b) { ... }
//	want: for i, size := 0, 0; i < len(b); i += size {
//	          r := rune(b[i])
//	          if size = 1; r >= utf8.RuneSelf { r, size = utf8.DecodeRune(b[i:]) }
//	          ...
//	      }
func ranged(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if cur.ParentEdgeKind() != edge.RangeStmt_X || file == nil {
		return p, false
	}
	from, ok := madeOf(pass.TypesInfo, call)
	if !ok {
		if from, ok = runesFrom(pass.TypesInfo, call); !ok || !ranges(pass, cur) {
			return p, false
		}
	}
	loop := cur.Parent().Node().(*ast.RangeStmt)
	v, ok := technique.Variable(pass.TypesInfo, from)
	if !ok || technique.GivenElsewhere(pass, v) || !effects.NoByteWrites(pass, loop) ||
		technique.Assigned(pass.TypesInfo, loop, v) {
		return p, false
	}
	if _, ok := technique.LocalUses(pass, v); !ok {
		return p, false
	}
	p.Edits, ok = runeLoop(pass, file, loop, v, true)
	p.At, p.Message = call, "take the runes from the bytes themselves"
	return p, ok
}

// runeLoop returns the edits by which a loop over the runes of a string finds them in v, which
// keeps its value in the loop: in bytes, or in what may be a string. The last is that of the loop.
func runeLoop(pass *analysis.Pass, file *ast.File, loop *ast.RangeStmt, v *types.Var,
	bytes bool) (edits []analysis.TextEdit, ok bool) {
	if loop.Tok != token.DEFINE && loop.Key != nil || !technique.Since(pass, file, "go1.22") ||
		!technique.Predeclared(pass, loop.Pos(), "len", "rune") {
		return nil, false
	}
	if cur, ok := technique.Find(pass, loop); !ok || technique.GotoAround(pass, cur) {
		return nil, false
	}
	for _, e := range []ast.Expr{loop.Key, loop.Value} {
		if id, ok := e.(*ast.Ident); ok && id.Name == v.Name() {
			return nil, false
		}
	}
	if id, ok := loop.Key.(*ast.Ident); ok && (id.Name == "len" || id.Name == "rune") {
		return nil, false // which the head of the loop needs
	}
	inner := pass.TypesInfo.Scopes[loop.Body]
	if id, ok := loop.Value.(*ast.Ident); ok && inner != nil && inner.Lookup(id.Name) != nil {
		return nil, false // both would be declared in one block, or be one variable
	}
	for _, group := range file.Comments {
		if loop.Pos() < group.Pos() && group.Pos() < loop.Body.Lbrace {
			return nil, false
		}
	}
	at, size := technique.FreshName(pass, file, "at"), technique.FreshName(pass, file, "size")
	if id, named := loop.Key.(*ast.Ident); named && id.Name != "_" {
		key, ok := pass.TypesInfo.Defs[id].(*types.Var)
		if !ok || !technique.Unassigned(pass, key) {
			return nil, false // the loop would go on from there
		}
		at = id.Name
	}
	utf8, edits := technique.AddImport(pass, file, loop.Pos(), "unicode/utf8")
	next := fmt.Sprintf("%s.DecodeRune(%s[%s:])", utf8, v.Name(), at)
	if !bytes {
		next = fmt.Sprintf("nextRune(%s, %s)", v.Name(), at)
		more, ok := nextRune.Declare(pass, file, loop)
		if !ok {
			return nil, false
		}
		edits = append(edits, more...)
	}
	r, begins, first := "_", "", v.Name()+"["+at+"]"
	if id, named := loop.Value.(*ast.Ident); named && id.Name != "_" {
		r, begins, first = id.Name, fmt.Sprintf("%s := rune(%s)\n", id.Name, first), id.Name
	}
	head := fmt.Sprintf("for %[1]s, %[2]s := 0, 0; %[1]s < len(%[3]s); %[1]s += %[2]s {\n",
		at, size, v.Name()) + begins + fmt.Sprintf(
		"if %[1]s = 1; %[2]s >= %[3]s.RuneSelf {\n%[4]s, %[1]s = %[5]s\n}",
		size, first, utf8, r, next)
	tok := pass.Fset.File(loop.Pos())
	if len(loop.Body.List) > 0 &&
		tok.Line(loop.Body.List[0].Pos()) == tok.Line(loop.Body.Lbrace) {
		head += "\n"
	}
	return append(edits, analysis.TextEdit{Pos: loop.Pos(), End: loop.Body.Lbrace + 1,
		NewText: []byte(head)}), true
}

// nextRune is the helper that decodes one rune.
var nextRune = technique.Helper{Name: "nextRune", Imports: []string{"unicode/utf8"},
	Text: `// nextRune returns the rune that begins at s[i], and how long it is.
func nextRune[T string | []byte](s T, i int) (r rune, size int) {
	return utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
}`}
