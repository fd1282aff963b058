package plant

import (
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/wring-go/wring/verify/differential/reach"
)

// maxMocks bounds the interfaces that are implemented for one package.
const maxMocks = 20

// mocks is the source text of types that implement interfaces.
type mocks struct {
	s       *reach.Package
	imports []string // paths; the package at i is called wringimport and i
	types   string
	makers  []string // expressions of functions that make them
}

// mocksFor implements the interfaces that the targets take. The harness answers
// the calls of their methods.
func mocksFor(s *reach.Package, targets []reach.Target) *mocks {
	found := &mocking{s: s, seen: map[types.Type]bool{}}
	for _, t := range targets {
		fn, ok := s.Info.Defs[s.Old[t.Name].Func.Name].(*types.Func)
		if !ok {
			continue
		}
		if recv := fn.Signature().Recv(); recv != nil {
			found.look(recv.Type(), 0)
		}
		found.generic = fn.Signature().TypeParams().Len() > 0
		found.look(fn.Signature().Params(), 0)
		found.generic = false
	}
	m := &mocks{s: s}
	for i, one := range found.found {
		name := fmt.Sprintf("wringMock%d", i)
		imports := len(m.imports)
		if text, ok := m.mock(name, one); !ok {
			m.imports = m.imports[:imports]
		} else {
			m.types += text
			m.makers = append(m.makers, fmt.Sprintf(
				"func(m wringharness.Mock) interface{} { return %s{m} }", name))
		}
	}
	return m
}

// mocking finds interfaces.
type mocking struct {
	s     *reach.Package
	seen  map[types.Type]bool
	found []*types.Interface

	generic bool // what it looks at may name type parameters, which no mock can
}

func (m *mocking) look(t types.Type, depth int) {
	if t == nil || depth > 4 || m.seen[t] || len(m.found) >= maxMocks {
		return
	}
	m.seen[t] = true
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if i, ok := t.Underlying().(*types.Interface); ok {
			if m.wanted(t, i) {
				m.found = append(m.found, i)
			}
			return
		}
		if t.Obj().Pkg() == m.s.Types {
			was := m.generic
			m.generic = was || t.TypeParams().Len() > 0
			m.look(t.Underlying(), depth+1)
			m.generic = was
		}
	case *types.Interface: // one without a name
		if t.NumMethods() > 0 && t.IsMethodSet() && !m.generic &&
			!slices.ContainsFunc(m.found, func(i *types.Interface) bool {
				return types.Identical(i, t)
			}) {
			m.found = append(m.found, t)
		}
	case *types.Tuple:
		for v := range t.Variables() {
			m.look(v.Type(), depth+1)
		}
	case *types.Struct:
		for v := range t.Fields() {
			m.look(v.Type(), depth+1)
		}
	case *types.Map:
		m.look(t.Key(), depth+1)
		m.look(t.Elem(), depth+1)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		m.look(t.Elem(), depth+1)
	}
}

// answered are interfaces of the standard library that a mock implements as well as any other
// type: their methods promise nothing of their results. For most others the harness has values.
var answered = []string{"net/http.Handler", "net/http.RoundTripper", "net/http.CookieJar",
	"net.Addr", "net.Error", "io/fs.FileInfo", "io/fs.DirEntry", "io/fs.FS", "flag.Value",
	"image/color.Color", "database/sql/driver.Valuer", "database/sql/driver.Result",
	"database/sql.Result", "crypto.Signer", "crypto/cipher.Stream", "sync.Locker",
	"log/slog.Handler",
	"encoding.TextUnmarshaler", "encoding.BinaryUnmarshaler", "encoding/json.Unmarshaler",
	"container/heap.Interface", "encoding/xml.TokenReader"}

// wanted reports whether an interface has methods, and is neither generic nor of
// the standard library, for which there is enough but for some.
func (m *mocking) wanted(t *types.Named, i *types.Interface) bool {
	own := t.Obj().Pkg() == m.s.Types
	return i.NumMethods() > 0 && i.IsMethodSet() && t.TypeParams().Len() == 0 &&
		t.TypeArgs().Len() == 0 && t.Obj().Pkg() != nil &&
		(own || slices.Contains(answered, t.String()) ||
			slices.Contains(m.s.Types.Imports(), t.Obj().Pkg()) && !standard(t.Obj().Pkg()))
}

func standard(p *types.Package) bool {
	first, _, _ := strings.Cut(p.Path(), "/")
	return !strings.Contains(first, ".") && !within(p)
}

// within reports whether only some packages may import p: those around it.
func within(p *types.Package) bool {
	path := "/" + p.Path() + "/"
	return strings.Contains(path, "/internal/") || strings.Contains(path, "/vendor/")
}

// mock returns the source text of a type with the methods of an interface, all
// of which ask the harness. It reports false where something in them cannot be
// named by the package.
func (m *mocks) mock(name string, i *types.Interface) (string, bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "\ntype %s struct{ wringharness.Mock }\n", name)
	for fn := range i.Methods() {
		sig := fn.Signature()
		if !fn.Exported() && fn.Pkg() != m.s.Types || fn.Name() == "Mock" {
			return "", false
		}
		params, args, ok := m.list(sig.Params(), "a", sig.Variadic())
		results, pointers, also := m.list(sig.Results(), "r", false)
		if !ok || !also {
			return "", false
		}
		fmt.Fprintf(&b, "\nfunc (m %s) %s(%s) (%s) {\n\tm.Mock.Answer(%q, []interface{}{%s}, "+
			"[]interface{}{%s})\n\treturn\n}\n", name, fn.Name(), params, results, fn.Name(),
			args, strings.ReplaceAll(pointers, "r", "&r"))
	}
	return b.String(), true
}

// list returns the declarations of parameters or results, and their names.
func (m *mocks) list(t *types.Tuple, prefix string, variadic bool) (decls, names string,
	ok bool) {
	var all, called []string
	for v := range t.Variables() {
		text, nameable := m.spelled(v.Type())
		if !nameable {
			return "", "", false
		}
		if variadic && len(all) == t.Len()-1 {
			text = "..." + strings.TrimPrefix(text, "[]")
		}
		name := fmt.Sprint(prefix, len(all))
		all, called = append(all, name+" "+text), append(called, name)
	}
	return strings.Join(all, ", "), strings.Join(called, ", "), true
}

// spelled returns a type as a file of the package may spell it that imports what is built for the
// package anyway. It reports false for a type that such a file cannot name.
func (m *mocks) spelled(t types.Type) (text string, ok bool) {
	ok = true
	text = types.TypeString(t, func(p *types.Package) string {
		if p == m.s.Types {
			return ""
		}
		ok = ok && (standard(p) || slices.Contains(m.s.Types.Imports(), p) || !within(p))
		i := slices.Index(m.imports, p.Path())
		if i < 0 {
			i = len(m.imports)
			m.imports = append(m.imports, p.Path())
		}
		return fmt.Sprint("wringimport", i)
	})
	return text, ok && !unexported.MatchString(text)
}

// unexported matches a type of another package that only that package can name.
var unexported = regexp.MustCompile(`\bwringimport\d+\.[^A-Z]`)

// header returns the imports as they stand in a file.
func (m *mocks) header() string {
	text := ""
	for i, path := range m.imports {
		text += fmt.Sprintf("import wringimport%d %q\n", i, path)
	}
	return text
}
