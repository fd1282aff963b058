package oneform

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// unnamed has a function without names for its results, where it uses none; or where those that
// it uses could as well be variables, and hold texts, slices or maps.
//
//	have: func f() (n int, err error) { return 1, nil }
//	want: func f() (int, error) { return 1, nil }
//
//	have: func f() (s string) { s += "x"; return }
//	want: func f() string { var s string; s += "x"; return s }
func (f *former) unnamed(fn *ast.FuncDecl) {
	results := fn.Type.Results
	if results == nil || !results.Opening.IsValid() {
		return
	}
	r := named{former: f, decl: fn}
	var pieces []piece
	for _, field := range results.List {
		for _, name := range field.Names {
			r.names = append(r.names, name)
			r.types = append(r.types, f.source(field.Type, value))
			pieces = append(pieces, piece{text: ", "}, f.source(field.Type, value))
		}
	}
	if len(pieces) == 0 {
		return
	}
	r.find()
	used := len(r.bare) > 0 || len(r.uses) > 0
	if used && !r.local() {
		return
	}
	if pieces = pieces[1:]; len(pieces) > 1 {
		pieces = append(append([]piece{{text: "("}}, pieces...), piece{text: ")"})
	}
	if f.change(results.Pos(), results.End(), pieces) {
		f.list[len(f.list)-1].results = true
		if used {
			r.declare()
		}
	}
}

// named are the results of a function, which have names.
type named struct {
	*former
	decl  *ast.FuncDecl
	names []*ast.Ident
	types []piece
	bare  []*ast.ReturnStmt // that return what the results hold
	uses  []*ast.Ident      // of the results, by place
}

// find notes where the function uses its results, but for what is gone already.
func (r *named) find() {
	is := make(map[types.Object]bool)
	for _, name := range r.names {
		is[r.Info.Defs[name]] = true
	}
	ast.PreorderStack(r.decl.Body, nil, func(n ast.Node, around []ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if is[r.Info.Uses[n]] && !r.explicit[n] {
				r.uses = append(r.uses, n)
			}
		case *ast.ReturnStmt:
			if len(n.Results) == 0 && !r.explicit[n] && !inLiteral(around) {
				r.bare = append(r.bare, n)
			}
		}
		return true
	})
}

// local reports whether the results could be variables: nothing sees them when the function has
// returned, and the compiler finds all of them used. One of them holds more than the function
// makes at once.
func (r *named) local() bool {
	if !r.grows() || r.deferred() || r.commented() {
		return false
	}
	for _, name := range r.names {
		v := r.Info.Defs[name].(*types.Var)
		if name.Name == "_" || r.changesElsewhere(v) || r.hidden(v.Type()) ||
			r.mentioned(v) && len(r.bare) == 0 && !r.read(v) {
			return false
		}
	}
	return true
}

// grows reports whether a result is a text, slice or map that some statement gives a value.
func (r *named) grows() bool {
	for n := range ast.Preorder(r.decl.Body) {
		s, ok := n.(*ast.AssignStmt)
		if !ok || s.Tok == token.DEFINE {
			continue
		}
		for _, left := range s.Lhs {
			id, ok := left.(*ast.Ident)
			if !ok || !slices.Contains(r.uses, id) {
				continue
			}
			switch t := r.Info.TypeOf(id).Underlying().(type) {
			case *types.Slice, *types.Map:
				return true
			case *types.Basic:
				if t.Info()&types.IsString != 0 {
					return true
				}
			}
		}
	}
	return false
}

// deferred reports whether the function defers more than what neither sees its results nor
// recovers: functions of the packages sync, os and time.
func (r *named) deferred() bool {
	for n := range ast.Preorder(r.decl.Body) {
		s, ok := n.(*ast.DeferStmt)
		if !ok {
			continue
		}
		sel, ok := s.Call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		fn, ok := r.Info.Uses[sel.Sel].(*types.Func)
		if !ok || fn.Pkg() == nil || !slices.Contains([]string{"sync", "os", "time"},
			fn.Pkg().Path()) {
			return true
		}
	}
	return false
}

// commented reports whether a comment stands where the variables would be declared, among the
// results, or in a return statement.
func (r *named) commented() bool {
	line := r.tok.Line(r.decl.Body.Lbrace)
	for _, group := range r.file.Comments {
		at := group.Pos()
		if r.decl.Type.Results.Pos() <= at && at < r.decl.Body.Rbrace &&
			(at < r.decl.Body.Lbrace || r.tok.Line(at) == line) {
			return true
		}
	}
	return false
}

// hidden reports whether a name in a type could be that of a parameter, which the body would take
// for it.
func (r *named) hidden(t types.Type) bool {
	taken := make(map[string]bool)
	for _, list := range []*ast.FieldList{r.decl.Recv, r.decl.Type.Params, r.decl.Type.Results} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				taken[name.Name] = true
			}
		}
	}
	for _, field := range r.decl.Type.Results.List {
		if !types.Identical(r.Info.TypeOf(field.Type), t) {
			continue
		}
		for n := range ast.Preorder(field.Type) {
			if id, ok := n.(*ast.Ident); ok && taken[id.Name] {
				return true
			}
		}
	}
	return false
}

// mentioned reports whether the function uses a result by its name.
func (r *named) mentioned(v *types.Var) bool {
	return slices.ContainsFunc(r.uses, func(id *ast.Ident) bool { return r.Info.Uses[id] == v })
}

// read reports whether the function does more with a result than to give it values.
func (r *named) read(v *types.Var) bool {
	given := make(map[ast.Node]bool)
	for n := range ast.Preorder(r.decl.Body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
				for _, left := range n.Lhs {
					given[left] = true
				}
			}
		case *ast.RangeStmt:
			given[n.Key], given[n.Value] = true, true
		}
	}
	return slices.ContainsFunc(r.uses, func(id *ast.Ident) bool {
		return r.Info.Uses[id] == v && !given[id]
	})
}

// declare declares the results in the body, where they get their first values or before all else,
// and has return statements name them. One that the function does not use is declared, too: its
// name is taken.
func (r *named) declare() {
	body := r.decl.Body
	list := ""
	for i, name := range r.names {
		if i > 0 {
			list += ", "
		}
		list += name.Name
		v := r.Info.Defs[name].(*types.Var)
		if s := r.first(v); s != nil {
			r.change(s.Pos(), s.End(),
				[]piece{{text: name.Name + " := "}, r.source(s.Rhs[0], result)})
			r.list[len(r.list)-1].gives = true
			continue
		}
		line := "\n\tvar " + name.Name + " " + string(r.src[r.types[i].start:r.types[i].end])
		unused := len(r.bare) == 0 && !r.mentioned(v)
		if unused {
			line += "\n\t_ = " + name.Name
		}
		if r.tok.Line(body.List[0].Pos()) == r.tok.Line(body.Lbrace) {
			line += "\n"
		}
		r.change(body.Lbrace+1, body.Lbrace+1, []piece{{text: line}})
		r.list[len(r.list)-1].declares = name.Name
		r.list[len(r.list)-1].unused = unused
	}
	for _, ret := range r.bare {
		r.change(ret.Pos(), ret.End(), []piece{{text: "return " + list}})
		r.list[len(r.list)-1].results = true
	}
}

// first returns the statement of the body that gives a result its first value, which may as well
// declare it: nothing names it before, and no return statement returns it before. It is nil for
// none.
func (r *named) first(v *types.Var) *ast.AssignStmt {
	i := slices.IndexFunc(r.uses, func(id *ast.Ident) bool { return r.Info.Uses[id] == v })
	if i < 0 {
		return nil
	}
	for _, stmt := range r.decl.Body.List {
		s, ok := stmt.(*ast.AssignStmt)
		if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || s.Lhs[0] != ast.Expr(r.uses[i]) {
			continue
		}
		if !r.makes(s) || !r.sameType(r.uses[i], s.Rhs[0]) || mentions(s.Rhs[0], v.Name()) ||
			slices.ContainsFunc(r.bare, func(ret *ast.ReturnStmt) bool {
				return ret.Pos() < s.Pos()
			}) || r.changed(s) || r.hasComment(s.Pos(), s.End()) {
			return nil
		}
		return s
	}
	return nil
}

// changed reports whether a statement has another form already.
func (r *named) changed(s ast.Stmt) bool {
	from, to := r.tok.Offset(s.Pos()), r.tok.Offset(s.End())
	return slices.ContainsFunc(r.list, func(c change) bool { return c.start < to && from < c.end })
}
