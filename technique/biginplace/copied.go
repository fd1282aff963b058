package biginplace

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// copied is a new number that begins as a copy of another one, and is computed of itself next.
type copied struct {
	pass *analysis.Pass
	v    *types.Var
	of   ast.Expr // what is copied
	p    technique.Proposal
}

// copiedFirst matches a copy that the next statement overwrites, whichever way an if statement
// goes. A product and a quotient are not computed in the memory of their operands: the memory of
// the copy is lost. A remainder is.
//
//	have: z := new(big.Int).Set(x); z.Mul(z, y)
//	want: z := new(big.Int); z.Mul(x, y)
func copiedFirst(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	info, as := pass.TypesInfo, cur.Node().(*ast.AssignStmt)
	if as.Tok != token.DEFINE || !technique.InList(cur) || len(as.Lhs) != 1 {
		return p, false
	}
	v, _, value := technique.Declared(info, as)
	call, ok := value.(*ast.CallExpr)
	if v == nil || !ok || !setsTo(info, call, "Set") {
		return p, false
	}
	start := ast.Unparen(call.Fun).(*ast.SelectorExpr).X
	made, computed, ok := fresh(info, start)
	if !ok || computed || !technique.IsBuiltin(info, made, "new") || !steady(info, call.Args[0]) {
		return p, false
	}
	next, ok := cur.NextSibling()
	c := &copied{pass: pass, v: v, of: call.Args[0]}
	if !ok || technique.Commented(pass, value) || !c.overwritten(next) {
		return p, false
	}
	c.p.At, c.p.Safe, c.p.Message = call, true, "compute "+v.Name()+" of what it is a copy of"
	c.p.Edits = append(c.p.Edits, technique.Replace(call, technique.Text(pass, start)))
	return c.p, true
}

// overwritten reports whether a statement computes the number of its copy before it does anything
// else, and notes how it is computed of the number that is copied.
func (c *copied) overwritten(stmt inspector.Cursor) bool {
	switch n := stmt.Node().(type) {
	case *ast.ExprStmt:
		return c.computed(n.X)
	case *ast.AssignStmt:
		return n.Tok == token.ASSIGN && len(n.Lhs) == 1 && len(n.Rhs) == 1 &&
			technique.Names(c.pass.TypesInfo, n.Lhs[0], c.v) && c.computed(n.Rhs[0])
	case *ast.ReturnStmt:
		return len(n.Results) == 1 && c.computed(n.Results[0])
	case *ast.IfStmt:
		other, ok := n.Else.(*ast.BlockStmt)
		if !ok || n.Init != nil || !steady(c.pass.TypesInfo, n.Cond) {
			return false
		}
		for _, block := range []*ast.BlockStmt{n.Body, other} {
			if len(block.List) == 0 {
				return false
			}
			at, ok := stmt.FindNode(block.List[0])
			if !ok || !c.overwritten(at) {
				return false
			}
		}
		return true
	}
	return false
}

// computed matches what computes the number of its copy, before others compute it further.
//
//	z.Mul(z, y), z.Mul(z, y).Add(z, x)
func (c *copied) computed(e ast.Expr) bool {
	info := c.pass.TypesInfo
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok {
		return c.computed(inner)
	}
	if !technique.Names(info, sel.X, c.v) ||
		!setsTo(info, call, "Mul", "Quo", "Div") {
		return false
	}
	reads := false
	for _, arg := range call.Args {
		if _, made := ast.Unparen(arg).(*ast.CallExpr); made || !steady(info, arg) {
			return false // a number of one word is computed with in place
		}
		if !technique.Names(info, arg, c.v) {
			continue
		}
		if !technique.ResolvesSameAt(c.pass, c.of, arg.Pos()) {
			return false // z := new(big.Int).Set(z)
		}
		reads = true
		c.p.Edits = append(c.p.Edits, technique.Replace(arg, technique.Text(c.pass, c.of)))
	}
	c.p.Also = append(c.p.Also, call)
	return reads
}

// setsTo reports whether a call is one of some methods of big.Int.
func setsTo(info *types.Info, call *ast.CallExpr, names ...string) bool {
	for _, name := range names {
		if technique.IsMethod(info, call, "math/big", "Int", name) {
			return true
		}
	}
	return false
}

// steady reports whether an expression changes nothing and panics in no way but for a nil pointer,
// so that it does not matter which of several comes first.
func steady(info *types.Info, e ast.Expr) bool {
	if info.Types[e].Value != nil {
		return true
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		return sel == nil || sel.Kind() == types.FieldVal && steady(info, e.X)
	case *ast.UnaryExpr:
		return e.Op == token.NOT && steady(info, e.X)
	case *ast.BinaryExpr:
		_, basic := info.TypeOf(e.X).Underlying().(*types.Basic)
		_, both := info.TypeOf(e.Y).Underlying().(*types.Basic)
		return basic && both && e.Op != token.QUO && e.Op != token.REM && e.Op != token.SHL &&
			e.Op != token.SHR && steady(info, e.X) && steady(info, e.Y)
	case *ast.CallExpr:
		return technique.IsFunc(info, e, "math/big", "NewInt") && steady(info, e.Args[0])
	}
	return false
}
