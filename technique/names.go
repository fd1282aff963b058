package technique

import (
	"go/ast"
	"maps"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/internal/symbol"
	"github.com/wring-go/wring/rewrite"
)

// keepResults adds the names that results have in the source of a file, which has none of them in
// the one form of declarations: they hide what else would get such a name.
func (ix *index) keepResults(file, source *ast.File) {
	for _, decl := range source.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Type.Results == nil {
			continue
		}
		for _, field := range fn.Type.Results.List {
			for _, name := range field.Names {
				ix.names[file][name.Name] = true
			}
		}
	}
}

// FreshName returns base, or base with the smallest number behind it, that is no
// name in the file nor in the package, whatever files a build leaves out.
func FreshName(pass *analysis.Pass, file *ast.File, base string) string {
	return indexOf(pass).namesIn(file).Fresh(pass.Pkg.Scope(), base)
}

// namesIn returns the names that nothing new in a file may get.
func (ix *index) namesIn(file *ast.File) rewrite.Names {
	ix.beside()
	return ix.names[file]
}

// nameBeside adds the names that files beside those of the package declare to those of each file.
func (ix *index) nameBeside() {
	beside, err := ix.leftOut()
	if err != nil {
		return // MentionedBeside says so
	}
	for _, names := range ix.names {
		maps.Copy(names, beside.declared)
	}
}

// Given are the names that the proposals of a pass have for what they declare, each behind what
// tells where it holds.
type Given map[string]bool

// Fresh returns base, or base with the smallest number from 2 on behind it, that neither the file
// nor another proposal has where it holds, which is "" for the whole package, and keeps it.
func (g Given) Fresh(pass *analysis.Pass, file *ast.File, base, where string) string {
	name := base
	for i := 2; g[where+name] || FreshName(pass, file, name) != name; i++ {
		name = base + strconv.Itoa(i)
	}
	g[where+name] = true
	return name
}

// NameFor returns the name of what the package declares for one function: the function's own, or
// the type's of a method whose name the package gives to others, too, before what it is.
func NameFor(pass *analysis.Pass, fn *ast.FuncDecl, what string) string {
	name := fn.Name.Name
	if oneOfSeveral(pass, fn) {
		name = symbol.Receiver(fn)
	}
	return LowerFirst(name) + UpperFirst(what)
}

// Called returns what a comment calls a function: by its name, or, of a method whose name the
// package gives to others, too, with its type before it.
func Called(pass *analysis.Pass, fn *ast.FuncDecl) string {
	if oneOfSeveral(pass, fn) {
		return symbol.Declared(fn)
	}
	return fn.Name.Name
}

// oneOfSeveral reports whether a method has a name that the package gives to others, too.
func oneOfSeveral(pass *analysis.Pass, fn *ast.FuncDecl) bool {
	if symbol.Receiver(fn) == "" {
		return false
	}
	for other := range indexOf(pass).funcs {
		if other.Name() == fn.Name.Name && other.Pos() != fn.Name.Pos() {
			return true
		}
	}
	return false
}

// Plural returns the plural of a word, for the name of several. A word is taken for one already
// if it ends with es, or with an s behind another consonant, as tokens does.
func Plural(word string) string {
	if before, ok := strings.CutSuffix(word, "s"); ok && before != "" &&
		!strings.ContainsRune("aiousxyz", rune(before[len(before)-1])) {
		return word
	}
	switch {
	case strings.HasSuffix(word, "s"), strings.HasSuffix(word, "x"), strings.HasSuffix(word, "sh"),
		strings.HasSuffix(word, "ch"):
		return word + "es"
	case strings.HasSuffix(word, "y"):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

// LowerFirst returns a name as that of something unexported: add for Add, html for HTML and
// htmlText for HTMLText.
func LowerFirst(s string) string {
	upper := 0 // runes at the beginning
	for _, r := range s {
		if !unicode.IsUpper(r) {
			break
		}
		upper++
	}
	runes := []rune(s)
	if upper > 1 && upper < len(runes) && unicode.IsLower(runes[upper]) {
		upper-- // the last of them begins a word
	}
	for i := range runes[:upper] {
		runes[i] = unicode.ToLower(runes[i])
	}
	return string(runes)
}

// UpperFirst returns a name that begins with a capital letter.
func UpperFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}
