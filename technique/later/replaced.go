package later

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// replaced makes a value that another one mostly replaces before it is used only where none
// does.
//
//	have: o := &options{}; if given != nil { o = given }
//	want: var o *options; if given != nil { o = given } else { o = &options{} }
//
// A branch that does other things makes it first. What all branches replace is not made.
func (d *decl) replaced() (technique.Proposal, bool) {
	var none technique.Proposal
	list := rest(d)
	i, more := d.first(list)
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
	o := &others{decl: d, file: file}
	switch n := list[i].(type) {
	case *ast.IfStmt:
		ok = o.branches(n)
	case *ast.SwitchStmt:
		ok = o.clauses(n)
	default:
		return none, false
	}
	if !more {
		o.fills = nil // only the branches use it that give it another value
	}
	several := len(o.fills) > 1 && strings.Contains(technique.Text(d.pass, d.value), "\n")
	if !ok || several || len(o.fills) > mostFills {
		return none, false
	}
	p.Edits = append(p.Edits, o.fills...)
	return p, true
}

// mostFills is in how many branches a value may be made rather than before them.
const mostFills = 2

// others are the branches of a statement that give the variable other values.
type others struct {
	*decl
	file  *ast.File
	fills []analysis.TextEdit
}

// instead is the statement for a branch that has no other value.
func (o *others) instead() string {
	value := o.value
	if to := o.pass.TypesInfo.TypeOf(value); types.Identical(to, o.v.Type()) {
		value = (&moving{pass: o.pass}).held(value)
	}
	return o.v.Name() + " = " + technique.Text(o.pass, value) + "\n"
}

// branches reports whether each branch gives the variable another value before it uses it,
// leaves the function without it, or has nothing to do with it: then its own is made there.
func (o *others) branches(branch *ast.IfStmt) bool {
	for {
		if o.uses(branch.Init) || o.uses(branch.Cond) ||
			!o.replacedIn(branch.Body, branch.Body.List, branch.Body.Rbrace) {
			return false
		}
		switch next := branch.Else.(type) {
		case nil:
			return o.fill(branch.Body.Lbrace, branch.Body.End(), " else {\n"+o.instead()+"}")
		case *ast.BlockStmt:
			return o.replacedIn(next, next.List, next.Rbrace)
		case *ast.IfStmt:
			branch = next
		}
	}
}

// clauses reports the same of those of a switch.
//
//	have: e := &plain{}; switch kind { case "x": e = x }
//	want: var e *plain; switch kind { case "x": e = x; default: e = &plain{} }
func (o *others) clauses(n *ast.SwitchStmt) bool {
	if o.uses(n.Init) || o.uses(n.Tag) {
		return false
	}
	all := false
	for _, s := range n.Body.List {
		clause := s.(*ast.CaseClause)
		all = all || clause.List == nil
		for _, e := range clause.List {
			if o.uses(e) {
				return false
			}
		}
		if fallsOrBreaks(clause) || !o.replacedIn(clause, clause.Body, clause.End()) {
			return false
		}
	}
	return all || o.fill(n.Body.Lbrace, n.Body.Rbrace, "default:\n"+o.instead())
}

// fallsOrBreaks reports whether one clause of a switch goes on in the next, or may end early.
func fallsOrBreaks(clause *ast.CaseClause) bool {
	found := false
	for _, s := range clause.Body {
		jump, ok := s.(*ast.BranchStmt)
		found = found || ok && jump.Tok == token.FALLTHROUGH
	}
	technique.Leaving(clause, func(n ast.Stmt) {
		jump, ok := n.(*ast.BranchStmt)
		found = found || ok && jump.Tok == token.BREAK
	})
	return found
}

// replacedIn reports whether the statements of a branch replace the value, or leave the function
// or a loop without it. If they do neither, the value is made before them.
func (o *others) replacedIn(branch ast.Node, list []ast.Stmt, end token.Pos) bool {
	for _, stmt := range list {
		if o.assigns(stmt) {
			return true
		}
		if o.uses(stmt) {
			return false
		}
	}
	if leavesFunc(o.pass.TypesInfo, branch) {
		return true
	}
	if len(list) > 0 {
		if jump, ok := list[len(list)-1].(*ast.BranchStmt); ok && jump.Tok != token.FALLTHROUGH {
			return true
		}
		end = technique.Start(o.pass, o.file, list[0])
	}
	return o.fill(end, end, o.instead())
}

// fill puts a statement into a branch, if its names mean there what they mean in the declaration.
func (o *others) fill(scope, at token.Pos, text string) bool {
	o.fills = append(o.fills, technique.Insert(at, text))
	return technique.ResolvesSameAt(o.pass, o.value, scope) &&
		technique.Visible(o.pass, o.v, scope)
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
