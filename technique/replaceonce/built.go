package replaceonce

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// most bounds the pairs: for each byte of the text all are looked at.
const most = 8

// built matches a replacer that is built for one text. One whose texts are constant can be built
// once instead.
//
//	have: strings.NewReplacer("{id}", id, "{name}", name).Replace(s)
//	want: replacePairs(s, "{id}", id, "{name}", name)
func built(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	call := cur.Node().(*ast.CallExpr)
	file := technique.FileOf(pass, call.Pos())
	if _, inFunc := technique.EnclosingFunc(cur); !inFunc || file == nil {
		return none, false // it runs once
	}
	if !technique.IsMethod(pass.TypesInfo, call, "strings", "Replacer", "Replace") {
		return none, false
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || len(call.Args) != 1 || technique.RunsLater(cur) {
		return none, false
	}
	maker, edits, ok := makerOf(pass, cur, ast.Unparen(sel.X))
	if !ok || !replaces(pass, maker, call.Args[0]) || technique.Commented(pass, call) {
		return none, false
	}
	declared, ok := pairsHelper.Declare(pass, file, call)
	if !ok {
		return none, false
	}
	list := []string{technique.Text(pass, call.Args[0])}
	for _, arg := range maker.Args {
		list = append(list, technique.Text(pass, arg))
	}
	edits = append(edits, technique.Replace(call,
		pairsHelper.Name+"("+strings.Join(list, ", ")+")"))
	return technique.Proposal{At: maker, Also: []ast.Node{call},
		Message: "replace the texts without a replacer, which is built for this text alone",
		Edits:   append(declared, edits...)}, true
}

// makerOf returns the call that builds a replacer: the expression itself, or the value of a
// variable that the statement before declares for this use alone, with the edit that removes it.
func makerOf(pass *analysis.Pass, cur inspector.Cursor, e ast.Expr) (maker *ast.CallExpr,
	edits []analysis.TextEdit, ok bool) {
	if v, isVar := technique.Variable(pass.TypesInfo, e); isVar {
		def, ok := technique.Definition(pass, v)
		if !ok || len(technique.UsesOf(pass, v)) != 1 {
			return nil, nil, false
		}
		stmt := def.Parent()
		next, ok := stmt.NextSibling()
		if declared, _, value := technique.Declared(pass.TypesInfo, stmt.Node()); !ok ||
			declared != v || !technique.InList(stmt) || technique.Commented(pass, stmt.Node()) ||
			!plainly(cur, next) {
			return nil, nil, false
		} else {
			e, edits = ast.Unparen(value), []analysis.TextEdit{technique.Remove(pass, stmt.Node())}
		}
	}
	maker, ok = e.(*ast.CallExpr)
	return maker, edits, ok && qualified(maker) &&
		technique.IsFunc(pass.TypesInfo, maker, "strings", "NewReplacer")
}

// plainly reports whether a call is all that a statement does before what it is: the value of a
// return statement or an assignment.
func plainly(call, stmt inspector.Cursor) bool {
	if call.Parent() != stmt {
		return false
	}
	switch n := stmt.Node().(type) {
	case *ast.ReturnStmt:
		return len(n.Results) == 1
	case *ast.AssignStmt:
		_, name := n.Lhs[0].(*ast.Ident)
		return name && len(n.Lhs) == 1 && len(n.Rhs) == 1
	}
	return false
}

// replaces reports whether the texts that a replacer looks for are constant and not empty, others
// are not constant, and it makes no difference that the text is evaluated before them.
func replaces(pass *analysis.Pass, maker *ast.CallExpr, text ast.Expr) bool {
	info := pass.TypesInfo
	if len(maker.Args)%2 > 0 || len(maker.Args) > 2*most {
		return false
	}
	varies, quiet := false, true
	for i, arg := range maker.Args {
		s, constant := technique.ConstantText(info, arg)
		if i%2 == 0 && (!constant || s == "") {
			return false
		}
		varies = varies || !constant
		quiet = quiet && isQuiet(info.Types[arg].Value != nil, arg)
		if !effects.Only(pass, arg, effects.Keeps|effects.Outside|effects.Panics) {
			return false
		}
	}
	return varies && effects.Only(pass, text, effects.Keeps|effects.Outside|effects.Panics) &&
		(quiet || isQuiet(info.Types[text].Value != nil, text))
}

// isQuiet reports whether an expression cannot panic: it is constant, or a variable.
func isQuiet(constant bool, e ast.Expr) bool {
	_, name := ast.Unparen(e).(*ast.Ident)
	return constant || name
}
