package appendstyle

import (
	"fmt"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"
)

// twinName returns the name for the twin of a function.
func twinName(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return "append" + string(unicode.ToUpper(r)) + name[n:]
}

// freshName returns base with the smallest number that nothing in the package
// has for a name.
func (p *proposal) freshName(base string) string {
	for i := 2; ; i++ {
		name := fmt.Sprint(base, i)
		if !p.ix.names[name] && !p.names[name] && !p.ix.elsewhere(name) {
			return name
		}
	}
}

// declText returns the text of the function that has the name of a twin and
// its receiver, or "".
func (ix *index) declText(t *twin) string {
	for _, fn := range ix.order {
		decl := ix.decls[fn]
		if fn.Name() == t.name && sameReceiver(fn, t.orig) {
			return source(ix.pass, decl.Pos(), decl.End())
		}
	}
	return ""
}

func sameReceiver(a, b *types.Func) bool {
	ra, rb := a.Signature().Recv(), b.Signature().Recv()
	if ra == nil || rb == nil {
		return ra == rb
	}
	return types.Identical(ra.Type(), rb.Type())
}

// doc returns the doc comment of a twin that stands beside its original, or
// takes its place.
func (t *twin) doc(alone bool) string {
	name := t.orig.Name()
	if !alone {
		return "// " + t.name + " appends what " + name + " returns.\n"
	}
	if t.fn.Doc == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range t.fn.Doc.List {
		b.WriteString(c.Text + "\n")
	}
	if rest, ok := strings.CutPrefix(b.String(), "// "+name+" returns "); ok {
		return "// " + t.name + " appends " + rest
	}
	text := b.String()
	if rest, ok := strings.CutPrefix(text, "// "+name+" "); ok {
		text = "// " + t.name + " " + rest
	}
	if strings.HasSuffix(text, "*/\n") {
		return text
	}
	return text + "// The text is appended to the slice.\n"
}
