package sortfunc

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// byInterface matches the functions that take a sort.Interface, when its type
// is known here.
//
//	have: sort.Sort(sort.StringSlice(names))
//	want: slices.Sort(names)
//
//	have: sort.Stable(byAge(people))
//	want: slices.SortStableFunc(people, func(a, b person) int { ... })
//
//	have: sort.Sort(&byRank{people, rank})
//	want: slices.SortFunc(people, func(a, b person) int { ... rank[a.name] ... })
func (c *call) byInterface(name string) (technique.Proposal, bool) {
	arg, reversed := ast.Unparen(c.expr.Args[0]), false
	if inner, ok := arg.(*ast.CallExpr); ok &&
		technique.IsFunc(c.pass.TypesInfo, inner, "sort", "Reverse") {
		arg, reversed = ast.Unparen(inner.Args[0]), true
	}
	if kind := basicSlice(c.pass.TypesInfo.TypeOf(arg)); kind != "" {
		return c.basic(name, c.text(arg), kind, reversed)
	}
	s, ok := c.sorter(arg)
	if !ok {
		return technique.Proposal{}, false
	}
	less, ok := s.less()
	if !ok {
		return technique.Proposal{}, false
	}
	text, edits, ok := less.asFunc(s.elem, reversed)
	if !ok {
		return technique.Proposal{}, false
	}
	xs, ok := s.text(s.path)
	if !ok {
		return technique.Proposal{}, false
	}
	args := map[ast.Expr]string{c.expr.Args[0]: xs + ", " + text}
	return c.replaced(name, args, append(edits, s.edits...)), true
}

// text returns the text of a slice, without a conversion that is only there for
// its methods.
func (c *call) text(arg ast.Expr) string {
	conv, ok := arg.(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !c.pass.TypesInfo.Types[conv.Fun].IsType() {
		return technique.Text(c.pass, arg)
	}
	if _, ok := c.pass.TypesInfo.TypeOf(conv.Args[0]).Underlying().(*types.Slice); !ok {
		return technique.Text(c.pass, arg)
	}
	return technique.Text(c.pass, conv.Args[0])
}

// basicSlice returns what a slice type of package sort holds, "" for others.
func basicSlice(t types.Type) string {
	switch {
	case technique.IsNamed(t, "sort", "IntSlice"):
		return "int"
	case technique.IsNamed(t, "sort", "StringSlice"):
		return "string"
	case technique.IsNamed(t, "sort", "Float64Slice"):
		return "float64"
	}
	return ""
}

// basic sorts a slice of one of these. They put NaN first, as package cmp does.
func (c *call) basic(name, xs, kind string, reversed bool) (technique.Proposal, bool) {
	plain := map[string]string{"SortFunc": "Sort", "IsSortedFunc": "IsSorted"}[name]
	if plain != "" && !reversed {
		return c.replaced(plain, map[ast.Expr]string{c.expr.Args[0]: xs}, nil), true
	}
	pkg, edits := technique.AddImport(c.pass, c.file, c.expr.Pos(), "cmp")
	if !technique.Predeclared(c.pass, c.expr.Pos(), kind, "int") {
		return technique.Proposal{}, false
	}
	text := pkg + ".Compare[" + kind + "]"
	if reversed {
		text = "func(a, b " + kind + ") int { return " + pkg + ".Compare(b, a) }"
	}
	return c.replaced(name, map[ast.Expr]string{c.expr.Args[0]: xs + ", " + text}, edits), true
}
