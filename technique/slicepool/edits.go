package slicepool

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// propose changes all calls, and declares the functions that they call now.
func (p *pool) propose() (technique.Proposal, bool) {
	out := technique.Proposal{At: p.puts[0], Safe: true,
		Message: "put the slice behind a pointer that waits in a pool, too"}
	typ, more, ok := technique.TypeText(p.pass, p.file, p.file.End(), p.slice)
	if !ok || len(more) > 0 || len(p.takes)+len(p.asks) == 0 {
		return out, false // what is never taken, the collector has
	}
	h := helpers{name: nameOf(p.slice), typ: typ}
	for i, call := range p.puts {
		place := ast.Unparen(call.Fun).(*ast.SelectorExpr).X
		arg := technique.Text(p.pass, place) + ", "
		if _, pointer := p.pass.TypesInfo.TypeOf(place).(*types.Pointer); !pointer {
			arg = "&" + arg
		}
		if !p.call(&out, h.put(), call, technique.Replace(call.Fun, h.put().Name),
			technique.Insert(call.Args[0].Pos(), arg)) {
			return out, false
		}
		if i > 0 {
			out.Also = append(out.Also, call)
		}
	}
	for _, e := range p.takes {
		if !p.call(&out, h.take(), e, handed(e, h.take().Name)...) {
			return out, false
		}
	}
	for _, e := range p.asks {
		if !p.call(&out, h.ask(), e, handed(e, h.ask().Name)...) {
			return out, false
		}
	}
	return out, true
}

// call adds the edits that have a function called at n, and declares it.
func (p *pool) call(out *technique.Proposal, h technique.Helper, n ast.Node,
	edits ...analysis.TextEdit) bool {
	declared, ok := h.Declare(p.pass, p.file, n)
	out.Edits = append(append(out.Edits, declared...), edits...)
	return ok
}

// handed returns the edits that hand what is asserted to a function instead.
func handed(e *ast.TypeAssertExpr, name string) []analysis.TextEdit {
	return []analysis.TextEdit{technique.Insert(e.Pos(), name+"("),
		{Pos: e.X.End(), End: e.End(), NewText: []byte(")")}}
}

// nameOf returns what slices of a type are called, in capitals.
func nameOf(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return technique.UpperFirst(named.Obj().Name())
	}
	elem, kind := t.Underlying().(*types.Slice).Elem(), ""
	if ptr, ok := elem.(*types.Pointer); ok {
		elem, kind = ptr.Elem(), "Pointer"
	}
	switch elem := elem.(type) {
	case *types.Basic:
		kind = technique.UpperFirst(elem.Name()) + kind
	case *types.Named:
		kind = technique.UpperFirst(elem.Obj().Name()) + kind
	default:
		kind = "Slice"
	}
	return technique.Plural(kind)
}

// helpers are the functions for slices of one type.
type helpers struct{ name, typ string }

func (h helpers) helper(name, text, behind string) technique.Helper {
	words := strings.NewReplacer("NAME", h.name, "HEADERS", h.headers(), "TYPE", h.typ)
	return technique.Helper{Name: name, Imports: []string{"sync"},
		Text: words.Replace(text), Behind: words.Replace(behind)}
}

// headers is the name of the pool of pointers.
func (h helpers) headers() string { return technique.LowerFirst(h.name) + "Headers" }

// put puts a slice in a pool. It declares the pool of pointers for the other two.
func (h helpers) put() technique.Helper {
	return h.helper("put"+h.name, `// putNAME puts a slice in a pool, behind a pointer.
func putNAME(p *sync.Pool, x TYPE) {
	h := HEADERS.Get().(*TYPE)
	*h = x
	p.Put(h)
}`, `// HEADERS holds the pointers behind which no slice is in a pool.
var HEADERS = sync.Pool{New: func() any { return new(TYPE) }}`)
}

// take is for what must be a slice.
func (h helpers) take() technique.Helper {
	return h.helper("take"+h.name,
		`// takeNAME returns the slice that comes from a pool, also behind a pointer.
func takeNAME(v any) TYPE {
	h, ok := v.(*TYPE)
	if !ok {
		return v.(TYPE)
	}
	x := *h
	*h = nil
	HEADERS.Put(h)
	return x
}`, "")
}

// ask is for what may be a slice.
func (h helpers) ask() technique.Helper {
	return h.helper("ask"+h.name,
		`// askNAME returns the slice that comes from a pool, if one does, also behind a
// pointer.
func askNAME(v any) (TYPE, bool) {
	h, ok := v.(*TYPE)
	if !ok {
		x, ok := v.(TYPE)
		return x, ok
	}
	x := *h
	*h = nil
	HEADERS.Put(h)
	return x, true
}`, "")
}
