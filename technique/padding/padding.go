// Package padding adds what fills a text up to a length, or stands between its parts, in one step,
// where a loop adds it piece by piece.
package padding

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("padding",
		"fill a text up to its length in one step\n\n"+
			"A loop that adds a blank or a zero to a text until it is long enough makes a "+
			"new text each time around. How many are missing is known before: strings.Repeat "+
			"makes them, and they are added once.\n\n"+
			"So does a loop that puts a comma before every third digit, or an end of line "+
			"behind each 64 bytes: where the pieces go is known from the length of the text, "+
			"and one new text has room for all.",
		technique.Each(propose, (*ast.ForStmt)(nil)),
		technique.Each(insert, (*ast.ForStmt)(nil))),
	Title:  "Fill a text at once",
	Causes: []string{"string-concat"},
	Risk:   technique.Safe,
}

// filling is a loop that adds one character to a text until it is long enough.
type filling struct {
	pass *analysis.Pass
	loop *ast.ForStmt
	text *types.Var
	// long is how the loop asks for the length of the text, and least what it is to be.
	long, least ast.Expr
}

// propose matches such a loop.
//
//	have: for len(s) < n { s = "0" + s }
//	want: if len(s) < n { s = strings.Repeat("0", n-len(s)) + s }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	f := &filling{pass: pass, loop: cur.Node().(*ast.ForStmt)}
	file := technique.FileOf(pass, f.loop.Pos())
	if file == nil || !technique.InList(cur) || technique.Commented(pass, f.loop) ||
		len(f.loop.Body.List) != 1 {
		return none, false
	}
	stmt, ok := f.loop.Body.List[0].(*ast.AssignStmt)
	if !ok || len(stmt.Lhs) != 1 || len(stmt.Rhs) != 1 {
		return none, false
	}
	f.text, ok = technique.Variable(pass.TypesInfo, stmt.Lhs[0])
	if !ok || f.text.Parent() == pass.Pkg.Scope() || f.text.IsField() ||
		!types.Identical(f.text.Type(), types.Typ[types.String]) || !f.condition() {
		return none, false
	}
	piece, ok := f.piece(stmt)
	if !ok {
		return none, false
	}
	pkg, edits := technique.AddImport(pass, file, f.loop.Pos(), "strings")
	long, least := technique.Text(pass, f.long), technique.Text(pass, f.least)
	repeated := pkg + ".Repeat(" + technique.Text(pass, piece) + ", " + least + "-" + long + ")"
	body := technique.Patch(pass, stmt, map[ast.Node]string{piece: repeated})
	return technique.Proposal{At: stmt.Rhs[0], Message: "add what is missing in one step",
		Edits: append(edits, technique.Replace(f.loop,
			"if "+long+" < "+least+" {\n"+body+"\n}"))}, true
}

// condition matches what the loop asks: the length, or a variable that begins with it.
//
//	for len(s) < n          for i := len(s); i < n; i++
func (f *filling) condition() bool {
	cond, ok := f.loop.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.LSS {
		return false
	}
	f.long, f.least = cond.X, cond.Y
	info := f.pass.TypesInfo
	if f.loop.Init != nil || f.loop.Post != nil {
		i, _, begin := technique.Declared(info, f.loop.Init)
		post, ok := f.loop.Post.(*ast.IncDecStmt)
		if i == nil || begin == nil || !ok || post.Tok != token.INC ||
			!technique.Names(info, post.X, i) || !technique.Names(info, cond.X, i) ||
			technique.Uses(info, f.loop.Body, i) || technique.Uses(info, cond.Y, i) {
			return false
		}
		f.long = begin
	}
	return f.isLength(f.long) && technique.Pure(info, f.least) &&
		!technique.Uses(info, f.least, f.text) &&
		types.Identical(types.Default(info.TypeOf(f.least)), types.Typ[types.Int])
}

// isLength reports whether an expression is the number of bytes or characters of the text.
func (f *filling) isLength(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 || !technique.Names(f.pass.TypesInfo, call.Args[0], f.text) {
		return false
	}
	return technique.IsBuiltin(f.pass.TypesInfo, call, "len") ||
		technique.IsFunc(f.pass.TypesInfo, call, "unicode/utf8", "RuneCountInString")
}

// piece returns what a statement adds to the text, before it or behind it: a constant of one
// byte that is a character.
//
//	s = "0" + s          s = s + "0"          s += "0"
func (f *filling) piece(stmt *ast.AssignStmt) (ast.Expr, bool) {
	info := f.pass.TypesInfo
	piece := stmt.Rhs[0]
	switch sum, ok := piece.(*ast.BinaryExpr); {
	case stmt.Tok == token.ADD_ASSIGN:
	case stmt.Tok != token.ASSIGN || !ok || sum.Op != token.ADD:
		return nil, false
	case technique.Names(info, sum.Y, f.text):
		piece = sum.X
	case technique.Names(info, sum.X, f.text):
		piece = sum.Y
	default:
		return nil, false
	}
	text, ok := technique.ConstantText(info, piece)
	return piece, ok && len(text) == 1 && text[0] < 0x80
}
