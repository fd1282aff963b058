package lazymap

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// local matches a map in a variable that the function may return, and may as well leave. It is
// made with its first entry, or where it is returned.
//
//	have: m := map[K]V{}; if c { m[k] = v }; if !found { return nil }; return m
//	want: var m map[K]V; if c { if m == nil { m = make(map[K]V) }; m[k] = v }
//	      if !found { return nil }; if m == nil { m = make(map[K]V) }; return m
func local(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	info := pass.TypesInfo
	v, _, value := technique.Declared(info, cur.Node())
	file := technique.FileOf(pass, cur.Node().Pos())
	if v == nil || value == nil || file == nil || !technique.InList(cur) || !fresh(info, value) ||
		technique.Commented(pass, cur.Node()) {
		return p, false
	}
	fn, _ := technique.EnclosingFunc(cur)
	uses, ok := technique.LocalUses(pass, v)
	typ, edits, typed := technique.TypeText(pass, file, cur.Node().Pos(), v.Type())
	if !ok || !typed || !technique.Predeclared(pass, value.Pos(), "make", "nil") {
		return p, false
	}
	p = technique.Proposal{At: value,
		Message: "make " + v.Name() + " when its first entry is written",
		Edits:   append(edits, technique.Replace(cur.Node(), "var "+v.Name()+" "+typ))}
	writes, returns := 0, 0
	made := map[ast.Node]bool{}
	for _, use := range uses {
		if !technique.InFunc(use, fn) {
			return p, false
		}
		stmt, what := place(info, use)
		switch what {
		case other:
			return p, false
		case read:
			continue
		case written:
			writes++
		case returned:
			returns++
		}
		if !technique.InList(stmt) || made[stmt.Node()] ||
			!technique.Visible(pass, v, stmt.Node().Pos()) {
			return p, false
		}
		made[stmt.Node()] = true
		p.Edits = append(p.Edits, technique.Insert(stmt.Node().Pos(),
			"if "+v.Name()+" == nil {\n"+v.Name()+" = make("+typ+")\n}\n"))
	}
	return p, writes > 0 && returns > 0 && leaves(pass, cur, fn, returns)
}

// what is done with a map in a place.
type what int

const (
	other    what = iota
	read          // a nil map can stand it
	written       // a statement writes an entry
	returned      // a statement returns it
)

// place tells what is done with a map, and by which statement.
func place(info *types.Info, use inspector.Cursor) (stmt inspector.Cursor, done what) {
	parent := use.Parent()
	switch n := parent.Node().(type) {
	case *ast.IndexExpr:
		if n.X != use.Node() {
			return stmt, other
		}
		stmt = parent.Parent()
		switch parent.ParentEdgeKind() {
		case edge.AssignStmt_Lhs:
			if as := stmt.Node().(*ast.AssignStmt); len(as.Lhs) > 1 {
				return stmt, other
			}
			return stmt, written
		case edge.IncDecStmt_X:
			return stmt, written
		case edge.RangeStmt_Key, edge.RangeStmt_Value:
			return stmt, other
		}
		return stmt, read
	case *ast.RangeStmt:
		if n.X == use.Node() {
			return stmt, read
		}
	case *ast.ReturnStmt:
		return parent, returned
	case *ast.CallExpr:
		if counts(info, parent) {
			return stmt, read
		}
	}
	return stmt, other
}

// leaves reports whether the map may be left: it is made in a loop, or the function returns
// behind it without it, too.
func leaves(pass *analysis.Pass, decl, fn inspector.Cursor, returns int) bool {
	if technique.HasGoto(pass, fn.Node()) {
		return false
	}
	if technique.InLoop(decl) {
		return true
	}
	all := 0
	for cur := range fn.Preorder((*ast.ReturnStmt)(nil)) {
		if technique.InFunc(cur, fn) && cur.Node().Pos() > decl.Node().End() {
			all++
		}
	}
	return all > returns
}
