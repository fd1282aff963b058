package form

import (
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"slices"
	"strings"
)

// Exported returns what other modules can name in the packages of t that
// public accepts, one line each, sorted: constants, variables, functions with
// their signatures, types, methods and fields. It says nothing of the types of
// constants and variables, and nothing of test files.
func Exported(t *Tree, public func(dir string) bool) []string {
	var lines []string
	for _, f := range t.Files {
		if f.Syntax == nil || f.Guest || f.Test() || !public(f.Dir()) {
			continue
		}
		for _, decl := range f.Syntax.Decls {
			for _, line := range declared(decl) {
				lines = append(lines, f.Dir()+": "+line)
			}
		}
	}
	slices.Sort(lines)
	return lines
}

func declared(decl ast.Decl) []string {
	if fn, ok := decl.(*ast.FuncDecl); ok {
		if !reachable(fn) {
			return nil
		}
		signature := strings.TrimPrefix(text(fn.Type), "func")
		if fn.Recv == nil {
			return []string{"func " + fn.Name.Name + signature}
		}
		recv := text(fn.Recv.List[0].Type)
		return []string{"method (" + recv + ") " + fn.Name.Name + signature}
	}
	var lines []string
	gen := decl.(*ast.GenDecl)
	for _, spec := range gen.Specs {
		switch spec := spec.(type) {
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() {
					lines = append(lines, gen.Tok.String()+" "+name.Name)
				}
			}
		case *ast.TypeSpec:
			if spec.Name.IsExported() {
				lines = append(lines, typeLines(spec)...)
			}
		}
	}
	return lines
}

func typeLines(spec *ast.TypeSpec) []string {
	var fields *ast.FieldList
	kind := text(spec.Type)
	switch typ := spec.Type.(type) {
	case *ast.StructType:
		fields, kind = typ.Fields, "struct"
	case *ast.InterfaceType:
		fields, kind = typ.Methods, "interface"
	}
	if spec.Assign.IsValid() {
		kind = "= " + kind
	}
	name := spec.Name.Name
	lines := []string{"type " + name + typeParams(spec) + " " + kind}
	if fields == nil {
		return lines
	}
	for _, field := range fields.List {
		typ := text(field.Type)
		for _, member := range field.Names {
			if member.IsExported() {
				line := fmt.Sprintf("type %s %s, %s %s", name, kind, member.Name, typ)
				lines = append(lines, line)
			}
		}
		if len(field.Names) == 0 { // embedded
			lines = append(lines, fmt.Sprintf("type %s %s, %s", name, kind, typ))
		}
	}
	return lines
}

// typeParams returns the type parameters of spec, in brackets.
func typeParams(spec *ast.TypeSpec) string {
	if spec.TypeParams == nil {
		return ""
	}
	var params []string
	for _, field := range spec.TypeParams.List {
		for _, name := range field.Names {
			params = append(params, name.Name+" "+text(field.Type))
		}
	}
	return "[" + strings.Join(params, ", ") + "]"
}

// text returns the source text of a type, on one line.
func text(expr ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), expr); err != nil {
		return err.Error() // shows up in the list; cannot happen with parsed syntax
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
