package technique

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// Pure reports whether an expression has no observable effect other than a
// possible panic, so that it may be duplicated or dropped: it names variables,
// constants, fields and elements of slices and arrays, and counts.
func Pure(info *types.Info, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.Ident:
		switch info.ObjectOf(e).(type) {
		case *types.Var, *types.Const:
			return true
		}
	case *ast.ParenExpr:
		return Pure(info, e.X)
	case *ast.StarExpr:
		return Pure(info, e.X)
	case *ast.SelectorExpr:
		return pureSelector(info, e)
	case *ast.IndexExpr:
		return hasElements(info.TypeOf(e.X)) && Pure(info, e.X) && Pure(info, e.Index)
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.NOT) && Pure(info, e.X)
	case *ast.BinaryExpr:
		return Pure(info, e.X) && Pure(info, e.Y)
	case *ast.CallExpr:
		return IsBuiltin(info, e, "len") && Pure(info, e.Args[0])
	}
	return false
}

// pureSelector reports whether e is a field of something pure, or a variable
// or constant of another package.
func pureSelector(info *types.Info, e *ast.SelectorExpr) bool {
	if sel := info.Selections[e]; sel != nil {
		return sel.Kind() == types.FieldVal && Pure(info, e.X)
	}
	switch info.Uses[e.Sel].(type) {
	case *types.Var, *types.Const:
		return true
	}
	return false
}

func hasElements(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	case *types.Basic:
		return t.Info()&types.IsString != 0
	}
	return false
}

// Assigned reports whether the syntax below n assigns to obj, or to a part of
// it, or takes its address.
func Assigned(info *types.Info, n ast.Node, obj types.Object) bool {
	found := false
	target := func(e ast.Expr) {
		if id := Root(e); id != nil && info.ObjectOf(id) == obj {
			found = true
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				target(left)
			}
		case *ast.IncDecStmt:
			target(n.X)
		case *ast.RangeStmt:
			target(n.Key)
			target(n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				target(n.X)
			}
		}
		return !found
	})
	return found
}

// Surely reports whether something wanted is evaluated whenever n is: not in a function
// literal, and not behind && or ||. Nothing is in a nil n.
func Surely(n ast.Node, wanted func(ast.Node) bool) (found bool) {
	if n == nil {
		return false
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				found = found || Surely(n.X, wanted)
				return false
			}
		}
		found = found || n != nil && wanted(n)
		return !found
	})
	return found
}

// Root returns the name of the variable that an expression is a part of, or leads on from; or nil.
func Root(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

// Predeclared reports whether each name means at pos what it means in an empty
// package, in each build.
func Predeclared(pass *analysis.Pass, pos token.Pos, names ...string) bool {
	hidden := indexOf(pass).hides()
	for _, name := range names {
		obj := types.Universe.Lookup(name)
		if (obj == nil || hidden[name]) && !meant(pass, name, obj, pos) {
			return false
		}
	}
	beside, _ := indexOf(pass).leftOut()
	return !slices.ContainsFunc(names, func(name string) bool { return beside.declared[name] })
}

// Hides reports whether the package gives one of some predeclared names to something else anywhere.
func Hides(pass *analysis.Pass, names ...string) bool {
	hidden := indexOf(pass).hides()
	return slices.ContainsFunc(names, func(name string) bool { return hidden[name] })
}

// hiddenNames returns the predeclared names that the package gives to something else anywhere.
func hiddenNames(pass *analysis.Pass) map[string]bool {
	hidden := make(map[string]bool)
	note := func(obj types.Object) {
		if obj != nil && types.Universe.Lookup(obj.Name()) != nil {
			hidden[obj.Name()] = true
		}
	}
	for _, obj := range pass.TypesInfo.Defs {
		note(obj)
	}
	for _, obj := range pass.TypesInfo.Implicits {
		note(obj)
	}
	for _, name := range pass.Pkg.Scope().Names() { // also of files that the pass leaves out
		note(pass.Pkg.Scope().Lookup(name))
	}
	return hidden
}

// Visible reports whether an object's name means the object at pos.
func Visible(pass *analysis.Pass, obj types.Object, pos token.Pos) bool {
	return meant(pass, obj.Name(), obj, pos)
}

// meant reports whether a name means obj at pos.
func meant(pass *analysis.Pass, name string, obj types.Object, pos token.Pos) bool {
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, seen := scope.LookupParent(name, pos)
	return seen == obj
}

// ResolvesSameAt reports whether all names in an expression resolve at pos to
// what they resolve to in the expression's own place, but for those that it declares itself.
func ResolvesSameAt(pass *analysis.Pass, e ast.Expr, pos token.Pos) bool {
	scope := pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	for n := range ast.Preorder(e) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		obj := pass.TypesInfo.Uses[id]
		if foundByDot(pass, obj) || pass.TypesInfo.Defs[id] != nil ||
			obj != nil && e.Pos() <= obj.Pos() && obj.Pos() < e.End() {
			continue
		}
		if _, seen := scope.LookupParent(id.Name, pos); obj == nil || seen != obj {
			return false
		}
	}
	return true
}

// foundByDot reports whether an object's name is found through what is before
// its dot, or, in a literal, through its type.
func foundByDot(pass *analysis.Pass, obj types.Object) bool {
	if obj == nil || obj.Pkg() == nil {
		return false // predeclared
	}
	switch obj := obj.(type) {
	case *types.PkgName:
		return false
	case *types.Var:
		return obj.IsField() || obj.Pkg() != pass.Pkg
	case *types.Func:
		return obj.Signature().Recv() != nil || obj.Pkg() != pass.Pkg
	}
	return obj.Pkg() != pass.Pkg
}

// HasJump reports whether the syntax below n has a statement that leaves it or
// jumps within it: return, break, continue, goto. It ignores function literals.
func HasJump(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt:
			found = true
		}
		return !found
	})
	return found
}

// Leaving calls found for each statement below a block, or the body of a loop, that leads out of
// it: return, goto, what has a label, and break and continue of what stands around it. It ignores
// function literals.
func Leaving(block ast.Node, found func(ast.Stmt)) {
	var look func(root ast.Node, inLoop, inSwitch bool)
	look = func(root ast.Node, inLoop, inSwitch bool) {
		ast.Inspect(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ForStmt, *ast.RangeStmt:
				if n != root {
					look(n, true, true)
					return false
				}
			case *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
				if n != root {
					look(n, inLoop, true)
					return false
				}
			case *ast.BranchStmt:
				if n.Label != nil || n.Tok == token.GOTO || n.Tok == token.CONTINUE && !inLoop ||
					n.Tok == token.BREAK && !inSwitch {
					found(n)
				}
			case *ast.ReturnStmt:
				found(n)
			}
			return true
		})
	}
	look(block, false, false)
}
