package typedheap

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"

	"github.com/wring-go/wring/technique"
)

// push proposes a method that pushes.
//
//	have: heap.Push(h, item{n})
//	want: h.pushValue(item{n})
//
//	      func (h *queue) pushValue(x item) {
//	              *h = append(*h, x) // as Push does with x.(item)
//	              heap.Fix(h, h.Len()-1)
//	      }
func (m *method) push() (p technique.Proposal, ok bool) {
	params := m.decl.Type.Params.List
	if len(params) != 1 || len(params[0].Names) != 1 || technique.HasJump(m.decl.Body) ||
		technique.HasDefer(m.decl.Body) ||
		!types.IsInterface(m.pass.TypesInfo.TypeOf(params[0].Type)) {
		return p, false
	}
	x := params[0].Names[0]
	with, ok := m.asserted(x)
	calls, found := m.calls("Push")
	if !ok || !found || !m.ready("pushValue") || !m.free(x.Name) {
		return p, false
	}
	for _, cur := range calls {
		call := cur.Node().(*ast.CallExpr)
		h, ok := m.subject(call.Args[0])
		if !ok || cur.ParentEdgeKind() != edge.ExprStmt_X || !m.isElement(call.Args[1]) {
			continue
		}
		if p.At == nil {
			p.At = call.Args[1]
		} else {
			p.Also = append(p.Also, call.Args[1])
		}
		m.edits = append(m.edits, technique.Replace(call,
			h+".pushValue("+technique.Text(m.pass, call.Args[1])+")"))
	}
	body := technique.Patch(m.pass, m.decl.Body, with)
	body = strings.TrimSpace(body[1 : len(body)-1])
	h := m.recv.Name
	m.declare("// pushValue is heap.Push without an interface around the element.\nfunc " +
		m.receiver() + " pushValue(" + x.Name + " " + m.typ + ") {\n" + body + "\n" +
		m.heap + ".Fix(" + h + ", " + h + ".Len()-1)\n}")
	p.Message = "push elements without an interface around each"
	p.Edits = m.edits
	return p, p.At != nil
}

// asserted returns what takes the place of the assertions of a parameter, of one type, which
// are all that happens with it.
func (m *method) asserted(x *ast.Ident) (with map[ast.Node]string, ok bool) {
	with = make(map[ast.Node]string)
	v, isVar := m.pass.TypesInfo.Defs[x].(*types.Var)
	if !isVar {
		return nil, false
	}
	for _, use := range technique.UsesOf(m.pass, v) {
		assert, ok := use.Parent().Node().(*ast.TypeAssertExpr)
		if !ok || assert.Type == nil || commaOK(m.pass.TypesInfo, assert) {
			return nil, false
		}
		t := m.pass.TypesInfo.TypeOf(assert.Type)
		if m.elem != nil && !types.Identical(m.elem, t) {
			return nil, false
		}
		m.elem = t
		with[assert] = x.Name
	}
	return with, m.elem != nil
}

// commaOK reports whether an assertion tells whether it holds.
func commaOK(info *types.Info, e *ast.TypeAssertExpr) bool {
	_, tuple := info.TypeOf(e).(*types.Tuple)
	return tuple
}

// isElement reports whether an expression becomes an interface that holds an element.
func (m *method) isElement(e ast.Expr) bool {
	t := m.pass.TypesInfo.TypeOf(e)
	return t != nil && types.Identical(types.Default(t), m.elem)
}
