package padding

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// insertEvery puts a piece between the parts of a text.
var insertEvery = technique.Helper{Name: "insertEvery", Imports: []string{"strings"},
	Text: `// insertEvery returns s with piece before the byte at first and every step bytes later.
func insertEvery(s string, first, step int, piece string) string {
	if first >= len(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + ((len(s)-1-first)/step+1)*len(piece))
	for first < len(s) {
		b.WriteString(s[:first])
		b.WriteString(piece)
		s, first = s[first:], step
	}
	b.WriteString(s)
	return b.String()
}`}

// inserting is a loop that puts a constant piece into a text, in equal distances.
type inserting struct {
	pass  *analysis.Pass
	at    inspector.Cursor
	loop  *ast.ForStmt
	text  *types.Var
	i     *types.Var
	begin ast.Expr // the first value of i
	piece ast.Expr
}

// insert matches such a loop, which goes to the end of the text or to its beginning. Each time
// around there is a byte at i.
//
//	have: for i := len(s) - 3; i > 0; i -= 3 { s = s[:i] + "," + s[i:] }
//	want: s = insertEvery(s, (len(s)-1)%3+1, 3, ",")
//	have: for i := 64; i < len(s); i += 65 { s = s[:i] + "\n" + s[i:] }
//	want: s = insertEvery(s, 64, 64, "\n")
func insert(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	n := &inserting{pass: pass, at: cur, loop: cur.Node().(*ast.ForStmt)}
	file := technique.FileOf(pass, n.loop.Pos())
	if file == nil || !technique.InList(cur) || technique.Commented(pass, n.loop) {
		return none, false
	}
	stmt, ok := n.statement()
	if !ok {
		return none, false
	}
	first, step, ok := n.places()
	if !ok {
		return none, false
	}
	edits, ok := insertEvery.Declare(pass, file, n.loop)
	if !ok {
		return none, false
	}
	name := technique.Text(pass, stmt.Lhs[0])
	return technique.Proposal{At: stmt.Rhs[0], Message: "put all of the pieces in at once",
		Edits: append(edits, technique.Replace(n.loop, name+" = "+insertEvery.Name+"("+name+", "+
			first+", "+strconv.FormatInt(step, 10)+", "+technique.Text(pass, n.piece)+")"))}, true
}

// statement matches the only one in the loop.
//
//	s = s[:i] + "," + s[i:]
func (n *inserting) statement() (*ast.AssignStmt, bool) {
	info := n.pass.TypesInfo
	if len(n.loop.Body.List) != 1 {
		return nil, false
	}
	stmt, ok := n.loop.Body.List[0].(*ast.AssignStmt)
	if !ok || stmt.Tok != token.ASSIGN || len(stmt.Lhs) != 1 {
		return nil, false
	}
	n.i, _, n.begin = technique.Declared(info, n.loop.Init)
	if n.text, ok = technique.Variable(info, stmt.Lhs[0]); !ok || n.i == nil || n.begin == nil ||
		n.text.Parent() == n.pass.Pkg.Scope() || n.text.IsField() ||
		!types.Identical(n.text.Type(), types.Typ[types.String]) ||
		!types.Identical(n.i.Type(), types.Typ[types.Int]) {
		return nil, false
	}
	outer, ok := stmt.Rhs[0].(*ast.BinaryExpr)
	if !ok || outer.Op != token.ADD {
		return nil, false
	}
	inner, ok := outer.X.(*ast.BinaryExpr)
	if !ok || inner.Op != token.ADD {
		return nil, false
	}
	front, isFront := inner.X.(*ast.SliceExpr)
	back, isBack := outer.Y.(*ast.SliceExpr)
	n.piece = inner.Y
	text, constant := technique.ConstantText(info, n.piece)
	return stmt, isFront && isBack && constant && text != "" && front.Low == nil &&
		back.High == nil && technique.Names(info, front.X, n.text) &&
		technique.Names(info, back.X, n.text) && technique.Names(info, front.High, n.i) &&
		technique.Names(info, back.Low, n.i)
}

// places returns where the first piece comes, and how many bytes of the text are between two.
func (n *inserting) places() (first string, step int64, ok bool) {
	info := n.pass.TypesInfo
	cond, isCond := n.loop.Cond.(*ast.BinaryExpr)
	post, isPost := n.loop.Post.(*ast.AssignStmt)
	if !isCond || !isPost || len(post.Lhs) != 1 || !technique.Names(info, cond.X, n.i) ||
		!technique.Names(info, post.Lhs[0], n.i) {
		return "", 0, false
	}
	step, ok = technique.ConstantInt(info, post.Rhs[0])
	if !ok || step <= 0 || step > most {
		return "", 0, false
	}
	switch {
	case cond.Op == token.LSS && post.Tok == token.ADD_ASSIGN && n.isLength(cond.Y):
		begin, known := technique.ConstantInt(info, n.begin)
		text, _ := technique.ConstantText(info, n.piece)
		step -= int64(len(text)) // a piece that was put in is passed over
		return technique.Text(n.pass, n.begin), step, known && begin >= 0 && begin <= most &&
			step > 0
	case cond.Op == token.GTR && post.Tok == token.SUB_ASSIGN && technique.IsInt(info, cond.Y, 0):
		minus, isMinus := ast.Unparen(n.begin).(*ast.BinaryExpr)
		if !isMinus || minus.Op != token.SUB || !n.isLength(minus.X) && !n.holdsLength(minus.X) ||
			!technique.IsInt(info, minus.Y, step) {
			return "", 0, false
		}
		by := technique.Text(n.pass, minus.Y)
		if _, binary := minus.Y.(*ast.BinaryExpr); binary {
			by = "(" + by + ")" // as in len(s) - 2*3
		}
		return "(" + technique.Text(n.pass, minus.X) + "-1)%" + by + "+1", step, true
	}
	return "", 0, false
}

// most is more than the distance between two pieces that a program would write. A sum with it does
// not overflow.
const most = 1 << 20

// isLength matches len(s).
func (n *inserting) isLength(e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && technique.IsBuiltin(n.pass.TypesInfo, call, "len") &&
		technique.Names(n.pass.TypesInfo, call.Args[0], n.text)
}

// holdsLength matches a variable that got the length just before the loop.
//
//	n := len(s)
func (n *inserting) holdsLength(e ast.Expr) bool {
	v, ok := technique.Variable(n.pass.TypesInfo, e)
	prev, before := n.at.PrevSibling()
	if !ok || !before {
		return false
	}
	declared, _, value := technique.Declared(n.pass.TypesInfo, prev.Node())
	return declared == v && value != nil && n.isLength(value)
}
