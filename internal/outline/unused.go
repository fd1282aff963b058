package outline

import (
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
)

// unused returns the imports that only the removed functions use. It reports false where the name
// of one is not clear, or it has none.
func (f *testFile) unused(removed []*ast.FuncDecl) (list []*ast.ImportSpec, ok bool) {
	used, kept := f.qualifiers(removed)
	for _, spec := range f.syntax.Imports {
		name, ok := nameOf(spec, used)
		if !ok {
			return nil, false
		}
		if name != "_" && !kept[name] {
			list = append(list, spec)
		}
	}
	return list, true
}

// qualifiers returns the names before a dot that no declaration of the file explains, among which
// are those of all imports: in the whole file, and outside of the removed functions.
func (f *testFile) qualifiers(removed []*ast.FuncDecl) (used, kept map[string]bool) {
	unexplained := map[*ast.Ident]bool{}
	for _, id := range f.syntax.Unresolved {
		unexplained[id] = true
	}
	used, kept = map[string]bool{}, map[string]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok || !unexplained[id] {
			return true
		}
		used[id.Name] = true
		if !slices.ContainsFunc(removed, func(fn *ast.FuncDecl) bool {
			return fn.Body.Lbrace < id.Pos() && id.Pos() < fn.Body.Rbrace
		}) {
			kept[id.Name] = true
		}
		return true
	})
	return used, kept
}

// nameOf returns the name of an import, given the names of which one is its own. Without one in the
// import itself, it is what the path ends in, more or less: clear where only one such name is used.
func nameOf(spec *ast.ImportSpec, used map[string]bool) (name string, ok bool) {
	if spec.Name != nil {
		return spec.Name.Name, spec.Name.Name != "."
	}
	from := ImportPath(spec)
	if from == "C" {
		return "", false
	}
	for _, guess := range guesses(from) {
		if used[guess] {
			if name != "" && name != guess {
				return "", false
			}
			name = guess
		}
	}
	return name, name != ""
}

var (
	major  = regexp.MustCompile(`^v[0-9]+$`)
	suffix = regexp.MustCompile(`\.v[0-9]+$`)
)

// guesses returns what a package with a path may be called.
func guesses(from string) []string {
	base := path.Base(from)
	list := []string{base}
	if major.MatchString(base) {
		base = path.Base(path.Dir(from))
		list = append(list, base)
	}
	base = suffix.ReplaceAllString(base, "")
	list = append(list, base, strings.TrimPrefix(base, "go-"), strings.TrimSuffix(base, "-go"),
		strings.TrimSuffix(base, ".go"), strings.ReplaceAll(base, "-", "_"),
		strings.ReplaceAll(base, "-", ""))
	if _, last, ok := strings.Cut(base, "-"); ok {
		list = append(list, last)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
