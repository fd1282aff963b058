package plant

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/wring-go/wring/verify/differential/reach"
)

// mostForeign bounds how many types of other packages stand for interfaces, and mostSeen how many
// types are looked at for that.
const (
	mostForeign = 60
	mostSeen    = 5000
)

// foreign are types of other packages that stand for interfaces of these packages: what a function
// gets that works on the nodes of a tree which another package declares.
type foreign struct {
	s       *reach.Package
	module  string
	seen    map[types.Type]bool
	imports []string // paths
	types   []string // nil pointers
}

// foreignTypes returns those for the interfaces that targets can be given.
func foreignTypes(module string, s *reach.Package, targets []reach.Target) foreign {
	f := foreign{s: s, module: module, seen: map[types.Type]bool{}}
	for _, t := range targets {
		if recv := t.Signature.Recv(); recv != nil {
			f.look(recv.Type(), 0)
		}
		for v := range t.Signature.Params().Variables() {
			f.look(v.Type(), 0)
		}
	}
	return f
}

// header returns the imports.
func (f *foreign) header() string {
	var b strings.Builder
	for i, path := range f.imports {
		fmt.Fprintf(&b, "import wringforeign%d %q\n", i, path)
	}
	return b.String()
}

// look finds interfaces in a type, also below pointers, elements and fields.
func (f *foreign) look(t types.Type, depth int) {
	t = types.Unalias(t)
	if depth > 8 || f.seen[t] || len(f.seen) == mostSeen {
		return
	}
	f.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		f.look(u.Elem(), depth+1)
	case *types.Slice:
		f.look(u.Elem(), depth+1)
	case *types.Array:
		f.look(u.Elem(), depth+1)
	case *types.Map:
		f.look(u.Key(), depth+1)
		f.look(u.Elem(), depth+1)
	case *types.Struct:
		for v := range u.Fields() {
			if v.Exported() || v.Pkg() == f.s.Types {
				f.look(v.Type(), depth+1)
			}
		}
	case *types.Interface:
		if named, ok := t.(*types.Named); ok && named.TypeArgs() == nil {
			f.implement(named, u, depth)
		}
	}
}

// implement notes the types of an interface's package that implement it, and looks at what is in
// them. Mocks stand for an interface whose methods are all exported: of the module's own, types are
// noted that a caller could make of their parts, for code that asks which one it has got.
func (f *foreign) implement(named *types.Named, u *types.Interface, depth int) {
	pkg := named.Obj().Pkg()
	if pkg == nil || pkg == f.s.Types || u.NumMethods() == 0 || !f.importable(pkg) {
		return
	}
	closed := false
	for m := range u.Methods() {
		closed = closed || !m.Exported()
	}
	if !closed && pkg.Path() != f.module && !strings.HasPrefix(pkg.Path(), f.module+"/") {
		return
	}
	for _, name := range pkg.Scope().Names() {
		obj, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || obj.IsAlias() || types.IsInterface(obj.Type()) {
			continue
		}
		of, ok := obj.Type().(*types.Named)
		if !ok || of.TypeParams().Len() > 0 || !types.Implements(types.NewPointer(of), u) ||
			len(f.types) == mostForeign || !closed && !parts(of) {
			continue
		}
		if text := f.pointer(pkg.Path(), name); !slices.Contains(f.types, text) {
			f.types = append(f.types, text)
			f.look(of, depth+1)
		}
	}
}

// parts reports whether all fields of a struct are exported, if it is one.
func parts(of *types.Named) bool {
	u, ok := of.Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for v := range u.Fields() {
		if !v.Exported() {
			return false
		}
	}
	return true
}

// importable reports whether the package under test may import another one.
func (f *foreign) importable(pkg *types.Package) bool {
	path := pkg.Path()
	if pkg.Name() == "main" || strings.HasPrefix(path, "vendor/") || path == "reflect" ||
		path == "testing" {
		return false
	}
	path = "/" + path + "/"
	at := strings.LastIndex(path, "/internal/")
	return at < 0 || at > 0 && strings.HasPrefix("/"+f.s.Path+"/", path[:at]+"/")
}

// pointer returns the expression of a nil pointer to a type.
func (f *foreign) pointer(path, name string) string {
	i := slices.Index(f.imports, path)
	if i < 0 {
		i = len(f.imports)
		f.imports = append(f.imports, path)
	}
	return fmt.Sprintf("(*wringforeign%d.%s)(nil)", i, name)
}
