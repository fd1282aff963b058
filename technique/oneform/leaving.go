package oneform

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// leaves matches what is given to variables, from statement s on, only to be returned in the next
// statement, or to results of the function. before is how often they are named between.
//
//	have: v := f(); return v     v, err := f(); return v, err     v = f(); return
//	want: return f()             return f()                       return f()
func (f *former) leaves(s ast.Stmt, left []*ast.Ident, right []ast.Expr, before int,
	next ast.Stmt) bool {
	ret, ok := next.(*ast.ReturnStmt)
	if !ok {
		return false
	}
	list := ret.Results
	if len(list) == 0 {
		list = f.results(left, ret)
	} else if !slices.ContainsFunc(right, func(e ast.Expr) bool { return f.makes(e) }) ||
		!f.onlyReturned(left, list, before) {
		return false
	}
	pieces := f.returned(left, right, list)
	if pieces == nil ||
		!f.change(s.Pos(), ret.End(), append([]piece{{text: "return "}}, pieces...)) {
		return false
	}
	if len(ret.Results) > 0 {
		return true
	}
	f.list[len(f.list)-1].bare = true
	if len(left) == len(list) {
		f.explicit[ret] = true
		for _, id := range left {
			f.explicit[id] = true
		}
	}
	return true
}

// given returns the variables of a statement that does no more than give them values, which are as
// many or those of one call.
func given(s ast.Stmt) (left []*ast.Ident, right []ast.Expr) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok != token.DEFINE && s.Tok != token.ASSIGN {
			return nil, nil
		}
		for _, e := range s.Lhs {
			id, ok := e.(*ast.Ident)
			if !ok {
				return nil, nil
			}
			left = append(left, id)
		}
		return left, s.Rhs
	case *ast.DeclStmt:
		gen := s.Decl.(*ast.GenDecl)
		if gen.Tok != token.VAR || len(gen.Specs) != 1 {
			return nil, nil
		}
		spec := gen.Specs[0].(*ast.ValueSpec)
		if spec.Type == nil {
			return spec.Names, spec.Values
		}
	}
	return nil, nil
}

// onlyReturned reports whether variables are declared where they stand, and all that is done with
// them, but for that they are given values so often before, is to return each of them once.
func (f *former) onlyReturned(left []*ast.Ident, list []ast.Expr, before int) bool {
	for _, id := range left {
		v := f.Info.Defs[id]
		returned := 0
		for _, e := range list {
			if use, ok := e.(*ast.Ident); ok && f.Info.Uses[use] == v {
				returned++
			}
		}
		if v == nil || returned != 1 || f.uses(v) != before+1 {
			return false
		}
	}
	return true
}

// results returns the named results of the function, which a return statement without values
// returns; nil where a variable is none of them, or the statement is that of a literal.
func (f *former) results(left []*ast.Ident, ret *ast.ReturnStmt) (list []ast.Expr) {
	fn, ok := f.fn.(*ast.FuncDecl)
	if !ok || fn.Type.Results == nil || inLiteral(f.around(ret)) {
		return nil
	}
	is := make(map[types.Object]bool)
	for _, field := range fn.Type.Results.List {
		for _, name := range field.Names {
			if name.Name == "_" {
				return nil
			}
			is[f.Info.Defs[name]] = true
			list = append(list, name)
		}
	}
	for _, id := range left {
		if !is[f.Info.Uses[id]] {
			return nil
		}
	}
	return list
}

// returned returns what is written for a list of which some variables are given values just
// before; nil where that would not return the same.
func (f *former) returned(left []*ast.Ident, right, list []ast.Expr) (pieces []piece) {
	if len(right) != len(left) {
		call, ok := ast.Unparen(right[0]).(*ast.CallExpr)
		if !ok || f.Info.Types[call.Fun].IsType() || len(list) != len(left) {
			return nil
		}
		for i, id := range left {
			if f.Info.ObjectOf(id) != f.Info.ObjectOf(list[i].(*ast.Ident)) {
				return nil
			}
		}
		return []piece{f.source(right[0], value)}
	}
	names, next := names(left), 0
	for i, e := range list {
		if i > 0 {
			pieces = append(pieces, piece{text: ", "})
		}
		id, ok := e.(*ast.Ident)
		switch {
		case ok && next < len(left) && f.Info.ObjectOf(id) == f.Info.ObjectOf(left[next]):
			pieces = append(pieces, f.source(right[next], value))
			next++
		case ok && f.steadyName(id):
			pieces = append(pieces, piece{text: id.Name})
		case !ok && f.Info.Types[e].Value != nil:
			pieces = append(pieces, f.source(e, value))
		default:
			return nil
		}
	}
	if next < len(left) || len(left) > 1 && !f.independent(names, right) {
		return nil
	}
	return pieces
}

// steadyName reports whether a variable, or nil, is the same whatever functions are called.
func (f *former) steadyName(id *ast.Ident) bool {
	v, ok := f.Info.ObjectOf(id).(*types.Var)
	return !ok || !f.changesElsewhere(v)
}

// around returns the nodes of the function around one.
func (f *former) around(wanted ast.Node) (list []ast.Node) {
	ast.PreorderStack(f.fn, nil, func(n ast.Node, around []ast.Node) bool {
		if n == wanted {
			list = slices.Clone(around)
		}
		return list == nil
	})
	return list
}

// inLiteral reports whether one of the nodes around is a function literal.
func inLiteral(around []ast.Node) bool {
	return slices.ContainsFunc(around, func(n ast.Node) bool {
		_, ok := n.(*ast.FuncLit)
		return ok
	})
}
