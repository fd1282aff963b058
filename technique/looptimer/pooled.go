package looptimer

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// pooled matches a variable of a function that gets the channel, and from which only the function
// receives. The timer waits in a pool for the next call, and is stopped there.
//
//	have: var timeout <-chan time.Time
//	      if d > 0 { timeout = time.After(d) }
//	want: var timeout <-chan time.Time
//	      if d > 0 {
//	      	timer := fTimers.Get().(*time.Timer)
//	      	timer.Reset(d)
//	      	defer func() {
//	      		timer.Stop()
//	      		fTimers.Put(timer)
//	      	}()
//	      	timeout = timer.C
//	      }
func (w *waiting) pooled(stmt inspector.Cursor) (p technique.Proposal, ok bool) {
	as := stmt.Node().(*ast.AssignStmt)
	sl, isSel := w.call.Fun.(*ast.SelectorExpr)
	if !isSel || len(as.Lhs) != 1 || !technique.InList(stmt) || !w.runsOnce(stmt) ||
		!w.stopped() || !technique.Predeclared(w.pass, as.Pos(), "any") {
		return p, false
	}
	id, isID := as.Lhs[0].(*ast.Ident)
	if !isID {
		return p, false
	}
	v, isVar := w.pass.TypesInfo.ObjectOf(id).(*types.Var)
	if !isVar || !w.onlyReceived(v, stmt) {
		return p, false
	}
	sync, edits := technique.AddImport(w.pass, w.file, w.fn.Pos(), "sync")
	pkg, name, pool := technique.Text(w.pass, sl.X), w.name(), w.poolName()
	w.given[w.fn]++
	at := w.fn.Pos()
	if w.fn.Doc != nil {
		at = w.fn.Doc.Pos()
	}
	edits = append(edits,
		technique.Insert(at, fmt.Sprintf("// %s holds the timers of %s between its calls.\n"+
			"var %s = %s.Pool{New: func() %s { return %s.NewTimer(%s.Hour) }}\n\n", pool,
			technique.Called(w.pass, w.fn), pool, sync,
			technique.EmptyInterface(w.pass, w.file), pkg, pkg)),
		technique.Insert(as.Pos(), fmt.Sprintf("%s := %s.Get().(*%s.Timer)\n%s.Reset(%s)\n"+
			"defer func() {\n%s.Stop()\n%s.Put(%s)\n}()\n", name, pool, pkg, name,
			technique.Text(w.pass, w.call.Args[0]), name, pool, name)),
		technique.Replace(w.call, name+".C"))
	return technique.Proposal{At: w.call, Edits: edits,
		Message: "keep the timer in a pool between calls"}, true
}

// stopped reports whether a timer that is stopped and set again has an empty channel.
func (w *waiting) stopped() bool {
	return technique.Since(w.pass, w.file, newTimers) &&
		!oldTimers(w.pass, w.pass.Fset.File(w.file.FileStart).Name())
}

// runsOnce reports whether each call of the function around a statement runs it at most once, and
// programs may call the function often.
func (w *waiting) runsOnce(stmt inspector.Cursor) bool {
	for up := range stmt.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil),
		(*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.LabeledStmt)(nil)) {
		decl, ok := up.Node().(*ast.FuncDecl)
		return ok && decl.Name.Name != "_" && !technique.RunsOnce(w.pass, decl) &&
			!technique.HasGoto(w.pass, decl)
	}
	return false
}

// onlyReceived reports whether the function does nothing with a variable of it but receive from
// it, compare it with nil, and give it nil or the channel at stmt.
func (w *waiting) onlyReceived(v *types.Var, stmt inspector.Cursor) bool {
	uses, ok := technique.LocalUses(w.pass, v)
	if !ok || v.Kind() != types.LocalVar || v.Pos() < w.fn.Pos() || w.fn.End() <= v.Pos() ||
		!types.Identical(v.Type(), w.pass.TypesInfo.TypeOf(w.call)) {
		return false
	}
	for _, use := range uses {
		for range use.Enclosing((*ast.FuncLit)(nil)) {
			return false
		}
		switch n := use.Parent().Node().(type) {
		case *ast.UnaryExpr:
			if n.Op != token.ARROW {
				return false
			}
		case *ast.BinaryExpr:
		case *ast.AssignStmt:
			if n != stmt.Node() && !w.cleared(n, use.Node()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// cleared reports whether an assignment gives nil to one variable.
func (w *waiting) cleared(n *ast.AssignStmt, v ast.Node) bool {
	return len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Lhs[0] == v &&
		w.pass.TypesInfo.Types[n.Rhs[0]].IsNil()
}

// poolName returns a name for the pool that nothing else in the package has.
func (w *waiting) poolName() string {
	return w.names.Fresh(w.pass, w.file,
		technique.NameFor(w.pass, w.fn, "timers"), "")
}
