package sortfunc

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// byVariable matches a function that a variable holds, for calls of package sort with one
// slice and no others. The first of them has the proposal.
//
//	have: less := func(i, j int) bool { return xs[i] < xs[j] }
//	      if !sort.SliceIsSorted(xs, less) { sort.Slice(xs, less) }
//	want: less := func(a, b T) int { return cmp.Compare(a, b) }
//	      if !slices.IsSortedFunc(xs, less) { slices.SortFunc(xs, less) }
func (c *call) byVariable(name string, elem types.Type) (technique.Proposal, bool) {
	var none technique.Proposal
	info := c.pass.TypesInfo
	v, ok := technique.Variable(info, c.expr.Args[1])
	if !ok || v.Pkg() != c.pass.Pkg || v.Parent() == c.pass.Pkg.Scope() {
		return none, false
	}
	stmt, lit := declared(c, v)
	if lit == nil {
		return none, false
	}
	text, edits, ok := c.literal(stmt, lit, elem)
	uses, all := technique.LocalUses(c.pass, v)
	if !ok || !all || !c.still(stmt) {
		return none, false
	}
	var p technique.Proposal
	for i, use := range uses {
		expr, isCall := use.Parent().Node().(*ast.CallExpr)
		if !isCall || use.ParentEdgeKind() != edge.CallExpr_Args {
			return none, false
		}
		other := &call{pass: c.pass, file: c.file, cur: use.Parent(), expr: expr}
		fn, known := other.function()
		if !known || i == 0 && expr != c.expr ||
			!technique.SameExpr(info, expr.Args[0], c.expr.Args[0]) {
			return none, false
		}
		if i == 0 {
			p = other.replaced(fn, map[ast.Expr]string{lit: text}, edits)
			continue
		}
		p.Also = append(p.Also, expr)
		pkg, _ := technique.AddImport(c.pass, c.file, expr.Pos(), "slices")
		p.Edits = append(p.Edits, technique.Replace(expr.Fun, pkg+"."+fn))
	}
	return p, true
}

// function returns which function of package slices stands for that of package sort which
// takes what is less.
func (c *call) function() (string, bool) {
	for old, name := range map[string]string{"Slice": "SortFunc",
		"SliceStable": "SortStableFunc", "SliceIsSorted": "IsSortedFunc"} {
		if c.calls(old) {
			return name, true
		}
	}
	return "", false
}

// declared returns the statement that declares a variable as a function literal, and the
// literal; nil where there is none.
func declared(c *call, v *types.Var) (inspector.Cursor, *ast.FuncLit) {
	fn, ok := technique.EnclosingFunc(c.cur)
	if !ok {
		return c.cur, nil
	}
	for stmt := range fn.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if w, _, value := technique.Declared(c.pass.TypesInfo, stmt.Node()); w == v {
			lit, _ := value.(*ast.FuncLit)
			return stmt, lit
		}
	}
	return c.cur, nil
}

// still reports whether what is sorted is the same slice wherever the function around it may
// be after a statement: nothing assigns to the variables that name it.
func (c *call) still(stmt inspector.Cursor) bool {
	fn, ok := technique.EnclosingFunc(c.cur)
	if !ok || technique.HasGoto(c.pass, fn.Node()) {
		return false
	}
	for n := range ast.Preorder(c.expr.Args[0]) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		v, ok := c.pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.IsField() {
			return false // another function may assign to it
		}
		uses, local := technique.LocalUses(c.pass, v)
		if !local || slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
			around, _ := technique.EnclosingFunc(use)
			return technique.WrittenTo(c.pass.TypesInfo, use) &&
				(use.Node().Pos() > stmt.Node().Pos() || around != fn)
		}) {
			return false
		}
	}
	return true
}
