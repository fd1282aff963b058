package branchcopy

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostChosen is how many bytes a variable may have that is copied where it is chosen.
const mostChosen = 256

// choice is a statement by which a loop remembers one of the variables that its iterations
// declare: best = &v.
type choice struct {
	pass *analysis.Pass
	stmt inspector.Cursor
	v    *types.Var // is declared anew by each iteration
	best *types.Var // was declared before the loop
	loop inspector.Cursor
}

// choose proposes one variable for what a loop chooses, in place of one for each iteration.
//
//	have: var best *T; for _, v := range list { if best == nil || v.n > best.n { best = &v } }
//	want: var best *T
//	      var chosen T
//	      for _, v := range list { if best == nil || v.n > best.n { chosen = v; best = &chosen } }
//
// Where best leaves the function, what it points to is made when the first one is chosen.
func choose(pass *analysis.Pass, stmt inspector.Cursor, names map[nameIn]bool) (
	v *types.Var, p technique.Proposal, ok bool) {
	c, ok := choiceAt(pass, stmt)
	if !ok || !c.forgets() {
		return nil, p, false
	}
	stays, ok := c.onlyHolder()
	if !ok || !stays && c.last() {
		return nil, p, false
	}
	at := declaration(pass, c.v)
	if at == nil || carried(pass, at, c.v) {
		return nil, p, false
	}
	before, ok := c.before()
	if !ok {
		return nil, p, false
	}
	file := technique.FileOf(pass, stmt.Node().Pos())
	typ, edits, ok := technique.TypeText(pass, file, before, c.v.Type())
	if !ok || !technique.Predeclared(pass, stmt.Node().Pos(), "new", "nil") {
		return nil, p, false
	}
	name := newName(pass, file, stmt, names)
	value, star := c.v.Name(), ""
	text := fmt.Sprintf("%s = %s\n%s = &%s", name, value, c.best.Name(), name)
	if !stays {
		star = "*"
		text = fmt.Sprintf("if %s == nil {\n%s = new(%s)\n}\n*%s = %s\n%s = %s",
			name, name, typ, name, value, c.best.Name(), name)
	}
	return c.v, technique.Proposal{At: at,
		Message: "keep what the loop chooses in one variable",
		Edits: append(edits,
			technique.Insert(before, fmt.Sprintf("var %s %s%s\n", name, star, typ)),
			technique.Replace(stmt.Node(), text))}, true
}

// nameIn is the name of a variable that a proposal declares in a function.
type nameIn struct {
	decl ast.Node
	name string
}

// newName returns a name that the file does not have yet, nor another variable that is declared in
// the function for what a loop chooses, and keeps it.
func newName(pass *analysis.Pass, file *ast.File, stmt inspector.Cursor,
	names map[nameIn]bool) string {
	var in nameIn
	for decl := range stmt.Enclosing((*ast.FuncDecl)(nil)) {
		in.decl = decl.Node()
	}
	for i, base := 1, "chosen"; ; i++ {
		in.name = technique.FreshName(pass, file, base)
		if !names[in] {
			names[in] = true
			return in.name
		}
		base = fmt.Sprint("chosen", i+1)
	}
}

// choiceAt matches the statement, in the innermost loop, whose iterations declare v.
func choiceAt(pass *analysis.Pass, stmt inspector.Cursor) (c choice, ok bool) {
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!technique.InList(stmt) {
		return c, false
	}
	addr, ok := ast.Unparen(as.Rhs[0]).(*ast.UnaryExpr)
	if !ok || addr.Op != token.AND {
		return c, false
	}
	c = choice{pass: pass, stmt: stmt}
	c.v, ok = technique.Variable(pass.TypesInfo, addr.X)
	if !ok {
		return c, false
	}
	if c.best, ok = technique.Variable(pass.TypesInfo, as.Lhs[0]); !ok {
		return c, false
	}
	size, known := technique.SizeOf(pass, c.v.Type())
	if !known || size > mostChosen || !technique.Copyable(c.v.Type()) ||
		!types.Identical(c.best.Type(), types.NewPointer(c.v.Type())) {
		return c, false
	}
	for c.loop = range stmt.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		fn, _ := technique.EnclosingFunc(stmt)
		return c, within(c.loop.Node(), c.v.Pos()) && c.best.Pos() < c.loop.Node().Pos() &&
			technique.InFunc(c.loop, fn)
	}
	return c, false
}

// forgets reports whether the iteration only reads v, as long as it may have been chosen, and
// nothing else has its address.
func (c choice) forgets() bool {
	uses, ok := technique.LocalUses(c.pass, c.v)
	for _, use := range uses {
		if technique.InLiteral(use, c.v) {
			return false
		}
		given, addressed := technique.Changed(c.pass.TypesInfo, use)
		if addressed && !c.stmt.Contains(use) || given && use.Node().Pos() > c.stmt.Node().Pos() {
			return false
		}
	}
	return ok
}

// onlyHolder reports whether the loop only compares best with nil, reads through it, or gives it
// another value: nothing else has a pointer that was chosen before. Stays says that the code
// behind the loop does no more.
func (c choice) onlyHolder() (stays, ok bool) {
	uses, ok := technique.LocalUses(c.pass, c.best)
	stays = ok && !c.isResult()
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		if addressed || technique.InLiteral(use, c.best) {
			return false, false
		}
		if given || c.reads(use) {
			continue
		}
		if stays = false; c.loop.Contains(use) {
			return false, false
		}
	}
	return stays, ok
}

// isResult reports whether a return statement may return best without naming it.
func (c choice) isResult() bool {
	fn, _ := technique.EnclosingFunc(c.stmt)
	return technique.IsResult(fn.Node(), c.best)
}

// reads reports whether a use of best compares it with nil, or reads what it points to: the value
// of a field, or all.
func (c choice) reads(use inspector.Cursor) bool {
	info := c.pass.TypesInfo
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.BinaryExpr:
		return info.Types[n.X].IsNil() || info.Types[n.Y].IsNil()
	case *ast.StarExpr:
		given, addressed := technique.Changed(info, parent)
		return !given && !addressed
	case *ast.SelectorExpr:
		sel := info.Selections[n]
		if sel == nil || sel.Kind() != types.FieldVal {
			return false
		}
		given, addressed := technique.Changed(info, parent)
		return !given && !addressed
	}
	return false
}

// last reports whether nothing more is chosen: the loop ends behind the statement.
func (c choice) last() bool {
	list := statements(c.stmt.Parent().Node())
	switch n := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok == token.BREAK
	}
	return false
}

// before returns where the variable can be declared before the loop.
func (c choice) before() (token.Pos, bool) {
	loop := c.loop
	if loop.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		loop = loop.Parent()
	}
	return loop.Node().Pos(), technique.InList(loop)
}
