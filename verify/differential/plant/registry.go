package plant

import (
	"fmt"
	"go/types"
	"maps"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"github.com/wring-go/wring/verify"
	"github.com/wring-go/wring/verify/differential/harness"
	"github.com/wring-go/wring/verify/differential/reach"
)

// registry returns the test file of one side, the old one or the new, in which a test gives
// the harness what there is.
func registry(c verify.Change, s *reach.Package, targets []reach.Target, old bool) string {
	var added []string
	makes := ""
	if old {
		makes = "\twringregistry.MakesMaps = true\n"
	} else {
		added = addedVariables(s)
	}
	return testFile(c, s, targets, added, fmt.Sprintf(
		"func %s(wringt *wringtesting.T) {\n\twringdebug.SetMaxStack(wringharness.MaxStack)\n"+
			"%s%s\twringharness.Run(wringregistry)\n}\n", harness.TestName, makes, seeding(s)))
}

// testFile returns a test file with a variable that holds what the package has,
// and with the functions that use it. Those may have type parameters, whatever
// the module's own version of the language.
func testFile(c verify.Change, s *reach.Package, targets []reach.Target, added []string,
	functions string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("//go:build go1.21\n\npackage %s\n", s.Name)
	line("import (\n\twringtesting \"testing\"\n\n\twringharness %q\n)\n", c.Module+"/"+folder)
	for _, path := range []string{"time", "runtime/debug"} {
		if name := "wring" + pathpkg.Base(path); strings.Contains(functions, name+".") {
			line("import %s %q\n", name, path)
		}
	}
	mocks := mocksFor(s, targets)
	library := libraryOf(s)
	others := foreignTypes(c.Module, s, targets)
	line("%s%s%s%s%s", mocks.header(), library.imports, others.header(), mocks.types, library.code)
	line("%s", functions)
	line("var wringregistry = wringharness.Registry{")
	line("\tPackage: %q,", s.Path)
	line("\tTargets: []wringharness.Target{")
	for _, t := range targets {
		for i, expr := range t.Exprs {
			line("\t\t{Name: %q, Func: %s, Receiver: %t},", t.Instance(i), expr, t.Receiver)
		}
	}
	line("\t},\n\tMakers: []interface{}{%s},",
		strings.Join(append(makers(s, targets), library.makers...), ", "))
	line("\tMocks: []func(wringharness.Mock) interface{}{%s},", strings.Join(mocks.makers, ", "))
	line("\tTypes: []interface{}{%s},", strings.Join(append(ownTypes(s), library.types...), ", "))
	line("\tForeign: []interface{}{%s},", strings.Join(others.types, ", "))
	line("\tVars: []wringharness.Var{%s},", strings.Join(variables(s), ", "))
	line("\tAdded: []wringharness.Var{%s},", strings.Join(added, ", "))
	line("\tChanged: %#v,", changedTypes(s))
	line("\tLazy: []wringharness.Field{%s},", strings.Join(fieldList(
		slices.Concat(s.LazyMaps(), s.EmptySlices())), ", "))
	line("\tGrown: []wringharness.Field{%s},", strings.Join(fieldList(s.GrownFields()), ", "))
	line("\tTexts: []wringharness.Field{%s},", strings.Join(fieldList(s.TextFields()), ", "))
	words, numbers := dictionary(s)
	line("\tStrings: []string{")
	for _, w := range words {
		line("\t\t%s,", strconv.QuoteToASCII(w))
	}
	line("\t},\n\tInts: %#v,", numbers)
	line("\tConstants: %s,\n}", constants(s))
	return b.String()
}

// makers returns the functions that make values of the package's types, and regular expressions,
// and may be called with anything.
func makers(s *reach.Package, targets []reach.Target) []string {
	var list []string
	changed := changedTypes(s)
	for _, fn := range reach.Objects[*types.Func](s, "") {
		sig := fn.Signature()
		results := sig.Results()
		if sig.TypeParams().Len() > 0 || results.Len() == 0 || results.Len() > 2 ||
			sig.Params().Len() > 5 || fn.Name() == "main" || fn.Name() == "init" {
			continue
		}
		if results.Len() == 2 && results.At(1).Type().String() != "error" {
			continue
		}
		stands := standsFor(s, changed, results.At(0).Type())
		if !stands && !ownType(s, results.At(0).Type()) && !isExpression(results.At(0).Type()) ||
			s.Objection(fn) != "" {
			continue
		}
		if !stands && slices.ContainsFunc(targets, func(t reach.Target) bool {
			return t.Name == fn.Name()
		}) {
			continue // what is under test makes no inputs
		}
		list = append(list, fn.Name())
	}
	return list
}

// isExpression reports whether t is that of regular expressions.
func isExpression(t types.Type) bool {
	return types.TypeString(types.Unalias(t), nil) == "*regexp.Regexp"
}

// ownType reports whether t is a struct type of the package, or a pointer to one.
func ownType(s *reach.Package, t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != s.Types {
		return false
	}
	_, ok = named.Underlying().(*types.Struct)
	return ok
}

// standsFor reports whether t is a type of functions, or an interface, of which the change makes
// another: only the package itself makes values that do the same before and after it.
func standsFor(s *reach.Package, changed []string, t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != s.Types || !slices.Contains(changed, named.Obj().Name()) {
		return false
	}
	switch named.Underlying().(type) {
	case *types.Signature, *types.Interface:
		return true
	}
	return false
}

// ownTypes returns nil pointers to the package's types whose methods may be
// called.
func ownTypes(s *reach.Package) []string {
	var list []string
	for _, obj := range reach.Objects[*types.TypeName](s, "type ") {
		named, ok := types.Unalias(obj.Type()).(*types.Named)
		if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) || obj.IsAlias() {
			continue
		}
		safe := true
		for i := range named.NumMethods() {
			safe = safe && s.Objection(named.Method(i)) == ""
		}
		if safe {
			list = append(list, "(*"+obj.Name()+")(nil)")
		}
	}
	return list
}

// variables returns the package's variables. Functions are left out, and what
// looks different in each process.
func variables(s *reach.Package) []string {
	var list []string
	for _, v := range reach.Objects[*types.Var](s, "value ") {
		if _, isFunc := v.Type().Underlying().(*types.Signature); isFunc {
			continue
		}
		if s.Old["value "+v.Name()].Signature != s.New["value "+v.Name()].Signature {
			continue
		}
		list = append(list, variable(v.Name()))
	}
	return list
}

func variable(name string) string { return fmt.Sprintf("{Name: %q, Pointer: &%s}", name, name) }

// addedVariables returns the variables that only the new code has.
func addedVariables(s *reach.Package) []string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(s.New)) {
		name := reach.PlainName(key)
		if _, before := s.Old[key]; !before && s.New[key].Variable && name != "_" {
			list = append(list, variable(name))
		}
	}
	return list
}

// fieldList writes fields.
func fieldList(fields []reach.Field) []string {
	var list []string
	for _, f := range fields {
		list = append(list, fmt.Sprintf("{Of: (*%s)(nil), Name: %q}", f.Type, f.Name))
	}
	return list
}

// changedTypes returns the names of the types that are declared differently, but for fields
// that are added, and text that is bytes now.
func changedTypes(s *reach.Package) []string {
	var list []string
	known := append(s.GrownFields(), s.TextFields()...)
	for _, obj := range reach.Objects[*types.TypeName](s, "type ") {
		if s.Old["type "+obj.Name()].Signature != s.New["type "+obj.Name()].Signature &&
			!slices.ContainsFunc(known, func(f reach.Field) bool { return f.Type == obj.Name() }) {
			list = append(list, obj.Name())
		}
	}
	return list
}
