package form

import (
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"path"
	"slices"
	"strings"
)

// Exported returns what other modules can name in the packages of t that public
// accepts, one line each, sorted: constants, variables, functions with their
// signatures, types, methods and fields. A type elsewhere that one of them has
// an alias for is as public as the alias, and has its lines too. It leaves out
// the types of constants and variables, and test files.
func Exported(t *Tree, public func(dir string) bool) []string {
	var lines []string
	aliases := make(map[string]map[string]bool) // names by folder
	for _, f := range t.Files {
		if f.Syntax == nil || f.Guest || f.Test() {
			continue
		}
		if public(f.Dir()) {
			for _, decl := range f.Syntax.Decls {
				lines = append(lines, inFolder(f.Dir(), declared(decl))...)
			}
			t.aliases(f, aliases)
		}
	}
	for _, f := range t.Files {
		names := aliases[f.Dir()]
		if names == nil || f.Syntax == nil || f.Guest || f.Test() || public(f.Dir()) {
			continue
		}
		for _, decl := range f.Syntax.Decls {
			lines = append(lines, inFolder(f.Dir(), declared(only(decl, names)))...)
		}
	}
	slices.Sort(lines)
	return lines
}

func inFolder(dir string, lines []string) []string {
	for i, line := range lines {
		lines[i] = dir + ": " + line
	}
	return lines
}

// aliases adds the types of other folders that f has exported aliases for.
func (t *Tree) aliases(f *File, names map[string]map[string]bool) {
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || !spec.Assign.IsValid() || !spec.Name.IsExported() {
			return true
		}
		sel, ok := spec.Type.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if dir, ok := t.imported(f, text(sel.X)); ok {
			if names[dir] == nil {
				names[dir] = make(map[string]bool)
			}
			names[dir][sel.Sel.Name] = true
		}
		return true
	})
}

// imported returns the folder of t that f imports under a name.
func (t *Tree) imported(f *File, name string) (dir string, ok bool) {
	for _, spec := range f.Syntax.Imports {
		file := strings.Trim(spec.Path.Value, `"`)
		known := path.Base(file)
		if spec.Name != nil {
			known = spec.Name.Name
		}
		if known != name {
			continue
		}
		for _, g := range t.Files {
			if strings.HasSuffix(file, "/"+g.Dir()) && len(g.Dir()) > len(dir) {
				dir = g.Dir()
			}
		}
	}
	return dir, dir != ""
}

// only returns what a declaration says about the named types.
func only(decl ast.Decl, names map[string]bool) ast.Decl {
	if fn, ok := decl.(*ast.FuncDecl); ok {
		if names[receiver(fn)] {
			return fn
		}
		return &ast.GenDecl{}
	}
	part := *decl.(*ast.GenDecl)
	part.Specs = nil
	for _, spec := range decl.(*ast.GenDecl).Specs {
		if typ, ok := spec.(*ast.TypeSpec); ok && names[typ.Name.Name] {
			part.Specs = append(part.Specs, spec)
		}
	}
	return &part
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
