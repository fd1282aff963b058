package prealloc

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// byByte returns the loop with a limit of its own for a slice that gets an element where a byte
// has a certain value: package bytes counts those, much faster than the loop, and strings does.
//
//	have: for i, c := range data { if c == '\n' { at = append(at, i) } }
//	want: at = make([]int, 0, bytes.Count(data, []byte{'\n'}))
func (l *loop) byByte(appends []*ast.AssignStmt) (counting *loop, edits []analysis.TextEdit,
	ok bool) {
	if len(appends) != 1 || l.limit.hoist {
		return nil, nil, false
	}
	cur, ok := l.cur.FindNode(appends[0])
	if !ok {
		return nil, nil, false
	}
	data, element, ok := l.eachByte()
	if !ok {
		return nil, nil, false
	}
	value, ok := l.wanted(cur, element)
	if !ok {
		return nil, nil, false
	}
	text, pos := technique.Text(l.pass, data), l.stmt.Node().Pos()
	c := *l
	c.limit.asked = false
	if technique.IsText(l.pass.TypesInfo.TypeOf(data)) {
		var name string
		name, edits = technique.AddImport(l.pass, l.file, pos, "strings")
		c.limit.text = fmt.Sprintf("%s.Count(%s, %s)", name, text,
			strconv.Quote(string(rune(value))))
	} else {
		var name string
		name, edits = technique.AddImport(l.pass, l.file, pos, "bytes")
		c.limit.text = fmt.Sprintf("%s.Count(%s, []byte{%s})", name, text,
			strconv.QuoteRune(rune(value)))
	}
	return &c, edits, technique.Predeclared(l.pass, pos, "byte")
}

// eachByte returns the bytes or the string that the loop goes over, and what reports whether an
// expression is the byte of an iteration.
func (l *loop) eachByte() (data ast.Expr, element func(ast.Expr) bool, ok bool) {
	info := l.pass.TypesInfo
	switch n := l.cur.Node().(type) {
	case *ast.RangeStmt:
		v, _ := n.Value.(*ast.Ident)
		if v == nil || info.Defs[v] == nil || technique.Assigned(info, n.Body, info.Defs[v]) {
			return nil, nil, false
		}
		data, element = n.X, func(e ast.Expr) bool { return technique.Names(info, e, info.Defs[v]) }
	case *ast.ForStmt:
		i, to, counts := technique.CountsUp(info, n)
		call, isCall := to.(*ast.CallExpr)
		if !counts || !isCall || !technique.IsBuiltin(info, call, "len") {
			return nil, nil, false
		}
		data = call.Args[0]
		element = func(e ast.Expr) bool {
			at, ok := e.(*ast.IndexExpr)
			return ok && technique.SameExpr(info, at.X, data) && technique.Names(info, at.Index, i)
		}
	default:
		return nil, nil, false
	}
	data = ast.Unparen(data)
	_, isVar := technique.Variable(info, data)
	t := info.TypeOf(data)
	return data, element, isVar && !l.changes(data) &&
		(types.Identical(t, types.Typ[types.String]) || technique.IsBytes(t))
}

// wanted returns the value, of ASCII, that the byte of an iteration must have for a statement to
// be executed.
func (l *loop) wanted(cur inspector.Cursor, element func(ast.Expr) bool) (value int64, ok bool) {
	info := l.pass.TypesInfo
	constant := func(e ast.Expr) (int64, bool) {
		n, ok := technique.ConstantInt(info, e)
		return n, ok && 0 <= n && n < 0x80
	}
	for ; cur != l.cur; cur = cur.Parent() {
		switch n := cur.Parent().Node().(type) {
		case *ast.IfStmt:
			cond, isCond := ast.Unparen(n.Cond).(*ast.BinaryExpr)
			if !isCond || cond.Op != token.EQL || cur.ParentEdgeKind() != edge.IfStmt_Body {
				continue
			}
			for _, pair := range [][2]ast.Expr{{cond.X, cond.Y}, {cond.Y, cond.X}} {
				if value, ok = constant(pair[1]); ok && element(ast.Unparen(pair[0])) {
					return value, true
				}
			}
		case *ast.CaseClause:
			clause := cur.Parent()
			choice, isSwitch := clause.Parent().Parent().Node().(*ast.SwitchStmt)
			if !isSwitch || choice.Tag == nil || len(n.List) != 1 || falls(choice) ||
				!element(ast.Unparen(choice.Tag)) {
				continue
			}
			if value, ok = constant(n.List[0]); ok {
				return value, true
			}
		}
	}
	return 0, false
}

// falls reports whether a clause of a switch goes on with the next one.
func falls(choice *ast.SwitchStmt) bool {
	for n := range ast.Preorder(choice) {
		if branch, ok := n.(*ast.BranchStmt); ok && branch.Tok == token.FALLTHROUGH {
			return true
		}
	}
	return false
}
