package optionvalue

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// stands finds the statement that a call of an option is the whole of, but for a variable that
// gets its error.
//
//	o(c)    err := o(c)    err = o(c)    if err = o(c); err != nil { ... }    return o(c)
func (f *family) stands(s *site, cur inspector.Cursor) bool {
	switch n := cur.Node().(type) {
	case *ast.ExprStmt:
		s.stmt = n
		return technique.InList(cur)
	case *ast.ReturnStmt:
		s.stmt = n
		return f.fails // changes sees that an option returns what another does
	case *ast.AssignStmt:
		s.stmt = n
		if !f.fails || len(n.Lhs) != 1 || !f.assigns(n, s.call.Fun) {
			return false
		}
		if n.Tok == token.ASSIGN && cur.ParentEdgeKind() == edge.IfStmt_Init {
			cur = cur.Parent()
		}
		return technique.InList(cur)
	}
	return false
}

// assigns reports whether a statement gives the error of an option to a variable, which it may
// declare: the option is not found by another one of that name.
func (f *family) assigns(n *ast.AssignStmt, fun ast.Expr) bool {
	id, ok := n.Lhs[0].(*ast.Ident)
	if !ok || n.Tok != token.DEFINE {
		return ok && n.Tok == token.ASSIGN
	}
	for e := range ast.Preorder(fun) {
		if other, ok := e.(*ast.Ident); ok && other.Name == id.Name {
			return false
		}
	}
	obj := f.pass.TypesInfo.Defs[id]
	return obj != nil && technique.IsError(obj.Type()) &&
		technique.Predeclared(f.pass, n.Pos(), "error")
}

// isOther reports whether a statement returns what another option does with the configuration.
func (f *family) isOther(n *ast.ReturnStmt) bool {
	if len(n.Results) != 1 {
		return false
	}
	call, ok := n.Results[0].(*ast.CallExpr)
	return ok && f.calls(call)
}

// retyped returns the parameter and the results of a function that changes a copy. The name of
// the parameter may be empty.
func (f *family) retyped(n *ast.FuncType, name string) analysis.TextEdit {
	typ := f.config.Name()
	param, end := typ, n.Params.End()
	if name != "" {
		param = name + " " + typ
	}
	text := "(" + param + ") " + typ
	if f.fails {
		end = n.Results.End()
		text = "(" + param + ") (" + typ + ", " + technique.Text(f.pass, n.Results.List[0].Type) +
			")"
	}
	return analysis.TextEdit{Pos: n.Params.Pos(), End: end, NewText: []byte(text)}
}

// pointed returns the edits by which a variable that pointed to the configuration is that itself:
// it is not written to by a pointer then.
func (f *family) pointed(s *site) (edits []analysis.TextEdit) {
	switch e := s.at.(type) {
	case *ast.UnaryExpr:
		edits = append(edits, analysis.TextEdit{Pos: e.Pos(), End: e.X.Pos()})
	case *ast.CallExpr:
		edits = append(edits, technique.Replace(e, technique.Text(f.pass, e.Args[0])+"{}"))
	}
	for _, use := range technique.UsesOf(f.pass, s.v) {
		at := use.Node().Pos()
		switch use.ParentEdgeKind() {
		case edge.StarExpr_X:
			edits = append(edits, analysis.TextEdit{Pos: use.Parent().Node().Pos(), End: at})
		case edge.CallExpr_Args:
			if !f.calls(use.Parent().Node().(*ast.CallExpr)) {
				edits = append(edits, technique.Insert(at, "&"))
			}
		case edge.ReturnStmt_Results:
			edits = append(edits, technique.Insert(at, "&"))
		}
	}
	return edits
}

// rewritten returns the statement that changes the configuration.
func (f *family) rewritten(s *site) []analysis.TextEdit {
	arg := s.v.Name()
	if _, pointer := s.v.Type().Underlying().(*types.Pointer); pointer && s.of == nil &&
		!s.pointer {
		arg = "*" + arg
	}
	text := technique.Text(f.pass, s.call.Fun) + "(" + arg + ")"
	switch n := s.stmt.(type) {
	case *ast.ReturnStmt:
		return []analysis.TextEdit{technique.Replace(s.call, text)}
	case *ast.AssignStmt:
		id := n.Lhs[0].(*ast.Ident)
		list := []analysis.TextEdit{technique.Replace(n, arg+", "+id.Name+" = "+text)}
		if f.pass.TypesInfo.Defs[id] == nil {
			return list
		}
		return append(list, technique.Insert(n.Pos(), "var "+id.Name+" error\n"))
	case *ast.ExprStmt:
		if s.of != nil && !f.fails && s.of.handsOn(n) {
			return []analysis.TextEdit{technique.Replace(n, "return "+text)}
		}
	}
	if f.fails {
		arg += ", _"
	}
	return []analysis.TextEdit{technique.Replace(s.stmt, arg+" = "+text)}
}
