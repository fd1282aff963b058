// Package mapsize says how large a map will be where it is made, when loops
// right after that fill it.
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

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("mapsize",
		"make a map with room for what a loop puts into it\n\n"+
			"A map that fills moves its entries to a larger table again and again. Where "+
			"each round of a loop puts one entry in, and the number of rounds is known, it "+
			"gets room for all at once; also where only some rounds do, if the loop goes over "+
			"what is in memory already. The size is a hint: the map behaves the same. Where "+
			"the number is known only later, the map is made later. Where a loop counts to a "+
			"number and may fail before, the room is bounded: the number may be a lie.",
		technique.Each(propose, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)),
		technique.Each(field, (*ast.KeyValueExpr)(nil))),
	Title:  "Make a map with its final size",
	Causes: []string{"map-grows", "map-make"},
	Risk:   technique.Safe,
}

func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	m, ok := makes(pass, cur.Node())
	if !ok || inElement(m.place) && !m.staysAt(cur) {
		return p, false
	}
	return m.propose(cur)
}

// propose gives the map that a statement makes its size.
func (m *made) propose(cur inspector.Cursor) (p technique.Proposal, ok bool) {
	pass := m.pass
	if !technique.Predeclared(pass, m.value.Pos(), "make", "len", "max") {
		return p, false
	}
	size, ok := m.size(cur)
	p = technique.Proposal{At: m.value, Also: m.filled,
		Message: "make the map with room for " + size + " entries"}
	if value := "make(" + m.typ + ", " + size + ")"; m.to == nil {
		p.Edits = append(m.list(cur.Node()), technique.Replace(m.value, value))
	} else {
		p.Edits = m.move(cur.Node(), value)
	}
	return p, ok
}

// made is a map that a statement makes without a size.
type made struct {
	pass  *analysis.Pass
	fn    ast.Node // the function around it
	at    inspector.Cursor
	place ast.Expr // the variable, or a field of one
	value ast.Expr
	typ   string
	// to is the loop before which the map is to be made, as the size is not known earlier;
	// nil if the map can be made where it is.
	to ast.Stmt
	// early are the places before that, from which the empty map is returned.
	early []ast.Expr
	// ofField says that it is made in a literal, and put into a field there.
	ofField bool
	// inside says that it is a function called with the map that is looked at.
	inside bool
	// listed are the entries of the literal that makes it.
	listed []*ast.KeyValueExpr
	// filled are the expressions that put entries into it.
	filled []ast.Node
}

// makes matches a statement that makes an empty map and gives it to a variable
// or a field.
//
//	have: m := make(map[K]V), or m := map[K]V{}
func makes(pass *analysis.Pass, n ast.Node) (made, bool) {
	m := made{pass: pass}
	switch n := n.(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) != 1 || len(n.Rhs) != 1 || n.Tok != token.DEFINE && n.Tok != token.ASSIGN {
			return m, false
		}
		m.place, m.value = n.Lhs[0], n.Rhs[0]
	case *ast.DeclStmt:
		gen := n.Decl.(*ast.GenDecl)
		if gen.Tok != token.VAR || len(gen.Specs) != 1 {
			return m, false
		}
		spec := gen.Specs[0].(*ast.ValueSpec)
		if len(spec.Names) != 1 || len(spec.Values) != 1 {
			return m, false
		}
		m.place, m.value = spec.Names[0], spec.Values[0]
	}
	typ, ok := emptyMap(pass, m.value)
	if !ok && m.literal(n) {
		return m, true
	}
	if !ok || !isPath(m.place) && !inElement(m.place) {
		return m, false
	}
	m.typ = technique.Text(pass, typ)
	return m, m.typ != "" && !strings.Contains(m.typ, "\n")
}

// emptyMap returns the type of a map that an expression makes without entries
// and without a size.
func emptyMap(pass *analysis.Pass, x ast.Expr) (ast.Expr, bool) {
	typ := pass.TypesInfo.TypeOf(x) // nil for x.(type) in a type switch
	if typ == nil {
		return nil, false
	}
	if _, ok := typ.Underlying().(*types.Map); !ok {
		return nil, false
	}
	switch x := x.(type) {
	case *ast.CompositeLit:
		return x.Type, x.Type != nil && len(x.Elts) == 0
	case *ast.CallExpr:
		if technique.IsBuiltin(pass.TypesInfo, x, "make") && len(x.Args) == 1 {
			return x.Args[0], true
		}
	}
	return nil, false
}

// inElement reports whether x is the element of a map or slice that a path leads to: v.f[k].
func inElement(x ast.Expr) bool {
	index, ok := x.(*ast.IndexExpr)
	return ok && isPath(index.X)
}

// staysAt reports whether the index of the element that gets the map is a constant, or a variable
// that keeps its value in the block of the statement: what follows there fills the same element.
func (m made) staysAt(stmt inspector.Cursor) bool {
	index := m.place.(*ast.IndexExpr).Index
	if m.pass.TypesInfo.Types[index].Value != nil {
		return true
	}
	v, ok := technique.Variable(m.pass.TypesInfo, index)
	return ok && technique.KeepsValue(m.pass, v, stmt.Parent().Node())
}

// isPath reports whether x is a variable or a field of one: v, v.f, v.f.g.
func isPath(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name != "_"
	case *ast.SelectorExpr:
		return isPath(x.X)
	}
	return false
}
