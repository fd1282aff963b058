package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// TypeText returns how code at pos of the file writes the type t, and the
// edits that import what it needs. It is not ok when t cannot be written
// there: another package does not export it, or something hides its name.
func TypeText(pass *analysis.Pass, file *ast.File, pos token.Pos, t types.Type) (
	text string, edits []analysis.TextEdit, ok bool) {
	if !writable(pass, pos, t) {
		return "", nil, false
	}
	text = types.TypeString(t, func(pkg *types.Package) string {
		if pkg == pass.Pkg {
			return ""
		}
		name, more := AddImport(pass, file, pos, pkg.Path())
		edits = append(edits, more...)
		return name
	})
	if EmptyInterface(pass, file) != "any" {
		text = anyWord.ReplaceAllString(text, "interface{}")
	}
	return text, edits, true
}

// anyWord is how type any is written, which came with go1.18.
var anyWord = regexp.MustCompile(`\bany\b`)

// writable reports whether each name in t means at pos what it means in t.
func writable(pass *analysis.Pass, pos token.Pos, t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t.Kind() == types.UnsafePointer || Predeclared(pass, pos, t.Name())
	case *types.Named:
		return nameable(pass, pos, t.Obj()) && allWritable(pass, pos, t.TypeArgs())
	case *types.Alias:
		return nameable(pass, pos, t.Obj()) && allWritable(pass, pos, t.TypeArgs())
	case *types.TypeParam:
		return nameable(pass, pos, t.Obj())
	case *types.Pointer:
		return writable(pass, pos, t.Elem())
	case *types.Slice:
		return writable(pass, pos, t.Elem())
	case *types.Array:
		return writable(pass, pos, t.Elem())
	case *types.Chan:
		return writable(pass, pos, t.Elem())
	case *types.Map:
		return writable(pass, pos, t.Key()) && writable(pass, pos, t.Elem())
	case *types.Signature:
		return writable(pass, pos, t.Params()) && writable(pass, pos, t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			if !writable(pass, pos, v.Type()) {
				return false
			}
		}
		return true
	case *types.Interface:
		return t.NumMethods() == 0 && t.NumEmbeddeds() == 0
	case *types.Struct:
		return t.NumFields() == 0
	}
	return false // rare, and too long to be repeated in an edit
}

func allWritable(pass *analysis.Pass, pos token.Pos, list *types.TypeList) bool {
	for t := range list.Types() {
		if !writable(pass, pos, t) {
			return false
		}
	}
	return true
}

// nameable reports whether code at pos can write the name of a type.
func nameable(pass *analysis.Pass, pos token.Pos, obj *types.TypeName) bool {
	if obj.Pkg() != nil && obj.Pkg() != pass.Pkg {
		return obj.Exported()
	}
	return Visible(pass, obj, pos) && !onlyInTests(pass, obj, pos)
}

// onlyInTests reports whether code at pos is built without the file that declares obj, which is one
// of tests.
func onlyInTests(pass *analysis.Pass, obj types.Object, pos token.Pos) bool {
	home, file := FileOf(pass, obj.Pos()), FileOf(pass, pos)
	return home != nil && InTest(pass, home) && (file == nil || !InTest(pass, file))
}

// Copyable reports whether a copy of a value does what the value does: it has no lock,
// and no address of its own.
func Copyable(t types.Type) bool { return copyable(t, nil) }

func copyable(t types.Type, outer []types.Type) bool {
	if slices.Contains(outer, t) {
		return true
	}
	outer = append(outer, t)
	if named, ok := types.Unalias(t).(*types.Named); ok {
		set := types.NewMethodSet(types.NewPointer(named))
		if set.Lookup(named.Obj().Pkg(), "Lock") != nil {
			return false
		}
		if pkg := named.Obj().Pkg(); pkg != nil && (pkg.Path() == "sync" ||
			pkg.Path() == "sync/atomic" || pkg.Path() == "unique" ||
			IsNamed(named, "strings", "Builder")) {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if !copyable(f.Type(), outer) {
				return false
			}
		}
	case *types.Array:
		return copyable(u.Elem(), outer)
	}
	return true
}
