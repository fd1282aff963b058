package groupkey

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// valueOrZero gives what a pointer in a map leads to.
var valueOrZero = technique.Helper{Name: "valueOrZero",
	Text: `// valueOrZero returns what a pointer leads to, and the zero value for nil.
func valueOrZero[V any](p *V) (v V) {
	if p != nil {
		v = *p
	}
	return v
}`}

// valueIfAny gives it to who asks whether the entry is there.
var valueIfAny = technique.Helper{Name: "valueIfAny",
	Text: `// valueIfAny returns what a pointer leads to, and reports whether there is one.
func valueIfAny[V any](p *V) (v V, ok bool) {
	if p != nil {
		v = *p
	}
	return v, p != nil
}`}

// edits returns what makes all maps of the flow hold pointers.
func (f *flow) edits() (edits []analysis.TextEdit, ok bool) {
	inner := make(map[ast.Node]bool) // what the edits of a store replace
	for _, s := range f.stores {
		more, ok := f.storing(s, inner)
		if !ok {
			return nil, false
		}
		edits = append(edits, more...)
	}
	for typ := range f.types {
		edits = append(edits, technique.Insert(typ.Value.Pos(), "*"))
	}
	declared := make(map[string]bool)
	for _, cur := range f.reads {
		if inner[cur.Node()] {
			continue
		}
		more, ok := f.reading(cur, declared)
		if !ok {
			return nil, false
		}
		edits = append(edits, more...)
	}
	for _, n := range f.walks {
		more, ok := f.walking(n)
		if !ok {
			return nil, false
		}
		edits = append(edits, more...)
	}
	return append(edits, f.extra...), f.writable()
}

// writable reports whether all files in which something is changed may be changed.
func (f *flow) writable() bool {
	var places []ast.Node
	for typ := range f.types {
		places = append(places, typ)
	}
	for _, s := range f.stores {
		places = append(places, s.index)
	}
	for _, cur := range f.reads {
		places = append(places, cur.Node())
	}
	for _, n := range f.walks {
		places = append(places, n)
	}
	return !slices.ContainsFunc(places, func(n ast.Node) bool {
		file := technique.FileOf(f.pass, n.Pos())
		return file == nil || ast.IsGenerated(file) || technique.InTest(f.pass, file)
	})
}

// storing returns the edits of a store.
//
//	have: m[k] = append(m[k], x)
//	want: entry := m[k]; if entry == nil { entry = new([]T); m[k] = entry }
//	      *entry = append(*entry, x)
func (f *flow) storing(s *store, inner map[ast.Node]bool) ([]analysis.TextEdit, bool) {
	file := technique.FileOf(f.pass, s.index.Pos())
	elem := f.pass.TypesInfo.TypeOf(s.index.X).(*types.Map).Elem()
	typ, edits, ok := technique.TypeText(f.pass, file, s.index.Pos(), elem)
	key, pure := f.keyText(s.index.Index)
	if !ok || !pure || !technique.Predeclared(f.pass, s.index.Pos(), "new", "nil") {
		return nil, false
	}
	name := f.name(file, s.stmt.Parent().Node())
	at := technique.Text(f.pass, s.index.X) + "[" + key + "]"
	edits = append(edits, technique.Insert(technique.Start(f.pass, file, s.stmt.Node()),
		name+" := "+at+"\nif "+name+" == nil {\n"+name+" = new("+typ+")\n"+at+" = "+name+"\n}\n"))
	edits = append(edits, f.replaced(s.index, "*"+name, inner)...)
	for _, cur := range f.reads {
		n := cur.Node().(*ast.IndexExpr)
		if s.value == nil || n.Pos() < s.value.Pos() || s.value.End() < n.End() ||
			!sameEntry(f.pass, n, s.index) {
			continue
		}
		text := "*" + name
		switch cur.ParentEdgeKind() {
		case edge.SelectorExpr_X, edge.IndexExpr_X, edge.SliceExpr_X, edge.CallExpr_Fun:
			text = "(" + text + ")"
		}
		edits = append(edits, f.replaced(n, text, inner)...)
	}
	return edits, true
}

// name returns a name for one more pointer in a list of statements.
func (f *flow) name(file *ast.File, list ast.Node) string {
	name := technique.FreshName(f.pass, file, "entry")
	for i := 2; slices.Contains(f.names[list], name); i++ {
		name = technique.FreshName(f.pass, file, fmt.Sprint("entry", i))
	}
	f.names[list] = append(f.names[list], name)
	return name
}

// replaced returns the edit that replaces an index expression, and drops those within it.
func (f *flow) replaced(n ast.Expr, text string, inner map[ast.Node]bool) []analysis.TextEdit {
	inner[n] = true
	kept := f.extra[:0]
	for _, e := range f.extra {
		if e.Pos < n.Pos() || n.End() < e.End {
			kept = append(kept, e)
		}
	}
	f.extra = kept
	return []analysis.TextEdit{technique.Replace(n, text)}
}

// reading returns the edits of what reads an entry.
//
//	have: m[k], v, ok := m[k]
//	want: valueOrZero(m[k]), v, ok := valueIfAny(m[k])
func (f *flow) reading(cur inspector.Cursor, declared map[string]bool) ([]analysis.TextEdit, bool) {
	n := cur.Node().(*ast.IndexExpr)
	f.keyText(n.Index)
	helper := valueOrZero
	if _, ok := f.pass.TypesInfo.TypeOf(n).(*types.Tuple); ok {
		if first, ok := firstOf(cur.Parent().Node()); !ok {
			return nil, false
		} else if technique.IsBlank(first) {
			return nil, true
		}
		helper = valueIfAny
	}
	file := technique.FileOf(f.pass, n.Pos())
	edits, ok := helper.Declare(f.pass, file, n)
	if declared[helper.Name] {
		edits = nil
	}
	declared[helper.Name] = true
	return append(edits, technique.Insert(n.Pos(), helper.Name+"("),
		technique.Insert(n.End(), ")")), ok && technique.Since(f.pass, file, "go1.18")
}

// firstOf returns what gets the value of an entry of which is asked whether it is there.
func firstOf(n ast.Node) (ast.Expr, bool) {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs[0], true
	case *ast.ValueSpec:
		return n.Names[0], true
	}
	return nil, false
}

// walking returns the edits of a loop over the map.
//
//	have: for k, v := range m { ... }
//	want: for k, entry := range m { v := *entry; ... }
func (f *flow) walking(n *ast.RangeStmt) ([]analysis.TextEdit, bool) {
	file := technique.FileOf(f.pass, n.Pos())
	name := technique.FreshName(f.pass, file, "entry")
	return []analysis.TextEdit{technique.Replace(n.Value, name),
		technique.Insert(n.Body.Lbrace+1, "\n"+technique.Text(f.pass, n.Value)+" := *"+name)}, true
}
