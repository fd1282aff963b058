package reach

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/wring-go/wring/internal/symbol"
)

// LazyMaps returns the fields whose maps the new code asks for nil, where no code of the old
// could tell a nil map from an empty one, but for a panic when an entry is written. They are
// fields that only the package names, of structs that are never copied, and every function
// that writes an entry changes, and so is compared.
func (s *Package) LazyMaps() []Field {
	asked := s.askedForNil()
	return s.ownFields(func(named *types.Named, t *types.Struct, f *types.Var) bool {
		_, isMap := f.Type().Underlying().(*types.Map)
		return isMap && asked[f.Name()] && s.neverCopied(named) && s.onlyEntries(t, f)
	})
}

// askedForNil returns the names x in y.x == nil in functions that change.
func (s *Package) askedForNil() map[string]bool {
	asked := map[string]bool{}
	for n := range s.changed() {
		cmp, ok := n.(*ast.BinaryExpr)
		if !ok || cmp.Op != token.EQL {
			continue
		}
		sel, isField := cmp.X.(*ast.SelectorExpr)
		if id, isName := cmp.Y.(*ast.Ident); isField && isName && id.Name == "nil" {
			asked[sel.Sel.Name] = true
		}
	}
	return asked
}

// onlyEntries reports whether the old code makes the map of a field, looks at its entries and
// writes them, and does nothing else with it.
func (s *Package) onlyEntries(owner *types.Struct, f *types.Var) bool {
	u := &entries{s: s, f: f, known: map[*ast.Ident]bool{}}
	for _, file := range slices.Concat(s.Files, s.Tests) {
		for _, decl := range file.Decls {
			if !u.in(decl) {
				return false
			}
		}
	}
	return u.allKnown(owner)
}

// allKnown reports whether no use of the field is another one, and no literal of its struct
// goes without the names of fields.
func (u *entries) allKnown(owner *types.Struct) bool {
	for id, obj := range u.s.Info.Uses {
		v, ok := obj.(*types.Var)
		if ok && (v.Origin() == u.f || u.holds[v]) && !u.known[id] {
			return false
		}
	}
	for e, tv := range u.s.Info.Types {
		lit, ok := e.(*ast.CompositeLit)
		if !ok || len(lit.Elts) == 0 || !types.Identical(tv.Type.Underlying(), owner) {
			continue
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			return false
		}
	}
	return true
}

// entries follows what becomes of a field.
type entries struct {
	s     *Package
	f     *types.Var
	known map[*ast.Ident]bool // uses that cannot tell nil from empty
	holds map[*types.Var]bool // variables that have what the field had
	made  map[*types.Var]bool // variables that begin with a slice of their own
}

// in notes the uses in a declaration. It is not ok when one that does not change writes
// an entry.
func (u *entries) in(decl ast.Decl) bool {
	fn, _ := decl.(*ast.FuncDecl)
	stays := fn == nil || u.s.New[symbol.Declared(fn)].Body == u.s.Old[symbol.Declared(fn)].Body
	ok := true
	writes := func(e ast.Expr) {
		if index, isIndex := ast.Unparen(e).(*ast.IndexExpr); isIndex && u.field(index.X) != nil {
			ok = ok && !stays
		}
	}
	for n := range ast.Preorder(decl) {
		switch n := n.(type) {
		case *ast.IndexExpr:
			u.know(n.X)
		case *ast.RangeStmt:
			u.know(n.X)
			writes(n.Key)
			writes(n.Value)
		case *ast.IncDecStmt:
			writes(n.X)
		case *ast.CallExpr:
			if id, isName := n.Fun.(*ast.Ident); isName && len(n.Args) > 0 &&
				slices.Contains([]string{"len", "delete", "clear"}, id.Name) &&
				u.s.Info.Uses[id] == types.Universe.Lookup(id.Name) {
				u.know(n.Args[0])
			}
		case *ast.KeyValueExpr:
			if id, isName := n.Key.(*ast.Ident); isName && u.makesMap(n.Value) {
				u.know(id)
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				writes(left)
				if len(n.Lhs) == len(n.Rhs) && n.Tok == token.ASSIGN && u.makesMap(n.Rhs[i]) {
					u.know(left)
				}
			}
		}
	}
	return ok
}

// know notes that an expression, if it is the field, is used so.
func (u *entries) know(e ast.Expr) {
	if id := u.field(e); id != nil {
		u.known[id] = true
	}
}

// field returns the name of the field, or of a variable that has what it had, in an expression;
// or nil.
func (u *entries) field(e ast.Expr) *ast.Ident {
	e = ast.Unparen(e)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	id, ok := e.(*ast.Ident)
	v, isVar := u.s.Info.Uses[id].(*types.Var)
	if ok && isVar && (v.Origin() == u.f || u.holds[v]) {
		return id
	}
	return nil
}

// makesMap matches make(map[K]V) and a literal of a map.
func (u *entries) makesMap(e ast.Expr) bool {
	t := u.s.Info.TypeOf(e)
	if t == nil {
		return false
	}
	if _, ok := t.Underlying().(*types.Map); !ok {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && u.s.Info.Uses[id] == types.Universe.Lookup("make")
	}
	return false
}

// neverCopied reports whether the old code only takes fields and addresses of values of a
// type, and has none within others: a copy would share the map that both have, but not
// one that is made later.
func (s *Package) neverCopied(t types.Type) bool {
	apart := map[ast.Expr]bool{}
	for _, file := range slices.Concat(s.Files, s.Tests) {
		for n := range ast.Preorder(file) {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				apart[ast.Unparen(n.X)] = true
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					apart[ast.Unparen(n.X)] = true
				}
			}
		}
	}
	for e, tv := range s.Info.Types {
		if _, paren := e.(*ast.ParenExpr); paren || tv.IsBuiltin() {
			continue // new(T) takes no value, though its type says so
		}
		if tv.IsValue() && types.Identical(tv.Type, t) && !apart[e] || holds(tv.Type, t) {
			return false
		}
	}
	for _, obj := range s.Info.Defs {
		if obj != nil && holds(obj.Type(), t) {
			return false
		}
		if v, ok := obj.(*types.Var); ok && v.IsField() && types.Identical(v.Type(), t) {
			return false
		}
	}
	return true
}

// holds reports whether values of a type are made of values of t.
func holds(typ, t types.Type) bool {
	switch u := types.Unalias(typ).Underlying().(type) {
	case *types.Slice:
		return types.Identical(u.Elem(), t)
	case *types.Array:
		return types.Identical(u.Elem(), t)
	case *types.Map:
		return types.Identical(u.Elem(), t) || types.Identical(u.Key(), t)
	case *types.Chan:
		return types.Identical(u.Elem(), t)
	case *types.Signature:
		of := func(v *types.Var) bool { return types.Identical(v.Type(), t) }
		return u.Recv() != nil && of(u.Recv()) ||
			slices.ContainsFunc(slices.Collect(u.Params().Variables()), of) ||
			slices.ContainsFunc(slices.Collect(u.Results().Variables()), of)
	}
	return false
}
