package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// qualifiers returns the names X in selectors X.Sel of a file that no
// declaration in it explains: those that can be names of imports.
func qualifiers(file *ast.File) map[string]bool {
	names := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// importName returns the name under which a file knows an import; without
// types a guess, which is right for the standard library.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return assumedName(p)
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// assumedName returns the package name that custom gives to an import path.
func assumedName(importPath string) string {
	elems := strings.Split(importPath, "/")
	if len(elems) > 1 && majorVersion.MatchString(elems[len(elems)-1]) {
		elems = elems[:len(elems)-1]
	}
	name := strings.TrimPrefix(path.Base(elems[len(elems)-1]), "go-")
	if i := strings.IndexFunc(name, notInName); i > 0 {
		name = name[:i]
	}
	return name
}

func notInName(r rune) bool {
	return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}

// Names are the identifiers of a file and the names of its imports.
type Names map[string]bool

// NamesOf returns the names of a file.
func NamesOf(file *ast.File) Names {
	names := make(Names)
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	for _, spec := range file.Imports {
		names[importName(spec)] = true
	}
	return names
}

// Fresh returns base, or base with the smallest number behind it, so that a
// declaration of that name anywhere in the file hides nothing and is hidden by
// nothing: no name of the file and none of the scope (the package's, usually) is
// the same.
func (n Names) Fresh(scope *types.Scope, base string) string {
	name := base
	for i := 2; n[name] || declared(scope, name); i++ {
		name = fmt.Sprint(base, i)
	}
	return name
}

// declared reports whether the scope or one around it declares the name.
func declared(scope *types.Scope, name string) bool {
	if scope == nil || token.IsKeyword(name) {
		return token.IsKeyword(name)
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj != nil
}
