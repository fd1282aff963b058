// Package maprange goes through a map of package reflect without a slice of its keys.
package maprange

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
	Analyzer: technique.Analyzer("maprange",
		"iterate over a map by reflection without a slice of its keys\n\n"+
			"MapKeys returns all keys in a new slice, and MapIndex looks each of them up "+
			"again. MapRange gives one entry after the other, in no particular order, "+
			"either.\n\n"+
			"The rewrite assumes that the loop does not change the map: MapKeys has seen all "+
			"keys before it begins. It assumes that keys are equal to themselves, which a "+
			"NaN is not, and that the value is a map: for another kind both panic, but name "+
			"themselves.",
		technique.Each(propose, (*ast.RangeStmt)(nil))),
	Title:  "Iterate without a slice of the keys",
	Causes: []string{"reflection"},
	Risk:   technique.Checked,
}

// loop is one over the keys of a map.
type loop struct {
	pass *analysis.Pass
	file *ast.File
	cur  inspector.Cursor
	stmt *ast.RangeStmt
	key  *types.Var
	keys *ast.CallExpr // m.MapKeys()
	m    ast.Expr
}

// propose matches a loop over all keys of a map that uses nothing but the key.
//
//	have: for _, k := range m.MapKeys() { f(k, m.MapIndex(k)) }
//	want: for iter := m.MapRange(); iter.Next(); { k := iter.Key(); f(k, iter.Value()) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	l := &loop{pass: pass, cur: cur, stmt: cur.Node().(*ast.RangeStmt)}
	if !l.overKeys() || !l.steady() {
		return none, false
	}
	l.file = technique.FileOf(pass, l.stmt.Pos())
	if l.file == nil || !technique.Since(pass, l.file, "go1.12") {
		return none, false
	}
	values, ok := l.values()
	if !ok {
		return none, false
	}
	iter := technique.FreshName(pass, l.file, "iter")
	edits := []analysis.TextEdit{
		{Pos: l.stmt.For, End: l.stmt.Body.Lbrace,
			NewText: []byte("for " + iter + " := " + technique.Text(pass, l.m) +
				".MapRange(); " + iter + ".Next(); ")},
	}
	if l.namesKey() {
		edits = append(edits, technique.Insert(l.stmt.Body.Lbrace+1,
			"\n"+l.key.Name()+" := "+iter+".Key()"))
	}
	for _, value := range values {
		edits = append(edits, technique.Replace(value, iter+".Value()"))
	}
	return technique.Proposal{At: l.keys, Edits: edits,
		Message: "iterate over the map without a slice of its keys"}, true
}

// overKeys matches for _, k := range m.MapKeys(), and no comment before the body.
func (l *loop) overKeys() bool {
	call, ok := ast.Unparen(l.stmt.X).(*ast.CallExpr)
	if !ok || !reflects(l.pass.TypesInfo, call, "MapKeys") || l.stmt.Tok != token.DEFINE {
		return false
	}
	if blank, ok := l.stmt.Key.(*ast.Ident); !ok || blank.Name != "_" {
		return false
	}
	name, ok := l.stmt.Value.(*ast.Ident)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel {
		return false
	}
	l.keys, l.m = call, sel.X
	l.key, ok = l.pass.TypesInfo.Defs[name].(*types.Var)
	file := technique.FileOf(l.pass, l.stmt.Pos())
	if !ok || file == nil {
		return false
	}
	for _, group := range file.Comments {
		if l.stmt.Pos() < group.Pos() && group.Pos() < l.stmt.Body.Lbrace {
			return false
		}
	}
	return true
}

// reflects reports whether a call is of a method of reflect.Value.
func reflects(info *types.Info, call *ast.CallExpr, method string) bool {
	return technique.IsMethod(info, call, "reflect", "Value", method)
}

// steady reports whether the map is a variable that means the same all through the loop,
// as the key does, and whether the loop calls nothing that is sure to change a map. What
// a function literal has of the key could outlive the iteration.
func (l *loop) steady() bool {
	v, ok := technique.Variable(l.pass.TypesInfo, l.m)
	if !ok || v.Parent() == l.pass.Pkg.Scope() {
		return false
	}
	for _, v := range []*types.Var{v, l.key} {
		uses, ok := technique.LocalUses(l.pass, v)
		if !ok {
			return false
		}
		for _, use := range uses {
			inLoop := l.stmt.Pos() <= use.Node().Pos() && use.Node().Pos() < l.stmt.End()
			if inLoop && technique.WrittenTo(l.pass.TypesInfo, use) && !l.calls(use) {
				return false
			}
			addr, ok := use.Parent().Node().(*ast.UnaryExpr)
			if ok && addr.Op == token.AND || assignedInLiteral(use) {
				return false
			}
		}
	}
	for cur := range l.cur.Preorder((*ast.CallExpr)(nil), (*ast.FuncLit)(nil)) {
		call, ok := cur.Node().(*ast.CallExpr)
		if !ok || reflects(l.pass.TypesInfo, call, "SetMapIndex") ||
			reflects(l.pass.TypesInfo, call, "Clear") || reflects(l.pass.TypesInfo, call, "Set") {
			return false
		}
	}
	return true
}

// calls reports whether a use of a reflect.Value is the receiver of a method: it gets a
// copy.
func (l *loop) calls(use inspector.Cursor) bool {
	return use.ParentEdgeKind() == edge.SelectorExpr_X &&
		use.Parent().ParentEdgeKind() == edge.CallExpr_Fun
}

// assignedInLiteral reports whether a use lies in a function literal that may assign to
// the variable.
func assignedInLiteral(use inspector.Cursor) bool {
	if use.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	for range use.Enclosing((*ast.FuncLit)(nil)) {
		return true
	}
	return false
}

// values returns the calls of MapIndex with the key. It is not ok where there is nothing
// to gain for the loop.
func (l *loop) values() (values []ast.Expr, ok bool) {
	m, _ := technique.Variable(l.pass.TypesInfo, l.m)
	for cur := range l.cur.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !reflects(l.pass.TypesInfo, call, "MapIndex") || len(call.Args) != 1 ||
			!technique.Names(l.pass.TypesInfo, call.Args[0], l.key) {
			continue
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && technique.Names(l.pass.TypesInfo, sel.X, m) {
			values = append(values, call)
		}
	}
	return values, l.key.Name() != "_"
}

// namesKey reports whether the body names the key other than to look it up.
func (l *loop) namesKey() bool {
	uses, _ := technique.LocalUses(l.pass, l.key)
	values, _ := l.values()
	return len(uses) > len(values)
}
