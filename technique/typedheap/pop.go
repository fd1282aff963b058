package typedheap

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// pop proposes a method that pops.
//
//	have: it := heap.Pop(h).(item)
//	want: it := h.popValue()
//
//	      func (h *queue) popValue() item {
//	              h.Swap(0, h.Len()-1)
//	              old := *h // as Pop does
//	              x := old[len(old)-1]
//	              *h = old[:len(old)-1]
//	              heap.Fix(h, 0)
//	              return x
//	      }
func (m *method) pop() (p technique.Proposal, ok bool) {
	list := m.decl.Body.List
	results := m.fn.Signature().Results()
	if m.decl.Type.Params.NumFields() != 0 || results.Len() != 1 || len(list) < 2 ||
		!types.IsInterface(results.At(0).Type()) || results.At(0).Name() != "" {
		return p, false
	}
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return p, false
	}
	for _, stmt := range list[:len(list)-1] {
		if technique.HasJump(stmt) || technique.HasDefer(stmt) {
			return p, false
		}
	}
	v, isVar := technique.Variable(m.pass.TypesInfo, ret.Results[0])
	if !isVar || v.Pos() < m.decl.Body.Pos() {
		return p, false
	}
	m.elem = v.Type()
	calls, found := m.calls("Pop")
	if !found || !m.ready("popValue") {
		return p, false
	}
	p = technique.Proposal{At: ret.Results[0],
		Message: "pop elements without an interface around each"}
	some := false
	for _, cur := range calls {
		some = m.call(cur) || some
	}
	body := technique.Text(m.pass, m.decl.Body)
	end := int(ret.Pos() - m.decl.Body.Pos())
	h := m.recv.Name
	m.declare("// popValue is heap.Pop without an interface around the element.\nfunc " +
		m.receiver() + " popValue() " + m.typ + " {\n" + h + ".Swap(0, " + h + ".Len()-1)\n" +
		strings.TrimSpace(body[1:end]) + "\n" + m.heap + ".Fix(" + h + ", 0)\nreturn " +
		v.Name() + "\n}")
	p.Edits = m.edits
	return p, some
}

// call replaces heap.Pop(h).(T), or a call whose result is dropped.
func (m *method) call(cur inspector.Cursor) bool {
	call := cur.Node().(*ast.CallExpr)
	h, ok := m.subject(call.Args[0])
	if !ok {
		return false
	}
	var whole ast.Node = call
	switch n := cur.Parent().Node().(type) {
	case *ast.TypeAssertExpr:
		if n.Type == nil || commaOK(m.pass.TypesInfo, n) ||
			!types.Identical(m.pass.TypesInfo.TypeOf(n.Type), m.elem) {
			return false
		}
		whole = n
	default:
		if cur.ParentEdgeKind() != edge.ExprStmt_X {
			return false
		}
	}
	m.edits = append(m.edits, technique.Replace(whole, h+".popValue()"))
	return true
}
