package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// varying is a place that mentions a constant which has another value in another build.
type varying struct {
	pos  token.Pos
	name string
	// library says that the constant is one of the standard library, which has the same length
	// everywhere.
	library bool
}

// libraryVaries are the constants of the standard library that tell systems apart, by package.
var libraryVaries = map[string]string{
	"os":            " PathSeparator PathListSeparator DevNull ",
	"path/filepath": " Separator ListSeparator ",
	"runtime":       " GOOS GOARCH Compiler ",
}

// varyingIn returns the places of a package that mention constants which vary: those of files for
// some systems or tags, for the other files, and what is made of such.
//
//	const eol = "\r\n" // in eol_windows.go
func varyingIn(pass *analysis.Pass, ix *index) []varying {
	consts := make(map[types.Object]*ast.File) // where one varies; nil for all files
	for more := true; more; {
		more = false
		for _, file := range pass.Files {
			more = varyingOf(pass, file, consts) || more
		}
	}
	var places []varying
	for obj, uses := range ix.uses {
		home, own := consts[obj]
		if !own && !inLibrary(obj) {
			continue
		}
		for _, use := range uses {
			id := use.Node().(*ast.Ident)
			if !own || home != FileOf(pass, id.Pos()) {
				places = append(places, varying{id.Pos(), id.Name, !own})
			}
		}
	}
	return places
}

// varyingOf adds the constants of a file that vary to consts, and reports whether it found more.
func varyingOf(pass *analysis.Pass, file *ast.File, consts map[types.Object]*ast.File) bool {
	more, some := false, constrained(pass, file)
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ValueSpec)
			for _, name := range spec.Names {
				obj := pass.TypesInfo.Defs[name]
				if _, known := consts[obj]; known || obj == nil {
					continue
				}
				if some {
					consts[obj], more = file, true
				} else if madeOf(pass, spec.Values, file, consts) {
					consts[obj], more = nil, true
				}
			}
		}
	}
	return more
}

// madeOf reports whether expressions mention constants that vary.
func madeOf(pass *analysis.Pass, list []ast.Expr, file *ast.File,
	consts map[types.Object]*ast.File) bool {
	for _, e := range list {
		for n := range ast.Preorder(e) {
			id, ok := n.(*ast.Ident)
			if !ok {
				continue
			}
			obj := pass.TypesInfo.Uses[id]
			if home, own := consts[obj]; own && home != file || inLibrary(obj) {
				return true
			}
		}
	}
	return false
}

func inLibrary(obj types.Object) bool {
	c, ok := obj.(*types.Const)
	return ok && c.Pkg() != nil &&
		strings.Contains(libraryVaries[c.Pkg().Path()], " "+c.Name()+" ")
}

// constrained reports whether a file belongs to some builds only, by a line or by its name.
func constrained(pass *analysis.Pass, file *ast.File) bool {
	for _, group := range file.Comments {
		for _, c := range group.List {
			if c.Pos() < file.Package && strings.HasPrefix(c.Text, "//go:build ") {
				return true
			}
		}
	}
	name := strings.TrimSuffix(filepath.Base(pass.Fset.File(file.FileStart).Name()), ".go")
	name = strings.TrimSuffix(name, "_test")
	_, ending, ok := strings.Cut(name, "_")
	if !ok {
		return false
	}
	last := ending[strings.LastIndexByte(ending, '_')+1:]
	return strings.Contains(systems, " "+last+" ")
}

// SameInBuilds reports whether a function of the package does in each build what its body in this
// one does: no file that is left out may declare another one in the place of it.
func SameInBuilds(pass *analysis.Pass, fn *types.Func) bool {
	decl := DeclOf(pass, fn)
	if decl == nil {
		return false
	}
	file := FileOf(pass, decl.Pos())
	return file != nil && (!constrained(pass, file) || !MentionedBeside(pass, fn.Name()))
}

// systems are the ends of the names of files for one system or one processor.
const systems = " aix android darwin dragonfly freebsd illumos ios js linux netbsd openbsd plan9" +
	" solaris wasip1 windows 386 amd64 arm arm64 loong64 mips mips64 mips64le mipsle ppc64" +
	" ppc64le riscv64 s390x wasm "

// losesConstant reports whether edits take the place of a constant that has another value in
// another build: what they say was found for the value of this one. They may keep a separator of
// the standard library.
func losesConstant(pass *analysis.Pass, edits []analysis.TextEdit) bool {
	left := make(map[string]int) // of those of the library
	for _, v := range indexOf(pass).varying() {
		for _, e := range edits {
			if v.pos < e.Pos || e.End <= v.pos {
				continue
			}
			if !v.library {
				return true
			}
			left[v.name]++
		}
	}
	for name, n := range left {
		for _, e := range edits {
			n -= strings.Count(string(e.NewText), name)
		}
		if n > 0 {
			return true
		}
	}
	return false
}
