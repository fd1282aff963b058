package technique

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// structs is what a package does with structs that have a name, by the types that declare them.
type structs struct {
	owners    map[*types.Var]*types.TypeName // of fields
	unnamed   map[*types.TypeName]bool       // literals list values without the fields' names
	read      map[*types.TypeName]bool       // a whole one is read or replaced by *p
	arguments map[*types.TypeName]bool       // stands for a type parameter
}

func structsOf(pass *analysis.Pass, ix *index) *structs {
	s := &structs{owners: make(map[*types.Var]*types.TypeName),
		unnamed: make(map[*types.TypeName]bool), read: make(map[*types.TypeName]bool),
		arguments: make(map[*types.TypeName]bool)}
	s.addOwners(pass.Pkg.Scope())
	for cur := range ix.root.Preorder((*ast.CompositeLit)(nil), (*ast.StarExpr)(nil)) {
		switch e := cur.Node().(type) {
		case *ast.CompositeLit:
			if len(e.Elts) == 0 {
				break
			}
			if _, named := e.Elts[0].(*ast.KeyValueExpr); !named {
				t := pass.TypesInfo.TypeOf(e)
				if p, ok := t.Underlying().(*types.Pointer); ok { // {x, y} in a list of pointers
					t = p.Elem()
				}
				add(s.unnamed, t)
			}
		case *ast.StarExpr:
			if tv := pass.TypesInfo.Types[e]; tv.IsValue() { // *x = ..., y := *x
				add(s.read, tv.Type)
			}
		}
	}
	for _, instance := range pass.TypesInfo.Instances {
		for arg := range instance.TypeArgs.Types() {
			add(s.arguments, arg)
		}
	}
	return s
}

func (s *structs) addOwners(scope *types.Scope) {
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok || named.TypeParams() != nil {
			continue
		}
		if t, ok := named.Underlying().(*types.Struct); ok {
			for f := range t.Fields() {
				if s.owners[f] == nil { // type a b has the fields of b
					s.owners[f] = obj
				}
			}
		}
	}
}

// add adds a type that has a name.
func add(to map[*types.TypeName]bool, t types.Type) {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		to[named.Obj()] = true
	}
}

// OwnerOf returns the type, declared by the package and not generic, of the structs that have a
// field; nil where there is none.
func OwnerOf(pass *analysis.Pass, field *types.Var) *types.TypeName {
	return indexOf(pass).structs().owners[field]
}

// NamesFields reports whether each literal of a struct that has elements names the fields: then
// all that gives a field its first value mentions the field.
func NamesFields(pass *analysis.Pass, typ *types.TypeName) bool {
	return !indexOf(pass).structs().unnamed[typ]
}
