// Package reusefield empties the slices and maps in fields where new ones are made.
package reusefield

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("reusefield",
		"empty the slice or map of a field instead of making a new one\n\n"+
			"A method that begins its work by giving fields of its receiver new slices and maps "+
			"throws away memory that the same receiver could use again. So does one that makes a "+
			"slice nil when it has looked through it, copied it or handed it on, one that fills a "+
			"new list and gives that to a field, and one that gives a field those of its "+
			"own elements that are to stay. One that takes what has gathered in a field, and "+
			"looks through it, gives the memory to what gathers next: at once, where nothing can "+
			"gather meanwhile, and else by way of a sync.Pool. Of "+
			"what has a length, the memory is used again where it suffices; a length that may be "+
			"negative, or too large, goes to make otherwise, and panics there as before.\n\n"+
			"It is proposed where the whole package shows all that is done with the field: "+
			"nothing else has the memory when the method is called again. Elements are read "+
			"and written, but none is pointed to; all of it is copied, or given to functions "+
			"that keep nothing. The struct is never copied, and nothing that runs while a "+
			"loop goes over the field empties it. That the field is nil may only be seen by a "+
			"statement that makes what is missing. A list that is filled first has the memory "+
			"of the old one where all that runs up to its end is known, does not leave, and does "+
			"not name the field, and where the package has no recover.\n\n"+
			"The rewrite assumes that nothing compares such structs by reflection, that "+
			"writers keep nothing of what they get, that memory need not be given back "+
			"while the struct is in use, and that a struct is not used any more when one of its "+
			"methods has panicked on the way.",
		run, technique.Each(filters, (*ast.AssignStmt)(nil)),
		technique.Each(drains, (*ast.AssignStmt)(nil))),
	Title: "Empty a field's memory instead of making new",
	Causes: []string{"slice-make", "append-grows", "slice-literal", "map-make", "map-grows",
		"unknown"},
	Risk: technique.Checked,
}

// run proposes to use the memory of each field again of which a method makes new.
func run(pass *analysis.Pass, root inspector.Cursor) {
	var order []*types.Var
	fields := map[*types.Var]*field{}
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		v, r, ok := renewal(pass, cur)
		if !ok {
			continue
		}
		if fields[v] == nil {
			fields[v] = newField(pass, v)
			order = append(order, v)
		}
		fields[v].renewed = append(fields[v].renewed, r)
	}
	for _, v := range order {
		if p, ok := fields[v].propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// renewed is a statement that gives a field of a receiver or parameter new memory.
type renewed struct {
	file *ast.File
	stmt inspector.Cursor
	fn   *ast.FuncDecl
	on   ast.Expr // x.f
	made ast.Expr // what is made: a call of make, an empty literal, or nil

	// Where a variable is filled first, stmt declares it, and give hands it to the field.
	built *types.Var
	give  inspector.Cursor
}

// renewal matches such a statement.
//
//	x.f = make([]T, 0)
func renewal(pass *analysis.Pass, cur inspector.Cursor) (*types.Var, renewed, bool) {
	var none renewed
	as := cur.Node().(*ast.AssignStmt)
	if as.Tok.String() != "=" || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !technique.InList(cur) {
		return nil, none, false
	}
	sel, ok := as.Lhs[0].(*ast.SelectorExpr)
	if !ok || makesLazily(pass.TypesInfo, cur) {
		return nil, none, false
	}
	v, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() || v.Exported() || v.Embedded() || v.Pkg() != pass.Pkg {
		return nil, none, false
	}
	file, fn := technique.FileOf(pass, as.Pos()), method(cur)
	if file == nil || fn == nil || technique.InTest(pass, file) || technique.Commented(pass, as) ||
		!given(pass.TypesInfo, fn, sel.X) {
		return nil, none, false
	}
	r := renewed{file: file, stmt: cur, fn: fn, on: sel, made: as.Rhs[0]}
	return v, r, isNew(pass.TypesInfo, r.made) || buildsFirst(pass, &r, v)
}

// isNew reports whether an expression is an empty slice or map, or one of zeros.
func isNew(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		return technique.IsBuiltin(info, e, "make")
	}
	return info.Types[e].IsNil()
}

// method returns the declared function that a statement is in, nil within a literal.
func method(cur inspector.Cursor) *ast.FuncDecl {
	fn, ok := technique.EnclosingFunc(cur)
	if !ok {
		return nil
	}
	decl, _ := fn.Node().(*ast.FuncDecl)
	return decl
}

// given reports whether an expression is a receiver or a parameter, or a field in one, by way
// of other fields: what the caller has had before.
func given(info *types.Info, fn *ast.FuncDecl, e ast.Expr) bool {
	for {
		sel, ok := e.(*ast.SelectorExpr)
		if !ok {
			break
		}
		if s := info.Selections[sel]; s == nil || s.Kind() != types.FieldVal {
			return false
		}
		e = sel.X
	}
	v, ok := technique.Variable(info, e)
	if !ok {
		return false
	}
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.Params} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, name := range f.Names {
				if info.Defs[name] == types.Object(v) {
					return true
				}
			}
		}
	}
	return false
}

// isField reports whether a mention of a field is x.f, and returns that.
func isField(use inspector.Cursor) (inspector.Cursor, bool) {
	return use.Parent(), use.ParentEdgeKind() == edge.SelectorExpr_Sel
}
