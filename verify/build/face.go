package build

import (
	"bytes"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/printer"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/wring-go/wring/internal/symbol"
)

// shows reports whether a change may concern the build of what imports its packages: beyond
// the bodies of functions it changes more than names that are not exported and are new.
func (b *builder) shows() bool {
	for _, names := range b.byFolder() {
		was, is := newFace(), newFace()
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			if !was.add(text(b.change.Old, name)) || !is.add(text(b.change.New, name)) {
				return true
			}
		}
		if is.differs(was) {
			return true
		}
	}
	return false
}

// face is what files declare at package level, without the bodies of functions: what the
// compiler reads of a package for those that import it depends on nothing else.
type face struct {
	decls   map[string]string // by name, those of methods with the type's
	imports map[string]bool   // paths and names as in the source
	tags    map[string]int    // constraints, and how many files have them
}

func newFace() *face {
	return &face{map[string]string{}, map[string]bool{}, map[string]int{}}
}

// add takes the declarations of a file, of which there may be none. It reports false for
// what it does not understand.
func (f *face) add(src []byte) bool {
	if src == nil {
		return true
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	for _, group := range file.Comments {
		for _, c := range group.List {
			if constraint.IsGoBuild(c.Text) || strings.HasPrefix(c.Text, "//go:linkname") ||
				strings.HasPrefix(c.Text, "//export ") {
				f.tags[c.Text]++
			}
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			f.note(fset, symbol.OfDecl(decl),
				&ast.FuncDecl{Recv: decl.Recv, Name: decl.Name, Type: decl.Type})
		case *ast.GenDecl:
			f.declared(fset, decl)
		}
	}
	return true
}

// declared takes imports, constants, variables and types. Constants that stand together
// may depend on each other by their order.
func (f *face) declared(fset *token.FileSet, decl *ast.GenDecl) {
	for i, spec := range decl.Specs {
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			name := ""
			if spec.Name != nil {
				name = spec.Name.Name
			}
			f.imports[name+" "+spec.Path.Value] = true
		case *ast.TypeSpec:
			f.note(fset, spec.Name.Name, spec)
		case *ast.ValueSpec:
			for j, name := range spec.Names {
				var node any = spec
				key := name.Name
				if decl.Tok == token.CONST {
					node = decl
				}
				if key == "_" {
					key += strconv.Itoa(i) + "." + strconv.Itoa(j)
				}
				f.note(fset, key, node)
			}
		}
	}
}

// note keeps a declaration as text.
func (f *face) note(fset *token.FileSet, name string, node any) {
	var text bytes.Buffer
	_ = printer.Fprint(&text, fset, bare(node)) // a buffer never fails
	f.decls[name] += text.String() + "\n"       // there may be several init
}

// bare returns a node without the comments that are printed with it.
func bare(node any) any {
	if n, ok := node.(ast.Node); ok {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				n.Doc = nil
			case *ast.ValueSpec:
				n.Doc, n.Comment = nil, nil
			case *ast.TypeSpec:
				n.Doc, n.Comment = nil, nil
			case *ast.Field:
				n.Doc, n.Comment = nil, nil
			}
			return true
		})
	}
	return node
}

// differs reports whether f has more than was, beyond what is new and not exported, or
// something else in its place.
func (f *face) differs(was *face) bool {
	for name, text := range was.decls {
		if f.decls[name] != text {
			return true
		}
	}
	for name := range f.decls {
		last := name[strings.LastIndexByte(name, '.')+1:]
		if _, known := was.decls[name]; !known && ast.IsExported(last) {
			return true
		}
	}
	if len(f.tags) != len(was.tags) {
		return true
	}
	for text, n := range was.tags {
		if f.tags[text] != n {
			return true
		}
	}
	return f.otherImports(was) || was.otherImports(f)
}

// versioned matches the end of a path that is not the name of its package.
var versioned = regexp.MustCompile(`^v[0-9]+$`)

// otherImports reports whether f imports what other does not, under a name that a
// declaration may mean.
func (f *face) otherImports(other *face) bool {
	for spec := range f.imports {
		if other.imports[spec] {
			continue
		}
		name, quoted, _ := strings.Cut(spec, " ")
		whole, err := strconv.Unquote(quoted)
		if name == "" {
			name = path.Base(whole)
		}
		if err != nil || name == "." || whole == "C" || !token.IsIdentifier(name) ||
			versioned.MatchString(name) {
			return true // what it is called is not known
		}
		for _, text := range f.decls {
			if strings.Contains(text, name+".") {
				return true
			}
		}
	}
	return false
}
