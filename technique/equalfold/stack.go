package equalfold

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// room is how many bytes mapped text gets on the stack: enough for names, hosts
// and headers. What is longer goes to the heap, as it did before.
const room = 64

// onStack matches mapped text that is looked at and not kept, and maps it into
// bytes on the stack.
//
//	have: v, ok := m[strings.ToLower(s)]
//	want: v, ok := m[string(appendLower(make([]byte, 0, 64), s))]
//
// The compiler makes no string for a lookup, a switch and a comparison.
func onStack(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call, m, ok := mappingOf(pass, cur.Node().(ast.Expr))
	if !ok || !technique.Predeclared(pass, call.Pos(), "make", "byte", "string", "len") {
		return none, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil {
		return none, false
	}
	helper, ok := m.append.Declare(pass, file, call)
	if !ok {
		return none, false
	}
	q := &looks{pass: pass, file: file}
	bytes := fmt.Sprintf("%s(make([]byte, 0, %d), %s)", m.append.Name, room,
		technique.Text(pass, call.Args[0]))
	if !q.variable(cur, bytes) && !q.itself(cur, m, bytes) && !q.look(cur, bytes) {
		return none, false
	}
	return technique.Proposal{At: call, Message: "map the case of the text on the stack",
		Edits: append(helper, q.edits...)}, true
}

// looks are the ways in which mapped text is looked at.
type looks struct {
	pass  *analysis.Pass
	file  *ast.File
	edits []analysis.TextEdit
}

// variable matches mapped text in a variable that is only looked at.
//
//	have: key := strings.ToLower(s)
//	want: key := appendLower(make([]byte, 0, 64), s)
func (q *looks) variable(cur inspector.Cursor, bytes string) bool {
	as, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok {
		return false
	}
	v, _, _ := technique.Declared(q.pass.TypesInfo, as)
	if v == nil {
		return false
	}
	uses, ok := technique.LocalUses(q.pass, v)
	if !ok || len(uses) == 0 {
		return false
	}
	if !q.each(uses, v, v.Name()) {
		return false
	}
	q.edits = append(q.edits, technique.Replace(cur.Node(), bytes))
	return true
}

// itself matches text that takes the place of what it was mapped from, for all that comes behind
// that in the same list of statements.
//
//	have: s = strings.ToLower(s)
//	want: lower := appendLower(make([]byte, 0, 64), s)
func (q *looks) itself(cur inspector.Cursor, m mapping, bytes string) bool {
	stmt := cur.Parent()
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || !technique.InList(stmt) {
		return false
	}
	v, ok := technique.Variable(q.pass.TypesInfo, as.Lhs[0])
	if !ok || technique.Repeated(stmt, v.Pos()) ||
		!technique.Names(q.pass.TypesInfo, ast.Unparen(cur.Node().(*ast.CallExpr).Args[0]), v) {
		return false
	}
	fn, inFunc := technique.EnclosingFunc(stmt)
	uses, ok := technique.LocalUses(q.pass, v)
	var behind []inspector.Cursor
	for _, use := range uses {
		_, addressed := technique.Replaced(use)
		if !inFunc || addressed || !technique.InFunc(use, fn) {
			return false
		}
		if use.Node().Pos() > as.End() {
			if !stmt.Parent().Contains(use) {
				return false
			}
			behind = append(behind, use)
		}
	}
	if !ok || len(behind) == 0 || technique.HasGoto(q.pass, fn.Node()) ||
		technique.IsResult(fn.Node(), v) {
		return false
	}
	base := strings.ToLower(strings.TrimPrefix(m.name, "To"))
	name := technique.FreeName(fn.Node(), base, "mapped")
	if name == "" || !q.each(behind, v, name) {
		return false
	}
	q.edits = append(q.edits, technique.Replace(as, name+" := "+bytes))
	return true
}

// each judges uses of a variable, whose text is in bytes of another name.
func (q *looks) each(uses []inspector.Cursor, v *types.Var, name string) bool {
	for _, use := range uses {
		if inLiteral(use, v) || !q.look(use, name) {
			return false
		}
	}
	return true
}

// inLiteral reports whether a use lies in a function literal that v does not: it
// may run when the frame is gone.
func inLiteral(use inspector.Cursor, v *types.Var) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		n := lit.Node()
		return v.Pos() < n.Pos() || n.End() <= v.Pos()
	}
	return false
}

// look judges one use of mapped text, and records how it becomes one of bytes.
func (q *looks) look(cur inspector.Cursor, bytes string) bool {
	parent := cur.Parent()
	switch n := parent.Node().(type) {
	case *ast.ParenExpr:
		return q.look(parent, bytes)
	case *ast.IndexExpr:
		if n.X == cur.Node() { // a byte of it
			q.edits = append(q.edits, technique.Replace(cur.Node(), bytes))
			return true
		}
		if !q.lookup(parent, n, cur.Node()) {
			return false
		}
	case *ast.SwitchStmt:
		if n.Tag != cur.Node() || !technique.ConstantCases(q.pass.TypesInfo, n) {
			return false
		}
	case *ast.BinaryExpr:
		return q.equal(cur, n, bytes)
	case *ast.CallExpr:
		if technique.IsBuiltin(q.pass.TypesInfo, n, "len") {
			q.edits = append(q.edits, technique.Replace(cur.Node(), bytes))
			return true
		}
		return cur.ParentEdgeKind() == edge.CallExpr_Args && q.searched(cur, n, bytes)
	default:
		return false
	}
	q.edits = append(q.edits, technique.Replace(cur.Node(), "string("+bytes+")"))
	return true
}

// lookup reports whether an index expression looks the text up in a map of
// strings, without writing to it: a new entry would keep the text.
func (q *looks) lookup(cur inspector.Cursor, n *ast.IndexExpr, use ast.Node) bool {
	m, ok := q.pass.TypesInfo.TypeOf(n.X).Underlying().(*types.Map)
	if !ok || n.Index != use || !types.Identical(m.Key(), types.Typ[types.String]) {
		return false
	}
	for {
		switch cur.Parent().Node().(type) {
		case *ast.ParenExpr, *ast.SelectorExpr, *ast.IndexExpr:
			cur = cur.Parent()
			continue
		case *ast.IncDecStmt:
			return false
		}
		return cur.ParentEdgeKind() != edge.AssignStmt_Lhs &&
			cur.ParentEdgeKind() != edge.RangeStmt_Key &&
			cur.ParentEdgeKind() != edge.RangeStmt_Value
	}
}

// equal judges a comparison that no other rewrite answers: with text that is
// not mapped, or of a variable.
func (q *looks) equal(cur inspector.Cursor, n *ast.BinaryExpr, bytes string) bool {
	other := n.X
	if n.X == cur.Node() {
		other = n.Y
	}
	if n.Op != token.EQL && n.Op != token.NEQ || !isString(q.pass.TypesInfo.TypeOf(other)) {
		return false
	}
	if _, direct := ast.Unparen(cur.Node().(ast.Expr)).(*ast.CallExpr); direct {
		_, _, mapped := mappingOf(q.pass, other)
		if mapped || q.pass.TypesInfo.Types[other].Value != nil {
			return false
		}
	}
	q.edits = append(q.edits, technique.Replace(cur.Node(), "string("+bytes+")"))
	return true
}

// searched judges a call that counts a text in it, or finds one.
//
//	have: strings.HasPrefix(strings.ToLower(s), "http:")
//	want: bytes.HasPrefix(appendLower(make([]byte, 0, 64), s), []byte("http:"))
func (q *looks) searched(cur inspector.Cursor, call *ast.CallExpr, bytes string) bool {
	info := q.pass.TypesInfo
	if cur.ParentEdgeIndex() != 0 {
		return false
	}
	fn, ok := technique.Func(info, call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "strings" || len(call.Args) != 2 {
		return false
	}
	switch fn.Name() {
	case "HasPrefix", "HasSuffix", "Contains", "Index", "LastIndex", "Count":
	default:
		return false
	}
	wanted, more, ok := q.wanted(call.Args[1])
	if !ok {
		return false
	}
	name, edits := technique.AddImport(q.pass, q.file, call.Pos(), "bytes")
	q.edits = append(append(append(q.edits, edits...), more...), technique.Replace(call,
		fmt.Sprintf("%s.%s(%s, %s)", name, fn.Name(), bytes, wanted)))
	return true
}

// wanted returns the bytes of what is searched for, and the edits that they need. Text whose case
// is mapped is mapped on the stack as well.
func (q *looks) wanted(e ast.Expr) (text string, edits []analysis.TextEdit, ok bool) {
	if call, m, mapped := mappingOf(q.pass, e); mapped {
		edits, ok = m.append.Declare(q.pass, q.file, call)
		return fmt.Sprintf("%s(make([]byte, 0, %d), %s)", m.append.Name, room,
			technique.Text(q.pass, call.Args[0])), edits, ok
	}
	return "[]byte(" + technique.Text(q.pass, e) + ")", nil, isString(q.pass.TypesInfo.TypeOf(e))
}
