package adapt

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// editor adapts one file.
type editor struct {
	p     Package
	file  *ast.File
	fset  *token.FileSet
	info  *types.Info
	pkg   *types.Package
	edits []edit
	arena string // the expression for the arena, in the function at hand
}

func (e *editor) adapt(text string) string {
	for _, d := range e.file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			e.fields(d)
		case *ast.FuncDecl:
			e.function(d)
		}
	}
	needed := len(e.edits) > 0
	e.imports(needed)
	return apply(text, e.edits)
}

// replace replaces what is between two positions.
func (e *editor) replace(from, to token.Pos, text string) {
	file := e.fset.File(from)
	e.edits = append(e.edits, edit{file.Offset(from), file.Offset(to), text})
}

// fields gives the chosen types a field for the arena.
func (e *editor) fields(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		t, ok := spec.(*ast.TypeSpec)
		if !ok || !slices.Contains(e.p.Types, t.Name.Name) {
			continue
		}
		if s, ok := t.Type.(*ast.StructType); ok {
			at := s.Fields.Opening + 1
			e.replace(at, at, "arena *arena.Arena;")
		}
	}
}

// function adapts a method of a chosen type.
func (e *editor) function(d *ast.FuncDecl) {
	if d.Recv == nil || d.Body == nil || len(d.Recv.List[0].Names) == 0 {
		return
	}
	star, ok := d.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return
	}
	name, ok := star.X.(*ast.Ident)
	if !ok || !slices.Contains(e.p.Types, name.Name) {
		return
	}
	e.arena = d.Recv.List[0].Names[0].Name + ".arena"
	var path []ast.Node
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if n == nil {
			path = path[:len(path)-1]
			return true
		}
		e.node(n, path)
		path = append(path, n)
		return true
	})
}

// node adapts n if it allocates.
func (e *editor) node(n ast.Node, path []ast.Node) {
	switch n := n.(type) {
	case *ast.UnaryExpr:
		if lit, ok := n.X.(*ast.CompositeLit); ok && n.Op == token.AND {
			e.replace(n.Pos(), lit.Pos(), "arena.Of("+e.arena+", ")
			e.replace(n.End(), n.End(), ")")
		}
	case *ast.CallExpr:
		fun, ok := n.Fun.(*ast.Ident)
		if !ok || len(n.Args) == 0 {
			return
		}
		switch fun.Name {
		case "append", "make":
			e.slice(n, fun.Name)
		case "new":
			e.replace(n.Pos(), n.Lparen+1, "arena.New[")
			e.replace(n.Rparen, n.Rparen+1, "]("+e.arena+")")
		case "string":
			e.text(n, path)
		}
	}
}

// slice adapts append and make of slices, but for those of bytes, which are
// buffers.
func (e *editor) slice(n *ast.CallExpr, name string) {
	s, ok := e.info.TypeOf(n.Args[0]).(*types.Slice)
	if !ok {
		return
	}
	elem, ok := e.named(s.Elem())
	if !ok {
		return
	}
	if name == "append" {
		e.replace(n.Pos(), n.Lparen+1, "arena.Append["+elem+"]("+e.arena+", ")
		return
	}
	if len(n.Args) != 3 {
		return
	}
	e.replace(n.Pos(), n.Args[1].Pos(), "arena.MakeSlice["+elem+"]("+e.arena+", ")
}

// named returns how the file names t. It reports false for bytes, and for types
// of packages that the file does not import.
func (e *editor) named(t types.Type) (string, bool) {
	if b, ok := t.Underlying().(*types.Basic); ok && (b.Kind() == types.Byte || b.Kind() == 0) {
		return "", false
	}
	known := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == e.pkg {
			return ""
		}
		known = known && slices.ContainsFunc(e.file.Imports, func(s *ast.ImportSpec) bool {
			return s.Name == nil && s.Path.Value == `"`+p.Path()+`"`
		})
		return p.Name()
	})
	return text, known
}

// text adapts string(bytes), where the compiler would allocate: not in
// comparisons, switches and look-ups.
func (e *editor) text(n *ast.CallExpr, path []ast.Node) {
	s, ok := e.info.TypeOf(n.Args[0]).Underlying().(*types.Slice)
	if !ok {
		return
	}
	if elem, ok := s.Elem().Underlying().(*types.Basic); !ok || elem.Kind() != types.Byte {
		return
	}
	switch parent := path[len(path)-1].(type) {
	case *ast.SwitchStmt:
		return
	case *ast.BinaryExpr:
		if parent.Op != token.ADD {
			return
		}
	case *ast.IndexExpr:
		return
	}
	e.replace(n.Pos(), n.Lparen+1, "arena.String("+e.arena+", ")
}
