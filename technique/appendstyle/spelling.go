package appendstyle

import (
	"fmt"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wring-go/wring/technique"

	"github.com/wring-go/wring/technique/appendstyle/recognise"
)

// spelling says how a twin is written for all of its callers.
type spelling struct {
	name   string
	exists bool // the package has it
	// bytes and strings say what is passed for the text parameter.
	bytes, strings bool
}

// settle decides how the twins of a proposal are written: each under a name of
// its own, and for what its callers have.
func settle(ix *recognise.Package, root change, made []*twin) map[*twin]spelling {
	twins := make(map[*twin]spelling)
	for _, t := range made {
		twins[t] = spelling{name: twinName(t.orig.Name())}
	}
	note := func(c change) {
		for call := range c.calls() {
			s := twins[call.of]
			_, bytes := call.bytes()
			s.bytes, s.strings = s.bytes || bytes, s.strings || !bytes
			twins[call.of] = s
		}
	}
	note(root)
	for _, t := range made {
		note(t.plan)
	}
	given := make(map[string]bool)
	taken := func(t *twin, name string) bool {
		return given[t.qualified(name)] || ix.Names[name] ||
			technique.MentionedBeside(ix.Pass, name)
	}
	for _, t := range made {
		s := twins[t]
		if !t.find(twins) {
			for i := 2; taken(t, s.name); i++ {
				s.name = fmt.Sprint(twinName(t.orig.Name()), i)
			}
			twins[t] = s
		}
		given[t.qualified(s.name)] = true
	}
	return twins
}

// qualified returns a name with the type that has the twin as a method: methods of several types
// have one name, so that proposals which need the same twin declare it alike.
func (t *twin) qualified(name string) string {
	recv := t.orig.Signature().Recv()
	if recv == nil {
		return name
	}
	typ := recv.Type()
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	return typ.String() + "." + name
}

// find reports whether the package has the twin, and settles on what it has: one
// for strings, or one for strings and bytes.
func (t *twin) find(twins map[*twin]spelling) bool {
	ix, name := t.f.Pkg, twins[t].name
	obj := ix.Pass.Pkg.Scope().Lookup(name)
	recv := t.orig.Signature().Recv()
	if recv != nil {
		obj, _, _ = types.LookupFieldOrMethod(recv.Type(), true, ix.Pass.Pkg, name)
	}
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	decl, other := technique.DeclOf(ix.Pass, fn), fn.Signature().Recv()
	if decl == nil || recv != nil && !types.Identical(recv.Type(), other.Type()) {
		return false
	}
	for _, s := range []spelling{{name, true, false, true}, {name, true, true, true}} {
		twins[t] = s
		w, ok := t.write(twins)
		if ok && w.text == technique.Text(ix.Pass, decl) {
			return true
		}
	}
	return false
}

// write spells the twin.
func (t *twin) write(twins map[*twin]spelling) (written, bool) {
	s := twins[t]
	sig := t.f.Decl.Type
	head := []edit{{sig.Results.List[0].Type, code{"[]byte"}}, {t.f.Decl.Name, code{t}}}
	switch {
	case t.param == nil || !s.bytes:
	case s.strings:
		head = append(head[:1], edit{t.param.field.Type, code{t.param.letter}},
			edit{t.f.Decl.Name, code{t, "[", t.param.letter, " string | []byte]"}})
	default:
		head = append(head, edit{t.param.field.Type, code{"[]byte"}})
	}
	plan := change{edits: head, outs: []*local{t.out}}.and(t.plan)
	return write(t.f, plan, t, twins, nil)
}

// arguments returns what is passed on to a twin.
func (o operands) arguments(s spelling) []code {
	args := nodes(o.call.Args, o.call.Ellipsis.IsValid())
	if from, ok := o.bytes(); ok && s.bytes {
		args[o.of.param.index] = code{from}
	}
	return args
}

// twinName returns the name for the twin of a function.
func twinName(name string) string {
	r, n := utf8.DecodeRuneInString(name)
	return "append" + string(unicode.ToUpper(r)) + name[n:]
}

// doc returns the doc comment of a twin that stands beside its original, or
// takes its place.
func (t *twin) doc(name string, alone bool) string {
	orig := t.orig.Name()
	if !alone {
		return "// " + name + " appends what " + orig + " returns.\n"
	}
	if t.f.Decl.Doc == nil {
		return ""
	}
	var b strings.Builder
	for _, c := range t.f.Decl.Doc.List {
		b.WriteString(c.Text + "\n")
	}
	text := b.String()
	if rest, ok := strings.CutPrefix(text, "// "+orig+" returns "); ok {
		return "// " + name + " appends " + rest
	}
	if rest, ok := strings.CutPrefix(text, "// "+orig+" "); ok {
		text = "// " + name + " " + rest
	}
	if strings.HasSuffix(text, "*/\n") {
		return text
	}
	return text + "// The text is appended to the slice.\n"
}
