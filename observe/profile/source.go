package profile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strings"

	"github.com/wring-go/wring/internal/symbol"
)

// Place is a line of the build that a profile is of.
type Place struct {
	Package string // import path, of a main package, too
	Func    string // as pprof prints it
	File    string
	Line    int
	Start   int // the first line of the function; 0 where it is not known
}

// Found is where a line is today.
type Found struct {
	File string // absolute, slash-separated; that of the function when Line is 0
	Line int    // 0 when it is not found
	// Reason says why a line is not found; "" when it is.
	Reason string
}

// Source holds the declarations of packages, of one state of their files. With it the
// lines that a profile names, which are those of the commit that was built, are found
// in the files as they are now.
//
// A line is looked for in the declaration that has its function's name today.
// With the source of the build, the lines of the two declarations are aligned,
// and a line that was changed is recognised by its shape. Without it, the line's
// distance from the beginning of the function counts, as far as the line there
// could have made the calls that the profile saw.
type Source struct {
	funcs map[string][]*decl // by import path, dot, and the name in its package
}

// decl is a function or method.
type decl struct {
	file   string
	start  int          // its first line
	lines  []string     // from there, trimmed
	active map[int]bool // lines on which something may be allocated or called

	source  *Source
	pkg     string          // import path
	imports map[string]bool // names by which its file knows packages
}

// NewSource returns the declarations in files of packages: texts by path, by import
// path. Files that do not parse count as far as they do.
func NewSource(packages map[string]map[string][]byte) *Source {
	s := &Source{funcs: map[string][]*decl{}}
	for pkg, files := range packages {
		for name, text := range files {
			s.add(pkg, name, text)
		}
	}
	return s
}

func (s *Source) add(pkg, name string, text []byte) {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if file == nil {
		return
	}
	lines := strings.Split(string(text), "\n")
	imports := map[string]bool{}
	for _, i := range file.Imports {
		imports[strings.Trim(path.Base(i.Path.Value), `"`)] = true
		if i.Name != nil {
			imports[i.Name.Name] = true
		}
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		first := fset.PositionFor(fn.Pos(), false).Line
		last := min(fset.PositionFor(fn.End(), false).Line, len(lines))
		one := &decl{file: name, start: first, active: active(fset, fn), source: s, pkg: pkg,
			imports: imports}
		for _, line := range lines[first-1 : last] {
			one.lines = append(one.lines, strings.TrimSpace(line))
		}
		key := pkg + "." + nameOf(fn)
		s.funcs[key] = append(s.funcs[key], one)
	}
}

// nameOf returns the name of a declaration as symbols spell it, without what tells
// pointers from values and without type parameters.
func nameOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	typ := fn.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.ParenExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.Name + "." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

// find returns the declaration that holds a place; of several with its name, which
// build tags choose from, the one in a file of the same name.
func (s *Source) find(p Place) *decl {
	name := symbol.Parse(p.Func).Name
	name = strings.NewReplacer("(*", "", ")", "").Replace(name)
	list := s.funcs[p.Package+"."+name]
	for _, d := range list {
		if path.Base(d.file) == path.Base(p.File) {
			return d
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// active returns the lines of a function on which an expression stands that may
// allocate, or that calls what may.
func active(fset *token.FileSet, fn *ast.FuncDecl) map[int]bool {
	lines := map[int]bool{}
	add := func(pos token.Pos) { lines[fset.PositionFor(pos, false).Line] = true }
	add(fn.Pos()) // parameters that are moved to the heap
	add(fn.Type.End())
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			add(n.Pos())
			add(n.Lparen)
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok {
				add(sel.Sel.Pos())
			}
		case *ast.BinaryExpr:
			if n.Op == token.ADD {
				add(n.Pos())
				add(n.OpPos)
			}
		case *ast.AssignStmt:
			add(n.Pos())
		case *ast.RangeStmt:
			add(n.Pos())
			add(n.X.Pos())
		case *ast.CompositeLit:
			add(n.Pos())
			add(n.Lbrace)
		case *ast.FuncLit, *ast.UnaryExpr, *ast.ValueSpec, *ast.ReturnStmt, *ast.SendStmt,
			*ast.IndexExpr:
			add(n.Pos())
		}
		return true
	})
	return lines
}
