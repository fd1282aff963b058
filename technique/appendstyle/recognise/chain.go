package recognise

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// link is one replacement of single bytes in a text. Because it looks at each
// byte alone, so does any chain of links: what a chain makes of a text is what
// it makes of each of its bytes, in order.
type link struct {
	olds  string // the bytes that it replaces
	apply func(string) string
}

// chain matches a text that went through links, the innermost first.
//
//	have: strings.ReplaceAll(strings.ReplaceAll(s, "a", "b"), "b", "cc")
func (ix *Package) chain(e ast.Expr) (base ast.Expr, links []link) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return e, nil
	}
	from, l, ok := ix.link(call)
	if !ok {
		return e, nil
	}
	base, links = ix.chain(from)
	return base, append(links, l)
}

// link matches a call that replaces single bytes, and returns the text that it
// replaces them in.
func (ix *Package) link(call *ast.CallExpr) (from ast.Expr, l link, ok bool) {
	switch info := ix.Info; {
	case technique.IsFunc(info, call, "strings", "ReplaceAll") && len(call.Args) == 3,
		technique.IsFunc(info, call, "strings", "Replace") && len(call.Args) == 4 &&
			ix.isNegative(call.Args[3]):
		l, ok = ix.pairs(call.Args[1:3], func(pair ...string) func(string) string {
			return func(s string) string { return strings.ReplaceAll(s, pair[0], pair[1]) }
		})
		return call.Args[0], l, ok
	case technique.IsMethod(info, call, "strings", "Replacer", "Replace") && len(call.Args) == 1:
		made, isCall := ast.Unparen(call.Fun.(*ast.SelectorExpr).X).(*ast.CallExpr)
		if !isCall || !technique.IsFunc(info, made, "strings", "NewReplacer") ||
			made.Ellipsis.IsValid() || len(made.Args)%2 != 0 {
			return nil, l, false
		}
		l, ok = ix.pairs(made.Args, func(pairs ...string) func(string) string {
			return strings.NewReplacer(pairs...).Replace
		})
		return call.Args[0], l, ok
	}
	return nil, l, false
}

// pairs makes a link of old and new texts, which must be constants, and the old
// ones of them single bytes.
func (ix *Package) pairs(args []ast.Expr, make func(...string) func(string) string) (link, bool) {
	var l link
	var pairs []string
	for i, arg := range args {
		s, ok := ix.Text(arg)
		if !ok || i%2 == 0 && (len(s) != 1 || s[0] >= 0x80) {
			return l, false // a longer text could be made of what other links wrote
		}
		if i%2 == 0 {
			l.olds += s
		}
		pairs = append(pairs, s)
	}
	l.apply = make(pairs...)
	return l, len(pairs) > 0
}

// Table returns what links make of each byte that they do not leave alone.
func Table(links []link) map[byte]string {
	became := make(map[byte]string)
	for _, first := range links {
		for _, c := range []byte(first.olds) {
			s := string(rune(c)) // below 0x80
			for _, l := range links {
				s = l.apply(s)
			}
			if s != string(rune(c)) {
				became[c] = s
			}
		}
	}
	return became
}

// AllLinks matches a text that went through links, those of statements before
// included.
func (f *Function) AllLinks(e ast.Expr) (base ast.Expr, links []link) {
	base, links = f.Pkg.chain(e)
	if r := f.RowOf(base); r != nil {
		links = append(slices.Clone(r.links), links...)
	}
	return base, links
}

// RowOf returns the row of statements whose outcome an expression is, or nil.
func (f *Function) RowOf(e ast.Expr) *row {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.Pkg.Info.Uses[id].(*types.Var)
	if r := f.Rows[v]; ok && r != nil && r.use == id {
		return r
	}
	return nil
}

// Escapes reports whether e is a text that goes through two links or more and
// nothing else, and is a variable before.
func (f *Function) Escapes(e ast.Expr) bool {
	base, links := f.AllLinks(e)
	return len(links) > 1 && f.Variable(base) != nil
}
