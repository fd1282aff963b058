package valueresult

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// result is the pointer that a function returns.
type result struct {
	pass  *analysis.Pass
	cur   inspector.Cursor // the declaration
	decl  *ast.FuncDecl
	index int        // among the results
	count int        // of results
	elem  types.Type // what it points to
	mayBe bool       // nil, next to an error

	made  []ast.Node // the expressions that make it
	edits []analysis.TextEdit
}

// function matches a function whose result can be a value.
//
//	have: func parse(s string) (*point, error) { ...; return &point{x, y}, nil }
//	want: func parse(s string) (point, error) { ...; return point{x, y}, nil }
func function(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	decl := cur.Node().(*ast.FuncDecl)
	obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func)
	if !ok || decl.Body == nil || obj.Exported() || technique.Directed(decl) {
		return none, false
	}
	r := &result{pass: pass, cur: cur, decl: decl}
	if !r.signature() || technique.Inlined(pass, decl) || !r.returns() || len(r.made) == 0 {
		return none, false
	}
	if !r.callers(obj) || !technique.SeesAll(pass, obj) {
		return none, false
	}
	return technique.Proposal{At: r.made[0], Edits: r.edits,
		Message: "return the " + types.TypeString(r.elem, types.RelativeTo(pass.Pkg)) +
			" itself, whose callers only read it"}, true
}

// signature finds the one result that points to a small struct. The others are
// none of ours, but for an error.
func (r *result) signature() bool {
	star, index, count, ok := technique.OneResult[*ast.StarExpr](r.decl)
	if !ok {
		return false
	}
	r.index, r.count, r.elem = index, count, r.pass.TypesInfo.TypeOf(star.X)
	r.edits = []analysis.TextEdit{{Pos: star.Pos(), End: star.X.Pos()}}
	return small(r.pass, r.elem)
}

// returns looks at all return statements. Each must return a new struct, or nil
// next to an error that is surely one. A function that recovers may return nil without them.
func (r *result) returns() bool {
	if technique.Recovers(r.pass, r.decl.Body) {
		return false
	}
	for cur := range r.cur.Preorder((*ast.ReturnStmt)(nil)) {
		if !technique.InFunc(cur, r.cur) {
			continue
		}
		stmt := cur.Node().(*ast.ReturnStmt)
		if len(stmt.Results) != r.count {
			return false
		}
		x := stmt.Results[r.index]
		switch {
		case r.isNil(x):
			if !r.failed(cur, stmt) {
				return false
			}
			r.mayBe = true
			r.edits = append(r.edits, technique.Replace(x, r.name()+"{}"))
		case r.fresh(x):
		case !r.local(x):
			return false
		}
	}
	return r.nameable()
}

func (r *result) isNil(x ast.Expr) bool { return r.pass.TypesInfo.Types[x].IsNil() }

// fresh reports whether x makes a struct, and notes how to make it a value.
func (r *result) fresh(x ast.Expr) bool {
	edit, ok := technique.NewAsValue(r.pass, x, r.elem)
	if ok {
		r.made = append(r.made, x)
		r.edits = append(r.edits, edit)
	}
	return ok
}

// local reports whether x is a variable that holds a new struct and is used for
// its fields and to be returned, and notes how to make it a value.
func (r *result) local(x ast.Expr) bool {
	v, ok := technique.Variable(r.pass.TypesInfo, x)
	if !ok || v.Pos() < r.decl.Body.Pos() || r.decl.Body.End() <= v.Pos() {
		return false
	}
	def, ok := definition(r.pass, r.cur, v)
	if !ok {
		return false
	}
	value := def.Node().(*ast.AssignStmt).Rhs[0]
	for _, m := range r.made {
		if m == value {
			return true // returned in two places
		}
	}
	return r.ownFields(v) && r.fresh(value)
}

// ownFields reports whether the function uses v only for its fields and in
// return statements.
func (r *result) ownFields(v *types.Var) bool {
	for use := range uses(r.pass, r.cur, v) {
		if stmt, ok := use.Parent().Node().(*ast.ReturnStmt); ok &&
			stmt.Results[r.index] == use.Node() && technique.InFunc(use, r.cur) {
			continue
		}
		if !technique.InFunc(use, r.cur) || !ofField(r.pass, use) {
			return false
		}
	}
	return true
}

// name is how the source writes the type.
func (r *result) name() string {
	return types.TypeString(r.elem, types.RelativeTo(r.pass.Pkg))
}

// nameable reports whether the type's name means itself in all of the function.
func (r *result) nameable() bool {
	for n := range ast.Preorder(r.decl) {
		id, ok := n.(*ast.Ident)
		if ok && id.Name == r.name() && r.pass.TypesInfo.Defs[id] != nil {
			return false
		}
	}
	return true
}
