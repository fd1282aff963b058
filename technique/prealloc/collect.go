package prealloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// collect is a call that makes a slice of a sequence of known length.
type collect struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor
	call *ast.CallExpr
	pkg  string // what package slices is called
	of   ast.Expr
	base string // what a new variable is called
	// sort is the name of the function that sorts the slice in place; "" for none.
	sort string
	// taken are the names that other proposals for the function give.
	taken technique.Given
}

// collects proposes room for what is collected.
//
//	have: slices.Collect(maps.Keys(m))
//	want: slices.AppendSeq(slices.Grow([]K(nil), len(m)), maps.Keys(m))
func collects(pass *analysis.Pass, root inspector.Cursor) {
	taken := make(map[ast.Node]map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		c, ok := collectAt(pass, cur)
		if !ok {
			continue
		}
		var fn ast.Node
		for around := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			fn = around.Node()
		}
		if taken[fn] == nil {
			taken[fn] = make(map[string]bool)
		}
		c.taken = taken[fn]
		if p, ok := c.propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// collectAt matches such a call.
func collectAt(pass *analysis.Pass, cur inspector.Cursor) (*collect, bool) {
	c := &collect{pass: pass, cur: cur, call: cur.Node().(*ast.CallExpr)}
	fn, ok := technique.Func(pass.TypesInfo, c.call)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "slices" || len(c.call.Args) == 0 {
		return nil, false
	}
	switch fn.Name() {
	case "Collect":
	case "Sorted", "SortedFunc", "SortedStableFunc":
		c.sort = strings.Replace(fn.Name(), "Sorted", "Sort", 1)
	default:
		return nil, false
	}
	sel, ok := c.call.Fun.(*ast.SelectorExpr)
	c.file = technique.FileOf(pass, c.call.Pos())
	if !ok || c.file == nil || !c.known(c.call.Args[0]) ||
		technique.Commented(pass, c.call) ||
		!technique.Predeclared(pass, c.call.Pos(), "len", "nil") {
		return nil, false
	}
	c.pkg = technique.Text(pass, sel.X)
	return c, true
}

// known finds what the sequence is made of, which has as many elements.
func (c *collect) known(seq ast.Expr) bool {
	info := c.pass.TypesInfo
	call, ok := ast.Unparen(seq).(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return false
	}
	c.of = call.Args[0]
	switch {
	case technique.IsFunc(info, call, "maps", "Keys"):
		c.base = "keys"
	case technique.IsFunc(info, call, "maps", "Values"),
		technique.IsFunc(info, call, "slices", "Values"):
		c.base = "values"
	default:
		return false
	}
	_, param := types.Unalias(info.TypeOf(c.of)).(*types.TypeParam)
	return !param && technique.Pure(info, c.of)
}

func (c *collect) propose() (p technique.Proposal, ok bool) {
	made, edits, ok := c.made()
	if !ok {
		return p, false
	}
	p = technique.Proposal{At: c.call, Message: "make room for all that is collected",
		Edits: edits}
	if c.sort == "" {
		p.Edits = append(p.Edits, technique.Replace(c.call, made))
		return p, true
	}
	more, ok := c.sorted(made)
	p.Edits = append(p.Edits, more...)
	return p, ok
}

// made returns the text of the slice with what is collected, not sorted. It is nil for
// nothing, as before.
func (c *collect) made() (string, []analysis.TextEdit, bool) {
	list, edits, ok := technique.TypeText(c.pass, c.file, c.call.Pos(),
		c.pass.TypesInfo.TypeOf(c.call))
	return c.pkg + ".AppendSeq(" + c.pkg + ".Grow(" + list + "(nil), len(" +
			technique.Text(c.pass, c.of) + ")), " + technique.Text(c.pass, c.call.Args[0]) + ")",
		edits, ok
}

// sorted sorts in a statement of its own. What compares is evaluated later then, and must
// be the same.
//
//	have: keys := slices.Sorted(maps.Keys(m))
//	want: keys := slices.AppendSeq(slices.Grow([]string(nil), len(m)), maps.Keys(m))
//	      slices.Sort(keys)
func (c *collect) sorted(made string) ([]analysis.TextEdit, bool) {
	by := ""
	for _, arg := range c.call.Args[1:] {
		if !c.steady(arg) {
			return nil, false
		}
		by += ", " + technique.Text(c.pass, arg)
	}
	stmt := c.cur.Parent()
	switch n := stmt.Node().(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE || len(n.Lhs) != 1 || !technique.InList(stmt) {
			return nil, false
		}
		name := technique.Text(c.pass, n.Lhs[0])
		return []analysis.TextEdit{technique.Replace(c.call, made),
			technique.Insert(n.End(), "\n"+c.sorts(name, by))}, name != "_"
	case *ast.ReturnStmt:
		return c.before(stmt, made, by), technique.InList(stmt) &&
			c.pure(n.Results[:c.cur.ParentEdgeIndex()])
	case *ast.RangeStmt:
		return c.before(stmt, made, by), technique.InList(stmt) &&
			c.cur.ParentEdgeKind() == edge.RangeStmt_X
	case *ast.CallExpr:
		if stmt, ok := c.operand(c.cur); ok && by == "" {
			return c.before(stmt, made, by), true
		}
	}
	return nil, false
}

// operand returns the statement around a call that it is an operand of, if that evaluates
// only variables before it, and surely evaluates it.
func (c *collect) operand(cur inspector.Cursor) (stmt inspector.Cursor, ok bool) {
	for {
		up, i := cur.Parent(), cur.ParentEdgeIndex()
		switch n := up.Node().(type) {
		case *ast.CallExpr:
			if cur.ParentEdgeKind() != edge.CallExpr_Args || !c.plain(n.Fun) ||
				!c.pure(n.Args[:i]) {
				return stmt, false
			}
		case *ast.ReturnStmt:
			return up, technique.InList(up) && c.pure(n.Results[:i])
		case *ast.AssignStmt:
			return up, technique.InList(up) && len(n.Rhs) == 1 &&
				(n.Tok == token.DEFINE || c.pure(n.Lhs))
		case *ast.ExprStmt:
			return up, technique.InList(up)
		default:
			return stmt, false
		}
		cur = up
	}
}

// plain reports whether what is called is a function or a method of a variable.
func (c *collect) plain(fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		id, ok := fun.X.(*ast.Ident)
		if !ok {
			return false
		}
		_, pkg := c.pass.TypesInfo.Uses[id].(*types.PkgName)
		return pkg || technique.Pure(c.pass.TypesInfo, id)
	}
	return false
}

func (c *collect) pure(list []ast.Expr) bool {
	for _, e := range list {
		if !technique.Pure(c.pass.TypesInfo, e) {
			return false
		}
	}
	return true
}

// steady reports whether what compares is the same later.
func (c *collect) steady(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncLit:
		return true
	case *ast.SelectorExpr:
		if fn, ok := c.pass.TypesInfo.Uses[e.Sel].(*types.Func); ok {
			return fn.Signature().Recv() == nil
		}
	case *ast.Ident:
		if _, ok := c.pass.TypesInfo.Uses[e].(*types.Func); ok {
			return true
		}
	}
	return technique.Pure(c.pass.TypesInfo, e)
}

// before makes the slice in a variable before the statement that uses it.
func (c *collect) before(stmt inspector.Cursor, made, by string) []analysis.TextEdit {
	name := c.taken.Fresh(c.pass, c.file, c.base, "")
	return []analysis.TextEdit{
		technique.Insert(stmt.Node().Pos(), name+" := "+made+"\n"+c.sorts(name, by)+"\n"),
		technique.Replace(c.call, name)}
}

func (c *collect) sorts(name, by string) string {
	return c.pkg + "." + c.sort + "(" + name + by + ")"
}
