package branchcopy

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// exit is where a copy is declared: before a statement of a list that is run to its
// end, and after which the variable is not there any more.
type exit struct {
	list inspector.Cursor
	at   ast.Stmt
	// named says that the copy needs a name of its own: the variable is declared in
	// the same list, or is a parameter.
	named bool
	// last says that nothing but the end of the list that declares the variable leaves it.
	last bool
}

// leave proposes a copy in each branch that keeps the address of v and leaves v
// behind: no other code can tell the copy from v then, however it was changed before.
//
//	have: if bad(pos) { return &Error{Pos: &pos} }; pos.line++
//	want: if bad(pos) { pos := pos; return &Error{Pos: &pos} }; pos.line++
func leave(pass *analysis.Pass, v *types.Var) (technique.Proposal, bool) {
	var none technique.Proposal
	uses, ok := technique.LocalUses(pass, v)
	if !ok || v.Name() == "_" || !technique.Copyable(v.Type()) {
		return none, false
	}
	at := declarationOf(pass, v, token.GOTO)
	if at == nil || isResult(pass, at) {
		return none, false
	}
	exits, ok := exitsOf(pass, v, uses)
	if !ok || tooLarge(pass, v) || len(exits) == 0 {
		return none, false
	}
	p := technique.Proposal{At: at, Safe: alone(pass, v, uses, exits),
		Message: "copy " + v.Name() + " where its address is kept"}
	for _, e := range exits {
		p.Edits = append(p.Edits, e.copy(pass, v, uses)...)
	}
	return p, true
}

// alone reports whether no other code than that behind the exits has the address of v, whatever it
// does with it, nor does a function literal share v: then no program can tell.
func alone(pass *analysis.Pass, v *types.Var, uses []inspector.Cursor, exits []exit) bool {
	return !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		l := &lender{pass, make(map[*types.Var]bool)}
		if _, captured := capturing(use, v); captured {
			return true
		}
		copied := slices.ContainsFunc(exits, func(e exit) bool {
			return e.list.Contains(use) && e.at.Pos() <= use.Node().Pos()
		})
		return !copied && l.place(use) != value
	})
}

// isResult reports whether a name is one of a result: return statements assign to it.
func isResult(pass *analysis.Pass, name *ast.Ident) bool {
	cur, ok := technique.Find(pass, name)
	for typ := range cur.Enclosing((*ast.FuncType)(nil)) {
		res := typ.Node().(*ast.FuncType).Results
		return res != nil && within(res, name.Pos())
	}
	return !ok
}

// exitsOf returns where copies are declared. It is not ok where the address is kept
// in another place, where a function literal or a deferred call uses it.
func exitsOf(pass *analysis.Pass, v *types.Var, uses []inspector.Cursor) ([]exit, bool) {
	var exits []exit
	gains := false
	for _, use := range uses {
		l := &lender{pass, make(map[*types.Var]bool)} // each use is asked about anew
		how := l.place(use)
		if lit, captured := capturing(use, v); captured {
			how = l.address(lit)
			if how == held && (!l.assigned(v, uses) || onlyCalled(pass, lit)) {
				how = later // it captures the value, or is on the stack itself
			}
			use = lit
		}
		if how <= lent {
			continue
		}
		e, ok := exitOf(pass, use, v)
		if _, isLit := use.Node().(*ast.FuncLit); isLit && (!ok || e.last) {
			if s, is := l.settled(use, v, uses); is {
				e, ok = s, true
			}
		}
		if !ok || e.last && !openly(pass, use) {
			return nil, false
		}
		gains = gains || how == held
		exits = e.addTo(exits)
	}
	return exits, gains && worthLast(pass, v, uses, exits)
}

// addTo adds an exit to others. One that is within another makes no copy of its own.
func (e exit) addTo(exits []exit) []exit {
	if slices.ContainsFunc(exits, e.within) {
		return exits
	}
	exits = slices.DeleteFunc(exits, func(other exit) bool { return other.within(e) })
	return append(exits, e)
}

// within reports whether the copy of another exit is there where e would make one.
func (e exit) within(other exit) bool {
	return other.list.Contains(e.list) && other.at.Pos() <= e.at.Pos()
}

// capturing returns the outermost function literal around a use of v that does not
// declare v.
func capturing(use inspector.Cursor, v *types.Var) (lit inspector.Cursor, ok bool) {
	for around := range use.Enclosing((*ast.FuncLit)(nil)) {
		if within(around.Node(), v.Pos()) {
			break
		}
		lit, ok = around, true
	}
	return lit, ok
}

// onlyCalled reports whether a function literal is given to a variable that is only
// called.
func onlyCalled(pass *analysis.Pass, lit inspector.Cursor) bool {
	v, _, _ := technique.Declared(pass.TypesInfo, lit.Parent().Node())
	if v == nil {
		return false
	}
	uses, ok := technique.LocalUses(pass, v)
	return ok && !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		return use.ParentEdgeKind() != edge.CallExpr_Fun ||
			use.Parent().ParentEdgeKind() == edge.GoStmt_Call
	})
}

// assigned reports whether v is assigned to after its declaration, so that what
// captures it shares it. Variables of a range clause are.
func (l *lender) assigned(v *types.Var, uses []inspector.Cursor) bool {
	return slices.ContainsFunc(uses, l.writes) || loopVariable(l.pass, v)
}

// writes reports whether a use of a variable assigns to it or to a part of it, or takes
// its address.
func (l *lender) writes(use inspector.Cursor) bool {
	info := l.pass.TypesInfo
	if l.place(use) != value {
		return true
	}
	for cur := use; ; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
			return true
		case edge.ParenExpr_X:
		case edge.SelectorExpr_X:
			sel := info.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
			if sel == nil || sel.Indirect() {
				return false
			}
		case edge.IndexExpr_X:
			if !mayBeArray(info, cur.Node().(ast.Expr)) {
				return false
			}
		default:
			return false
		}
	}
}

func loopVariable(pass *analysis.Pass, v *types.Var) bool {
	at, ok := technique.Find(pass, declarationOf(pass, v))
	return ok && (at.ParentEdgeKind() == edge.RangeStmt_Key ||
		at.ParentEdgeKind() == edge.RangeStmt_Value)
}

// settled returns the branch around a function literal after whose beginning v is
// only read, by the literal, too: then it may use a copy.
//
//	have: if n == 0 { n = 8 }; if slow { go func() { work(n) }() }; return n
//	want: if n == 0 { n = 8 }; if slow { n := n; go func() { work(n) }() }; return n
func (l *lender) settled(lit inspector.Cursor, v *types.Var, uses []inspector.Cursor) (
	exit, bool) {
	for cur := range lit.Enclosing() {
		if !technique.InList(cur) {
			continue
		}
		list := cur.Parent()
		scope := l.pass.TypesInfo.Scopes[list.Node()]
		if within(list.Node(), v.Pos()) || isParameter(list, v) {
			break
		}
		if !conditional(list) {
			continue
		}
		from := list.Node().Pos()
		for loop := range list.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
			if anew(l.pass, loop.Node(), v) {
				break
			}
			from = min(from, loop.Node().Pos())
		}
		if v.Pos() > from || scope == nil || scope.Lookup(v.Name()) != nil {
			break
		}
		return exit{list: list, at: cur.Node().(ast.Stmt)},
			!slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
				return use.Node().Pos() > from && l.writes(use)
			})
	}
	return exit{}, false
}

// exitOf returns the innermost exit around a use of v.
func exitOf(pass *analysis.Pass, use inspector.Cursor, v *types.Var) (exit, bool) {
	for cur := range use.Enclosing() {
		switch cur.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			if within(cur.Node(), v.Pos()) {
				return exit{}, false
			}
		}
		if !technique.InList(cur) {
			continue
		}
		list := cur.Parent()
		e := exit{list: list, at: cur.Node().(ast.Stmt)}
		scope := pass.TypesInfo.Scopes[list.Node()]
		own := within(list.Node(), v.Pos()) || isParameter(list, v)
		e.named = own || scope != nil && scope.Lookup(v.Name()) != nil
		if (!own && !e.named && conditional(list) && leaves(pass, list, v) || fails(pass, e, v)) &&
			!jumpsOut(pass, e, v) {
			return e.narrowed(pass, use, v), true
		}
		if own {
			e.last = true
			return e.narrowed(pass, use, v), v.Pos() < e.at.Pos() && !jumpsOut(pass, e, v)
		}
	}
	return exit{}, false
}

// narrowed returns the innermost branch within the exit behind which nothing uses v, so that the
// ways around it need no copy: what stands in an else or in another clause runs in its stead.
// A loop between them would make a copy in each iteration.
func (e exit) narrowed(pass *analysis.Pass, use inspector.Cursor, v *types.Var) exit {
	inner := e
	for cur := range use.Enclosing() {
		switch cur.Node().(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			inner = e
		}
		if cur.Node() == e.at {
			return inner
		}
		list := cur.Parent()
		if inner.at != e.at || !technique.InList(cur) {
			continue
		}
		scope := pass.TypesInfo.Scopes[list.Node()]
		if (scope == nil || scope.Lookup(v.Name()) == nil) && !usedBehind(pass, v, list,
			e.list.Node().End()) {
			inner = exit{list: list, at: cur.Node().(ast.Stmt), last: e.last}
		}
	}
	return e
}

// usedBehind reports whether v is used behind a branch, up to a place, by what runs after it.
func usedBehind(pass *analysis.Pass, v *types.Var, branch inspector.Cursor, to token.Pos) bool {
	return slices.ContainsFunc(technique.UsesOf(pass, v), func(use inspector.Cursor) bool {
		pos := use.Node().Pos()
		return branch.Node().End() <= pos && pos < to && !otherwise(branch, pos) &&
			!otherClause(branch, pos)
	})
}

// isParameter reports whether v is a parameter of the function whose body a list is.
func isParameter(list inspector.Cursor, v *types.Var) bool {
	switch list.ParentEdgeKind() {
	case edge.FuncDecl_Body, edge.FuncLit_Body:
		return within(list.Parent().Node(), v.Pos()) && v.Pos() < list.Node().Pos()
	}
	return false
}

// fails reports whether the rest of a list, from the exit on, is what is left when
// nothing before it has returned, and returns an error that it makes.
func fails(pass *analysis.Pass, e exit, v *types.Var) bool {
	list := statements(e.list.Node())
	ret, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) == 0 || !isError(pass, ret.Results[len(ret.Results)-1]) {
		return false
	}
	for _, stmt := range list {
		if stmt.Pos() > v.Pos() && stmt.End() <= e.at.Pos() && returns(stmt) {
			return true
		}
	}
	return false
}

// isError reports whether an expression makes an error: a literal, or a call whose
// function says so.
func isError(pass *analysis.Pass, e ast.Expr) bool {
	info := pass.TypesInfo
	wanted := types.Universe.Lookup("error").Type().Underlying().(*types.Interface)
	t := info.TypeOf(e)
	if t == nil || !types.Implements(t, wanted) {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr, *ast.CompositeLit:
		return true
	case *ast.SelectorExpr:
		_, ok := info.Uses[e.Sel].(*types.Var)
		return ok && info.Selections[e] == nil
	case *ast.Ident:
		v, ok := info.Uses[e].(*types.Var)
		return ok && v.Parent() == pass.Pkg.Scope()
	case *ast.CallExpr:
		if !types.IsInterface(t) {
			return true
		}
		fn, ok := technique.Func(info, e)
		return ok && (fn.FullName() == "errors.New" || fn.FullName() == "errors.Join" ||
			strings.Contains(strings.ToLower(fn.Name()), "err") || fn.Name() == "Wrap" ||
			fn.Name() == "Wrapf")
	}
	return false
}

// returns reports whether a statement may return from the function that it is in.
func returns(stmt ast.Stmt) bool {
	found := false
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		}
		return !found
	})
	return found
}

// statements returns the list of a block or clause.
func statements(list ast.Node) []ast.Stmt {
	switch n := list.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// copy returns the edits that declare the copy. One with a name of its own stands for
// v from there on.
func (e exit) copy(pass *analysis.Pass, v *types.Var, uses []inspector.Cursor) []analysis.TextEdit {
	file := technique.FileOf(pass, e.at.Pos())
	name := v.Name()
	var edits []analysis.TextEdit
	if e.named {
		name = technique.FreshName(pass, file, v.Name()+"Copy")
		for _, use := range uses {
			if pos := use.Node().Pos(); e.at.Pos() <= pos && pos < e.list.Node().End() {
				edits = append(edits, technique.Replace(use.Node(), name))
			}
		}
	}
	return append(edits, technique.Insert(technique.Start(pass, file, e.at),
		name+" := "+v.Name()+"\n"))
}
