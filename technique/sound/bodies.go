package sound

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Most proposals change bodies, and declare what nothing had before. Then the declarations of the
// package stay as they are, and only the functions that change need checking: they are put into a
// package of their own, without names, in which all else is declared already.

// onlyBodies reports whether no proposal changes how something is declared, nor adds a method: what
// has a type of the package from before would lack it.
func (c *checker) onlyBodies(ids []int) bool {
	return !slices.ContainsFunc(ids, func(id int) bool {
		wide, known := c.wide[id]
		if !known {
			wide = slices.ContainsFunc(c.edits[id], c.isWide)
			c.wide[id] = wide
		}
		return wide
	})
}

// isWide is what onlyBodies asks about an edit. Methods of a type with parameters are no functions
// without a receiver, and what mentions a variable that calls functions to get its first value may
// be one of these.
func (c *checker) isWide(e edit) bool {
	f := c.files[e.file]
	if f == nil || strings.Contains(e.text, "\nfunc (") || strings.HasPrefix(e.text, "func (") ||
		c.mentionsCalling(e.text) {
		return true
	}
	return slices.ContainsFunc(c.changed(f, e), func(decl ast.Decl) bool {
		return c.redeclares(e, decl) || ofParameterized(decl)
	})
}

// mentionsCalling reports whether a text has the name of a variable of the package whose first
// value depends on what else the package declares.
func (c *checker) mentionsCalling(text string) bool {
	if c.calling == nil {
		c.calling = make(map[string]bool)
		for _, init := range c.Info.InitOrder {
			if c.usesOwn(init.Rhs) {
				for _, v := range init.Lhs {
					c.calling[v.Name()] = true
				}
			}
		}
	}
	if len(c.calling) == 0 {
		return false
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if c.calling[word] {
			return true
		}
	}
	return false
}

// usesOwn reports whether an expression uses a function, method or variable of the package.
func (c *checker) usesOwn(e ast.Expr) (uses bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			switch obj := c.Info.Uses[id].(type) {
			case *types.Func:
				uses = uses || obj.Pkg() == c.Types
			case *types.Var:
				uses = uses || obj.Parent() == c.Types.Scope()
			}
		}
		return !uses
	})
	return uses
}

func ofParameterized(decl ast.Decl) bool {
	fn, ok := decl.(*ast.FuncDecl)
	if !ok || fn.Recv == nil || len(fn.Recv.List) == 0 {
		return false
	}
	t := ast.Unparen(fn.Recv.List[0].Type)
	if star, ok := t.(*ast.StarExpr); ok {
		t = ast.Unparen(star.X)
	}
	_, ok = t.(*ast.Ident)
	return !ok
}

// makeBodies makes the edits of a plan in files with imports and the functions that change. All
// files keep their imports: what is declared for the package must not have the name of one.
func (c *checker) makeBodies(pl *plan) (*made, error) {
	m := &made{fset: c.Fset, edited: make(map[*token.File]*edited)}
	for _, f := range c.Files {
		edits := pl.files[c.Fset.File(f.FileStart).Name()]
		if len(edits) == 0 {
			m.files = append(m.files, c.imports(f))
			continue
		}
		e, err := c.makeFile(f, edits, c.unchanged(edits))
		if err != nil {
			m.failed = ownersOf(e.at)
			return m, err
		}
		m.edited[c.Fset.File(e.file.FileStart)] = e
		m.files = append(m.files, e.file)
		for _, decl := range e.file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && !m.inserted(fn.Name.Pos()) {
				unname(fn)
			}
		}
	}
	return m, nil
}

// unchanged spares all declarations of a file but its imports and the functions that are edited.
func (c *checker) unchanged(edits []edit) func(ast.Decl) (edit, bool) {
	return func(decl ast.Decl) (edit, bool) {
		tok := c.Fset.File(decl.Pos())
		_, isFunc := decl.(*ast.FuncDecl)
		if isImport(decl) || isFunc && touched(tok, decl, edits) {
			return edit{}, false
		}
		return edit{start: tok.Offset(decl.Pos()), end: tok.Offset(decl.End())}, true
	}
}

// unname makes a function or method one that no package declares.
func unname(fn *ast.FuncDecl) {
	fn.Name = &ast.Ident{NamePos: fn.Name.NamePos, Name: "_"}
	if fn.Recv == nil {
		return
	}
	params := *fn.Type.Params
	params.List = slices.Concat(fn.Recv.List, params.List)
	for i, field := range params.List { // they have names all, or none
		if len(field.Names) == 0 {
			named := *field
			named.Names = []*ast.Ident{{NamePos: field.Pos(), Name: "_"}}
			params.List[i] = &named
		}
	}
	fn.Recv, fn.Type.Params = nil, &params
}

// imports returns a file with its imports alone.
func (c *checker) imports(f *ast.File) *ast.File {
	if c.heads[f] == nil {
		out := *f
		out.Decls = slices.DeleteFunc(slices.Clone(f.Decls), func(decl ast.Decl) bool {
			return !isImport(decl)
		})
		c.heads[f] = &out
	}
	return c.heads[f]
}

func isImport(decl ast.Decl) bool {
	d, ok := decl.(*ast.GenDecl)
	return ok && d.Tok == token.IMPORT
}

// surroundings returns a package that declares what the checker's own does.
func (c *checker) surroundings() *types.Package {
	pkg := types.NewPackage(c.Types.Path(), c.Types.Name())
	scope := c.Types.Scope()
	for _, name := range scope.Names() {
		pkg.Scope().Insert(scope.Lookup(name))
	}
	return pkg
}

// ownField reports whether an error says no more than that a literal sets a field, without its
// name, of a type that surroundings declare: such a field is not of the same package to the type
// checker.
func (c *checker) ownField(msg string) bool {
	_, of, ok := strings.Cut(msg, " in struct literal of type ")
	if !ok || !strings.HasPrefix(msg, "implicit assignment to unexported field ") {
		return false
	}
	for _, own := range []string{c.Types.Name() + ".", strconv.Quote(c.Types.Path()) + ".",
		"struct{"} { // the path where another package has the name
		if strings.HasPrefix(of, own) {
			return true
		}
	}
	return false
}
