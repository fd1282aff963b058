package unreaderror

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

// question is what callers ask an error, by errors.Is: whether it is one of the package.
type question struct {
	pass *analysis.Pass
	of   *types.Var
}

// proposeAsked matches a function whose errors wrap one of the package, and callers that only ask
// whether they are that.
//
//	have: return "", fmt.Errorf("key %q: %w", key, ErrNone)
//	      v, err := find(key); if errors.Is(err, ErrNone) { continue }
//	want: return "", ErrNone
//	      v, err := tryFind(key); if errors.Is(err, ErrNone) { continue }
func proposeAsked(pass *analysis.Pass, cur inspector.Cursor, fn *types.Func) (
	p technique.Proposal, ok bool) {
	decl := cur.Node().(*ast.FuncDecl)
	f := failureIn(pass)
	q := question{pass: pass}
	var edits []analysis.TextEdit
	for _, e := range f.made(cur, fn.Signature()) {
		what, ok := wraps(pass, e)
		if !ok || q.of != nil && q.of != what || technique.Commented(pass, e) {
			continue
		}
		q.of = what
		edits = append(edits, technique.Replace(e, what.Name()))
		p.Also = append(p.Also, e)
		for _, n := range f.of[e] {
			edits = append(edits, technique.Remove(pass, n))
		}
	}
	if q.of == nil {
		return p, false
	}
	calls, all := q.asked(fn)
	if len(calls) == 0 {
		return p, false
	}
	name := "try" + technique.UpperFirst(fn.Name())
	for _, call := range calls {
		at, ok := called(call)
		if !ok {
			return p, false
		}
		edits = append(edits, technique.Replace(at, name))
	}
	if all && free(pass, fn, name) {
		edits = append(edits, technique.Replace(decl.Name, name))
		edits = append(edits, renamed(decl, fn.Name(), name)...)
	} else {
		twin, ok := technique.NewTwin(pass, decl, name)
		if all || !ok {
			return p, false
		}
		edits = twin.Declare("is "+fn.Name()+" for callers that only ask whether the error is "+
			q.of.Name()+".", edits)
	}
	p.At, p.Also, p.Edits = p.Also[0], p.Also[1:], edits
	p.Message = "fail with " + q.of.Name() + " itself, since the callers only ask for it"
	return p, true
}

// wraps returns the variable of the package that an error wraps, and no other.
func wraps(pass *analysis.Pass, e ast.Expr) (*types.Var, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !technique.IsFunc(pass.TypesInfo, call, "fmt", "Errorf") || len(call.Args) < 2 {
		return nil, false
	}
	format, ok := technique.ConstantText(pass.TypesInfo, call.Args[0])
	if !ok || strings.Count(format, "%w") != 1 || strings.Contains(format, "%%w") ||
		strings.Contains(format, "[") {
		return nil, false
	}
	before := strings.ReplaceAll(format[:strings.Index(format, "%w")], "%%", "")
	index := strings.Count(before, "%") + 1
	if strings.Contains(before, "*") || index >= len(call.Args) ||
		strings.Count(strings.ReplaceAll(format, "%%", ""), "%") != len(call.Args)-1 {
		return nil, false
	}
	id, ok := ast.Unparen(call.Args[index]).(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := pass.TypesInfo.Uses[id].(*types.Var)
	return v, ok && v.Parent() == pass.Pkg.Scope() && technique.IsError(v.Type()) &&
		stands(pass, v)
}

// stands reports whether a variable of the package always has an error, which it begins with.
func stands(pass *analysis.Pass, v *types.Var) bool {
	if !technique.Unassigned(pass, v) {
		return false
	}
	switch e := ast.Unparen(technique.Initial(pass, v)).(type) {
	case *ast.CallExpr:
		return technique.IsFunc(pass.TypesInfo, e, "errors", "New") ||
			technique.IsFunc(pass.TypesInfo, e, "fmt", "Errorf")
	case *ast.UnaryExpr:
		return e.Op == token.AND
	case *ast.CompositeLit:
		return true
	}
	return false
}

// asked returns the calls of a function whose callers only ask the question about its error, or
// nothing, and whether there are no others. Without one that asks there are none.
func (q question) asked(fn *types.Func) (calls []inspector.Cursor, all bool) {
	_, all = technique.CallsOf(q.pass, fn)
	all = all && technique.SeesAll(q.pass, fn)
	asks := false
	for _, use := range technique.UsesOf(q.pass, fn) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		call := use.Parent()
		if use.ParentEdgeKind() != edge.CallExpr_Fun ||
			technique.InTest(q.pass, technique.FileOf(q.pass, use.Node().Pos())) {
			all = false
			continue
		}
		switch {
		case technique.ErrorUnread(q.pass, call):
		case q.only(call):
			asks = true
		default:
			all = false
			continue
		}
		calls = append(calls, call)
	}
	if !asks {
		return nil, false
	}
	return calls, all
}

// only reports whether the error of a call is compared to nil, asked whether it is the one of the
// question, and read only where it is not.
func (q question) only(call inspector.Cursor) bool {
	id, ok := failureOf(call)
	fn, within := technique.EnclosingFunc(call)
	if !ok || !within || technique.HasGoto(q.pass, fn.Node()) {
		return false
	}
	v, ok := q.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !ok || v.Kind() == types.ResultVar {
		return false
	}
	uses, ok := technique.LocalUses(q.pass, v)
	if !ok {
		return false
	}
	return !slices.ContainsFunc(uses, func(use inspector.Cursor) bool {
		if !technique.InFunc(use, fn) {
			return true
		}
		if _, asks := q.asks(use, v); asks {
			return q.givesUp(use, v)
		}
		return use.ParentEdgeKind() != edge.AssignStmt_Lhs && !comparedToNil(q.pass, use) &&
			!q.another(use, v)
	})
}

// asks reports whether a use of an error asks the question, and returns the call that does.
func (q question) asks(use inspector.Cursor, v *types.Var) (inspector.Cursor, bool) {
	if use.ParentEdgeKind() != edge.CallExpr_Args {
		return use, false
	}
	return use.Parent(), q.is(use.Parent().Node().(*ast.CallExpr), v)
}

// is reports whether a call is errors.Is(v, X), where X is the error of the question.
func (q question) is(e ast.Expr, v *types.Var) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	return ok && technique.IsFunc(q.pass.TypesInfo, call, "errors", "Is") && len(call.Args) == 2 &&
		technique.Names(q.pass.TypesInfo, call.Args[0], v) &&
		technique.Names(q.pass.TypesInfo, call.Args[1], q.of)
}

// givesUp reports whether a function returns an error of its own where the answer is yes: then that
// is rare.
func (q question) givesUp(use inspector.Cursor, v *types.Var) bool {
	for up := range use.Enclosing((*ast.IfStmt)(nil)) {
		n := up.Node().(*ast.IfStmt)
		if use.Node().Pos() > n.Cond.End() || len(n.Body.List) == 0 {
			return false
		}
		if yes, _ := q.answer(n.Cond, v); !yes {
			return false
		}
		ret, ok := n.Body.List[len(n.Body.List)-1].(*ast.ReturnStmt)
		return ok && slices.ContainsFunc(ret.Results, func(e ast.Expr) bool {
			return technique.IsFailure(q.pass.TypesInfo, e)
		})
	}
	return false
}

// another reports whether code runs only where the answer was no, and the variable has the same
// error since.
func (q question) another(use inspector.Cursor, v *types.Var) bool {
	for cur := use; ; cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return false
		}
		switch n := cur.Parent().Node().(type) {
		case *ast.IfStmt:
			yes, no := q.answer(n.Cond, v)
			if (no && cur.ParentEdgeKind() == edge.IfStmt_Body ||
				yes && cur.ParentEdgeKind() == edge.IfStmt_Else) &&
				!q.given(v, cur.Node().Pos(), cur.Node().End()) {
				return true
			}
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			if q.otherCase(cur, use, v) && !q.given(v, cur.Node().Pos(), cur.Node().End()) {
				return true
			}
			for before, ok := cur.PrevSibling(); ok && technique.InList(before); before, ok =
				before.PrevSibling() {
				n, isIf := before.Node().(*ast.IfStmt)
				if !isIf || n.Else != nil || n.Init != nil || !leaves(n.Body) {
					continue
				}
				if yes, _ := q.answer(n.Cond, v); yes &&
					!q.given(v, n.End(), cur.Node().End()) {
					return true
				}
			}
		}
	}
}

// otherCase reports whether a clause of a switch is chosen only where the answer is no. A use
// among its own conditions may come before that answer.
func (q question) otherCase(clause, use inspector.Cursor, v *types.Var) bool {
	mine, ok := clause.Node().(*ast.CaseClause)
	if !ok {
		return false
	}
	all, ok := clause.Parent().Parent().Node().(*ast.SwitchStmt)
	if !ok || all.Tag != nil {
		return false
	}
	asked := len(mine.List) == 1 && use.Node().Pos() > mine.Colon
	if asked {
		_, asked = q.answer(mine.List[0], v)
	}
	for _, stmt := range all.Body.List {
		other := stmt.(*ast.CaseClause)
		if n := len(other.Body); n > 0 {
			if b, ok := other.Body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				return false
			}
		}
		asked = asked || other != mine && (mine.List == nil || other.Pos() < mine.Pos()) &&
			slices.ContainsFunc(other.List, func(e ast.Expr) bool {
				yes, _ := q.answer(e, v)
				return yes
			})
	}
	return asked
}

// answer reports whether a condition holds wherever the answer is yes, and whether it holds only
// where it is no.
func (q question) answer(cond ast.Expr, v *types.Var) (yes, no bool) {
	switch e := ast.Unparen(cond).(type) {
	case *ast.BinaryExpr:
		yesX, noX := q.answer(e.X, v)
		yesY, noY := q.answer(e.Y, v)
		switch e.Op {
		case token.LOR:
			return yesX || yesY, noX && noY
		case token.LAND:
			return yesX && yesY, noX || noY
		}
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return false, q.is(e.X, v)
		}
	case *ast.CallExpr:
		return q.is(e, v), false
	}
	return false, false
}

// given reports whether a variable is given a value between two places.
func (q question) given(v *types.Var, from, to token.Pos) bool {
	return slices.ContainsFunc(technique.UsesOf(q.pass, v), func(use inspector.Cursor) bool {
		at := use.Node().Pos()
		given, addressed := technique.Replaced(use)
		return (given || addressed) && from <= at && at < to
	})
}

// leaves reports whether nothing behind a block runs after it.
func leaves(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch n := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return n.Tok == token.CONTINUE || n.Tok == token.BREAK
	}
	return false
}
