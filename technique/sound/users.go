package sound

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"sort"

	"github.com/wring-go/wring/internal/symbol"
)

// users are the functions whose bodies must be checked, because what they use is
// declared otherwise than before.
type users struct {
	all   bool
	named map[string]bool
}

func (u users) none() bool                { return !u.all && len(u.named) == 0 }
func (u users) has(fn *ast.FuncDecl) bool { return u.all || u.named[symbol.Declared(fn)] }

// usersOf returns the functions that use what a plan declares otherwise than
// before.
func (c *checker) usersOf(pl *plan, m *made) users {
	found := users{named: make(map[string]bool)}
	for _, e := range m.edited {
		tok := c.Fset.File(e.was.FileStart)
		heads := heads(e.file)
		for _, decl := range e.was.Decls {
			if touched(tok, decl, pl.files[tok.Name()]) {
				c.addUsers(&found, decl, heads, pl.files[tok.Name()])
			}
		}
	}
	return found
}

// addUsers adds the users of a declaration that edits touch. Those of a function
// name it. A type, a method and a variable matter to functions that name none of
// them: by a conversion to an interface, and by what has its type from them.
func (c *checker) addUsers(found *users, decl ast.Decl, heads func(string) string, edits []edit) {
	switch d := decl.(type) {
	case *ast.GenDecl:
		found.all = found.all || slices.ContainsFunc(edits, func(e edit) bool {
			return c.redeclares(e, d)
		})
	case *ast.FuncDecl:
		obj := c.Info.Defs[d.Name]
		if obj == nil || heads(symbol.Declared(d)) == head(d) {
			return
		}
		list := c.usersOfObject(obj)
		found.all = found.all || d.Recv != nil || slices.Contains(list, nil)
		for _, fn := range list {
			if fn != nil {
				found.named[symbol.Declared(fn)] = true
			}
		}
	}
}

// touched reports whether an edit changes a part of a declaration, or something
// at its ends.
func touched(tok *token.File, decl ast.Decl, edits []edit) bool {
	from, to := tok.Offset(decl.Pos()), tok.Offset(decl.End())
	at := sort.Search(len(edits), func(i int) bool { return edits[i].end >= from })
	return at < len(edits) && edits[at].start <= to
}

// heads returns how the functions of a file are declared, by their keys.
func heads(f *ast.File) func(key string) string {
	funcs := make(map[string][]*ast.FuncDecl)
	for _, decl := range f.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok {
			funcs[symbol.Declared(fn)] = append(funcs[symbol.Declared(fn)], fn)
		}
	}
	return func(key string) (all string) {
		for _, fn := range funcs[key] {
			all += head(fn)
		}
		return all
	}
}

// head returns how a function is declared, without its name and body.
func head(fn *ast.FuncDecl) string {
	text := types.ExprString(fn.Type)
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.TypeParams} {
		for field := range fields(list) {
			text += " " + types.ExprString(field.Type)
		}
	}
	return text
}

// fields yields the fields of a list, which may be nil.
func fields(list *ast.FieldList) iter.Seq[*ast.Field] {
	if list == nil {
		return func(func(*ast.Field) bool) {}
	}
	return slices.Values(list.List)
}

// usersOfObject returns the functions that use an object; nil among them stands
// for a declaration that is no function.
func (c *checker) usersOfObject(obj types.Object) []*ast.FuncDecl {
	if c.users == nil {
		c.users = make(map[types.Object][]*ast.FuncDecl)
		for _, f := range c.Files {
			for _, decl := range f.Decls {
				fn, _ := decl.(*ast.FuncDecl)
				c.noteUses(fn, decl)
			}
		}
	}
	return c.users[obj]
}

func (c *checker) noteUses(fn *ast.FuncDecl, decl ast.Decl) {
	ast.Inspect(decl, func(n ast.Node) bool {
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

// apart returns the proposals that must be checked without any other, which
// could make up for what they lack: those that change how something is declared,
// and those that share a replacement with another one.
func (c *checker) apart() map[int]bool {
	type replacement struct {
		file       string
		start, end int
		text       string
	}
	apart := make(map[int]bool)
	owner := make(map[replacement]int)
	for id, edits := range c.edits {
		for _, e := range edits {
			if f := c.files[e.file]; !apart[id] && f != nil {
				apart[id] = slices.ContainsFunc(c.changed(f, e), func(decl ast.Decl) bool {
					return c.redeclares(e, decl)
				})
			}
			if e.start == e.end {
				continue
			}
			at := replacement{e.file, e.start, e.end, e.text}
			if other, ok := owner[at]; ok && other != id {
				apart[id], apart[other] = true, true
			}
			owner[at] = id
		}
	}
	return apart
}

// changed returns the declarations of a file that an edit of it may change.
func (c *checker) changed(f *ast.File, e edit) []ast.Decl {
	tok := c.Fset.File(f.FileStart)
	from := sort.Search(len(f.Decls), func(i int) bool {
		return tok.Offset(f.Decls[i].End()) > e.start
	})
	to := from
	for to < len(f.Decls) && tok.Offset(f.Decls[to].Pos()) < e.end {
		to++
	}
	return f.Decls[from:to]
}

// redeclares reports whether an edit of the same file changes how a declaration,
// other than an import, declares something: all of it but a function's body.
func (c *checker) redeclares(e edit, decl ast.Decl) bool {
	tok := c.Fset.File(decl.Pos())
	from, to := tok.Offset(decl.Pos()), tok.Offset(decl.End())
	if e.end <= from || to <= e.start {
		return false
	}
	switch d := decl.(type) {
	case *ast.GenDecl:
		return d.Tok != token.IMPORT
	case *ast.FuncDecl:
		return d.Body == nil || e.start <= tok.Offset(d.Body.Lbrace) || to <= e.end
	}
	return false
}
