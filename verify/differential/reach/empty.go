package reach

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// EmptySlices returns the fields with slices that the new code cuts to nothing, where no code
// of the old could tell a nil slice from an empty one. They are fields that only the package
// names.
func (s *Package) EmptySlices() []Field {
	cut := s.cutToNothing()
	return s.ownFields(func(_ *types.Named, t *types.Struct, f *types.Var) bool {
		_, isSlice := f.Type().Underlying().(*types.Slice)
		return isSlice && cut[f.Name()] && s.nilIsEmpty(t, f)
	})
}

// cutToNothing returns the names x in y.x[:0], and in y.x = z[:0], in functions that change.
func (s *Package) cutToNothing() map[string]bool {
	cut := map[string]bool{}
	for n := range s.changed() {
		switch n := n.(type) {
		case *ast.SliceExpr:
			if sel, isField := n.X.(*ast.SelectorExpr); isField && toNothing(n) {
				cut[sel.Sel.Name] = true
			}
		case *ast.AssignStmt:
			sel, isField := n.Lhs[0].(*ast.SelectorExpr)
			if part, isPart := n.Rhs[0].(*ast.SliceExpr); isField && isPart && toNothing(part) {
				cut[sel.Sel.Name] = true
			}
		}
	}
	return cut
}

// toNothing matches x[:0].
func toNothing(part *ast.SliceExpr) bool {
	end, isText := part.High.(*ast.BasicLit)
	return part.Low == nil && isText && end.Value == "0"
}

// nilIsEmpty reports whether the old code counts, reads, writes and appends elements of a
// field, makes the slice anew or empty, and does nothing else with it, nor with the variables and
// parameters that get the slice.
func (s *Package) nilIsEmpty(owner *types.Struct, f *types.Var) bool {
	u := &entries{s: s, f: f, known: map[*ast.Ident]bool{}, holds: map[*types.Var]bool{},
		made: map[*types.Var]bool{}}
	for held := -1; held < len(u.holds); {
		held = len(u.holds)
		for _, file := range slices.Concat(s.Files, s.Tests) {
			for n := range ast.Preorder(file) {
				u.element(n)
			}
		}
	}
	return u.allKnown(owner)
}

// element notes uses in a node for which nil is as good as empty.
func (u *entries) element(n ast.Node) {
	switch n := n.(type) {
	case *ast.IndexExpr:
		u.know(n.X)
	case *ast.RangeStmt:
		u.know(n.X)
	case *ast.KeyValueExpr:
		if id, isName := n.Key.(*ast.Ident); isName && u.newSlice(n.Value) {
			u.know(id)
		}
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && n.Tok == token.ASSIGN && u.field(n.Lhs[0]) != nil &&
			(u.newSlice(n.Rhs[0]) || u.itself(n.Rhs[0])) {
			u.know(n.Lhs[0])
			u.itself(n.Rhs[0])
		}
		u.gives(n)
		u.declares(n)
	case *ast.ValueSpec:
		if v, ok := u.s.Info.Defs[n.Names[0]].(*types.Var); ok && len(n.Names) == 1 &&
			v.Parent() != v.Pkg().Scope() &&
			(len(n.Values) == 0 || len(n.Values) == 1 && u.newSlice(n.Values[0])) {
			u.made[v] = true
		}
	case *ast.IfStmt:
		u.makesLazily(n)
	case *ast.CallExpr:
		u.counted(n)
		u.given(n)
	}
}

// gives notes the assignment of a variable that was made in the function.
func (u *entries) gives(n *ast.AssignStmt) {
	id, isName := n.Rhs[0].(*ast.Ident)
	if !isName || n.Tok != token.ASSIGN || len(n.Lhs) != 1 || u.field(n.Lhs[0]) == nil {
		return
	}
	if v, ok := u.s.Info.Uses[id].(*types.Var); ok && u.made[v] {
		u.hold(v)
		u.know(n.Lhs[0])
		u.know(id)
	}
}

// declares notes a variable that gets the slice of the field, or a new one.
func (u *entries) declares(n *ast.AssignStmt) {
	id, isName := n.Lhs[0].(*ast.Ident)
	if !isName || n.Tok != token.DEFINE || len(n.Lhs) != 1 {
		return
	}
	switch v, _ := u.s.Info.Defs[id].(*types.Var); {
	case v == nil:
	case u.field(n.Rhs[0]) != nil:
		u.hold(v)
		u.know(n.Rhs[0])
	case u.newSlice(n.Rhs[0]):
		u.made[v] = true
	}
}

// makesLazily notes a comparison with nil that decides no more than whether a slice without
// elements is made.
//
//	if y.x == nil { y.x = make([]T, 0, n) }
func (u *entries) makesLazily(n *ast.IfStmt) {
	cmp, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || cmp.Op != token.EQL || n.Else != nil || len(n.Body.List) != 1 {
		return
	}
	as, ok := n.Body.List[0].(*ast.AssignStmt)
	if ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 && u.field(as.Lhs[0]) != nil &&
		types.ExprString(as.Lhs[0]) == types.ExprString(cmp.X) && u.noElements(as.Rhs[0]) {
		u.know(cmp.X)
	}
}

// noElements matches make([]T, 0, n) and []T{}.
func (u *entries) noElements(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if !u.newSlice(e) {
			return false
		}
		n := u.s.Info.Types[e.Args[1]].Value
		return n != nil && n.ExactString() == "0"
	}
	return false
}

// hold notes a variable that has the slice of the field.
func (u *entries) hold(obj types.Object) {
	if v, ok := obj.(*types.Var); ok {
		u.holds[v] = true
	}
}

// given notes parameters of functions of the package that get the slice of the field.
func (u *entries) given(call *ast.CallExpr) {
	id, ok := call.Fun.(*ast.Ident)
	if !ok {
		return
	}
	fn, ok := u.s.Info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() != u.f.Pkg() || fn.Signature().TypeParams() != nil {
		return
	}
	params := fn.Signature().Params()
	for i, arg := range call.Args {
		last := i >= params.Len()-1 && fn.Signature().Variadic()
		if u.field(arg) != nil && !last {
			u.hold(params.At(i))
			u.know(arg)
		}
	}
}

// counted notes arguments of calls that take nil for empty.
func (u *entries) counted(call *ast.CallExpr) {
	if u.s.Info.Types[call.Fun].IsType() {
		if basic, ok := u.s.Info.TypeOf(call).Underlying().(*types.Basic); ok &&
			basic.Kind() == types.String {
			u.know(call.Args[0])
		}
		return
	}
	id, isName := call.Fun.(*ast.Ident)
	if !isName || u.s.Info.Uses[id] != types.Universe.Lookup(id.Name) {
		return
	}
	for i, arg := range call.Args {
		switch id.Name {
		case "len", "cap", "copy", "clear":
			u.know(arg)
		case "append":
			if part, isPart := ast.Unparen(arg).(*ast.SliceExpr); isPart {
				arg = part.X
			}
			if i > 0 && call.Ellipsis.IsValid() {
				u.know(arg)
			}
		}
	}
}

// newSlice matches nil, make([]T, n) and a literal of a slice.
func (u *entries) newSlice(e ast.Expr) bool {
	tv := u.s.Info.Types[e]
	if tv.IsNil() {
		return true
	}
	if tv.Type == nil {
		return false
	}
	if _, ok := tv.Type.Underlying().(*types.Slice); !ok {
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

// itself matches the field, a part of it, or that with elements behind, and notes the use.
func (u *entries) itself(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, ok := u.s.Info.Uses[e].(*types.Var)
		if !ok || !u.made[v] || !u.holds[v] {
			return false
		}
		u.know(e)
		return true
	case *ast.SelectorExpr:
		u.know(e)
		return u.field(e) != nil
	case *ast.SliceExpr:
		return u.itself(e.X)
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && u.s.Info.Uses[id] == types.Universe.Lookup("append") && u.itself(e.Args[0])
	}
	return false
}
