package sqlsource

import (
	"go/ast"
	"go/token"
	"go/types"
)

// flow follows what one variable holds through a function, statement by statement,
// up to where it is used. The variable may be a string, a list of strings or a
// builder.
type flow struct {
	*evaluator
	scope  scope
	target types.Object
	use    token.Pos // NoPos: to the end of the function
	state  []text    // nil where the end of a branch is behind us
	done   bool      // use was reached, with state
	exits  []text    // what it holds at the returns
}

func (f *flow) block(list []ast.Stmt) {
	for _, s := range list {
		if f.done {
			return
		}
		f.statement(s)
	}
}

func (f *flow) statement(s ast.Stmt) {
	switch s := s.(type) {
	case nil:
	case *ast.BlockStmt:
		f.block(s.List)
	case *ast.LabeledStmt:
		f.statement(s.Stmt)
	case *ast.IfStmt:
		f.statement(s.Init)
		f.simple(s.Cond)
		f.branches(func() { f.block(s.Body.List) }, func() { f.statement(s.Else) })
	case *ast.ForStmt:
		f.statement(s.Init)
		f.loop(s, s.Body)
	case *ast.RangeStmt:
		f.simple(s.X)
		f.loop(s, s.Body)
	case *ast.SwitchStmt:
		f.statement(s.Init)
		f.simple(s.Tag)
		f.clauses(s.Body)
	case *ast.TypeSwitchStmt:
		f.statement(s.Init)
		f.clauses(s.Body)
	case *ast.SelectStmt:
		f.clauses(s.Body)
	case *ast.ReturnStmt:
		f.simple(s)
		if !f.done {
			f.exits, f.state = union(f.exits, f.state), nil
		}
	default:
		f.simple(s)
	}
}

// branches runs each from the same state, and goes on with what any of them
// leaves behind.
func (f *flow) branches(list ...func()) {
	entry := f.state
	var after []text
	for _, branch := range list {
		if f.done {
			return
		}
		f.state = entry
		branch()
		after = union(after, f.state)
	}
	if !f.done {
		f.state = after
	}
}

func (f *flow) clauses(body *ast.BlockStmt) {
	var list []func()
	open := true // no clause may be taken
	for _, s := range body.List {
		switch s := s.(type) {
		case *ast.CaseClause:
			open = open && s.List != nil
			list = append(list, func() { f.block(s.Body) })
		case *ast.CommClause:
			open = false
			list = append(list, func() { f.statement(s.Comm); f.block(s.Body) })
		}
	}
	if open {
		list = append(list, func() {})
	}
	f.branches(list...)
}

// loop runs the body of a loop. What each round adds is a hole: only the run knows
// how many there are.
func (f *flow) loop(s ast.Stmt, body *ast.BlockStmt) {
	if f.done {
		return
	}
	if r, ok := s.(*ast.RangeStmt); ok {
		f.ranged(r)
	}
	sets, adds := f.changes(s)
	if adds {
		f.state = union(f.state, joinAll(f.state, []text{hole()}))
	}
	if sets {
		round := *f
		round.use = token.NoPos
		round.block(body.List)
		f.state, f.exits = union(f.state, round.state), round.exits
	}
	if contains(s, f.use) {
		f.block(body.List)
		f.done = true
	}
}

func (f *flow) ranged(r *ast.RangeStmt) {
	info := f.scope.pkg.TypesInfo
	if objectOf(info, r.Value) == f.target || objectOf(info, r.Key) == f.target {
		f.state = f.stored(f.scope, f.target)
	}
}

// changes reports whether n sets the target to something new, and whether it adds
// to it.
func (f *flow) changes(n ast.Node) (sets, adds bool) {
	info := f.scope.pkg.TypesInfo
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if objectOf(info, left) != f.target {
					continue
				}
				value := n.Rhs[min(i, len(n.Rhs)-1)]
				again := n.Tok != token.ASSIGN && n.Tok != token.DEFINE ||
					mentions(info, value, f.target)
				sets, adds = sets || !again, adds || again
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				sets = sets || info.Defs[name] == f.target
			}
		case *ast.CallExpr:
			_, touched := f.touched(n)
			adds = adds || touched
		}
		return true
	})
	return sets, adds
}

func contains(n ast.Node, pos token.Pos) bool {
	return pos != token.NoPos && n.Pos() <= pos && pos < n.End()
}

// simple runs a statement without branches, or an expression.
func (f *flow) simple(n ast.Node) {
	if f.done || n == nil {
		return
	}
	if contains(n, f.use) {
		ast.Inspect(n, func(n ast.Node) bool {
			if lit, ok := n.(*ast.FuncLit); ok && contains(lit, f.use) && !f.done {
				f.block(lit.Body.List)
			}
			return !f.done
		})
		f.done = true
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			inner := *f
			inner.block(n.Body.List)
			f.state = union(f.state, union(inner.state, inner.exits))
			return false
		case *ast.AssignStmt:
			f.assign(n)
		case *ast.ValueSpec:
			f.declare(n)
		case *ast.CallExpr:
			f.touch(n)
		}
		return true
	})
}

func (f *flow) declare(n *ast.ValueSpec) {
	for i, name := range n.Names {
		if f.scope.pkg.TypesInfo.Defs[name] != f.target {
			continue
		}
		switch {
		case len(n.Values) == 0:
			f.state = []text{fixed("")}
		case len(n.Values) == len(n.Names):
			f.state = f.value(n.Values[i], 0)
		default:
			f.state = f.value(n.Values[0], i)
		}
	}
}

func (f *flow) assign(n *ast.AssignStmt) {
	info := f.scope.pkg.TypesInfo
	for i, left := range n.Lhs {
		if index, ok := ast.Unparen(left).(*ast.IndexExpr); ok &&
			objectOf(info, index.X) == f.target {
			f.state = []text{hole()} // an element of a list becomes another
		}
		if objectOf(info, left) != f.target {
			continue
		}
		switch {
		case n.Tok == token.ADD_ASSIGN:
			f.state = joinAll(f.state, f.value(n.Rhs[0], 0))
		case len(n.Rhs) == len(n.Lhs):
			f.state = f.value(n.Rhs[i], 0)
		default:
			f.state = f.value(n.Rhs[0], i)
		}
	}
}

// value evaluates an expression, in which the target is what it is now.
func (f *flow) value(expr ast.Expr, result int) []text {
	at := held{f.target, f.scope.frame}
	before, had := f.now[at]
	f.now[at] = f.state
	if f.state == nil {
		f.now[at] = []text{hole()}
	}
	texts := f.evalResult(f.scope, expr, result)
	delete(f.now, at)
	if had {
		f.now[at] = before
	}
	return texts
}
