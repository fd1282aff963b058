package appendform

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// comparedVariable matches a sum in a variable that is only compared.
//
//	have: prefix := dir + "/"; ...; strings.HasPrefix(x, prefix)
//	want: ...; strings.HasPrefix(x, dir) && strings.HasPrefix(x[len(dir):], "/")
func (t *text) comparedVariable() ([]analysis.TextEdit, bool) {
	stmt := t.cur.Parent()
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.DEFINE || !technique.InList(stmt) || len(t.pieces) < 2 {
		return nil, false
	}
	v, _, _ := technique.Declared(t.pass.TypesInfo, as)
	if v == nil || !technique.Unassigned(t.pass, v) || !t.lasting(t.pieces) {
		return nil, false
	}
	uses, ok := technique.LocalUses(t.pass, v)
	return t.eachCompared(stmt, uses, ok)
}

// grown matches an addition to a variable that is only compared behind it.
//
//	have: dir += "/"; ...; strings.HasPrefix(x, dir)
//	want: ...; strings.HasPrefix(x, dir) && strings.HasPrefix(x[len(dir):], "/")
func grown(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok != token.ADD_ASSIGN || !technique.InList(cur) || technique.InLoop(cur) {
		return p, false
	}
	v, ok := technique.Variable(pass.TypesInfo, as.Lhs[0])
	if !ok || !types.Identical(v.Type(), types.Typ[types.String]) {
		return p, false
	}
	t := &text{pass: pass, cur: cur, file: technique.FileOf(pass, as.Pos())}
	if t.file == nil || !t.divide(as.Rhs[0]) || !t.lasting(t.pieces) ||
		technique.Uses(pass.TypesInfo, as.Rhs[0], v) {
		return p, false
	}
	t.pieces = append([]piece{{e: as.Lhs[0]}}, t.pieces...)
	uses, ok := technique.LocalUses(pass, v)
	fn, inFunc := technique.EnclosingFunc(cur)
	var behind []inspector.Cursor
	for _, use := range uses {
		given, addressed := technique.Replaced(use)
		switch pos := use.Node().Pos(); {
		case pos == as.Lhs[0].Pos():
		case given || addressed || !inFunc || !technique.InFunc(use, fn):
			return p, false
		case pos > as.End():
			behind = append(behind, use)
		}
	}
	if !ok {
		return p, false
	}
	edits, ok := t.inBranch(behind)
	if !ok {
		edits, ok = t.eachCompared(cur, behind, true)
	}
	return technique.Proposal{At: as, Edits: edits, Safe: true,
		Message: "compare the pieces, which makes no string of them"}, ok
}

// inBranch returns the edits where an addition is all that a branch does, and the statement behind
// that returns what the uses come to.
//
//	have: if short { dir += "/" }; return strings.HasPrefix(x, dir)
//	want: if short { return strings.HasPrefix(x, dir) && strings.HasPrefix(x[len(dir):], "/") }
//	      return strings.HasPrefix(x, dir)
func (t *text) inBranch(uses []inspector.Cursor) ([]analysis.TextEdit, bool) {
	stmt := t.cur.Parent().Parent()
	branch, ok := stmt.Node().(*ast.IfStmt)
	if !ok || branch.Else != nil || len(branch.Body.List) != 1 || len(uses) == 0 ||
		technique.Commented(t.pass, t.cur.Node()) || !technique.InList(stmt) {
		return nil, false
	}
	next, ok := stmt.NextSibling()
	if !ok {
		return nil, false
	}
	ret, ok := next.Node().(*ast.ReturnStmt)
	if !ok || technique.Commented(t.pass, ret) {
		return nil, false
	}
	with := map[ast.Node]string{}
	for _, use := range uses {
		if !next.Contains(use) {
			return nil, false
		}
		at, text, ok := t.comparedAt(use)
		if !ok || with[at] != "" {
			return nil, false
		}
		with[at] = text
	}
	for n := range ast.Preorder(ret) {
		if id, ok := n.(*ast.Ident); ok &&
			!technique.ResolvesSameAt(t.pass, id, t.cur.Node().Pos()) {
			return nil, false
		}
	}
	return []analysis.TextEdit{technique.Replace(t.cur.Node(), technique.Patch(t.pass, ret, with))},
		true
}

// comparedAt returns the comparison with the pieces that stands for one with the variable.
func (t *text) comparedAt(use inspector.Cursor) (at ast.Node, text string, ok bool) {
	for _, p := range t.pieces {
		if !technique.ResolvesSameAt(t.pass, p.e, use.Node().Pos()) {
			return nil, "", false
		}
	}
	there := *t
	there.cur = use
	return there.compared()
}

// lasting reports whether all pieces are constants, or variables of the function or the package
// that nothing changes.
func (t *text) lasting(list []piece) bool {
	for _, p := range list {
		v, isVar := technique.Variable(t.pass.TypesInfo, ast.Unparen(p.e))
		if p.cons {
			continue
		}
		if !isVar || !technique.Unassigned(t.pass, v) {
			return false
		}
		if _, local := technique.LocalUses(t.pass, v); !local && !t.ofPackage(v) {
			return false
		}
	}
	return true
}

// ofPackage reports whether a variable is one of the package that no other can name, nor does a
// file that is left out, or the linker.
func (t *text) ofPackage(v *types.Var) bool {
	if v.Parent() != t.pass.Pkg.Scope() || v.Exported() ||
		technique.MentionedBeside(t.pass, v.Name()) {
		return false
	}
	for _, file := range t.pass.Files {
		for _, group := range file.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname ") &&
					slices.Contains(strings.Fields(c.Text), v.Name()) {
					return false
				}
			}
		}
	}
	return true
}

// eachCompared returns the edits for all uses of a variable, and that by which the statement goes
// that makes the text. The uses are in the same block, behind it.
func (t *text) eachCompared(stmt inspector.Cursor, uses []inspector.Cursor, ok bool) (
	[]analysis.TextEdit, bool) {
	fn, inFunc := technique.EnclosingFunc(stmt)
	if !ok || !inFunc || len(uses) == 0 || technique.Commented(t.pass, stmt.Node()) ||
		technique.HasGoto(t.pass, fn.Node()) {
		return nil, false
	}
	edits := []analysis.TextEdit{technique.Remove(t.pass, stmt.Node())}
	done := map[ast.Node]bool{}
	for _, use := range uses {
		if !technique.InFunc(use, fn) || !stmt.Parent().Contains(use) {
			return nil, false
		}
		at, text, ok := t.comparedAt(use)
		if !ok || done[at] {
			return nil, false
		}
		done[at] = true
		edits = append(edits, technique.Replace(at, text))
	}
	return edits, true
}
