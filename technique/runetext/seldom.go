package runetext

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// mostLooks is how often a text is made of characters to look at it.
const mostLooks = 2

// seldom matches a text of several characters that the next statement looks at, and keeps at
// times. What is only looked at is on the stack while it is short.
//
//	have: s := string(runes[i:j]); if strings.EqualFold(s, word) { return s }
//	want: if strings.EqualFold(string(runes[i:j]), word) { return string(runes[i:j]) }
func seldom(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	as := cur.Node().(*ast.AssignStmt)
	v, _, value := technique.Declared(pass.TypesInfo, as)
	call, isCall := value.(*ast.CallExpr)
	if v == nil || !isCall || as.Tok != token.DEFINE || !technique.InList(cur) ||
		!ofRunes(pass.TypesInfo, call) || technique.CommentedAround(pass, as, as) {
		return p, false
	}
	if file := technique.FileOf(pass, as.Pos()); technique.Start(pass, file, as) != as.Pos() {
		return p, false // the comment above it would stay
	}
	next, ok := cur.NextSibling()
	if !ok || !asks(pass, next.Node(), v) {
		return p, false
	}
	fn, ok := technique.EnclosingFunc(cur)
	uses, local := technique.LocalUses(pass, v)
	if !ok || !local {
		return p, false
	}
	p = technique.Proposal{At: call, Edits: []analysis.TextEdit{technique.Remove(pass, as)},
		Message: "make the text where it is kept; what is looked at is on the stack"}
	var kept []inspector.Cursor
	looks := 0
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !next.Contains(use) ||
			!technique.ResolvesSameAt(pass, call, use.Node().Pos()) {
			return p, false
		}
		switch {
		case looked(pass, use):
			looks++
		case technique.Kept(use):
			kept = append(kept, use)
		default:
			return p, false
		}
		p.Edits = append(p.Edits, technique.Replace(use.Node(), technique.Text(pass, call)))
	}
	return p, 0 < looks && looks <= mostLooks && len(kept) > 0 && technique.Seldom(cur, fn, kept)
}

// ofRunes reports whether a call makes a text of characters in a slice, which it only looks at.
func ofRunes(info *types.Info, call *ast.CallExpr) bool {
	if len(call.Args) != 1 || !info.Types[call.Fun].IsType() ||
		!types.Identical(info.TypeOf(call), types.Typ[types.String]) {
		return false
	}
	for n := range ast.Preorder(call.Args[0]) {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.CompositeLit:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return false
			}
		}
	}
	runes, ok := types.Unalias(info.TypeOf(call.Args[0])).Underlying().(*types.Slice)
	return ok && types.Identical(runes.Elem(), types.Typ[types.Rune])
}

// asks reports whether a statement begins with a condition that looks at a variable, and changes
// nothing.
func asks(pass *analysis.Pass, stmt ast.Node, v *types.Var) bool {
	var cond ast.Expr
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		if stmt.Init == nil {
			cond = stmt.Cond
		}
	case *ast.SwitchStmt:
		if stmt.Init == nil {
			cond = stmt.Tag
		}
	}
	if cond == nil || !technique.Surely(cond, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		return ok && pass.TypesInfo.Uses[id] == v
	}) {
		return false
	}
	for n := range ast.Preorder(stmt) {
		switch n.(type) {
		case *ast.AssignStmt, *ast.IncDecStmt, *ast.RangeStmt, *ast.DeferStmt, *ast.GoStmt,
			*ast.SendStmt, *ast.FuncLit:
			return false
		}
	}
	return effects.Only(pass, stmt, effects.Keeps|effects.Panics)
}

// looked reports whether a use of a text compares it, or looks for it or in it.
func looked(pass *analysis.Pass, use inspector.Cursor) bool {
	switch use.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return use.Parent().Node().(*ast.BinaryExpr).Op != token.ADD
	case edge.SwitchStmt_Tag:
		return technique.ConstantCases(pass.TypesInfo, use.Parent().Node().(*ast.SwitchStmt))
	case edge.CallExpr_Args:
		return effects.TextRead(pass, use)
	}
	return false
}
