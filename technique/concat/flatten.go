package concat

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// flattened matches a loop that appends each of several slices to one that begins as nil.
//
//	have: var out []T
//	      for _, list := range lists {
//	              out = append(out, list...)
//	      }
//	want: out := slices.Concat(lists...)
//
// Where there are no elements, both are nil.
func (j *joining) flattened(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	info := j.pass.TypesInfo
	v, ok := technique.Variable(info, j.call.Args[0])
	stmt := cur.Parent()
	as, isAssign := stmt.Node().(*ast.AssignStmt)
	if !ok || !isAssign || as.Tok != token.ASSIGN || len(as.Lhs) != 1 ||
		!technique.Names(info, as.Lhs[0], v) {
		return none, false
	}
	loop, ok := stmt.Parent().Parent().Node().(*ast.RangeStmt)
	if !ok || loop.Body != stmt.Parent().Node() || len(loop.Body.List) != 1 ||
		!j.eachOf(loop, v) || technique.Uses(info, loop.X, v) {
		return none, false
	}
	decl, ok := j.nilBefore(stmt.Parent().Parent(), v)
	if !ok || !technique.Since(j.pass, j.file, "go1.22") ||
		technique.Commented(j.pass, decl) || technique.Commented(j.pass, loop) {
		return none, false
	}
	pkg, edits := technique.AddImport(j.pass, j.file, decl.Pos(), "slices")
	return technique.Proposal{At: j.call, Message: "join the slices in one piece",
		Safe: effects.CapacityUnseen(j.pass, v),
		Edits: append(edits, technique.Replace(decl, v.Name()+" := "+pkg+".Concat("+
			j.text(loop.X)+"...)"), technique.Remove(j.pass, loop))}, true
}

// eachOf reports whether a loop ranges over a slice of slices of v's type, and the call
// appends the elements of each.
func (j *joining) eachOf(loop *ast.RangeStmt, v *types.Var) bool {
	info := j.pass.TypesInfo
	if key, ok := loop.Key.(*ast.Ident); !ok || key.Name != "_" || loop.Tok != token.DEFINE {
		return false
	}
	lists, ok := info.TypeOf(loop.X).Underlying().(*types.Slice)
	if !ok || !types.Identical(lists.Elem(), v.Type()) {
		return false
	}
	name, ok := loop.Value.(*ast.Ident)
	return ok && info.Defs[name] != nil &&
		technique.Names(info, ast.Unparen(j.call.Args[1]), info.Defs[name])
}

// nilBefore returns the statement right before a loop that declares v, without a value.
func (j *joining) nilBefore(loop inspector.Cursor, v *types.Var) (decl ast.Stmt, ok bool) {
	prev, ok := loop.PrevSibling()
	if !ok {
		return nil, false
	}
	stmt, ok := prev.Node().(*ast.DeclStmt)
	if !ok {
		return nil, false
	}
	gen := stmt.Decl.(*ast.GenDecl)
	if gen.Tok != token.VAR || len(gen.Specs) != 1 {
		return nil, false
	}
	spec := gen.Specs[0].(*ast.ValueSpec)
	return stmt, len(spec.Names) == 1 && len(spec.Values) == 0 &&
		j.pass.TypesInfo.Defs[spec.Names[0]] == v
}
