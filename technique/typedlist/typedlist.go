// Package typedlist keeps a queue or a stack of a function in a slice of its type, where package
// container/list makes an element and an interface for each value.
package typedlist

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("typedlist",
		"keep a queue in a slice, not in a container/list\n\n"+
			"A list makes an element for each value, and puts the value into an interface. What "+
			"is only pushed behind, taken from the front or from behind, and walked through, a "+
			"slice does as well: it grows at times, and its values are what they are.\n\n"+
			"It is proposed for a list that stays in its function, all of whose values have one "+
			"type. A slice keeps the memory of what was taken from its front until it grows.",
		technique.Each(propose, (*ast.CallExpr)(nil), (*ast.ValueSpec)(nil))),
	Title:  "Queue in a slice, not in a list",
	Causes: []string{"container-element"},
	Risk:   technique.Checked,
}

// queue is a list and what takes its place.
type queue struct {
	pass  *analysis.Pass
	v     *types.Var
	name  string
	typ   types.Type // of its values, nil as long as it is unknown
	edits []analysis.TextEdit
	also  []ast.Node // where values are pushed
	takes bool       // values are read
}

// propose matches the declaration of a list.
//
//	have: q := list.New(); q.PushBack(x); e := q.Front(); q.Remove(e); use(e.Value.(T))
//	want: var q []T; q = append(q, x); e := q[0]; q = q[1:]; use(e)
func propose(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	decl, v := declared(pass, cur)
	file := technique.FileOf(pass, cur.Node().Pos())
	if v == nil || file == nil {
		return none, false
	}
	q := &queue{pass: pass, v: v, name: v.Name()}
	uses, ok := technique.LocalUses(pass, v)
	if !ok || len(uses) == 0 {
		return none, false
	}
	for _, use := range uses {
		if !q.rewrite(use) {
			return none, false
		}
	}
	if q.typ == nil || !q.takes || len(q.also) == 0 {
		return none, false
	}
	typ, imports, ok := technique.TypeText(pass, file, v.Pos(), q.typ)
	if !ok || technique.Commented(pass, decl) {
		return none, false
	}
	edits := append(imports, technique.Replace(decl, "var "+q.name+" []"+typ))
	return technique.Proposal{At: decl, Also: q.also,
		Message: "keep what is queued in a slice of its type",
		Edits:   append(edits, q.edits...)}, true
}

// declared matches q := list.New() and var q list.List, and returns the statement.
func declared(pass *analysis.Pass, cur inspector.Cursor) (ast.Node, *types.Var) {
	info := pass.TypesInfo
	switch n := cur.Node().(type) {
	case *ast.CallExpr:
		if !technique.IsFunc(info, n, "container/list", "New") {
			return nil, nil
		}
		as, ok := cur.Parent().Node().(*ast.AssignStmt)
		if !ok || !technique.InList(cur.Parent()) {
			return nil, nil
		}
		if v, _, value := technique.Declared(info, as); value == ast.Expr(n) {
			return as, v
		}
	case *ast.ValueSpec:
		gen, ok := cur.Parent().Node().(*ast.GenDecl)
		if !ok || len(gen.Specs) != 1 || len(n.Names) != 1 || len(n.Values) > 0 {
			return nil, nil
		}
		v, ok := info.Defs[n.Names[0]].(*types.Var)
		if ok && technique.IsNamed(v.Type(), "container/list", "List") &&
			!technique.IsPointer(v.Type()) && cur.Parent().ParentEdgeKind() == edge.DeclStmt_Decl {
			return gen, v
		}
	}
	return nil, nil
}

// rewrite rewrites a use of the list, which is a call of a method.
func (q *queue) rewrite(use inspector.Cursor) bool {
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	sel := use.Parent()
	call, ok := sel.Parent().Node().(*ast.CallExpr)
	if !ok || sel.ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	at := sel.Parent()
	name := sel.Node().(*ast.SelectorExpr).Sel.Name
	if name != "Len" && technique.InLiteral(use, q.v) {
		return false // append(q, f()) may miss what f pushes
	}
	if !technique.Predeclared(q.pass, call.Pos(), "append", "len") {
		return false
	}
	switch name {
	case "Len":
		q.edit(call, "len("+q.name+")")
		return true
	case "PushBack":
		return q.push(at, call)
	case "Front":
		return q.end(at, true)
	case "Back":
		return q.end(at, false)
	case "Remove":
		return q.remove(at, call)
	}
	return false
}

func (q *queue) edit(n ast.Node, text string) {
	q.edits = append(q.edits, technique.Replace(n, text))
}

// is reports whether a type is that of all values.
func (q *queue) is(t types.Type) bool {
	if q.typ == nil {
		q.typ = t
	}
	return t != nil && types.Identical(q.typ, t)
}

// push rewrites q.PushBack(x) whose element nothing gets.
func (q *queue) push(at inspector.Cursor, call *ast.CallExpr) bool {
	info := q.pass.TypesInfo
	if at.ParentEdgeKind() != edge.ExprStmt_X || len(call.Args) != 1 {
		return false
	}
	tv := info.Types[call.Args[0]]
	if tv.IsNil() || types.IsInterface(tv.Type) || !q.is(tv.Type) {
		return false
	}
	q.also = append(q.also, call)
	q.edit(call, q.name+" = append("+q.name+", "+technique.Text(q.pass, call.Args[0])+")")
	return true
}

// value returns the expression of the value at an end.
func (q *queue) value(front bool) string {
	if front {
		return q.name + "[0]"
	}
	return q.name + "[len(" + q.name + ")-1]"
}

// without returns the statement that takes the value at an end out.
func (q *queue) without(front bool) string {
	if front {
		return q.name + " = " + q.name + "[1:]"
	}
	return q.name + " = " + q.name + "[:len(" + q.name + ")-1]"
}

// asserted matches x.Value.(T), of which x is at a cursor, and returns the assertion.
func (q *queue) asserted(x inspector.Cursor) (*ast.TypeAssertExpr, bool) {
	if x.ParentEdgeKind() != edge.SelectorExpr_X ||
		x.Parent().Node().(*ast.SelectorExpr).Sel.Name != "Value" {
		return nil, false
	}
	return q.assertion(x.Parent())
}

// assertion matches x.(T), of which x is at a cursor, as the only value.
func (q *queue) assertion(x inspector.Cursor) (*ast.TypeAssertExpr, bool) {
	if x.ParentEdgeKind() != edge.TypeAssertExpr_X {
		return nil, false
	}
	n := x.Parent().Node().(*ast.TypeAssertExpr)
	if n.Type == nil || !q.is(q.pass.TypesInfo.TypeOf(n.Type)) {
		return nil, false
	}
	if _, both := q.pass.TypesInfo.TypeOf(n).(*types.Tuple); both {
		return nil, false
	}
	q.takes = true
	return n, true
}
