package form

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
)

// vague are names that say where code was put instead of what it is about.
var vague = []string{"util", "utils", "common", "helper", "helpers", "misc", "base", "shared"}

// packages wants one package comment per package, in its usual form, and a
// name that says what the package is about.
func packages(t *Tree) []Problem {
	var problems []Problem
	for dir, files := range t.folders() {
		if name := path.Base(dir); slices.Contains(vague, name) {
			problems = append(problems, Problem{Path: dir,
				Text: fmt.Sprintf("%q says nothing; name the package for what it does", name)})
		}
		problems = append(problems, packageComment(t, dir, files)...)
	}
	return sorted(problems)
}

func packageComment(t *Tree, dir string, files []*File) []Problem {
	var source, documented []*File
	for _, f := range files {
		if f.Test() {
			continue
		}
		source = append(source, f)
		if f.Syntax.Doc != nil {
			documented = append(documented, f)
		}
	}
	if len(source) == 0 {
		return nil // tests only
	}
	want := opening(dir, source[0].Syntax)
	if len(documented) == 0 {
		return []Problem{{Path: dir, Text: "no package comment; begin one with \"" + want + "\""}}
	}
	var problems []Problem
	if first := documented[0].Syntax; !strings.HasPrefix(first.Doc.Text(), want+" ") {
		problems = append(problems, t.problem(first.Doc.Pos(),
			"the package comment must begin with %q", want))
	}
	for _, f := range documented[1:] {
		problems = append(problems, t.problem(f.Syntax.Doc.Pos(),
			"a second package comment; the first is in %s", path.Base(documented[0].Path)))
	}
	return problems
}

// opening returns the words with which the package comment begins.
func opening(dir string, file *ast.File) string {
	if file.Name.Name == "main" {
		return "Command " + path.Base(dir)
	}
	return "Package " + file.Name.Name
}
