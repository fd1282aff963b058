package appendstyle

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// textParam is a parameter of a twin that is a string, and of which the twin
// only takes the bytes: as well it can be a []byte, or either by a type
// parameter. Callers that have bytes then make no string of them.
//
//	have: quote(string(b)), quote(s)
//	want: func appendQuote[T string | []byte](dst []byte, s T) []byte
type textParam struct {
	index  int
	field  *ast.Field
	letter *local // the type parameter
}

// findTextParam finds the first such parameter of a twin, given its plan.
func findTextParam(f *function, plan change) *textParam {
	if f.decl.Recv != nil || f.decl.Type.TypeParams != nil || !f.since("go1.18") {
		return nil
	}
	index := 0
	for _, field := range f.decl.Type.Params.List {
		if len(field.Names) == 1 {
			v, ok := f.ix.info.Defs[field.Names[0]].(*types.Var)
			if ok && plainString(v.Type()) && onlyBytes(f, v, plan) {
				return &textParam{index: index, field: field, letter: &local{base: "T"}}
			}
		}
		index += max(1, len(field.Names))
	}
	return nil
}

// onlyBytes reports whether a plan does nothing with a parameter but append it,
// range over its bytes, ask for its length, or take one byte of it.
func onlyBytes(f *function, v *types.Var, plan change) bool {
	appended := make(map[ast.Node]bool)
	var dropped change
	for _, e := range plan.edits {
		if e.text == nil {
			dropped.edits = append(dropped.edits, e)
		}
	}
	for part := range plan.parts() {
		if b, ok := part.(bytesOf); ok {
			appended[ast.Unparen(b.expr)] = true
		}
	}
	for _, use := range f.ix.uses(v) {
		if appended[use.Node()] || dropped.covers(use.Node()) {
			continue
		}
		switch n := use.Parent().Node().(type) {
		case *ast.IndexExpr:
			if n.X == use.Node() && !captured(use) {
				continue
			}
		case *ast.CallExpr:
			if technique.IsBuiltin(f.ix.info, n, "len") {
				continue
			}
		}
		return false
	}
	return len(f.ix.uses(v)) > 0
}

// bytes returns the bytes that a caller makes a string of for the text parameter
// of a twin, if there is one and they stay as they are until the twin is done.
func (o operands) bytes() (ast.Expr, bool) {
	if o.of.param == nil {
		return nil, false
	}
	ix, i := o.of.f.ix, o.of.param.index
	from, ok := ix.bytesIn(o.call.Args[i])
	if !ok || !effects.KeepsBytes(ix.pass, o.of.f.decl.Body) {
		return nil, false
	}
	for _, later := range o.call.Args[i+1:] {
		if !effects.KeepsBytes(ix.pass, later) {
			return nil, false
		}
	}
	_, unnamed := types.Unalias(ix.info.TypeOf(from)).(*types.Slice)
	return from, unnamed
}
