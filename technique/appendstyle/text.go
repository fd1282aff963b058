package appendstyle

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

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
	letter string // the name of the type parameter
	// fromBytes and fromString say what callers have.
	fromBytes, fromString bool
}

// findTextParam finds the first such parameter of a twin that was drafted.
func (d *draft) findTextParam() *textParam {
	if d.fn.Recv != nil || d.fn.Type.TypeParams != nil || !d.since(18) {
		return nil
	}
	index := 0
	for _, field := range d.fn.Type.Params.List {
		if len(field.Names) == 1 {
			v, ok := d.ix.info.Defs[field.Names[0]].(*types.Var)
			if ok && plainString(v.Type()) && d.onlyBytes(v) {
				return &textParam{index: index, field: field, letter: d.fresh("T")}
			}
		}
		index += max(1, len(field.Names))
	}
	return nil
}

// onlyBytes reports whether a twin does nothing with a parameter but append it,
// range over its bytes, ask for its length, or take one byte of it.
func (d *draft) onlyBytes(v *types.Var) bool {
	for _, use := range d.ix.uses(v) {
		if d.used[use.Node()] || d.dropped(use) {
			continue
		}
		switch n := use.Parent().Node().(type) {
		case *ast.IndexExpr:
			if n.X == use.Node() && !d.captured(use) {
				continue
			}
		case *ast.CallExpr:
			if technique.IsBuiltin(d.ix.info, n, "len") {
				continue
			}
		}
		return false
	}
	return len(d.ix.uses(v)) > 0
}

// dropped reports whether a place is in a statement that was dropped.
func (d *draft) dropped(cur inspector.Cursor) bool {
	for ; cur.Node() != d.fn; cur = cur.Parent() {
		if d.repl[cur.Node()] == gone {
			return true
		}
	}
	return false
}

// bytesFor returns the bytes that a caller would make a string of for the text
// parameter, if that is argument i, and if they stay as they are until the twin
// is done.
func (t *twin) bytesFor(d *draft, c *ast.CallExpr, i int) (ast.Expr, bool) {
	if t.param == nil || t.param.index != i || !d.isConversion(c.Args[i]) ||
		!effects.KeepsBytes(d.ix.pass, t.fn.Body) {
		return nil, false
	}
	for _, arg := range c.Args[i+1:] {
		if !effects.KeepsBytes(d.ix.pass, arg) {
			return nil, false
		}
	}
	from := ast.Unparen(c.Args[i]).(*ast.CallExpr).Args[0]
	_, unnamed := types.Unalias(d.ix.info.TypeOf(from)).(*types.Slice)
	return from, unnamed
}

// either returns the text of a twin whose parameter can be both.
func (t *twin) either() string {
	if t.param == nil {
		return t.text
	}
	t.param.fromBytes, t.param.fromString = true, true
	text := t.full()
	t.param.fromBytes, t.param.fromString = false, false
	return text
}

// full returns the text of a twin for all that is known of its callers.
func (t *twin) full() string {
	if t.param == nil || !t.param.fromBytes || t.reused {
		return t.text
	}
	typ, name := "[]byte", t.name
	if t.param.fromString {
		typ = t.param.letter
		name += "[" + typ + " string | []byte]"
	}
	t.draft.types = map[*ast.Field]string{t.param.field: typ}
	t.draft.head(name)
	return t.draft.text()
}
