// Package fieldtext collects text in a field of bytes, where each piece that came to a field
// of a string made a new string of all.
package fieldtext

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("fieldtext",
		"collect text in a field of bytes instead of a string\n\n"+
			"Each x.f += s makes a string of all that there was, and of s. A slice of bytes "+
			"grows seldom, and keeps its memory when the text begins anew. Where the text is "+
			"compared or counted, the bytes are looked at; where it is kept, a string is made "+
			"of them, once.\n\n"+
			"It is proposed where the whole package shows all that is done with the field, and "+
			"the struct is never copied: a copy would share the bytes. The rewrite assumes that "+
			"writers change and keep nothing of what they are given, as io.Writer demands, and "+
			"that no code prints such structs, or compares them, by reflection.",
		run),
	Title:  "Collect text in bytes",
	Causes: []string{"string-concat", "string-bytes-conversion"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	seen := make(map[*types.Var]bool)
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		f, ok := fieldAt(pass, cur.Node().(*ast.AssignStmt))
		if !ok || seen[f.v] {
			continue
		}
		seen[f.v] = true // one proposal for all its uses
		if f.declared() && f.seen() && f.used() {
			technique.Report(pass, f.propose())
		}
	}
}

// field is a field of a struct in which text is collected.
type field struct {
	pass  *analysis.Pass
	v     *types.Var
	owner *types.TypeName
	added []ast.Node // the statements that add to it
	edits []analysis.TextEdit
	// imported are the files in which utf8 has its import.
	imported map[*ast.File]bool
}

// fieldAt matches x.f += s and x.f = x.f + s.
func fieldAt(pass *analysis.Pass, as *ast.AssignStmt) (*field, bool) {
	if len(as.Lhs) != 1 || !adds(pass.TypesInfo, as) {
		return nil, false
	}
	on, ok := as.Lhs[0].(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	sel := pass.TypesInfo.Selections[on]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 ||
		!types.Identical(sel.Type(), types.Typ[types.String]) {
		return nil, false
	}
	t := sel.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.TypeParams().Len() > 0 || named.Obj().Pkg() != pass.Pkg ||
		named.Obj().Parent() != pass.Pkg.Scope() {
		return nil, false
	}
	v := sel.Obj().(*types.Var)
	return &field{pass: pass, v: v, owner: named.Obj(), imported: make(map[*ast.File]bool)},
		!v.Exported() && !v.Embedded()
}

// adds reports whether a statement adds to what is on its left.
func adds(info *types.Info, as *ast.AssignStmt) bool {
	if as.Tok == token.ADD_ASSIGN {
		return true
	}
	first, ok := sum(as.Rhs[0])
	return ok && as.Tok == token.ASSIGN && len(as.Rhs) == 1 &&
		technique.SameExpr(info, as.Lhs[0], first[0])
}

// sum returns the operands of a sum that is written without parentheses.
func sum(e ast.Expr) (operands []ast.Expr, ok bool) {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.ADD {
		return []ast.Expr{e}, false
	}
	operands, _ = sum(b.X)
	return append(operands, b.Y), true
}

// seen reports whether the package shows all that is done with the struct: no file beside it
// mentions the field, nothing copies the struct, and no function of another package could look
// into it.
func (f *field) seen() bool {
	if technique.MentionedBeside(f.pass, f.v.Name()) ||
		!technique.NeverCopied(f.pass, f.owner) || !technique.NamesFields(f.pass, f.owner) {
		return false
	}
	for _, file := range f.pass.Files {
		for n := range ast.Preorder(file) {
			call, ok := n.(*ast.CallExpr)
			if ok && technique.Foreign(f.pass, call) && f.shown(call) {
				return false
			}
		}
	}
	return true
}

// shown reports whether a call hands the struct over as a value of any type.
func (f *field) shown(call *ast.CallExpr) bool {
	fn, _ := technique.Func(f.pass.TypesInfo, call)
	params := fn.Signature().Params()
	for i, arg := range call.Args {
		t := f.pass.TypesInfo.TypeOf(arg)
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if !types.Identical(t, f.owner.Type()) || params.Len() == 0 {
			continue
		}
		param := params.At(min(i, params.Len()-1)).Type()
		if list, ok := param.(*types.Slice); ok && fn.Signature().Variadic() {
			param = list.Elem()
		}
		if any, ok := param.Underlying().(*types.Interface); ok && any.Empty() {
			return true
		}
	}
	return false
}

// propose returns the proposal, once all uses are known.
func (f *field) propose() technique.Proposal {
	return technique.Proposal{At: f.added[0], Also: f.added[1:], Edits: f.edits,
		Message: "collect " + f.v.Name() + " in bytes, and make a string where it is kept"}
}
