// Package looptimer makes one timer for all iterations of a loop, where each made
// its own.
package looptimer

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("looptimer",
		"use one timer in all iterations of a loop\n\n"+
			"time.After makes a timer and a channel. A loop that waits with it in a select "+
			"makes them in each iteration; one timer that is set again does the same. Since "+
			"Go 1.23 a timer that is set again has no old value in its channel, so it is "+
			"only proposed for modules of that release and later that do not bring back the "+
			"old timers by a godebug directive. It assumes that neither the environment "+
			"(GODEBUG=asynctimerchan=1) nor a program of an older module that uses this one "+
			"does. Where nothing else is waited for, time.Sleep makes nothing.\n\n"+
			"Outside of loops, a select first asks what it waits for besides: what is ready "+
			"needs no timer. Where a variable holds the channel, and the function only receives "+
			"from it, the timer waits in a sync.Pool, stopped, for the next call. It assumes that "+
			"no test calls the function in a bubble of testing/synctest, whose timers belong to "+
			"it.",
		run),
	Title:  "Set one timer again",
	Causes: []string{"timer"},
	Risk:   technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	given, names := make(map[*ast.FuncDecl]int), make(map[string]bool)
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil)) {
		w := &waiting{pass: pass, call: cur.Node().(*ast.CallExpr), cur: cur, given: given,
			names: names}
		if !technique.IsFunc(pass.TypesInfo, w.call, "time", "After") {
			continue
		}
		if p, ok := w.propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// waiting is a call of time.After.
type waiting struct {
	pass  *analysis.Pass
	call  *ast.CallExpr
	cur   inspector.Cursor
	file  *ast.File
	fn    *ast.FuncDecl
	given map[*ast.FuncDecl]int // how many timers a function was given
	names technique.Given       // that were given to pools
}

// propose matches what waits: a select in a loop, or a statement.
func (w *waiting) propose() (technique.Proposal, bool) {
	none := technique.Proposal{}
	w.file = technique.FileOf(w.pass, w.call.Pos())
	for fn := range w.cur.Enclosing((*ast.FuncDecl)(nil)) {
		w.fn = fn.Node().(*ast.FuncDecl)
	}
	if w.file == nil || w.fn == nil {
		return none, false
	}
	receive := w.cur.Parent()
	if _, ok := receive.Node().(*ast.AssignStmt); ok {
		return w.pooled(receive)
	}
	if unary, ok := receive.Node().(*ast.UnaryExpr); !ok || unary.Op != token.ARROW {
		return none, false
	}
	stmt := receive.Parent()
	if stmt.ParentEdgeKind() == edge.CommClause_Comm {
		return w.timer(stmt.Parent())
	}
	if _, alone := stmt.Node().(*ast.ExprStmt); alone {
		return w.sleep(stmt.Node())
	}
	return none, false
}

// sleep matches a statement that waits for nothing else.
//
//	have: <-time.After(pause)
//	want: time.Sleep(pause)
func (w *waiting) sleep(stmt ast.Node) (technique.Proposal, bool) {
	sel, ok := w.call.Fun.(*ast.SelectorExpr)
	if !ok || technique.Commented(w.pass, stmt) {
		return technique.Proposal{}, false
	}
	return technique.Proposal{At: w.call, Safe: true, Message: "sleep, which makes no timer",
		Edits: []analysis.TextEdit{
			{Pos: stmt.Pos(), End: sel.Pos()}, technique.Replace(sel.Sel, "Sleep")}}, true
}

// timer matches the case of a select in a loop.
//
//	have: for { select { case <-time.After(pause): ... } }
//	want: timer := time.NewTimer(pause)
//	      defer timer.Stop()
//	      for { timer.Reset(pause); select { case <-timer.C: ... } }
func (w *waiting) timer(clause inspector.Cursor) (technique.Proposal, bool) {
	none := technique.Proposal{}
	sel := clause.Parent().Parent()
	if _, inLoop := outermost(sel); !inLoop && technique.InList(sel) {
		return w.first(sel)
	}
	sl, ok := w.call.Fun.(*ast.SelectorExpr)
	if !ok || !technique.Since(w.pass, w.file, newTimers) || !technique.InList(sel) ||
		!w.mayPrecede(sel.Node().(*ast.SelectStmt)) ||
		oldTimers(w.pass, w.pass.Fset.File(w.file.FileStart).Name()) {
		return none, false
	}
	loop, ok := outermost(sel)
	if !ok {
		return none, false
	}
	name := w.name()
	d := technique.Text(w.pass, w.call.Args[0])
	first := d
	if !w.knownAt(w.call.Args[0], loop.Node(), sel.Node()) {
		first = "0"
	}
	w.given[w.fn]++
	return technique.Proposal{At: w.call, Message: "set one timer again, " + name,
		Edits: []analysis.TextEdit{
			technique.Insert(technique.Start(w.pass, w.file, loop.Node()), name+" := "+
				technique.Text(w.pass, sl.X)+".NewTimer("+first+")\ndefer "+name+".Stop()\n"),
			technique.Insert(technique.Start(w.pass, w.file, sel.Node()), name+".Reset("+d+")\n"),
			technique.Replace(w.call, name+".C"),
		}}, true
}

// name returns a name for the timer.
func (w *waiting) name() string {
	base := "timer"
	if n := w.given[w.fn]; n > 0 {
		base += string(rune('1' + n%9))
	}
	return technique.FreshName(w.pass, w.file, base)
}

// mayPrecede reports whether the timer may be set before the select: the duration is
// one that plain knows, and the cases before this one neither call nor wait to
// find their channels, which could take a while.
func (w *waiting) mayPrecede(sel *ast.SelectStmt) bool {
	for _, clause := range sel.Body.List {
		comm := clause.(*ast.CommClause).Comm
		if comm == nil {
			continue
		}
		if comm.Pos() <= w.call.Pos() {
			if w.call.End() <= comm.End() {
				break
			}
			if !w.immediate(comm) {
				return false
			}
		}
	}
	return w.plain(w.call.Args[0])
}

// immediate reports whether the channel and the value of a case are there at once.
func (w *waiting) immediate(comm ast.Stmt) bool {
	received := 0
	for n := range ast.Preorder(comm) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !technique.IsMethod(w.pass.TypesInfo, n, "context", "Context", "Done") &&
				!w.pass.TypesInfo.Types[n.Fun].IsType() {
				return false
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				received++
			}
		case *ast.SendStmt:
			received++
		}
	}
	return received == 1
}

// plain reports whether a duration is made of constants, variables and fields.
func (w *waiting) plain(e ast.Expr) bool {
	info := w.pass.TypesInfo
	if info.Types[e].Value != nil {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		_, ok := info.Uses[e].(*types.Var)
		return ok
	case *ast.ParenExpr:
		return w.plain(e.X)
	case *ast.SelectorExpr:
		if sel := info.Selections[e]; sel != nil {
			return sel.Kind() == types.FieldVal && w.plain(e.X)
		}
		_, ok := info.Uses[e.Sel].(*types.Var)
		return ok
	case *ast.BinaryExpr:
		return (e.Op == token.ADD || e.Op == token.SUB || e.Op == token.MUL) &&
			w.plain(e.X) && w.plain(e.Y)
	case *ast.CallExpr:
		return info.Types[e.Fun].IsType() && w.plain(e.Args[0])
	}
	return false
}

// knownAt reports whether a duration can be evaluated before a loop, to the same
// value or another: the timer is set again before it is waited for. A pointer that
// it follows could be nil, and a variable of a package not be ready, or locked only in the loop,
// unless the loop begins with the select.
func (w *waiting) knownAt(e ast.Expr, loop, sel ast.Node) bool {
	follows := false
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.Ident:
			v, ok := w.pass.TypesInfo.Uses[n].(*types.Var)
			if ok && loop.Pos() <= v.Pos() && v.Pos() < loop.End() {
				return false
			}
			follows = follows || ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
		case *ast.SelectorExpr:
			s := w.pass.TypesInfo.Selections[n]
			follows = follows || s != nil && s.Indirect()
		}
	}
	if label, ok := loop.(*ast.LabeledStmt); ok {
		loop = label.Stmt
	}
	forever, ok := loop.(*ast.ForStmt)
	return !follows || ok && forever.Init == nil && forever.Cond == nil &&
		forever.Body.List[0] == sel
}

// outermost returns the outermost loop around a statement, in the same function,
// before which others can stand. It is not ok where a branch of a loop leads to the
// statement: without it, a timer would be made for nothing.
func outermost(stmt inspector.Cursor) (loop inspector.Cursor, ok bool) {
	branch := false
	for cur := stmt; ; cur = cur.Parent() {
		switch cur.Node().(type) {
		case *ast.IfStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt:
			branch = true
		case *ast.SelectStmt:
			branch = branch || cur != stmt
		case *ast.FuncDecl, *ast.FuncLit:
			return loop, ok
		case *ast.ForStmt, *ast.RangeStmt:
			if branch {
				return loop, false
			}
			loop = cur
			if cur.ParentEdgeKind() == edge.LabeledStmt_Stmt {
				loop = cur.Parent()
			}
			ok = technique.InList(loop)
		case *ast.LabeledStmt:
			if _, isLoop := cur.Node().(*ast.LabeledStmt).Stmt.(*ast.ForStmt); isLoop {
				continue
			}
			if _, isLoop := cur.Node().(*ast.LabeledStmt).Stmt.(*ast.RangeStmt); isLoop {
				continue
			}
			return loop, false // something may jump there
		}
	}
}
