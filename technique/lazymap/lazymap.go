// Package lazymap makes a map when its first entry is written: that of a field of a struct, where
// the struct's constructor made it, and that of a variable which not all ways return.
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

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("lazymap",
		"make a map when its first entry is written\n\n"+
			"A nil map can be read, counted, ranged over and deleted from. So a struct whose "+
			"map is often left empty needs none until something is written to it.\n\n"+
			"A map that an assignment makes becomes none, or the assignment goes where the "+
			"struct has just been made.\n\n"+
			"It is proposed for a variable that some ways through the function return and others "+
			"leave, and for a field where the whole package shows all that is done with it, and "+
			"the struct is never copied: a copy would share the map. A field with maps of maps "+
			"may have no map under a key until something is written to that, where the package "+
			"has no goroutines: the outer map is written to then.\n\n"+
			"The rewrite assumes that nothing compares such structs by reflection, which tells a "+
			"nil map from an empty one, and that callers write to one of them at a time.",
		run, inners, technique.Each(local, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil))),
	Title:  "Make a map with its first entry",
	Causes: []string{"map-make"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	seen := make(map[*types.Var]bool)
	for _, cur := range technique.Nodes(pass, (*ast.KeyValueExpr)(nil), (*ast.AssignStmt)(nil)) {
		f, ok := fieldAt(pass, cur)
		if !ok || seen[f.obj] {
			continue
		}
		seen[f.obj] = true // one proposal for all that makes it
		if !f.uses() || !technique.NeverCopied(pass, f.owner) || len(f.writes) == 0 ||
			!f.apart() {
			continue
		}
		if p, ok := f.propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// field is a field of a struct, with the map that a literal or an assignment gives it.
type field struct {
	pass   *analysis.Pass
	value  ast.Expr
	obj    *types.Var
	owner  *types.TypeName
	makes  []inspector.Cursor // the elements of all literals, and assignments
	writes []write
}

// write is a statement that writes an entry.
type write struct {
	stmt ast.Stmt
	on   ast.Expr // x.m
}

// fieldAt matches an element m: make(map[K]V), or m: map[K]V{}, of &T{...}, and an assignment
// of such a map to x.m.
func fieldAt(pass *analysis.Pass, cur inspector.Cursor) (*field, bool) {
	var id *ast.Ident
	var value, of ast.Expr
	switch n := cur.Node().(type) {
	case *ast.KeyValueExpr:
		lit, ok := cur.Parent().Node().(*ast.CompositeLit)
		if !ok {
			return nil, false
		}
		id, _ = n.Key.(*ast.Ident)
		value, of = n.Value, lit
	case *ast.AssignStmt:
		sel, ok := ast.Unparen(n.Lhs[0]).(*ast.SelectorExpr)
		if !ok || len(n.Lhs) != 1 {
			return nil, false
		}
		id, value, of = sel.Sel, n.Rhs[0], sel.X
	}
	if id == nil || !fresh(pass.TypesInfo, value) {
		return nil, false
	}
	t := types.Unalias(pass.TypesInfo.TypeOf(of))
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	named, ok := t.(*types.Named)
	if !ok || named.TypeParams().Len() > 0 || named.Obj().Pkg() != pass.Pkg ||
		named.Obj().Parent() != pass.Pkg.Scope() {
		return nil, false
	}
	v, ok := pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || !v.IsField() || v.Exported() || v.Embedded() {
		return nil, false
	}
	return &field{pass: pass, value: value, obj: v, owner: named.Obj()}, true
}

// fresh reports whether an expression makes an empty map that needs no room.
func fresh(info *types.Info, e ast.Expr) bool {
	if _, isMap := info.TypeOf(e).Underlying().(*types.Map); !isMap {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "make") && len(e.Args) == 1
	}
	return false
}

// uses reports whether each use of the field is one that a nil map can stand, or
// a statement that writes an entry, and records these.
func (f *field) uses() bool {
	return !slices.ContainsFunc(technique.UsesOf(f.pass, f.obj), func(id inspector.Cursor) bool {
		return !f.use(id)
	})
}

func (f *field) use(id inspector.Cursor) bool {
	if id.ParentEdgeKind() == edge.KeyValueExpr_Key {
		if kv := id.Parent().Node().(*ast.KeyValueExpr); !fresh(f.pass.TypesInfo, kv.Value) {
			return false
		}
		f.makes = append(f.makes, id.Parent())
		return true
	}
	if id.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return false
	}
	cur := id.Parent()
	on := cur.Node().(ast.Expr)
	switch n := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == on && f.entry(cur.Parent(), on)
	case *ast.RangeStmt:
		return n.X == on
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || n.Lhs[0] != on || !fresh(f.pass.TypesInfo, n.Rhs[0]) {
			return false
		}
		f.makes = append(f.makes, cur.Parent())
		return true
	case *ast.CallExpr:
		return counts(f.pass.TypesInfo, cur.Parent())
	}
	return false
}

// entry judges x.m[k]: it is read, or a statement of a list writes to it.
func (f *field) entry(cur inspector.Cursor, on ast.Expr) bool {
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		as := cur.Parent().Node().(*ast.AssignStmt)
		if len(as.Lhs) != 1 || !f.first(as) {
			return false
		}
	case edge.IncDecStmt_X:
		if !f.still(on, cur.Node().(*ast.IndexExpr).Index) {
			return false
		}
	case edge.RangeStmt_Key, edge.RangeStmt_Value:
		return false
	default:
		return true
	}
	stmt := cur.Parent()
	if !technique.InList(stmt) {
		return false
	}
	f.writes = append(f.writes, write{stmt.Node().(ast.Stmt), on})
	return technique.Pure(f.pass.TypesInfo, on.(*ast.SelectorExpr).X)
}

// first reports whether nothing in the assignment could see that the map is made
// before the rest is evaluated.
func (f *field) first(as *ast.AssignStmt) bool {
	info := f.pass.TypesInfo
	index := ast.Unparen(as.Lhs[0]).(*ast.IndexExpr)
	return as.Tok != token.DEFINE && !technique.Uses(info, as.Rhs[0], f.obj) &&
		!technique.Uses(info, index.Index, f.obj) &&
		f.still(index.X, index.Index) && f.still(index.X, as.Rhs[0])
}

// apart reports whether no statement that writes an entry runs, by what it evaluates, one that
// assigns a new map: there would be none then where there was one.
//
//	x.m[k] = x.load()
func (f *field) apart() bool {
	w := effects.NewWalker(f.pass, effects.Rules{Node: f.keeps,
		Builtin: func(*ast.CallExpr, string) bool { return true },
		Library: func(call *ast.CallExpr, fn *types.Func) bool {
			return effects.Known(fn) && !effects.Of(fn).Has(effects.Calls) ||
				effects.Computes(f.pass, call)
		}})
	if !slices.ContainsFunc(f.makes, func(cur inspector.Cursor) bool {
		_, assigned := cur.Node().(*ast.AssignStmt)
		return assigned
	}) {
		return true
	}
	return !slices.ContainsFunc(f.writes, func(x write) bool { return !w.Allowed(x.stmt) })
}

// keeps reports whether a node is no assignment to the field as a whole, and lets nothing else run.
func (f *field) keeps(_ *ast.FuncDecl, n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	if !ok {
		return effects.RunsAlone(f.pass.TypesInfo, n)
	}
	for _, left := range as.Lhs {
		if sel, ok := ast.Unparen(left).(*ast.SelectorExpr); ok &&
			f.pass.TypesInfo.Uses[sel.Sel] == types.Object(f.obj) {
			return false
		}
	}
	return true
}

// still reports whether evaluating an expression changes to which struct x.m
// leads: it cannot if x is a variable, or if nothing is changed at all.
func (f *field) still(on, e ast.Expr) bool {
	sel, ok := on.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	_, variable := sel.X.(*ast.Ident)
	return variable || effects.Only(f.pass, e, effects.Keeps|effects.Outside|effects.Panics)
}
