package reach

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Target is a function that is called before and after the change.
type Target struct {
	Name   string // in the source: "Join", "(*T).Join"
	Unable string // why it cannot be called; "" when it can
	// Exprs are Go expressions of the function, with the receiver first: more
	// than one for a generic function.
	Exprs     []string
	Receiver  bool
	Signature *types.Signature
	Added     []string // functions that the change adds and the new body uses
}

// Targets returns the functions to compare: those that have another body and
// the same signature, but for names in it, those that use something whose declaration changed its
// form, which cannot be called in both, and callers that would see whether
// results are the same. Parts of other targets are left to them.
func (s *Package) Targets() []Target {
	changed := map[string]bool{}
	var reshaped []string // names of what is declared differently
	for name, old := range s.Old {
		now, both := s.New[name]
		switch {
		case !both || !now.calledLike(old):
			reshaped = append(reshaped, PlainName(name))
		case old.Func != nil && (now.Body != old.Body || now.Signature != old.Signature):
			changed[name] = true
		}
	}
	for name := range s.users(reshaped) {
		changed[name] = true
	}
	for _, name := range s.comparers(changed) {
		changed[name] = true
	}
	var list []Target
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		if s.inner(name, changed) {
			continue
		}
		if t, ok := s.target(name); ok {
			list = append(list, t)
		}
	}
	return list
}

// Named returns the functions of these names, as declarations spell them, that
// the package has. Whether they change does not matter.
func (s *Package) Named(names []string) []Target {
	var list []Target
	for _, name := range slices.Sorted(slices.Values(names)) {
		if t, ok := s.target(name); ok {
			list = append(list, t)
		}
	}
	return list
}

// PlainName returns the name by which a declaration is used.
func PlainName(name string) string {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "type "), "value ")
	return name[strings.LastIndexByte(name, '.')+1:]
}

// users returns the functions with the same signature in both that mention one
// of the names.
func (s *Package) users(names []string) map[string]bool {
	users := map[string]bool{}
	for name, old := range s.Old {
		now, both := s.New[name]
		if !both || old.Func == nil || old.Func.Body == nil || !now.calledLike(old) {
			continue
		}
		ast.Inspect(old.Func.Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && slices.Contains(names, id.Name) {
				users[name] = true
			}
			return true
		})
	}
	return users
}

// target describes how to call a function.
func (s *Package) target(name string) (Target, bool) {
	fn := s.Old[name].Func
	if fn == nil || fn.Name.Name == "_" {
		return Target{}, false
	}
	obj, ok := s.Info.Defs[fn.Name].(*types.Func)
	if !ok {
		return Target{}, false
	}
	sig := obj.Signature()
	t := Target{Name: name, Receiver: sig.Recv() != nil, Signature: sig, Added: s.added(name)}
	switch {
	case name == "init" || name == "main":
		t.Unable = "it runs once, when the program starts"
	case sig.Params().Len() == 0 && sig.Recv() == nil && sig.Results().Len() == 0:
		t.Unable = "it takes nothing and returns nothing"
	}
	if t.Unable == "" {
		t.Unable = s.Objection(obj)
	}
	if t.Unable == "" {
		t.Exprs, t.Unable = s.expressions(fn, sig)
	}
	return t, true
}

// added returns the functions that are new and that a function uses now, by way of others that
// are new too. A method of a new type counts where the type is named, too: another type may have
// one of that name.
func (s *Package) added(name string) []string {
	var found []string
	used := map[string]bool{}
	todo := []string{name}
	for len(todo) > 0 {
		if fn := s.New[todo[0]].Func; fn != nil && fn.Body != nil {
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id != fn.Name {
					used[id.Name] = true
				}
				return true
			})
		}
		todo = todo[1:]
		for other, d := range s.New {
			_, before := s.Old[other]
			if d.Func == nil || before || !used[PlainName(other)] || slices.Contains(found, other) {
				continue
			}
			if of, _, isMethod := strings.Cut(other, "."); isMethod {
				_, old := s.Old["type "+of]
				if !old && !used[of] {
					continue
				}
			}
			found = append(found, other)
			todo = append(todo, other)
		}
	}
	return found
}

// expressions returns Go expressions for the function.
func (s *Package) expressions(fn *ast.FuncDecl, sig *types.Signature) ([]string, string) {
	name := fn.Name.Name
	if sig.Recv() == nil {
		if sig.TypeParams().Len() == 0 {
			return []string{name}, ""
		}
		return s.instances(sig.TypeParams(), func(args string) string { return name + args }, sig)
	}
	recv := types.Unalias(sig.Recv().Type())
	star := ""
	if ptr, ok := recv.(*types.Pointer); ok {
		recv, star = types.Unalias(ptr.Elem()), "*"
	}
	named, ok := recv.(*types.Named)
	if !ok {
		return nil, "its receiver has no name"
	}
	method := func(args string) string {
		return "(" + star + named.Obj().Name() + args + ")." + name
	}
	if named.TypeParams().Len() == 0 {
		return []string{method("")}, ""
	}
	return s.instances(named.Origin().TypeParams(), method, named.Origin())
}

// arguments are the types that generic functions are tried with: common ones,
// then those of the package.
func (s *Package) arguments() []types.Type {
	str, num := types.Typ[types.String], types.Typ[types.Int]
	list := []types.Type{num, str, types.Typ[types.Float64], types.Typ[types.Uint8],
		types.NewSlice(num), types.NewSlice(str), types.NewSlice(types.Typ[types.Byte]),
		types.NewMap(str, num), types.Typ[types.Bool], types.Universe.Lookup("error").Type()}
	for _, obj := range Objects[*types.TypeName](s, "type ") {
		named, ok := obj.Type().(*types.Named)
		if ok && named.TypeParams().Len() == 0 && len(list) < maxArguments {
			list = append(list, named, types.NewPointer(named))
		}
	}
	return list
}

// maxArguments bounds the types that are tried in all combinations.
const maxArguments = 40

// maxInstances bounds how many instances of a generic function are compared.
const maxInstances = 2

// instances returns expressions of a generic function with types that fit.
func (s *Package) instances(params *types.TypeParamList, expr func(args string) string,
	generic types.Type) ([]string, string) {
	var out []string
	for _, args := range products(s.arguments(), params.Len()) {
		if _, err := types.Instantiate(nil, generic, args, true); err != nil {
			continue
		}
		names := make([]string, len(args))
		for i, a := range args {
			names[i] = types.TypeString(a, types.RelativeTo(s.Types))
		}
		out = append(out, expr("["+strings.Join(names, ", ")+"]"))
		if len(out) == maxInstances {
			break
		}
	}
	if len(out) == 0 {
		return nil, "no types are known that fit its type parameters"
	}
	return out, ""
}

// products returns all lists of n elements, for small n, those of equal
// elements first.
func products(of []types.Type, n int) [][]types.Type {
	var lists [][]types.Type
	for _, t := range of {
		lists = append(lists, slices.Repeat([]types.Type{t}, n))
	}
	if n > 3 || n < 2 {
		return lists
	}
	mixed := [][]types.Type{nil}
	for range n {
		var longer [][]types.Type
		for _, head := range mixed {
			for _, t := range of {
				longer = append(longer, append(slices.Clone(head), t))
			}
		}
		mixed = longer
	}
	return append(lists, mixed...)
}

// Instance names one of the target's instances.
func (t Target) Instance(i int) string {
	if len(t.Exprs) == 1 {
		return t.Name
	}
	return fmt.Sprintf("%s#%d", t.Name, i)
}

// Objects returns the package's objects of a kind that exist in old and new.
func Objects[T types.Object](s *Package, prefix string) []T {
	var list []T
	scope := s.Types.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(T)
		if !ok || name == "_" {
			continue
		}
		old, before := s.Old[prefix+name]
		now, after := s.New[prefix+name]
		if before && after && (prefix != "" || old.calledLike(now)) {
			list = append(list, obj)
		}
	}
	return list
}
