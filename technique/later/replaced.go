package later

import (
	"go/ast"
	"go/token"

	"github.com/wring-go/wring/technique"
)

// replaced makes a value that another one mostly replaces before it is used only where none
// does.
//
//	have: o := &options{}; if given != nil { o = given }
//	want: var o *options; if given != nil { o = given } else { o = &options{} }
func (d *decl) replaced() (technique.Proposal, bool) {
	var none technique.Proposal
	list := rest(d)
	i, _ := d.first(list)
	file := technique.FileOf(d.pass, d.v.Pos())
	fn, ok := technique.EnclosingFunc(d.cur)
	if i < 0 || file == nil || d.reads || !ok || technique.HasGoto(d.pass, fn.Node()) {
		return none, false
	}
	switch ast.Unparen(d.value).(type) {
	case nil, *ast.Ident:
		return none, false // nothing is made
	}
	typ, edits, ok := technique.TypeText(d.pass, file, d.v.Pos(), d.v.Type())
	if !ok {
		return none, false
	}
	p := technique.Proposal{At: d.at,
		Message: "make " + d.v.Name() + " only where nothing takes its place",
		Edits:   append(edits, technique.Replace(d.cur.Node(), "var "+d.v.Name()+" "+typ))}
	if d.assigns(list[i]) {
		return p, true // it is never used
	}
	branch, ok := list[i].(*ast.IfStmt)
	if !ok {
		return none, false
	}
	last, ok := d.replacing(branch)
	if last == nil {
		return p, ok
	}
	p.Edits = append(p.Edits, technique.Insert(last.Body.End(), " else {\n"+d.v.Name()+" = "+
		technique.Text(d.pass, d.value)+"\n}"))
	return p, ok
}

// replacing reports whether each branch gives the variable another value before it uses it,
// or leaves the function without it. The last of them has no else, if there is one.
func (d *decl) replacing(branch *ast.IfStmt) (last *ast.IfStmt, ok bool) {
	gives := false
	for {
		if d.uses(branch.Init) || d.uses(branch.Cond) || !d.replacedIn(branch.Body, &gives) ||
			!technique.ResolvesSameAt(d.pass, d.value, branch.Body.Lbrace) {
			return nil, false
		}
		switch next := branch.Else.(type) {
		case nil:
			return branch, gives
		case *ast.BlockStmt:
			return nil, d.replacedIn(next, &gives) && gives
		case *ast.IfStmt:
			branch = next
		}
	}
}

// replacedIn reports whether the statements of a branch replace the value, or leave the
// function without it.
func (d *decl) replacedIn(body *ast.BlockStmt, gives *bool) bool {
	for _, stmt := range body.List {
		if d.assigns(stmt) {
			*gives = true
			return true
		}
		if d.uses(stmt) || labelled([]ast.Stmt{stmt}) {
			return false
		}
	}
	return leavesFunc(d.pass.TypesInfo, body)
}

// assigns reports whether a statement gives the variable another value, which is not made of
// its own.
func (d *decl) assigns(stmt ast.Stmt) bool {
	as, ok := stmt.(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN && as.Tok != token.DEFINE {
		return false
	}
	for _, right := range as.Rhs {
		if d.uses(right) {
			return false
		}
	}
	found := false
	for _, left := range as.Lhs {
		if technique.Names(d.pass.TypesInfo, left, d.v) {
			found = true
		} else if d.uses(left) {
			return false
		}
	}
	return found
}
