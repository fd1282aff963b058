package reusefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// buildsFirst reports whether what a field gets is a variable that was made for it in the same
// list of statements, and notes what makes it.
//
//	list := make([]T, n); ...; x.f = list
func buildsFirst(pass *analysis.Pass, r *renewed, field *types.Var) bool {
	v, ok := technique.Variable(pass.TypesInfo, r.made)
	if !ok || !types.Identical(v.Type(), field.Type()) {
		return false
	}
	for prev, ok := r.stmt.PrevSibling(); ok; prev, ok = prev.PrevSibling() {
		declared, _, made := technique.Declared(pass.TypesInfo, prev.Node())
		if declared != v {
			continue
		}
		isMap := technique.IsMap(v.Type())
		r.built, r.give, r.stmt, r.made = v, r.stmt, prev, made
		if made == nil || pass.TypesInfo.Types[made].IsNil() {
			return !isMap
		}
		return isNew(pass.TypesInfo, made)
	}
	return false
}

// refilled writes the declaration of what a field gets anew, so that it has the field's memory.
//
//	have: list := make([]T, n)
//	want: list := append(x.f[:0], make([]T, n)...)
func (f *field) refilled(r renewed, on string) ([]analysis.TextEdit, bool) {
	name := r.built.Name()
	if !f.builds(r) || technique.Commented(f.pass, r.stmt.Node()) {
		return nil, false
	}
	if f.isMap() {
		text, ok := technique.EmptyMap(f.pass, r.file, r.on, name, f.v.Type())
		if ok {
			text, ok = f.madeOr(r, name, text)
		}
		return []analysis.TextEdit{technique.Replace(r.stmt.Node(), name+" := "+on+"\n"+text)}, ok
	}
	text, edits, ok := f.emptySlice(r, on)
	if !ok {
		return nil, false
	}
	clears := "clear(" + on + ")\n" // let go of what the elements lead to
	text, cleared := strings.CutPrefix(text, clears)
	if !cleared && (!f.clears(r) || f.ofZeros(r)) {
		clears = ""
	}
	if value, ok := strings.CutPrefix(text, on+" = "); ok {
		text = name + " := " + value
	} else {
		text, _ = f.zeros(r, name, r.made.(*ast.CallExpr)) // as it did with the field
		text = name + " := " + on + "\n" + text
	}
	return append(edits, technique.Replace(r.stmt.Node(), clears+text)), true
}

// builds reports whether a variable is filled between its declaration and where the field gets
// it, and used no more. Nothing that runs meanwhile sees the field, whose old elements are lost
// earlier; and the field surely gets the variable.
func (f *field) builds(r renewed) bool {
	if !f.steady(r.on) || f.recovers() {
		return false
	}
	for _, use := range technique.UsesOf(f.pass, r.built) {
		if use.Node().Pos() > r.give.Node().End() ||
			!f.builtBy(use, r) { // in a literal, what runs is not quiet
			return false
		}
	}
	quiet, left := f.quiet(), false
	if call, ok := r.made.(*ast.CallExpr); ok {
		for _, n := range call.Args[1:] {
			if !technique.Pure(f.pass.TypesInfo, n) && !quiet.Allowed(n) {
				return false
			}
		}
	}
	for next, ok := r.stmt.NextSibling(); ok && next != r.give; next, ok = next.NextSibling() {
		around := &ast.BlockStmt{List: []ast.Stmt{next.Node().(ast.Stmt)}}
		technique.Leaving(around, func(ast.Stmt) { left = true })
		if left || !quiet.Allowed(next.Node()) {
			return false
		}
	}
	return true
}

// builtBy allows what appends to the variable that a field gets, and what is allowed of the field.
func (f *field) builtBy(use inspector.Cursor, r renewed) bool {
	info, parent := f.pass.TypesInfo, use.Parent()
	switch use.ParentEdgeKind() {
	case edge.AssignStmt_Rhs:
		return parent == r.give
	case edge.AssignStmt_Lhs:
		as := parent.Node().(*ast.AssignStmt)
		call, ok := as.Rhs[0].(*ast.CallExpr)
		return ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 &&
			technique.IsBuiltin(info, call, "append") &&
			technique.Names(info, call.Args[0], r.built)
	case edge.CallExpr_Args:
		call := parent.Node().(*ast.CallExpr)
		as, ok := parent.Parent().Node().(*ast.AssignStmt)
		if ok && use.ParentEdgeIndex() == 0 && technique.IsBuiltin(info, call, "append") &&
			len(as.Lhs) == 1 && technique.Names(info, as.Lhs[0], r.built) {
			f.grows = append(f.grows, call)
			return true
		}
	}
	return f.use(use, []*types.Var{r.built})
}

// quiet returns what asks whether code leaves the field alone, and runs and wakes nothing that
// might not: no other goroutine, and no code that is not known. Such code does not panic openly.
func (f *field) quiet() *effects.Walker {
	return effects.NewWalker(f.pass, effects.Rules{Library: computes,
		Builtin: func(call *ast.CallExpr, name string) bool {
			return name != "panic" && builtin(call, name)
		},
		Node: func(fn *ast.FuncDecl, n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok && f.pass.TypesInfo.Uses[sel.Sel] == types.Object(f.v) {
				return false
			}
			return f.leaves(fn, n)
		}})
}

// recovers reports whether the package goes on after a panic: then it may see a field of which
// the elements are lost.
func (f *field) recovers() bool {
	return len(technique.UsesOf(f.pass, types.Universe.Lookup("recover"))) > 0
}
