package technique

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Forked reports whether two appends to a variable of a function, or to another one that is given
// its value, may begin at the same length: what one adds, the other writes over where there is
// room. One that a return statement has alone is the last, and one whose elements are only copied
// leaves nothing. What is put into a field, an element or a literal may be appended to there.
//
//	a := append(v, 1); b := append(v, 2)        return append(v, 1), append(v, 2)
//	x.list, y.list = v, v
func Forked(pass *analysis.Pass, v *types.Var) bool {
	f := fork{pass: pass, vars: []*types.Var{v}}
	for i := 0; i < len(f.vars); i++ {
		for _, use := range UsesOf(pass, f.vars[i]) {
			f.use(use, f.vars[i])
		}
	}
	for i, away := range f.away {
		ret, returned := returnOf(away)
		if !returned && Repeated(away, v.Pos()) {
			return true
		}
		for _, other := range f.away[i+1:] {
			ret2, returned2 := returnOf(other)
			if returned && returned2 && ret != ret2 {
				continue
			}
			return true
		}
		if !returned && slices.ContainsFunc(f.back, func(c inspector.Cursor) bool {
			return c.Node().Pos() > away.Node().Pos()
		}) {
			return true
		}
	}
	return len(f.vars) > 1 && len(f.away)+len(f.back) > 1 || f.stored(v)
}

// stored reports whether the value of a variable is put into two places, or into one before
// something is appended to the variable.
func (f *fork) stored(v *types.Var) bool {
	appends := slices.Concat(f.away, f.back)
	return f.twice || len(f.stores) > 1 ||
		slices.ContainsFunc(f.stores, func(store inspector.Cursor) bool {
			return Repeated(store, v.Pos()) ||
				slices.ContainsFunc(appends, func(c inspector.Cursor) bool {
					return c.Node().Pos() > store.Node().Pos()
				})
		})
}

// fork is one question for Forked.
type fork struct {
	pass *analysis.Pass
	vars []*types.Var
	back []inspector.Cursor // appends whose result goes back to the variable
	away []inspector.Cursor // others
	// stores are uses that put the value into a field, an element or a literal.
	stores []inspector.Cursor
	last   []inspector.Cursor // return statements that do
	twice  bool               // one of them does it twice
}

// use notes what appends to one of the variables, and what is given its value.
func (f *fork) use(cur inspector.Cursor, v *types.Var) {
	for {
		switch cur.ParentEdgeKind() {
		case edge.ParenExpr_X, edge.SliceExpr_X:
			cur = cur.Parent()
			continue
		case edge.CallExpr_Args:
			call := cur.Parent().Node().(*ast.CallExpr)
			if cur.ParentEdgeIndex() == 0 && IsBuiltin(f.pass.TypesInfo, call, "append") {
				f.append(cur.Parent(), v)
			}
		case edge.CompositeLit_Elts, edge.KeyValueExpr_Value:
			f.store(cur)
		case edge.AssignStmt_Rhs:
			as := cur.Parent().Node().(*ast.AssignStmt)
			if len(as.Lhs) != len(as.Rhs) {
				return
			}
			id, ok := as.Lhs[cur.ParentEdgeIndex()].(*ast.Ident)
			if !ok {
				f.store(cur)
				return
			}
			w, isVar := f.pass.TypesInfo.ObjectOf(id).(*types.Var)
			if isVar && !slices.Contains(f.vars, w) {
				f.vars = append(f.vars, w)
			}
		}
		return
	}
}

// store notes a place that gets the value: one that a return statement makes is the last.
func (f *fork) store(cur inspector.Cursor) {
	ret, returned := returnOf(cur)
	if !returned {
		f.stores = append(f.stores, cur)
		return
	}
	f.twice = f.twice || slices.Contains(f.last, ret)
	f.last = append(f.last, ret)
}

// append notes a call of append to a variable.
func (f *fork) append(call inspector.Cursor, v *types.Var) {
	for call.ParentEdgeKind() == edge.CallExpr_Args && call.ParentEdgeIndex() == 0 &&
		IsBuiltin(f.pass.TypesInfo, call.Parent().Node().(*ast.CallExpr), "append") {
		call = call.Parent()
	}
	switch n := call.Parent().Node().(type) {
	case *ast.AssignStmt:
		if len(n.Lhs) == len(n.Rhs) &&
			Names(f.pass.TypesInfo, n.Lhs[call.ParentEdgeIndex()], v) {
			f.back = append(f.back, call)
			return
		}
	case *ast.CallExpr:
		if IsBuiltin(f.pass.TypesInfo, n, "append") && n.Ellipsis.IsValid() ||
			f.pass.TypesInfo.Types[n.Fun].IsType() && IsText(f.pass.TypesInfo.TypeOf(n)) {
			return
		}
	}
	f.away = append(f.away, call)
}

// returnOf returns the return statement that a call is in.
func returnOf(call inspector.Cursor) (ret inspector.Cursor, ok bool) {
	for at := range call.Enclosing((*ast.ReturnStmt)(nil), (*ast.FuncLit)(nil)) {
		_, ok = at.Node().(*ast.ReturnStmt)
		return at, ok
	}
	return ret, false
}
