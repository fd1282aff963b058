package mapsize

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// field asks about a map that is made for a field of a literal.
//
//	have: t := &table{byID: make(map[K]V)}; for _, r := range rows { t.byID[r.id] = r }
//	want: t := &table{byID: make(map[K]V, len(rows))}; for ...
func field(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	kv := cur.Node().(*ast.KeyValueExpr)
	typ, ok := emptyMap(pass, kv.Value)
	if !ok {
		return p, false
	}
	name, ok := kv.Key.(*ast.Ident)
	if !ok {
		return p, false
	}
	of, isField := pass.TypesInfo.Uses[name].(*types.Var)
	at := cur.Parent()
	if addr, ok := at.Parent().Node().(*ast.UnaryExpr); ok && addr.Op == token.AND {
		at = at.Parent()
	}
	stmt := at.Parent()
	v, _, value := technique.Declared(pass.TypesInfo, stmt.Node())
	if !isField || !of.IsField() || v == nil || value != at.Node() {
		return p, false
	}
	m := &made{pass: pass, value: kv.Value, typ: technique.Text(pass, typ), ofField: true}
	if m.place = place(pass, v, of); m.place == nil || strings.Contains(m.typ, "\n") {
		return p, false
	}
	return m.propose(stmt)
}

// place returns an expression for a field of a variable, where the package has one.
func place(pass *analysis.Pass, v, field *types.Var) ast.Expr {
	for _, use := range technique.UsesOf(pass, v) {
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if ok && pass.TypesInfo.Uses[sel.Sel] == types.Object(field) {
			return sel
		}
	}
	return nil
}
