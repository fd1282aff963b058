package technique

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
)

// leftOut is what stands in the files of Go, C and assembly that are in the folder of a pass, and
// no part of it.
type leftOut struct {
	words map[string]bool // all, but what tests in a package of their own do not export
	// declared are the names that files of the same package give to something at package level.
	declared map[string]bool
}

// MentionedBeside reports whether a name stands in the source of a file that is in the folder
// of the package, and no part of the pass: because of build constraints, or because it is not
// Go. It reports true where one cannot be read.
func MentionedBeside(pass *analysis.Pass, name string) bool {
	beside, err := indexOf(pass).leftOut()
	return err != nil || beside.words[name]
}

// readLeftOut reads the files beside those of a pass.
func readLeftOut(pass *analysis.Pass) (leftOut, error) {
	seen, dirs := make(map[string]bool), make(map[string]bool)
	for _, file := range pass.Files {
		name := filepath.Clean(pass.Fset.File(file.FileStart).Name())
		seen[name], dirs[filepath.Dir(name)] = true, true
	}
	beside := leftOut{words: make(map[string]bool), declared: make(map[string]bool)}
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return leftOut{}, err
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			if seen[name] ||
				!slices.Contains([]string{".go", ".s", ".c", ".h"}, filepath.Ext(name)) {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return leftOut{}, err
			}
			beside.add(pass.Pkg.Name(), name, text)
		}
	}
	return beside, nil
}

// add adds a file that stands beside those of a package.
func (l leftOut) add(pkg, name string, text []byte) {
	of := ""
	if filepath.Ext(name) == ".go" {
		// What can be parsed of a file with errors counts.
		file, _ := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if file != nil {
			of = file.Name.Name
		}
		if of == pkg {
			for _, decl := range file.Decls {
				l.declare(decl)
			}
		}
	}
	outside := strings.HasSuffix(name, "_test.go") && strings.HasSuffix(of, "_test")
	for word := range bytes.FieldsFuncSeq(text, betweenWords) {
		if !outside || token.IsExported(string(word)) {
			l.words[string(word)] = true
		}
	}
}

// declare adds the names that a declaration at package level declares there.
func (l leftOut) declare(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			l.declared[decl.Name.Name] = true
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				l.declared[spec.Name.Name] = true
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					l.declared[name.Name] = true
				}
			}
		}
	}
}

func betweenWords(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }
