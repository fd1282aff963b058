package reach

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
)

// GrownFields returns the unexported fields that the new code adds to structs which are
// otherwise declared as before, without type parameters, and those that hold functions with other
// parameters there. Of such a struct, the other fields can be compared.
func (s *Package) GrownFields() []Field {
	var list []Field
	for _, obj := range Objects[*types.TypeName](s, "type ") {
		name := "type " + obj.Name()
		for _, field := range grown(s.Old[name].Signature, s.New[name].Signature) {
			list = append(list, Field{obj.Name(), field})
		}
	}
	return list
}

// grown returns the names of the fields that one declaration of a struct has more than
// another, or has with other functions, nil where there is another difference.
func grown(before, after string) []string {
	old, ok := fieldsOf(before)
	now, known := fieldsOf(after)
	if !ok || !known {
		return nil
	}
	var list []string
	for _, f := range now {
		switch {
		case len(old) > 0 && f == old[0]:
			old = old[1:]
		case f.name == "" || f.name == "_" || ast.IsExported(f.name):
			return nil
		case len(old) > 0 && f.name == old[0].name && holdsFunctions(f) && holdsFunctions(old[0]):
			old, list = old[1:], append(list, f.name)
		default:
			list = append(list, f.name)
		}
	}
	if len(old) > 0 {
		return nil
	}
	return list
}

// holdsFunctions reports whether a field is written as a function, or as a list of functions.
func holdsFunctions(f declaredField) bool {
	return strings.HasPrefix(strings.TrimPrefix(f.rest, "[]"), "func(")
}

// TextFields returns the unexported fields of structs that are strings in the old code and bytes
// in the new, where the structs are otherwise declared as before. They hold the same text.
func (s *Package) TextFields() []Field {
	var list []Field
	for _, obj := range Objects[*types.TypeName](s, "type ") {
		name := "type " + obj.Name()
		for _, field := range texts(s.Old[name].Signature, s.New[name].Signature) {
			list = append(list, Field{obj.Name(), field})
		}
	}
	return list
}

// texts returns the names of the fields that one declaration of a struct has as strings and
// another one as bytes, nil where there is another difference.
func texts(before, after string) []string {
	old, ok := fieldsOf(before)
	now, known := fieldsOf(after)
	if !ok || !known || len(old) != len(now) {
		return nil
	}
	var list []string
	for i, f := range now {
		switch {
		case f == old[i]:
		case f.name == old[i].name && old[i].rest == "string" && f.rest == "[]byte" &&
			f.name != "" && f.name != "_" && !ast.IsExported(f.name):
			list = append(list, f.name)
		default:
			return nil
		}
	}
	return list
}

// declaredField is a field as it is written.
type declaredField struct{ name, rest string }

// fieldsOf returns the fields of a struct type from the text of its declaration. The name of
// an embedded field is "".
func fieldsOf(text string) (list []declaredField, ok bool) {
	const before = "package p; type "
	file, err := parser.ParseFile(token.NewFileSet(), "", before+text, parser.SkipObjectResolution)
	if err != nil || len(file.Decls) != 1 {
		return nil, false
	}
	decl, ok := file.Decls[0].(*ast.GenDecl)
	if !ok || len(decl.Specs) != 1 {
		return nil, false
	}
	spec, ok := decl.Specs[0].(*ast.TypeSpec)
	if !ok || spec.TypeParams != nil || spec.Assign.IsValid() {
		return nil, false
	}
	t, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil, false
	}
	src := before + text
	for _, f := range t.Fields.List {
		rest := src[f.Type.Pos()-file.FileStart : f.Type.End()-file.FileStart]
		if f.Tag != nil {
			rest += " " + f.Tag.Value
		}
		for _, name := range f.Names {
			list = append(list, declaredField{name.Name, rest})
		}
		if len(f.Names) == 0 {
			list = append(list, declaredField{"", rest})
		}
	}
	return list, true
}
