package technique

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// CallsOf returns the places where the package calls a function or method of its own. It is not
// ok where other calls are possible: when the function is exported or generic, when it is used
// as a value, also by T.method(x), and when an interface of the package has a method of its name.
// Files that the pass leaves out are not looked at.
func CallsOf(pass *analysis.Pass, fn *types.Func) (calls []inspector.Cursor, ok bool) {
	sig := fn.Signature()
	if fn.Pkg() != pass.Pkg || fn.Exported() || sig.TypeParams().Len() > 0 ||
		sig.RecvTypeParams().Len() > 0 || sig.Recv() != nil && indexOf(pass).demanded[fn.Name()] {
		return nil, false
	}
	for _, use := range UsesOf(pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		sel, ok := use.Node().(*ast.SelectorExpr)
		if use.ParentEdgeKind() != edge.CallExpr_Fun || ok && isExpression(pass.TypesInfo, sel) {
			return nil, false
		}
		calls = append(calls, use.Parent())
	}
	return calls, true
}

// SeesAll reports whether all files that could call a function are part of the
// pass: tests and files for other systems may be left out of it.
func SeesAll(pass *analysis.Pass, obj *types.Func) bool {
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			if spec.Path.Value == `"C"` {
				return false
			}
		}
	}
	return !MentionedBeside(pass, obj.Name())
}

// MentionedBeside reports whether a name stands in the source of a file that is in the folder
// of the package, and no part of the pass: because of build constraints, or because it is not
// Go. It reports true where one cannot be read.
func MentionedBeside(pass *analysis.Pass, name string) bool {
	words, err := indexOf(pass).leftOut()
	return err != nil || words[name]
}

// wordsLeftOut returns the words in the files of Go, C and assembly that stand beside
// those of a pass, and are no part of it.
func wordsLeftOut(pass *analysis.Pass) (map[string]bool, error) {
	seen, dirs := make(map[string]bool), make(map[string]bool)
	for _, file := range pass.Files {
		name := filepath.Clean(pass.Fset.File(file.FileStart).Name())
		seen[name], dirs[filepath.Dir(name)] = true, true
	}
	words := make(map[string]bool)
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			if seen[name] ||
				!slices.Contains([]string{".go", ".s", ".c", ".h"}, filepath.Ext(name)) {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			outside := ofOtherPackage(name, text)
			for word := range bytes.FieldsFuncSeq(text, betweenWords) {
				if !outside || token.IsExported(string(word)) {
					words[string(word)] = true
				}
			}
		}
	}
	return words, nil
}

// ofOtherPackage reports whether a file holds tests in a package of their own, which means nothing
// of the package by a name that is not exported.
func ofOtherPackage(name string, text []byte) bool {
	if !strings.HasSuffix(name, "_test.go") {
		return false
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.PackageClauseOnly)
	return err == nil && strings.HasSuffix(file.Name.Name, "_test")
}

func betweenWords(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// Directed reports whether comments tell the compiler or the linker something
// about a function: others may reach it then.
func Directed(decl *ast.FuncDecl) bool {
	if decl.Doc == nil {
		return false
	}
	for _, c := range decl.Doc.List {
		if strings.HasPrefix(c.Text, "//go:linkname") || strings.HasPrefix(c.Text, "//export") {
			return true
		}
	}
	return false
}

// PassedOn returns the parameters of a function as the arguments of a call that passes them on. It
// is not ok where one has no name.
func PassedOn(params *ast.FieldList) (args string, ok bool) {
	for _, field := range params.List {
		if len(field.Names) == 0 {
			return "", false
		}
		for _, id := range field.Names {
			if id.Name == "_" {
				return "", false
			}
			if args != "" {
				args += ", "
			}
			args += id.Name
		}
		if _, ok := field.Type.(*ast.Ellipsis); ok {
			args += "..."
		}
	}
	return args, true
}
