package lazymap

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// inner is a field with maps of maps, of which the package shows all that is done with the inner
// ones.
type inner struct {
	pass   *analysis.Pass
	obj    *types.Var
	of     types.Type // of the inner maps
	makes  []inspector.Cursor
	writes []innerWrite
}

// innerWrite is a statement that writes an entry of an inner map, x.m[a].
type innerWrite struct {
	stmt inspector.Cursor
	on   *ast.IndexExpr
}

// inners proposes to make the inner maps of a field when something is written to them. The key is
// there from the beginning, with no map: so nothing that asks for keys sees a difference, and what
// writes without the key panics as before.
//
//	have: x.m[a] = make(map[K]V) ... x.m[a][b] = v
//	want: x.m[a] = nil ... if in, ok := x.m[a]; ok && in == nil { x.m[a] = make(map[K]V) }
//	      x.m[a][b] = v
//
// A map is written then where only its inner ones were: no two goroutines may do that at once, so
// the package has none.
func inners(pass *analysis.Pass, root inspector.Cursor) {
	seen := make(map[*types.Var]bool)
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		in, ok := innerAt(pass, cur)
		if !ok || seen[in.obj] {
			continue
		}
		seen[in.obj] = true
		if concurrent(pass) || !in.uses() || !in.apart() {
			continue
		}
		if p, ok := in.propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// innerAt matches x.m[a] = make(map[K]V), where m is a field that no other package sees.
func innerAt(pass *analysis.Pass, cur inspector.Cursor) (*inner, bool) {
	as := cur.Node().(*ast.AssignStmt)
	index, ok := as.Lhs[0].(*ast.IndexExpr)
	if !ok || len(as.Lhs) != 1 || as.Tok != token.ASSIGN || !fresh(pass.TypesInfo, as.Rhs[0]) {
		return nil, false
	}
	sel, ok := index.X.(*ast.SelectorExpr)
	if !ok {
		return nil, false
	}
	v, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() || v.Exported() || v.Embedded() || v.Pkg() != pass.Pkg {
		return nil, false
	}
	outer, ok := v.Type().Underlying().(*types.Map)
	if !ok {
		return nil, false
	}
	_, isMap := outer.Elem().Underlying().(*types.Map)
	return &inner{pass: pass, obj: v, of: outer.Elem()}, isMap
}

// concurrent reports whether the package starts goroutines, or may know of some.
func concurrent(pass *analysis.Pass) bool {
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			switch spec.Path.Value {
			case `"sync"`, `"sync/atomic"`, `"net/http"`:
				return true
			}
		}
		for n := range ast.Preorder(file) {
			switch n.(type) {
			case *ast.GoStmt, *ast.ChanType:
				return true
			}
		}
	}
	return false
}

// uses reports whether no use of the field tells an inner map that is empty from none, and records
// those that make one or write to one.
func (in *inner) uses() bool {
	return !slices.ContainsFunc(technique.UsesOf(in.pass, in.obj), func(id inspector.Cursor) bool {
		return !in.use(id)
	}) && len(in.writes) > 0 && !in.given()
}

// given reports whether a literal without names, or a conversion, may give the field a map.
func (in *inner) given() bool {
	info := in.pass.TypesInfo
	for _, file := range in.pass.Files {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if len(n.Elts) == 0 || !in.has(info.TypeOf(n)) {
					continue
				}
				if _, named := n.Elts[0].(*ast.KeyValueExpr); !named {
					return true
				}
			case *ast.CallExpr:
				if tv := info.Types[n.Fun]; tv.IsType() && in.has(tv.Type) {
					return true
				}
			}
		}
	}
	return false
}

// has reports whether a type is a struct with the field, or a pointer to one.
func (in *inner) has(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	return ok && slices.Contains(slices.Collect(s.Fields()), in.obj)
}

// use judges one use of the field.
func (in *inner) use(id inspector.Cursor) bool {
	info := in.pass.TypesInfo
	if id.ParentEdgeKind() == edge.KeyValueExpr_Key {
		return technique.MakesMap(info, id.Parent().Node().(*ast.KeyValueExpr).Value)
	}
	if id.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return false
	}
	cur := id.Parent()
	switch n := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && in.under(cur.Parent())
	case *ast.RangeStmt:
		return n.X == cur.Node() && (n.Value == nil || technique.IsBlank(n.Value))
	case *ast.AssignStmt:
		return len(n.Lhs) == 1 && n.Lhs[0] == cur.Node() && technique.MakesMap(info, n.Rhs[0])
	case *ast.CallExpr:
		return counts(info, cur.Parent())
	}
	return false
}

// counts matches a call of len, delete or clear that runs at once: what is deferred would have
// no map yet.
func counts(info *types.Info, cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	return !technique.RunsLater(cur) &&
		slices.ContainsFunc([]string{"len", "delete", "clear"}, func(name string) bool {
			return technique.IsBuiltin(info, call, name)
		})
}

// under judges a use of x.m[a]: an inner map is made there, written to, read or counted, or what is
// asked is whether the key is there.
func (in *inner) under(cur inspector.Cursor) bool {
	info := in.pass.TypesInfo
	switch n := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && in.entry(cur.Parent(), cur.Node().(*ast.IndexExpr))
	case *ast.RangeStmt:
		return n.X == cur.Node()
	case *ast.CallExpr:
		return counts(info, cur.Parent()) && n.Args[0] == cur.Node()
	case *ast.AssignStmt:
		if len(n.Lhs) == 2 && len(n.Rhs) == 1 && n.Rhs[0] == cur.Node() {
			return technique.IsBlank(n.Lhs[0]) // _, ok := x.m[a]
		}
		if len(n.Lhs) != 1 || n.Lhs[0] != cur.Node() || n.Tok != token.ASSIGN ||
			!fresh(info, n.Rhs[0]) {
			return false
		}
		in.makes = append(in.makes, cur.Parent())
		return true
	}
	return false
}

// entry judges a use of x.m[a][b]: it is read, or a statement writes it that evaluates nothing
// which could change x.m.
func (in *inner) entry(cur inspector.Cursor, on *ast.IndexExpr) bool {
	stmt := cur.Parent()
	info := in.pass.TypesInfo
	keeps := func(e ast.Expr) bool {
		return technique.Pure(info, e) ||
			effects.Only(in.pass, e, effects.Keeps|effects.Outside|effects.Panics)
	}
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		as := stmt.Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || as.Tok == token.DEFINE || !keeps(as.Rhs[0]) {
			return false
		}
	case edge.IncDecStmt_X:
	case edge.RangeStmt_Key, edge.RangeStmt_Value, edge.UnaryExpr_X:
		return false
	default:
		return true
	}
	in.writes = append(in.writes, innerWrite{stmt, on})
	return technique.InList(stmt) && keeps(cur.Node().(*ast.IndexExpr).Index) &&
		technique.Pure(info, on.X) && technique.Pure(info, on.Index)
}

// apart reports whether no function that makes an inner map writes to one: the map that it makes
// would seldom stay empty.
func (in *inner) apart() bool {
	for _, made := range in.makes {
		fn, _ := technique.EnclosingFunc(made)
		for _, w := range in.writes {
			if fn.Contains(w.stmt) {
				return false
			}
		}
	}
	return true
}

// propose makes the inner maps where they are written to.
func (in *inner) propose() (p technique.Proposal, ok bool) {
	for _, made := range in.makes {
		value := made.Node().(*ast.AssignStmt).Rhs[0]
		if p.At == nil {
			p.At = value
		} else if technique.FileOf(in.pass, value.Pos()) == technique.FileOf(in.pass, p.At.Pos()) {
			p.Also = append(p.Also, value)
		}
		if !technique.Predeclared(in.pass, value.Pos(), "nil") || !in.mayEdit(made) {
			return p, false
		}
		p.Edits = append(p.Edits, technique.Replace(value, "nil"))
	}
	p.Message = "make the maps in " + in.obj.Name() + " when their first entry is written"
	for _, w := range in.writes {
		edits, ok := in.before(w)
		if !ok {
			return p, false
		}
		p.Edits = append(p.Edits, edits...)
	}
	return p, true
}

// mayEdit reports whether a person wrote the file around a place.
func (in *inner) mayEdit(cur inspector.Cursor) bool {
	file := technique.FileOf(in.pass, cur.Node().Pos())
	return file != nil && !ast.IsGenerated(file)
}

// before returns the edits that make the inner map before a statement that writes to it.
func (in *inner) before(w innerWrite) (edits []analysis.TextEdit, ok bool) {
	pos := w.stmt.Node().Pos()
	if !in.mayEdit(w.stmt) || !technique.Predeclared(in.pass, pos, "make", "nil") {
		return nil, false
	}
	file := technique.FileOf(in.pass, pos)
	typ, edits, ok := technique.TypeText(in.pass, file, pos, in.of)
	name := technique.FreshName(in.pass, file, "inner")
	for n := range ast.Preorder(w.on) {
		if id, isName := n.(*ast.Ident); isName && id.Name == "ok" {
			return nil, false
		}
	}
	on := technique.Text(in.pass, w.on)
	return append(edits, technique.Insert(pos, "if "+name+", ok := "+on+"; ok && "+name+
		" == nil {\n"+on+" = make("+typ+")\n}\n")), ok
}
