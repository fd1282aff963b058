package mapsize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// fills reports whether each round of the loop puts an entry into the map under
// a key that the round gives; or some rounds, where the loop goes over what is in memory already,
// so that there is never room for more than that. A key that may be there already, because the loop
// counts or collects under it, is no reason for room.
func (m made) fills(l loop) bool {
	return !mayBreak(l.body) && !(l.numbered() && m.answers(l.body)) &&
		!m.shrinks(l.body) && !(l.held && m.few()) && !m.anew(l.body) &&
		m.fillsIn(l, l.body.List)
}

// fillsIn is fills for a list of statements of the loop.
func (m made) fillsIn(l loop, list []ast.Stmt) bool {
	for _, stmt := range list {
		if as, ok := stmt.(*ast.AssignStmt); ok && as.Tok == token.ASSIGN && len(as.Lhs) == 1 {
			index, ok := as.Lhs[0].(*ast.IndexExpr)
			if ok && technique.SameExpr(m.pass.TypesInfo, m.place, index.X) {
				return m.fresh(l, index.Index) && !m.mentioned(as.Rhs[0])
			}
		}
		if call, ok := stmt.(*ast.ExprStmt); ok && m.puts(l, call.X) {
			return true
		}
		if l.held && m.fillsIf(l, stmt) {
			return true
		}
		if mayContinue(stmt) && !(l.held && (m.isSet() || !m.mentioned(stmt))) {
			return false
		}
	}
	return false
}

// fillsIf reports whether a branch of a statement puts an entry into the map. Whether it does may
// depend on the map alone where that is a set.
//
//	if len(x) > 3 { m[x] = v }, if !seen[x] { seen[x] = true }
func (m made) fillsIf(l loop, stmt ast.Stmt) bool {
	switch n := stmt.(type) {
	case *ast.IfStmt:
		if !m.isSet() && (m.mentioned(n.Cond) || n.Init != nil && m.mentioned(n.Init)) {
			return false
		}
		return m.fillsIn(l, n.Body.List) || n.Else != nil && m.fillsIf(l, n.Else)
	case *ast.BlockStmt:
		return m.fillsIn(l, n.List)
	case *ast.SwitchStmt:
		if n.Tag != nil && m.mentioned(n.Tag) {
			return false
		}
		return slices.ContainsFunc(n.Body.List, func(clause ast.Stmt) bool {
			return m.fillsIn(l, clause.(*ast.CaseClause).Body)
		})
	}
	return false
}

// few reports whether there are so few keys of the type that the map never grows large, however
// much is in memory that the loop goes over.
func (m made) few() bool {
	t, ok := m.pass.TypesInfo.TypeOf(m.place).Underlying().(*types.Map)
	if !ok {
		return false
	}
	key, ok := t.Key().Underlying().(*types.Basic)
	return ok && (key.Kind() == types.Bool || key.Kind() == types.Int8 || key.Kind() == types.Uint8)
}

// anew reports whether a loop begins another map, when it is done with one.
//
//	if len(m) == 100 { send(m); m = map[K]V{} }
func (m made) anew(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		as, ok := n.(*ast.AssignStmt)
		if ok && slices.ContainsFunc(as.Lhs, func(left ast.Expr) bool {
			return technique.SameExpr(m.pass.TypesInfo, m.place, left)
		}) {
			return true
		}
	}
	return false
}

// isSet reports whether the map only says which keys it has.
func (m made) isSet() bool {
	t, ok := m.pass.TypesInfo.TypeOf(m.place).Underlying().(*types.Map)
	if !ok {
		return false
	}
	switch elem := t.Elem().Underlying().(type) {
	case *types.Basic:
		return elem.Kind() == types.Bool
	case *types.Struct:
		return elem.NumFields() == 0
	}
	return false
}

// endsEarly reports whether a loop that counts to a number, for which nothing is in memory yet, may
// leave the function with an error, or panic, as where the map is to be an element of nothing: the
// number may be wrong, or come from an attacker.
func (m made) endsEarly(l loop) bool {
	return l.numbered() && (technique.HasJump(l.body) ||
		l.known == 0 && (inElement(m.place) || technique.MayStop(m.pass, l.body)))
}

// numbered reports whether the loop counts to a number, of which nothing is in memory yet.
func (l loop) numbered() bool { return !l.held && !l.copies }

// answers reports whether the body of a loop returns something else than a failure: it ends early
// when all is well.
func (m made) answers(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = found || !technique.Fails(m.pass.TypesInfo, n)
		}
		return !found
	})
	return found
}

// fresh reports whether a key has to do with the round: it names a variable of
// the loop, or one that its body declares.
func (m made) fresh(l loop, key ast.Expr) bool {
	for n := range ast.Preorder(key) {
		obj, ok := technique.Variable(m.pass.TypesInfo, n)
		if !ok || obj.IsField() {
			continue
		}
		for _, v := range l.vars {
			if v == obj {
				return true
			}
		}
		if l.body.Pos() <= obj.Pos() && obj.Pos() < l.body.End() {
			return true
		}
	}
	return false
}

// mentioned reports whether the syntax below n names the map.
func (m made) mentioned(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		if x, ok := n.(ast.Expr); ok && technique.SameExpr(m.pass.TypesInfo, m.place, x) {
			return true
		}
	}
	return false
}

// shrinks reports whether a loop takes entries out again.
func (m made) shrinks(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		call, ok := n.(*ast.CallExpr)
		if ok && (technique.IsBuiltin(m.pass.TypesInfo, call, "delete") ||
			technique.IsBuiltin(m.pass.TypesInfo, call, "clear")) {
			return true
		}
	}
	return false
}

// mayContinue reports whether a statement may continue the loop.
func mayContinue(stmt ast.Stmt) bool {
	for n := range ast.Preorder(stmt) {
		if _, ok := n.(*ast.BranchStmt); ok {
			return true
		}
	}
	return false
}

// mayBreak reports whether a loop may end early without leaving the function,
// so that the map is smaller than the count.
func mayBreak(body *ast.BlockStmt) bool {
	for n := range ast.Preorder(body) {
		b, ok := n.(*ast.BranchStmt)
		if ok && b.Tok != token.CONTINUE && b.Tok != token.FALLTHROUGH {
			return true
		}
	}
	return false
}

// countKnownAt reports whether the loop's count can be computed where the map
// is made: its names resolve to the same objects there, and nothing changes
// them in between. A field is read early only if the function always reads it,
// because its struct may be nil.
func (m made) countKnownAt(from start, to inspector.Cursor, l loop, plain bool) bool {
	info := m.pass.TypesInfo
	if info.Types[l.over].Value != nil {
		return technique.ResolvesSameAt(m.pass, l.over, from.pos)
	}
	if _, ok := l.over.(*ast.Ident); (!ok || l.asked) && !(plain && m.lost()) &&
		!m.beside(l.over) && !m.followed(l.over, from.until) ||
		!technique.ResolvesSameAt(m.pass, l.over, from.pos) {
		return false
	}
	shared := false
	if !plain {
		v, elsewhere := m.elsewhere(l.over)
		if elsewhere {
			return false
		}
		shared = v == nil || v.Parent() == m.pass.Pkg.Scope()
	}
	for cur, ok := from.behind.NextSibling(); ok && cur != to; cur, ok = cur.NextSibling() {
		if reassigned(info, cur.Node(), l.over) || shared &&
			waits(m.pass, cur.Node(), m.beside(l.over)) {
			return false
		}
	}
	return !reassigned(info, to.Node(), l.over)
}

// elsewhere returns the variable in which a count is, nil for that of a field, and reports whether
// it may get another value by other code than the statements around, for which those before the
// loop may wait.
//
//	go func() { list = load(); close(done) }(); m := map[K]V{}; <-done; for _, x := range list {
func (m made) elsewhere(over ast.Expr) (*types.Var, bool) {
	root, isField := over, false
	for {
		sel, ok := root.(*ast.SelectorExpr)
		if !ok {
			break
		}
		root, isField = sel.X, true
	}
	v, ok := technique.Variable(m.pass.TypesInfo, root)
	if elsewhere := ok && technique.GivenElsewhere(m.pass, v); elsewhere || isField || !ok {
		return nil, elsewhere
	}
	return v, false
}

// reassigned reports whether the syntax below n assigns to a path or to what it
// is a field of, or takes the address of one. Assignments to elements do not
// count.
func reassigned(info *types.Info, n ast.Node, path ast.Expr) bool {
	found := false
	target := func(e ast.Expr) {
		for x := path; e != nil && !found; x = x.(*ast.SelectorExpr).X {
			found = technique.SameExpr(info, x, e)
			if _, ok := x.(*ast.SelectorExpr); !ok {
				break
			}
		}
	}
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				target(left)
			}
		case *ast.RangeStmt:
			target(n.Key)
			target(n.Value)
		case *ast.IncDecStmt:
			target(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				target(n.X)
			}
		}
	}
	return found
}

// inert reports whether a statement neither jumps nor calls a function that does
// more than to compute, nor assigns to what others see.
func (m made) inert(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if !m.assigned(n) {
				return false
			}
		case *ast.DeclStmt, *ast.GenDecl, *ast.ValueSpec, *ast.Ident,
			*ast.BasicLit, *ast.MapType, *ast.ArrayType, *ast.CompositeLit, *ast.StructType,
			*ast.FieldList, *ast.SelectorExpr:
		case *ast.CallExpr:
			if m.pass.TypesInfo.Types[n.Fun].IsType() || !effects.Only(m.pass, n, effects.Keeps) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
