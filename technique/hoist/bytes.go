package hoist

import (
	"go/ast"
	"go/types"
	"strings"
	"unicode"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// constantBytes matches bytes of a constant that are only written to what is
// behind an interface, at once or by functions of the package. For it they go to
// the heap each time; it must neither change nor keep them.
//
//	have: w.Write([]byte("\n"))
//	want: w.Write(newline)
func (s *site) constantBytes() (building, bool) {
	b := building{what: "the bytes"}
	t, ok := s.pass.TypesInfo.TypeOf(s.expr).(*types.Slice)
	if !ok || !types.Identical(t.Elem(), types.Typ[types.Byte]) {
		return b, false
	}
	b.text = technique.Text(s.pass, s.expr)
	switch e := s.expr.(type) {
	case *ast.CallExpr:
		if !s.pass.TypesInfo.Types[e.Fun].IsType() {
			return b, false
		}
		text, ok := technique.ConstantText(s.pass.TypesInfo, e.Args[0])
		if !ok || text == "" {
			return b, false
		}
		b.name = nameOf(text)
	case *ast.CompositeLit:
		if len(e.Elts) == 0 || !s.constant(e) {
			return b, false
		}
	}
	b.suffix = "Text"
	read, leaves := effects.OnlyRead(s.pass, s.cur)
	return b, read && leaves
}

// bytesOnce proposes one variable for all bytes of the function that are made like these, and are
// written like them. In the next function the same variable serves, as that of an error does.
func (s *site) bytesOnce(b building, known map[failureKey]*failure) (technique.Proposal, bool) {
	key := failureKey{s.file, b.text}
	f := known[key]
	if f == nil {
		f = &failure{declared: s, funcs: map[ast.Decl]bool{}}
		if f.name, f.known = s.bytesThere(b.text); !f.known {
			f.name = s.name(b)
		}
		known[key] = f
	}
	if f.funcs[s.fn] || !s.resolves(f) {
		return technique.Proposal{}, false
	}
	f.funcs[s.fn] = true
	p := technique.Proposal{At: s.expr, Message: "build the bytes once, in " + f.name}
	if !f.known {
		p.Edits = append(p.Edits, f.declared.declare(f.name, b.text))
	}
	for _, e := range s.equalBytes(b.text) {
		p.Edits = append(p.Edits, technique.Replace(e, f.name))
		if e != s.expr {
			p.Also = append(p.Also, e)
		}
	}
	return p, true
}

// bytesThere returns the variable of the file that holds bytes which nothing but writers get, also
// in files of other builds.
func (s *site) bytesThere(text string) (name string, ok bool) {
	return s.there(text, func(v types.Object) bool {
		return s.onlyWritten(v) && !technique.MentionedBeside(s.pass, v.Name())
	})
}

// onlyWritten reports whether all uses of a variable are to be written to what is behind an
// interface.
func (s *site) onlyWritten(v types.Object) bool {
	if v == nil {
		return false
	}
	for _, cur := range technique.UsesOf(s.pass, v) {
		if read, leaves := effects.OnlyRead(s.pass, cur); !read || !leaves {
			return false
		}
	}
	return true
}

// equalBytes returns the expressions of the function that make the same bytes to be written.
func (s *site) equalBytes(text string) []ast.Expr {
	var list []ast.Expr
	fn, ok := technique.Find(s.pass, s.fn)
	if !ok {
		return list
	}
	for cur := range fn.Preorder((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil)) {
		other := *s
		other.cur, other.expr = cur, cur.Node().(ast.Expr)
		b, ok := other.constantBytes()
		if _, local := other.local(); ok && !local && b.text == text && other.sameOutside(b) {
			list = append(list, other.expr)
		}
	}
	return list
}

// nameOf returns a name for the bytes of a text: newline, or the letters in it;
// "" where the text has none, or is long.
func nameOf(text string) string {
	if text == "\n" {
		return "newline"
	}
	name := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r)
	}) {
		if name != "" {
			word = technique.UpperFirst(strings.ToLower(word))
		}
		name += word
	}
	if len(name) < 3 || len(name) > 16 {
		return ""
	}
	return strings.ToLower(name[:1]) + name[1:] + "Text"
}
