// Package reuseinput gives back a text itself where a function that rewrites texts
// has changed nothing.
package reuseinput

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("reuseinput",
		"return a text itself where nothing in it was changed\n\n"+
			"A function that escapes, folds or cleans a text often has nothing to do, and "+
			"returns a copy. To compare what it made with what it got costs next to "+
			"nothing, and where both are the same, the text that is there already will do. "+
			"Where the loop shows which letters it changes, they are looked for first, and "+
			"nothing is made when there are none: an if statement or a switch shows it, or a "+
			"map of what is written instead. Where pieces are copied up to each change, "+
			"the last piece is the text itself when no other one came before it. What "+
			"xml.EscapeText would escape is looked for in the same way.\n\n"+
			"The comparison assumes that strings do not change, as they do when unsafe made "+
			"them of bytes that are used again. A part of a large text keeps all of it in "+
			"memory.",
		run,
		technique.Each(escapedXML, (*ast.CallExpr)(nil))),
	Title: "Give back what has not changed",
	Causes: []string{"string-bytes-conversion", "append-grows", "builder-grows", "buffer-grows",
		"string-concat", "slice-make"},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	asked := make(map[ast.Node]bool) // return statements of texts that are looked at first
	for _, cur := range technique.Nodes(pass, (*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if p, ret, ok := ahead(pass, cur); ok {
			technique.Report(pass, p)
			asked[ret] = true
		}
	}
	for _, cur := range technique.Nodes(pass, (*ast.ReturnStmt)(nil)) {
		if asked[cur.Node()] {
			continue
		}
		if p, ok := piece(pass, cur); ok {
			technique.Report(pass, p)
			continue
		}
		if p, ok := propose(pass, cur); ok {
			technique.Report(pass, p)
		}
	}
}

// propose matches a return statement with one conversion of bytes that a loop
// over a string has made.
//
//	have: return string(out)
//	want: if string(out) == s { return s }; return string(out)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	if !technique.InList(cur) {
		return none, false
	}
	conv, out := conversion(pass, cur)
	if conv == nil {
		return none, false
	}
	fn, ok := technique.EnclosingFunc(cur)
	if !ok || fn.Node().End() <= out.Pos() || out.Pos() < fn.Node().Pos() {
		return none, false // it belongs to a function around
	}
	s := source(pass, fn, out)
	if s == nil || !technique.Visible(pass, s, cur.Node().Pos()) || givenBack(pass, fn, s) ||
		compared(pass, cur, out) ||
		!technique.Predeclared(pass, cur.Node().Pos(), "string") {
		return none, false
	}
	same := technique.Patch(pass, cur.Node(), map[ast.Node]string{conv: s.Name()})
	return technique.Proposal{At: conv,
		Message: "return " + s.Name() + " itself when nothing has changed",
		Edits: []analysis.TextEdit{technique.Insert(cur.Node().Pos(),
			"if "+technique.Text(pass, conv)+" == "+s.Name()+" {\n"+same+"\n}\n")}}, true
}

// conversion returns the only conversion below a return statement of a local
// slice of bytes to a string, and the slice.
func conversion(pass *analysis.Pass, ret inspector.Cursor) (*ast.CallExpr, *types.Var) {
	var found *ast.CallExpr
	var of *types.Var
	for cur := range ret.Preorder((*ast.CallExpr)(nil), (*ast.FuncLit)(nil)) {
		call, ok := cur.Node().(*ast.CallExpr)
		if !ok {
			return nil, nil // a closure runs later
		}
		if len(call.Args) != 1 || !pass.TypesInfo.Types[call.Fun].IsType() ||
			!types.Identical(pass.TypesInfo.TypeOf(call), types.Typ[types.String]) {
			continue
		}
		arg := ast.Unparen(call.Args[0])
		if part, ok := arg.(*ast.SliceExpr); ok && steadyPart(pass.TypesInfo, part) {
			arg = part.X
		}
		id, ok := arg.(*ast.Ident)
		if !ok || !technique.IsBytes(pass.TypesInfo.TypeOf(id)) {
			continue
		}
		v, ok := pass.TypesInfo.Uses[id].(*types.Var)
		if !ok || v.Parent() == pass.Pkg.Scope() || found != nil {
			return nil, nil
		}
		found, of = call, v
	}
	return found, of
}

// steadyPart reports whether a part of a slice may be taken twice.
func steadyPart(info *types.Info, part *ast.SliceExpr) bool {
	for _, i := range []ast.Expr{part.Low, part.High, part.Max} {
		if i != nil && !technique.Pure(info, i) {
			return false
		}
	}
	return true
}

// givenBack reports whether a function returns s itself already, other than where it is empty.
func givenBack(pass *analysis.Pass, fn inspector.Cursor, s *types.Var) bool {
	for _, use := range technique.UsesOf(pass, s) {
		_, returned := use.Parent().Node().(*ast.ReturnStmt)
		if returned && fn.Contains(use) && !asksEmpty(pass, use.Parent(), s) {
			return true
		}
	}
	return false
}

// asksEmpty reports whether a statement is the first one where s is empty.
//
//	if s == "" { ... }, if len(s) == 0 { ... }
func asksEmpty(pass *analysis.Pass, cur inspector.Cursor, s *types.Var) bool {
	n, ok := cur.Parent().Parent().Node().(*ast.IfStmt)
	if !ok || cur.Parent().ParentEdgeKind() != edge.IfStmt_Body {
		return false
	}
	cond, ok := ast.Unparen(n.Cond).(*ast.BinaryExpr)
	if !ok || cond.Op != token.EQL {
		return false
	}
	if text, ok := technique.ConstantText(pass.TypesInfo, cond.Y); ok {
		return text == "" && technique.Names(pass.TypesInfo, cond.X, s)
	}
	call, ok := cond.X.(*ast.CallExpr)
	return ok && technique.IsBuiltin(pass.TypesInfo, call, "len") &&
		technique.Names(pass.TypesInfo, call.Args[0], s) &&
		technique.IsInt(pass.TypesInfo, cond.Y, 0)
}

// compared reports whether the statement before asks already.
func compared(pass *analysis.Pass, ret inspector.Cursor, out *types.Var) bool {
	before, ok := ret.PrevSibling()
	if !ok {
		return false
	}
	stmt, ok := before.Node().(*ast.IfStmt)
	return ok && technique.Uses(pass.TypesInfo, stmt.Cond, out)
}
