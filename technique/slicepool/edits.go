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
	out := technique.Proposal{At: p.puts[0], Message: "put the slice behind a pointer that waits " +
		"in a pool, too"}
	typ, more, ok := technique.TypeText(p.pass, p.file, p.file.End(), p.slice)
	if !ok || len(more) > 0 || len(p.takes)+len(p.asks) == 0 {
		return out, false // what is never taken, the collector has
	}
	h := helpers{name: nameOf(p.slice), typ: typ, any: "any"}
	if !technique.Since(p.pass, p.file, "go1.18") {
		h.any = "interface{}"
	}
	scope := p.pass.Pkg.Scope()
	if scope.Lookup(h.headers()) != nil && scope.Lookup(h.put().Name) == nil {
		return out, false
	}
	for _, call := range p.puts {
		fun := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		place := technique.Text(p.pass, fun.X)
		if _, pointer := p.pass.TypesInfo.TypeOf(fun.X).(*types.Pointer); !pointer {
			place = "&" + place
		}
		if !p.calls(&out, h.put(), call) {
			return out, false
		}
		out.Also = append(out.Also, call)
		out.Edits = append(out.Edits, technique.Replace(call.Fun, h.put().Name),
			technique.Insert(call.Args[0].Pos(), place+", "))
	}
	for _, e := range p.takes {
		if !p.calls(&out, h.take(), e) {
			return out, false
		}
		out.Edits = append(out.Edits, called(e, h.take().Name)...)
	}
	for _, e := range p.asks {
		if !p.calls(&out, h.ask(), e) {
			return out, false
		}
		out.Edits = append(out.Edits, called(e, h.ask().Name)...)
	}
	out.Also = out.Also[1:]
	return out, true
}

// calls declares a function that is called at n, once.
func (p *pool) calls(out *technique.Proposal, h technique.Helper, n ast.Node) bool {
	edits, ok := h.Declare(p.pass, p.file, n)
	for _, e := range edits {
		known := false
		for _, old := range out.Edits {
			known = known || old.Pos == e.Pos && string(old.NewText) == string(e.NewText)
		}
		if !known {
			out.Edits = append(out.Edits, e)
		}
	}
	return ok
}

// called returns the edits that hand what is asserted to a function instead.
func called(e *ast.TypeAssertExpr, name string) []analysis.TextEdit {
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
type helpers struct{ name, typ, any string }

func (h helpers) helper(name, text, behind string, names ...string) technique.Helper {
	if h.any == "any" {
		names = append(names, h.any)
	}
	words := strings.NewReplacer("NAME", h.name, "HEADERS", h.headers(), "TYPE", h.typ,
		"ANY", h.any)
	return technique.Helper{Name: name, Imports: []string{"sync"}, Names: names,
		Text: words.Replace(text), Behind: words.Replace(behind)}
}

// headers is the name of the pool of pointers.
func (h helpers) headers() string { return technique.LowerFirst(h.name) + "Headers" }

// put puts a slice in a pool.
func (h helpers) put() technique.Helper {
	return h.helper("put"+h.name,
		"// putNAME puts a slice in a pool, behind a pointer.\n"+
			"func putNAME(p *sync.Pool, x TYPE) {\n"+
			"\th := HEADERS.Get().(*TYPE)\n\t*h = x\n\tp.Put(h)\n}",
		"// HEADERS holds the pointers behind which no slice is in a pool.\n"+
			"var HEADERS = sync.Pool{New: func() ANY { return new(TYPE) }}", "new")
}

// take is for what must be a slice.
func (h helpers) take() technique.Helper {
	return h.helper("take"+h.name,
		"// takeNAME returns the slice that comes from a pool, also behind a pointer.\n"+
			"func takeNAME(v ANY) TYPE {\n"+
			"\th, ok := v.(*TYPE)\n\tif !ok {\n\t\treturn v.(TYPE)\n\t}\n"+
			"\tx := *h\n\t*h = nil\n\tHEADERS.Put(h)\n\treturn x\n}", "", "nil")
}

// ask is for what may be a slice.
func (h helpers) ask() technique.Helper {
	return h.helper("ask"+h.name,
		"// askNAME returns the slice that comes from a pool, if one does, also behind a\n"+
			"// pointer.\n"+
			"func askNAME(v ANY) (TYPE, bool) {\n"+
			"\th, ok := v.(*TYPE)\n\tif !ok {\n\t\tx, ok := v.(TYPE)\n\t\treturn x, ok\n\t}\n"+
			"\tx := *h\n\t*h = nil\n\tHEADERS.Put(h)\n\treturn x, true\n}", "",
		"nil", "bool", "true")
}
