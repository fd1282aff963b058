package noalloc

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"github.com/wring-go/wring/alloc"
)

// event is one thing in a function that allocates, may allocate, or calls.
type event struct {
	at      alloc.Position
	outcome Outcome
	cause   string
	text    string
	fact    bool // the compiler said so
	covered bool // the compiler said something of this line, which is worth more

	callee  string // FullName; "" when it is no call
	pkg     string // the callee's
	inlined bool
}

// walker collects the events of one function.
type walker struct {
	*Package
	events   []event
	panics   []ast.Node              // what is not looked at
	loops    int                     // around the node
	facts    map[alloc.Position]bool // the lines, without columns, that have some
	lookedAt map[ast.Expr]bool       // operands of comparisons, ranges and the like
}

// eventsOf returns what happens in fn.
func (p *Program) eventsOf(fn *function) []event {
	if fn.known {
		return fn.events
	}
	fn.known = true
	w := &walker{Package: fn.pkg, facts: map[alloc.Position]bool{}, lookedAt: map[ast.Expr]bool{}}
	if fn.decl.Body == nil {
		if !neverAllocates(fn.key, fn.pkg.Path) {
			w.add(fn.decl.Pos(), Unknown, "unknown", fn.name+" has no body in Go")
		}
		fn.events = w.events
		return fn.events
	}
	w.lookAhead(fn.decl.Body)
	for _, f := range p.factsOf(fn) {
		w.fact(f)
	}
	w.walk(fn.decl.Body)
	fn.events = w.events
	return fn.events
}

// lookAhead finds what changes the meaning of what is in it: panics, and places
// where a converted string is only looked at, which costs nothing.
func (w *walker) lookAhead(body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if w.isPanic(n) {
				w.panics = append(w.panics, n)
				return false
			}
		case *ast.RangeStmt:
			w.lookedAt[ast.Unparen(n.X)] = true
		case *ast.IndexExpr:
			w.lookedAt[ast.Unparen(n.Index)] = true
		case *ast.SwitchStmt:
			w.lookedAt[n.Tag] = true
		case *ast.BinaryExpr:
			if n.Op != token.ADD {
				w.lookedAt[ast.Unparen(n.X)], w.lookedAt[ast.Unparen(n.Y)] = true, true
			}
		}
		return true
	})
}

// factsOf returns the facts about code that fn runs without a call.
func (p *Program) factsOf(fn *function) []alloc.Fact {
	from, to := fn.pkg.position(fn.decl.Pos()), fn.pkg.position(fn.decl.End())
	var list []alloc.Fact
	for _, f := range p.facts[from.File] {
		outer := f.Position
		if n := len(f.Inlined); n > 0 {
			outer = f.Inlined[n-1]
		}
		if from.Line <= outer.Line && outer.Line <= to.Line {
			list = append(list, f)
		}
	}
	return list
}

// position returns a position as facts have it.
func (p *Package) position(pos token.Pos) alloc.Position {
	at := p.Fset.PositionFor(pos, false)
	return alloc.Position{File: filepath.ToSlash(at.Filename), Line: at.Line, Column: at.Column}
}

// add takes an event down.
func (w *walker) add(pos token.Pos, outcome Outcome, cause, text string) {
	line := w.position(pos)
	e := event{at: line, outcome: outcome, cause: cause, text: text}
	line.Column = 0
	e.covered = outcome == Unknown && escaping(cause) && w.facts[line]
	w.events = append(w.events, e)
}

// escaping reports whether a cause is one of which the compiler says when the
// value leaves the function.
func escaping(cause string) bool {
	switch cause {
	case "string-concat", "string-bytes-conversion", "slice-make", "map-make":
		return true
	}
	return false
}

// isPanic reports whether call is the builtin panic.
func (w *walker) isPanic(call *ast.CallExpr) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := w.Info.Uses[id].(*types.Builtin)
	return ok && b.Name() == "panic"
}

// walk visits a node and what is in it, panics left out.
func (w *walker) walk(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if w.isPanic(n) {
				return false
			}
			w.call(n)
		case *ast.ForStmt, *ast.RangeStmt:
			if n == root {
				break
			}
			w.loops++
			w.loop(n)
			w.loops--
			return false
		default:
			w.statement(n)
		}
		return true
	})
}

// loop visits a loop from within the visit of what is around it.
func (w *walker) loop(n ast.Node) {
	if r, ok := n.(*ast.RangeStmt); ok {
		if t := w.Info.TypeOf(r.X); t != nil {
			if _, isFunc := t.Underlying().(*types.Signature); isFunc {
				w.add(r.X.Pos(), Unknown, "unknown", "the loop calls a func value")
			}
		}
	}
	w.walk(n)
}

// statement looks at what is neither a call nor a loop.
func (w *walker) statement(n ast.Node) {
	switch n := n.(type) {
	case *ast.GoStmt:
		w.add(n.Pos(), Allocates, "goroutine-start", "the go statement starts a goroutine")
	case *ast.DeferStmt:
		if w.loops > 0 {
			w.add(n.Pos(), Allocates, "defer-in-loop", "a defer in a loop is kept on the heap")
		}
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			w.assign(left)
		}
	case *ast.IncDecStmt:
		w.assign(n.X)
	case *ast.BinaryExpr:
		w.concat(n)
	case *ast.SendStmt:
		w.add(n.Pos(), Unknown, "channel-wait", "sending may have to wait")
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			w.add(n.Pos(), Unknown, "channel-wait", "receiving may have to wait")
		}
	}
}

// assign looks for an assignment to an element of a map.
func (w *walker) assign(left ast.Expr) {
	index, ok := ast.Unparen(left).(*ast.IndexExpr)
	if !ok {
		return
	}
	t := w.Info.TypeOf(index.X)
	if t == nil {
		return
	}
	if _, isMap := t.Underlying().(*types.Map); isMap {
		w.add(index.Pos(), Unknown, "map-grows", "the map may have to grow")
	}
}

// concat looks for a sum of strings that the compiler keeps in the function: in
// a buffer of 32 bytes, if that is enough.
func (w *walker) concat(n *ast.BinaryExpr) {
	tv := w.Info.Types[n]
	if n.Op != token.ADD || tv.Value != nil || tv.Type == nil || !isString(tv.Type) {
		return
	}
	w.add(n.Pos(), Unknown, "string-concat", "the sum may not fit in 32 bytes")
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
