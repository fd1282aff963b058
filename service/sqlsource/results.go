package sqlsource

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/packages"
)

// outcome is what one return statement gives: an expression, or a named result as
// it is there.
type outcome struct {
	scope scope
	expr  ast.Expr
	named types.Object
	at    token.Pos
	body  *ast.BlockStmt
}

// results returns what the functions of the program that a call may run give as
// one of their results.
func (e *evaluator) results(s scope, x *ast.CallExpr, result int) []outcome {
	var all []outcome
	for _, fn := range e.targets(s, x) {
		body, ok := e.program.bodies[fn]
		if !ok || s.frame.inside(fn) {
			continue
		}
		in := scope{body.pkg, &frame{fn: fn, call: x, from: s}}
		ast.Inspect(body.body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				all = append(all, e.returned(in, body, n, result)...)
			}
			return true
		})
	}
	return all
}

// mostFrames bounds how far calls are followed into functions.
const mostFrames = 6

// inside reports whether fn is being followed already, or no function is to be
// followed any more.
func (f *frame) inside(fn any) bool {
	n := 0
	for ; f != nil; f = f.from.frame {
		if n++; n == mostFrames || f.fn == fn {
			return true
		}
	}
	return false
}

func (e *evaluator) returned(s scope, f function, n *ast.ReturnStmt, result int) []outcome {
	switch {
	case len(n.Results) == 0 && f.typ.Results != nil:
		i := 0
		for _, field := range f.typ.Results.List {
			for _, name := range field.Names {
				if i == result {
					return []outcome{{scope: s, named: f.pkg.TypesInfo.Defs[name], at: n.Pos(),
						body: f.body}}
				}
				i++
			}
		}
	case result < len(n.Results):
		return []outcome{{scope: s, expr: n.Results[result]}}
	case len(n.Results) == 1:
		if call, ok := ast.Unparen(n.Results[0]).(*ast.CallExpr); ok {
			return e.results(s, call, result)
		}
	}
	return nil
}

// targets returns the functions that a call may run.
func (e *evaluator) targets(s scope, x *ast.CallExpr) []any {
	if f := callee(s.pkg.TypesInfo, x); f != nil {
		return e.program.run(f)
	}
	var list []any
	made, _ := e.origins(s, x.Fun)
	for _, m := range made {
		if lit, ok := m.expr.(*ast.FuncLit); ok {
			list = append(list, lit)
		}
	}
	return list
}

// around returns the outermost function around a node.
func (p *program) around(pkg *packages.Package, n ast.Node) (outer function, ok bool) {
	for _, f := range p.bodies {
		if f.pkg == pkg && contains(f.body, n.Pos()) && (!ok || f.body.Pos() < outer.body.Pos()) {
			outer, ok = f, true
		}
	}
	return outer, ok
}
