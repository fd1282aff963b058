package sound

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"
)

// key names a function of a package. Several may have the same, as init has.
func key(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	return base(fn.Recv.List[0].Type) + "." + fn.Name.Name
}

// base returns the name of a receiver's type.
func base(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return base(e.X)
	case *ast.StarExpr:
		return base(e.X)
	case *ast.IndexExpr:
		return base(e.X)
	case *ast.IndexListExpr:
		return base(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// usersOf returns the functions that use what a plan declares otherwise than
// before: their bodies must be checked, too.
func (c *checker) usersOf(pl *plan, m *made) map[string]bool {
	users := make(map[string]bool)
	for _, e := range m.edited {
		tok := c.Fset.File(e.was.FileStart)
		heads := c.heads(e.file)
		for _, decl := range e.was.Decls {
			if !touched(tok, decl, pl.files[tok.Name()]) {
				continue
			}
			for _, obj := range c.redeclared(decl, heads) {
				for _, fn := range c.usersOfObject(obj) {
					users[key(fn)] = true
				}
			}
		}
	}
	return users
}

// touched reports whether an edit changes a part of a declaration, or something
// at its ends.
func touched(tok *token.File, decl ast.Decl, edits []edit) bool {
	from, to := tok.Offset(decl.Pos()), tok.Offset(decl.End())
	at := sort.Search(len(edits), func(i int) bool { return edits[i].end >= from })
	return at < len(edits) && edits[at].start <= to
}

// heads returns the functions of a file with their types as they are written.
func (c *checker) heads(f *ast.File) map[string]string {
	heads := make(map[string]string)
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			heads[key(fn)] += head(fn)
		}
	}
	return heads
}

func head(fn *ast.FuncDecl) string { return types.ExprString(fn.Type) }

// redeclared returns the objects of a touched declaration that are gone, or may
// be something else now.
func (c *checker) redeclared(decl ast.Decl, heads map[string]string) []types.Object {
	if fn, ok := decl.(*ast.FuncDecl); ok {
		if obj := c.Info.Defs[fn.Name]; obj != nil && heads[key(fn)] != head(fn) {
			return []types.Object{obj}
		}
		return nil
	}
	if gen := decl.(*ast.GenDecl); gen.Tok == token.IMPORT {
		return nil
	}
	var list []types.Object
	ast.Inspect(decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.Info.Defs[id] != nil {
			list = append(list, c.Info.Defs[id])
		}
		return true
	})
	return list
}

// usersOfObject returns the functions that use an object.
func (c *checker) usersOfObject(obj types.Object) []*ast.FuncDecl {
	if c.users == nil {
		c.users = make(map[types.Object][]*ast.FuncDecl)
		for _, f := range c.Files {
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok {
					c.noteUses(fn)
				}
			}
		}
	}
	return c.users[obj]
}

func (c *checker) noteUses(fn *ast.FuncDecl) {
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := c.Info.Uses[id]
		switch o := obj.(type) {
		case *types.Func:
			obj = o.Origin()
		case *types.Var:
			obj = o.Origin()
		}
		if list := c.users[obj]; obj != nil && (len(list) == 0 || list[len(list)-1] != fn) {
			c.users[obj] = append(list, fn)
		}
		return true
	})
}
