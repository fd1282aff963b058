package concat

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// mostOnStack is how many bytes a slice may have that is to stay on the stack.
const mostOnStack = 1024

// joined matches slices that are appended to nil, one after the other.
//
//	have: append(append([]T(nil), xs...), ys...)
//	want: slices.Concat(xs, ys)
//
// Where there are no elements, both are nil. So they are where a function of the package makes the
// first copy, and none of nothing.
func (j *joining) joined() (technique.Proposal, bool) {
	var parts []ast.Expr
	e := ast.Expr(j.call)
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || !j.spreads(call) {
			break
		}
		parts = append([]ast.Expr{call.Args[1]}, parts...)
		e = call.Args[0]
	}
	_, begins := j.nilOf(e)
	if clone, ok := technique.CloneOf(j.pass, e); ok && clone.NilIfEmpty {
		parts, begins = append([]ast.Expr{clone.Of}, parts...), true
	}
	if !begins && !j.unset(e) || len(parts) < 2 || j.commented() {
		return technique.Proposal{}, false
	}
	text, imports, ok := j.concat(parts, j.call.Pos())
	return technique.Proposal{At: j.call, Message: "join the slices in one piece",
		Edits: append(imports, technique.Replace(j.call, text))}, ok
}

// unset reports whether an expression names a result of the function to which nothing has given
// a value: it is named here alone.
func (j *joining) unset(e ast.Expr) bool {
	v, ok := technique.Variable(j.pass.TypesInfo, e)
	if !ok {
		return false
	}
	uses, ok := technique.LocalUses(j.pass, v)
	if !ok || len(uses) != 1 {
		return false
	}
	fn, ok := technique.EnclosingFunc(uses[0])
	return ok && technique.IsResult(fn.Node(), v)
}

// concat returns the call that joins slices of the result's type, and its import. The
// elements are copied when all slices are there: so none is made by a call.
func (j *joining) concat(parts []ast.Expr, pos token.Pos) (string, []analysis.TextEdit, bool) {
	info := j.pass.TypesInfo
	var texts []string
	for _, e := range parts {
		if !technique.Pure(info, e) || !types.Identical(info.TypeOf(e), info.TypeOf(j.call)) {
			return "", nil, false
		}
		texts = append(texts, j.text(e))
	}
	pkg, edits := technique.AddImport(j.pass, j.file, pos, "slices")
	return pkg + ".Concat(" + strings.Join(texts, ", ") + ")", edits,
		technique.Since(j.pass, j.file, "go1.22")
}

// inSequence matches statements that append slices to one that begins as nil.
//
//	have: var out []T
//	      out = append(out, xs...)
//	      out = append(out, ys...)
//	want: out := slices.Concat(xs, ys)
func (j *joining) inSequence(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	v, ok := technique.Variable(j.pass.TypesInfo, j.call.Args[0])
	if !ok || j.appended(cur.Parent(), v) != j.call {
		return none, false
	}
	decl, ok := j.nilBefore(cur.Parent(), v)
	if !ok || technique.Commented(j.pass, decl) {
		return none, false
	}
	var parts []ast.Expr
	var edits []analysis.TextEdit
	var also []ast.Node
	for stmt, more := cur.Parent(), true; more; stmt, more = stmt.NextSibling() {
		call := j.appended(stmt, v)
		if call == nil {
			break
		}
		if !j.spreads(call) || technique.Uses(j.pass.TypesInfo, call.Args[1], v) ||
			technique.Commented(j.pass, stmt.Node()) {
			return none, false // technique textroom makes room for single elements
		}
		parts = append(parts, call.Args[1])
		edits = append(edits, technique.Remove(j.pass, stmt.Node().(ast.Stmt)))
		if call != j.call {
			also = append(also, call)
		}
	}
	text, imports, ok := j.concat(parts, decl.Pos())
	return technique.Proposal{At: j.call, Also: also, Message: "join the slices in one piece",
		Safe: effects.CapacityUnseen(j.pass, v),
		Edits: append(append(imports, edits...),
			technique.Replace(decl, v.Name()+" := "+text))}, ok && len(parts) > 1
}

// appended returns the call in v = append(v, ...); nil for other statements.
func (j *joining) appended(stmt inspector.Cursor, v *types.Var) *ast.CallExpr {
	info := j.pass.TypesInfo
	as, ok := stmt.Node().(*ast.AssignStmt)
	if !ok || as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 ||
		!technique.Names(info, as.Lhs[0], v) {
		return nil
	}
	call, ok := as.Rhs[0].(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(info, call, "append") ||
		!technique.Names(info, call.Args[0], v) {
		return nil
	}
	return call
}

// headed matches elements that are put before a slice that comes later, and are no longer
// needed then: they stay on the stack.
//
//	have: head := make([]T, 4); ...; body := f(); return append(head, body...)
//	want: head := make([]T, 4); ...; body := f(); return slices.Concat(head, body)
func (j *joining) headed(cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	info := j.pass.TypesInfo
	v, ok := technique.Variable(info, j.call.Args[0])
	w, later := technique.Variable(info, ast.Unparen(j.call.Args[1]))
	if !ok || !later || w.Pos() < v.Pos() || w.Parent() == j.pass.Pkg.Scope() || j.commented() ||
		!types.Identical(info.TypeOf(j.call.Args[1]), v.Type()) {
		return none, false
	}
	uses, ok := technique.LocalUses(j.pass, v)
	fn, inFunc := technique.EnclosingFunc(cur)
	if !ok || !inFunc || len(uses) == 0 || uses[len(uses)-1].Parent().Node() != j.call {
		return none, false
	}
	for i, use := range uses {
		if i < len(uses)-1 && !effects.CapacityUnseenBy(j.pass, use, v) ||
			!technique.InFunc(use, fn) {
			return none, false
		}
	}
	made, ok := j.madeShort(fn, v)
	if !ok {
		return none, false
	}
	text, imports, ok := j.concat(j.call.Args, j.call.Pos())
	if !ok && j.predeclared() { // before slices.Concat
		text, imports, ok = "append(append(make("+j.text(made.Args[0])+", 0, len("+v.Name()+
			")+len("+w.Name()+")), "+v.Name()+"...), "+w.Name()+"...)", nil, true
	}
	return technique.Proposal{At: j.call, Also: []ast.Node{made},
		Message: "make one slice of both, the first on the stack",
		Edits:   append(imports, technique.Replace(j.call, text))}, ok
}

// madeShort returns the make that a variable of a function begins with, in the function's
// own statements, with a length that is constant and not large.
func (j *joining) madeShort(fn inspector.Cursor, v *types.Var) (*ast.CallExpr, bool) {
	info := j.pass.TypesInfo
	for stmt := range fn.Preorder((*ast.AssignStmt)(nil)) {
		w, _, value := technique.Declared(info, stmt.Node())
		if w != v {
			continue
		}
		n, ok := technique.MadeLength(info, value)
		slice, isSlice := v.Type().Underlying().(*types.Slice)
		if !ok || !isSlice || n == 0 || technique.InLoop(stmt) {
			return nil, false
		}
		size, known := technique.SizeOf(j.pass, slice.Elem())
		return ast.Unparen(value).(*ast.CallExpr), known && size > 0 && n <= mostOnStack/size
	}
	return nil, false
}
