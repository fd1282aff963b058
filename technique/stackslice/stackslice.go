// Package stackslice keeps a stack of a function in a slice, where each value was an object that
// points to the one below it.
package stackslice

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
	Analyzer: technique.Analyzer("stackslice",
		"keep a stack in a slice, not in objects that are linked\n\n"+
			"A stack of objects, each of which points to the one below it, makes an object with "+
			"each push. A slice has room for several, which it gets at times, and pops by its "+
			"length.\n\n"+
			"It is proposed for a variable of a function that is only pushed to, popped, emptied, "+
			"compared with nil and walked down, and whose top is looked at. Where nothing else "+
			"has the type of the objects, it loses its pointer, and where one field is left, the "+
			"slice is of that. Where one loop over a slice pushes it all, the stack begins with "+
			"room for as many.",
		technique.Each(propose, (*ast.ValueSpec)(nil))),
	Title:  "Keep a stack in a slice",
	Causes: []string{"escaping-literal"},
	Risk:   technique.Checked,
}

// stack is a variable with the top of a stack.
type stack struct {
	pass  *analysis.Pass
	v     *types.Var
	name  string
	elem  *types.Named // of which v points to one
	link  *types.Var   // its field with the one below
	only  *types.Var   // the field that is left of it, when the slice is of that; else nil
	edits []analysis.TextEdit
	also  []ast.Node // where something is pushed
	takes bool       // something is popped
}

// propose matches the declaration of a variable without a value.
//
//	have: var top *frame; top = &frame{x: 1, below: top}; use(top.x); top = top.below
//	want: var top []int; top = append(top, 1); use(top[len(top)-1]); top = top[:len(top)-1]
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	spec := cur.Node().(*ast.ValueSpec)
	gen, ok := cur.Parent().Node().(*ast.GenDecl)
	file := technique.FileOf(pass, spec.Pos())
	if !ok || len(gen.Specs) != 1 || len(spec.Names) != 1 || len(spec.Values) > 0 ||
		file == nil || cur.Parent().ParentEdgeKind() != edge.DeclStmt_Decl {
		return none, false
	}
	s := &stack{pass: pass}
	if s.v, ok = pass.TypesInfo.Defs[spec.Names[0]].(*types.Var); !ok || !s.links() {
		return none, false
	}
	s.name = s.v.Name()
	shrunk, ok := s.shrink()
	if !ok {
		return none, false
	}
	for _, use := range technique.UsesOf(pass, s.v) {
		if !s.rewrite(use) {
			return none, false
		}
	}
	if len(s.also) == 0 || !s.takes {
		return none, false
	}
	var typ types.Type = s.elem
	if s.only != nil {
		typ = s.only.Type()
	}
	text, imports, ok := technique.TypeText(pass, file, spec.Pos(), typ)
	if !ok || technique.Commented(pass, gen) {
		return none, false
	}
	edits := append(imports, technique.Replace(spec.Type, "[]"+text))
	if list, ok := s.room(spec, typ); ok {
		edits = append(imports, technique.Replace(gen,
			s.name+" := make([]"+text+", 0, len("+list+"))"))
	}
	return technique.Proposal{At: gen, Also: s.also, Message: "keep the stack in a slice",
		Edits: append(append(edits, shrunk...), s.edits...)}, true
}

// links finds the field by which the objects are linked: the only one of their type.
func (s *stack) links() bool {
	ptr, ok := s.v.Type().(*types.Pointer)
	if !ok {
		return false
	}
	if s.elem, ok = ptr.Elem().(*types.Named); !ok || s.elem.Obj().Pkg() != s.pass.Pkg ||
		s.elem.TypeParams().Len() > 0 {
		return false
	}
	fields, ok := s.elem.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range fields.Fields() {
		if !types.Identical(f.Type(), ptr) {
			continue
		}
		if s.link != nil || f.Embedded() {
			return false
		}
		s.link = f
	}
	return s.link != nil
}

// rewrite rewrites a use of the variable.
func (s *stack) rewrite(use inspector.Cursor) bool {
	info := s.pass.TypesInfo
	switch n := use.Parent().Node().(type) {
	case *ast.SelectorExpr:
		return use.ParentEdgeKind() == edge.SelectorExpr_X && s.field(use.Parent(), n)
	case *ast.BinaryExpr:
		if !info.Types[n.X].IsNil() && !info.Types[n.Y].IsNil() {
			return false
		}
		text := map[token.Token]string{token.EQL: " == 0", token.NEQ: " > 0"}[n.Op]
		s.edit(n, "len("+s.name+")"+text)
		return text != ""
	case *ast.AssignStmt:
		if use.ParentEdgeKind() == edge.AssignStmt_Rhs {
			return s.walk(use.Parent())
		}
		return !technique.InLiteral(use, s.v) && s.assigned(n) // append(v, f()) may miss f's push
	case *ast.KeyValueExpr: // what a push links to is rewritten with it
		return s.pushed(use.Parent().Parent())
	case *ast.CompositeLit:
		return s.pushed(use.Parent())
	}
	return false
}

func (s *stack) edit(n ast.Node, text string) {
	s.edits = append(s.edits, technique.Replace(n, text))
}

// field rewrites a field of the top. The link is rewritten with the assignment that pops.
func (s *stack) field(at inspector.Cursor, n *ast.SelectorExpr) bool {
	sel := s.pass.TypesInfo.Selections[n]
	if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) != 1 {
		return false
	}
	if sel.Obj() == types.Object(s.link) {
		as, ok := at.Parent().Node().(*ast.AssignStmt)
		return ok && at.ParentEdgeKind() == edge.AssignStmt_Rhs && len(as.Lhs) == 1 &&
			as.Tok == token.ASSIGN && technique.Names(s.pass.TypesInfo, as.Lhs[0], s.v)
	}
	if technique.PointedTo(s.pass.TypesInfo, at) {
		return false
	}
	s.edit(n, s.fieldAt("len("+s.name+")-1", n))
	return true
}

// fieldAt returns the expression of a field of the object at an index.
func (s *stack) fieldAt(index string, n *ast.SelectorExpr) string {
	if s.only != nil {
		return s.name + "[" + index + "]"
	}
	return s.name + "[" + index + "]." + n.Sel.Name
}

// assigned rewrites a push, a pop, and an assignment of nil.
func (s *stack) assigned(as *ast.AssignStmt) bool {
	if as.Tok != token.ASSIGN || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return false
	}
	info := s.pass.TypesInfo
	switch right := ast.Unparen(as.Rhs[0]).(type) {
	case *ast.Ident:
		s.edit(right, s.name+"[:0]")
		return info.Types[right].IsNil()
	case *ast.SelectorExpr:
		s.takes = true
		s.edit(right, s.name+"[:len("+s.name+")-1]")
		return technique.Names(info, right.X, s.v) && info.Uses[right.Sel] == types.Object(s.link)
	case *ast.UnaryExpr:
		lit, ok := right.X.(*ast.CompositeLit)
		if !ok || right.Op != token.AND || technique.Commented(s.pass, as) {
			return false
		}
		text, ok := s.literal(lit)
		s.edit(right, "append("+s.name+", "+text+")")
		s.also = append(s.also, right)
		return ok
	}
	return false
}
