package locks

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/service/gosource"
)

// defs is what the source of one declaration says about its variables.
type defs struct {
	sole     map[types.Object]ast.Expr // defined once, by this expression
	assigned map[types.Object]int      // how often a variable gets a value
	looped   map[types.Object]bool     // declared in a loop
}

// defsOf returns the definitions in the declaration around fn, with those of the
// literals in it.
func (e *engine) defsOf(fn *gosource.Func) *defs {
	if fn.Decl == nil {
		return &defs{}
	}
	if d, ok := e.defs[fn.Decl]; ok {
		return d
	}
	d := &defs{sole: map[types.Object]ast.Expr{}, assigned: map[types.Object]int{},
		looped: map[types.Object]bool{}}
	e.defs[fn.Decl] = d
	if fn.Decl.Body != nil {
		d.collect(fn.Pkg.Info, fn.Decl.Body, false)
	}
	return d
}

func (d *defs) collect(info *types.Info, n ast.Node, loop bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			d.assign(info, n, loop)
		case *ast.ValueSpec:
			for i, name := range n.Names {
				var value ast.Expr
				if len(n.Values) == len(n.Names) {
					value = n.Values[i]
				}
				d.define(info.Defs[name], value, loop)
			}
		case *ast.IncDecStmt:
			d.lost(info, n.X)
		case *ast.UnaryExpr:
			if id, ok := ast.Unparen(n.X).(*ast.Ident); ok && n.Op == token.AND {
				if _, ptr := info.TypeOf(id).Underlying().(*types.Pointer); ptr {
					d.lost(info, id)
				}
			}
		case *ast.RangeStmt:
			for _, v := range []ast.Expr{n.Key, n.Value} {
				if id, ok := v.(*ast.Ident); ok {
					d.define(info.ObjectOf(id), nil, true)
				}
			}
			d.collect(info, n.Body, true)
			return false
		case *ast.ForStmt:
			if n.Init != nil {
				d.collect(info, n.Init, true)
			}
			if n.Post != nil {
				d.collect(info, n.Post, true)
			}
			d.collect(info, n.Body, true)
			return false
		}
		return true
	})
}

func (d *defs) assign(info *types.Info, n *ast.AssignStmt, loop bool) {
	for i, left := range n.Lhs {
		id, ok := left.(*ast.Ident)
		if !ok {
			continue
		}
		obj := info.ObjectOf(id)
		if info.Defs[id] == nil {
			d.assigned[obj]++
			continue
		}
		var value ast.Expr
		if len(n.Rhs) == len(n.Lhs) {
			value = n.Rhs[i]
		} else if i == 0 && len(n.Rhs) == 1 {
			value = n.Rhs[0]
		}
		d.define(obj, value, loop)
	}
}

func (d *defs) define(obj types.Object, value ast.Expr, loop bool) {
	if obj == nil {
		return
	}
	d.assigned[obj]++
	if value != nil {
		d.sole[obj] = value
	}
	if loop {
		d.looped[obj] = true
	}
}

// lost notes that a variable may change in ways that are not followed.
func (d *defs) lost(info *types.Info, e ast.Expr) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		d.assigned[info.ObjectOf(id)] += 2
	}
}

// soleDef returns the expression that defines v, if nothing else gives it a value.
func (e *engine) soleDef(fn *gosource.Func, v *types.Var) ast.Expr {
	d := e.defsOf(fn)
	if d.assigned[v] != 1 {
		return nil
	}
	return d.sole[v]
}

// constant reports whether the variable keeps its first value: it is assigned at
// most once, or is a parameter that is never assigned.
func (e *engine) constant(fn *gosource.Func, v types.Object) bool {
	limit := 1
	if isParam(fn, v) {
		limit = 0
	}
	return e.defsOf(fn).assigned[v] <= limit
}

// isParam reports whether v is a parameter of fn or of a function around it.
func isParam(fn *gosource.Func, v types.Object) bool {
	for ; fn != nil; fn = fn.Outer {
		for _, p := range fn.Params() {
			if p != nil && p == v {
				return true
			}
		}
	}
	return false
}

// stable reports whether a path means the same wherever it stands in fn: no
// index and no call in it.
func (e *engine) stable(fn *gosource.Func, p path) bool {
	if p.root == nil || !e.constant(fn, p.root) && !isGlobal(p.root) {
		return false
	}
	for _, s := range p.steps {
		if s.name[0] == '[' {
			return false
		}
	}
	return true
}

func isGlobal(v types.Object) bool {
	return v != nil && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}
