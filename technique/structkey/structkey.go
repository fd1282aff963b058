// Package structkey keys a map by numbers, where it was keyed by a text of them.
package structkey

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("structkey",
		"key a map by numbers, not by a text of them\n\n"+
			"A text that is made of numbers to be the key of a map is an object for each look, "+
			"and the map compares it byte by byte. An array or a struct of the same numbers is a "+
			"key as well, and no object.\n\n"+
			"It is proposed for a map in a variable of a function that is only indexed, counted, "+
			"emptied and walked without its keys. All keys are made in the same way, of integers, "+
			"booleans and at most one string, and what stands between them tells them apart: two "+
			"keys are equal where their texts are.\n\n"+
			"A map of the package counts, too, where each text is that of one number. Functions "+
			"that are given a key take the number, if all their callers make the text for them, "+
			"and make it where they want one in a place that is seldom reached.",
		technique.Each(propose, (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)), lookups),
	Title: "Key a map by numbers themselves",
	Causes: []string{"format-call", "strconv-format", "string-concat", "boxed-argument",
		"variadic-slice"},
	Risk: technique.Safe,
}

// keyed is a map in a variable.
type keyed struct {
	pass *analysis.Pass
	file *ast.File
	stmt inspector.Cursor // that declares it
	v    *types.Var
	typ  *ast.MapType
	// keys are the expressions that make the texts, and shape is what all of them have in common.
	keys  []*key
	shape *shape
	seen  map[*types.Var]bool // variables that hold a key
	// params are the parameters among them, where the map is one of the package.
	params []*param
}

// propose matches the declaration of a map whose keys are such texts.
//
//	have: seen := map[string]bool{}; ...; seen[fmt.Sprintf("%d,%d", x, y)] = true
//	want: seen := map[[2]int]bool{}; ...; seen[[2]int{x, y}] = true
func propose(pass *analysis.Pass, cur inspector.Cursor) (p technique.Proposal, ok bool) {
	v, _, value := technique.Declared(pass.TypesInfo, cur.Node())
	m := &keyed{pass: pass, file: technique.FileOf(pass, cur.Node().Pos()), stmt: cur, v: v,
		seen: make(map[*types.Var]bool)}
	if v == nil || m.file == nil || !technique.InList(cur) || !technique.Unassigned(pass, v) {
		return p, false
	}
	if m.typ, ok = made(pass.TypesInfo, value); !ok ||
		!types.Identical(pass.TypesInfo.TypeOf(m.typ.Key), types.Typ[types.String]) {
		return p, false
	}
	uses, ok := technique.LocalUses(pass, v)
	for _, use := range uses {
		if !m.use(use) {
			return p, false
		}
	}
	if !ok || len(m.keys) == 0 {
		return p, false
	}
	typ, decl, edits, ok := m.keyType()
	if !ok {
		return p, false
	}
	p = m.keyedBy(typ, edits)
	if decl != "" {
		p.Edits = append(p.Edits, technique.Insert(technique.Start(pass, m.file, cur.Node()), decl))
	}
	return p, true
}

// keyedBy proposes keys of a type.
func (m *keyed) keyedBy(typ string, edits []analysis.TextEdit) technique.Proposal {
	p := technique.Proposal{At: m.keys[0].expr,
		Edits:   append(edits, technique.Replace(m.typ.Key, typ)),
		Message: "key the map by " + m.shape.names() + " themselves, not by a text"}
	for i, k := range m.keys {
		if i > 0 {
			p.Also = append(p.Also, k.expr)
		}
		p.Edits = append(p.Edits, technique.Replace(k.expr, k.value(m.pass, typ)))
	}
	return p
}

// made returns the type in an expression that makes an empty map.
//
//	map[string]T{}, make(map[string]T), make(map[string]T, n)
func made(info *types.Info, e ast.Expr) (*ast.MapType, bool) {
	switch e := e.(type) {
	case *ast.CompositeLit:
		typ, ok := e.Type.(*ast.MapType)
		return typ, ok && len(e.Elts) == 0
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "make") {
			typ, ok := e.Args[0].(*ast.MapType)
			return typ, ok
		}
	}
	return nil, false
}

// use judges a use of the map.
func (m *keyed) use(cur inspector.Cursor) bool {
	switch n := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		return n.X == cur.Node() && m.keyAt(n.Index)
	case *ast.RangeStmt:
		return n.X == cur.Node() && (n.Key == nil || technique.IsBlank(n.Key))
	case *ast.BinaryExpr:
		return true // with nil
	case *ast.CallExpr:
		if cur.ParentEdgeKind() != edge.CallExpr_Args {
			return false
		}
		info := m.pass.TypesInfo
		switch {
		case technique.IsBuiltin(info, n, "len"), technique.IsBuiltin(info, n, "clear"):
			return true
		case technique.IsBuiltin(info, n, "delete"):
			return m.keyAt(n.Args[1])
		}
	}
	return false
}

// keyAt judges a key: a text that is made there, or a variable that holds nothing but keys.
func (m *keyed) keyAt(e ast.Expr) bool {
	v, ok := technique.Variable(m.pass.TypesInfo, e)
	if !ok {
		return m.add(e)
	}
	if m.seen[v] {
		return true
	}
	m.seen[v] = true
	if m.parameter(v) {
		return true
	}
	uses, local := technique.LocalUses(m.pass, v)
	if !local || !technique.Unassigned(m.pass, v) {
		return false
	}
	for _, use := range uses {
		if !m.keyUse(use) {
			return false
		}
	}
	value := technique.Initial(m.pass, v)
	return value != nil && m.add(value)
}

// add judges an expression that makes a key.
func (m *keyed) add(e ast.Expr) bool {
	k, s, ok := keyOf(m.pass, e)
	if !ok || technique.Commented(m.pass, e) || m.shape != nil && !m.shape.same(s) || !s.tells() ||
		!m.ordered(k) {
		return false
	}
	m.keys, m.shape = append(m.keys, k), s
	return true
}

// keyType returns how the type of the keys is written, and what declares it before the map.
func (m *keyed) keyType() (typ, decl string, edits []analysis.TextEdit, ok bool) {
	var texts []string
	alike := true
	for _, t := range m.shape.types {
		text, more, ok := technique.TypeText(m.pass, m.file, m.stmt.Node().Pos(), t)
		if !ok {
			return "", "", nil, false
		}
		for _, k := range m.keys {
			if again, _, ok := technique.TypeText(m.pass, m.file, k.expr.Pos(), t); !ok ||
				again != text {
				return "", "", nil, false
			}
		}
		texts, edits = append(texts, text), append(edits, more...)
		alike = alike && types.Identical(t, m.shape.types[0])
	}
	switch {
	case len(texts) == 1:
		return texts[0], "", edits, true
	case alike:
		return fmt.Sprintf("[%d]%s", len(texts), texts[0]), "", edits, true
	}
	name := technique.FreshName(m.pass, m.file, m.v.Name()+"Key")
	var b strings.Builder
	fmt.Fprintf(&b, "type %s struct {\n", name)
	for i, field := range m.keys[0].fields() {
		fmt.Fprintf(&b, "%s %s\n", field, texts[i])
	}
	b.WriteString("}\n")
	return name, b.String(), edits, true
}

// adds reports whether an expression is a sum of texts.
func adds(e ast.Expr) (*ast.BinaryExpr, bool) {
	sum, ok := e.(*ast.BinaryExpr)
	return sum, ok && sum.Op == token.ADD
}
