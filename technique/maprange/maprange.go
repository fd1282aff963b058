// Package maprange goes through a map of package reflect without a slice of its keys.
package maprange

import (
	"go/ast"
	"go/types"
	"slices"

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
			"keys before it begins, and that the value is a map: for another kind both "+
			"panic, but name themselves. Where keys are used and may be a NaN, which "+
			"MapIndex does not find, the values are looked up as before; a loop that uses "+
			"values alone is assumed to have keys that equal themselves.",
		technique.Each(propose, (*ast.RangeStmt)(nil), (*ast.ForStmt)(nil))),
	Title:  "Iterate without a slice of the keys",
	Causes: []string{"reflection"},
	Risk:   technique.Checked,
}

// propose matches a loop over all keys of a map.
//
//	have: for _, k := range m.MapKeys() { f(k, m.MapIndex(k)) }
//	want: for iter := m.MapRange(); iter.Next(); { k := iter.Key(); f(k, iter.Value()) }
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	l, ok := loopOver(pass, cur)
	if !ok || !l.steady() {
		return none, false
	}
	file := technique.FileOf(pass, cur.Node().Pos())
	if file == nil || !technique.Since(pass, file, "go1.12") {
		return none, false
	}
	for _, group := range file.Comments {
		if l.begin.Pos() < group.Pos() && group.Pos() < l.body.Lbrace {
			return none, false
		}
	}
	iter := technique.FreshName(pass, file, "iter")
	edits := []analysis.TextEdit{{Pos: l.begin.Pos(), End: l.body.Lbrace,
		NewText: []byte(l.head(iter))}}
	key := ""
	if l.key != nil {
		key = l.key.Name()
	}
	values, keys := l.entries()
	if len(keys) > 0 && !l.equalsItself(keys) {
		for _, call := range values {
			keys = append(keys, call.Args[0])
		}
		values = nil
	}
	for _, e := range values {
		edits = append(edits, technique.Replace(e, iter+".Value()"))
	}
	for _, e := range keys {
		if _, isName := e.(*ast.Ident); isName {
			continue
		}
		if key == "" {
			key = technique.FreshName(pass, file, "key")
		}
		edits = append(edits, technique.Replace(e, key))
	}
	if len(keys) > 0 {
		edits = append(edits, technique.Insert(l.body.Lbrace+1, "\n"+key+" := "+iter+".Key()"))
	}
	return technique.Proposal{At: l.keys, Edits: edits,
		Message: "iterate over the map without a slice of its keys"}, len(values)+len(keys) > 0
}

// head returns what stands before the body of the new loop.
func (l *loop) head(iter string) string {
	made, next := technique.Text(l.pass, l.m)+".MapRange()", "; "+iter+".Next(); "
	if l.index == nil {
		return "for " + iter + " := " + made + next
	}
	i := l.index.Name()
	return "for " + i + ", " + iter + " := 0, " + made + next + i + "++ "
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
	for _, v := range []*types.Var{v, l.key, l.index} {
		if v != nil && !technique.KeepsValue(l.pass, v, l.body) {
			return false
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

// entries returns the calls of MapIndex with the key, and where else the body has the key.
func (l *loop) entries() (values []*ast.CallExpr, keys []ast.Expr) {
	m, _ := technique.Variable(l.pass.TypesInfo, l.m)
	inside := make(map[ast.Expr]bool)
	for cur := range l.cur.Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if !reflects(l.pass.TypesInfo, call, "MapIndex") || len(call.Args) != 1 ||
			!l.isKey(call.Args[0]) {
			continue
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && technique.Names(l.pass.TypesInfo, sel.X, m) {
			values = append(values, call)
			inside[call.Args[0]] = true
		}
	}
	for n := range ast.Preorder(l.body) {
		if e, ok := n.(ast.Expr); ok && l.isKey(e) && !inside[e] {
			keys = append(keys, e)
		}
	}
	return values, keys
}

// equalsItself reports whether the loop asks a key for what no NaN has, so that each key is found
// again: what is looked up with a NaN is not there, though the entry is.
func (l *loop) equalsItself(keys []ast.Expr) bool {
	for cur := range l.cur.Preorder((*ast.CallExpr)(nil)) {
		sel, ok := ast.Unparen(cur.Node().(*ast.CallExpr).Fun).(*ast.SelectorExpr)
		if !ok || !slices.Contains(keys, sel.X) {
			continue
		}
		switch sel.Sel.Name {
		case "Bool", "Int", "Uint", "String":
			return true
		}
	}
	return false
}

// isKey reports whether an expression is the key: the variable for it, or the element of
// the slice of them.
func (l *loop) isKey(e ast.Expr) bool {
	if l.key != nil && technique.Names(l.pass.TypesInfo, e, l.key) {
		return true
	}
	at, ok := e.(*ast.IndexExpr)
	return ok && l.list != nil && l.index != nil &&
		technique.Names(l.pass.TypesInfo, at.X, l.list) &&
		technique.Names(l.pass.TypesInfo, at.Index, l.index)
}
