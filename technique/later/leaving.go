package later

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// mostBranches is in how many branches a value may be made rather than in one place.
const mostBranches = 3

// branch is a list of statements that ends in leaving the function: it runs once at
// most, and no other one runs after it.
type branch struct {
	around inspector.Cursor // the block or clause
	first  ast.Stmt         // the first that uses the variable
}

// inBranches makes a value anew in each branch that uses it, where each of them leaves the
// function: mostly it is made for errors, and none is there.
//
//	have: at := file + ":" + line; ...; if bad { return errors.New(at) }; ...
//	want: ...; if bad { at := file + ":" + line; return errors.New(at) }; ...
func (d *decl) inBranches() (technique.Proposal, bool) {
	var none technique.Proposal
	list, ok := d.branches()
	stmt := d.cur.Node()
	text := technique.Text(d.pass, stmt)
	file := technique.FileOf(d.pass, stmt.Pos())
	fn, inFunc := technique.EnclosingFunc(d.cur)
	if !ok || file == nil || !inFunc || len(list) > 1 && strings.Contains(text, "\n") ||
		technique.HasGoto(d.pass, fn.Node()) || commented(d.pass, file, stmt) {
		return none, false
	}
	lines, ok := alone(d.pass, stmt)
	p := technique.Proposal{At: d.at,
		Message: "make " + d.v.Name() + " where it is known that it is needed",
		Edits:   []analysis.TextEdit{lines}}
	for _, b := range list {
		ok = ok && d.sameNames(b.first.Pos()) && !d.hidden(b.around.Node()) &&
			(!d.reads || d.quiet(b))
		p.Edits = append(p.Edits,
			technique.Insert(technique.Start(d.pass, file, b.first), text+"\n"))
	}
	return p, ok
}

// branches returns the branches that use the variable, if nothing else does.
func (d *decl) branches() (list []branch, ok bool) {
	uses, ok := technique.LocalUses(d.pass, d.v)
	for _, use := range uses {
		b, ok := d.branchOf(use)
		if !ok {
			return nil, false
		}
		same := func(other branch) bool { return other.around == b.around }
		if i := slices.IndexFunc(list, same); i < 0 {
			list = append(list, b)
		} else if b.first.Pos() < list[i].first.Pos() {
			list[i] = b
		}
	}
	return list, ok && len(list) > 0 && len(list) <= mostBranches
}

// branchOf returns the outermost branch around a use, within the list of the declaration.
func (d *decl) branchOf(use inspector.Cursor) (b branch, ok bool) {
	own := d.cur.Parent()
	for cur := use; cur != own; cur = cur.Parent() {
		if !cur.Parent().Valid() {
			return b, false
		}
		if _, literal := cur.Node().(*ast.FuncLit); literal {
			ok = false // what it returns from is itself
		}
		if around := cur.Parent(); technique.InList(cur) && around != own &&
			leavesFunc(d.pass.TypesInfo, around.Node()) && !jumpsOut(around.Node()) {
			b, ok = branch{around, cur.Node().(ast.Stmt)}, true
		}
	}
	return b, ok
}

// leavesFunc reports whether the last statement of a block or a clause returns or panics.
func leavesFunc(info *types.Info, n ast.Node) bool {
	var list []ast.Stmt
	switch n := n.(type) {
	case *ast.BlockStmt:
		list = n.List
	case *ast.CaseClause:
		list = n.Body
	}
	if len(list) == 0 {
		return false
	}
	switch last := list[len(list)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		return ok && technique.IsBuiltin(info, call, "panic")
	}
	return false
}

// jumpsOut reports whether a statement in a block or a clause may lead out of it otherwise than
// by leaving the function: a loop around it could come to it again.
func jumpsOut(block ast.Node) bool {
	found := false
	technique.Leaving(block, func(n ast.Stmt) {
		_, jump := n.(*ast.BranchStmt)
		found = found || jump
	})
	return found
}

// quiet reports whether nothing that runs between the declaration and a branch writes to
// memory: only branches that leave the function are between, and what they ask, and
// values of variables.
func (d *decl) quiet(b branch) bool {
	body := b.around
	if body.ParentEdgeKind() != edge.IfStmt_Body || body.Parent().Parent() != d.cur.Parent() ||
		b.first != body.Node().(*ast.BlockStmt).List[0] {
		return false
	}
	for next, ok := d.cur.NextSibling(); ok; next, ok = next.NextSibling() {
		n, isIf := next.Node().(*ast.IfStmt)
		if isIf && (n.Init != nil && !d.silent(n.Init) || !d.only(n.Cond)) {
			return false
		}
		if next == body.Parent() {
			return true
		}
		if isIf && n.Else == nil && leavesFunc(d.pass.TypesInfo, n.Body) {
			continue
		}
		if isIf || !d.silent(next.Node()) {
			return false
		}
	}
	return false
}

// silent reports whether a statement only gives variables their values.
func (d *decl) silent(n ast.Node) bool {
	if as, ok := n.(*ast.AssignStmt); ok {
		for _, left := range as.Lhs {
			if _, name := left.(*ast.Ident); !name {
				return false
			}
		}
		return d.only(n)
	}
	_, ok := n.(*ast.DeclStmt)
	return ok && d.only(n)
}

func (d *decl) only(n ast.Node) bool {
	return effects.Only(d.pass, n, effects.Keeps|effects.Panics|effects.Outside)
}
