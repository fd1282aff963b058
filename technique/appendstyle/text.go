package appendstyle

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
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
func findTextParam(f *recognise.Function, plan change) *textParam {
	if f.Decl.Recv != nil || f.Decl.Type.TypeParams != nil || !f.Since("go1.18") {
		return nil
	}
	index := 0
	for _, field := range f.Decl.Type.Params.List {
		if len(field.Names) == 1 {
			v, ok := f.Pkg.Info.Defs[field.Names[0]].(*types.Var)
			if ok && recognise.PlainString(v.Type()) && onlyBytes(f, v, plan) {
				return &textParam{index: index, field: field, letter: &local{base: "T"}}
			}
		}
		index += max(1, len(field.Names))
	}
	return nil
}

// onlyBytes reports whether a plan does nothing with a parameter but append it,
// range over its bytes, ask for its length, or take one byte of it.
func onlyBytes(f *recognise.Function, v *types.Var, plan change) bool {
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
	for _, use := range f.Pkg.Uses(v) {
		if appended[use.Node()] || dropped.covers(use.Node()) {
			continue
		}
		switch n := use.Parent().Node().(type) {
		case *ast.IndexExpr:
			if n.X == use.Node() && !f.Captured(use) {
				continue
			}
		case *ast.CallExpr:
			if technique.IsBuiltin(f.Pkg.Info, n, "len") {
				continue
			}
		}
		return false
	}
	return len(f.Pkg.Uses(v)) > 0
}

// bytes returns the bytes that a caller makes a string of for the text parameter
// of a twin, if there is one and they stay as they are until the twin is done.
func (o operands) bytes() (ast.Expr, bool) {
	if o.of.param == nil {
		return nil, false
	}
	ix, i := o.of.f.Pkg, o.of.param.index
	from, ok := ix.BytesIn(o.call.Args[i])
	if !ok || !effects.NoByteWrites(ix.Pass, o.of.f.Decl.Body) {
		return nil, false
	}
	for _, later := range o.call.Args[i+1:] {
		if !effects.NoByteWrites(ix.Pass, later) {
			return nil, false
		}
	}
	_, unnamed := types.Unalias(ix.Info.TypeOf(from)).(*types.Slice)
	return from, unnamed
}
