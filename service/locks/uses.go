package locks

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/wring-go/wring/service/gosource"
)

// Verbs of what source does to channels, WaitGroups and Conds.
const (
	sends    = "send on"
	receives = "receive from"
	closes   = "close"
	finishes = "call Done of"
	signals  = "wake those who wait for"
)

// use is one thing that a function does to a channel, a WaitGroup or a Cond.
type use struct {
	verb string
	ref  lockRef
	pos  token.Pos // in the function that was asked about
	at   token.Pos // where it is done, there or in a function that is called
	// deferred says that it happens when the function returns.
	deferred bool
	// maybe says that a method of an interface does it, which may be another one.
	maybe bool
	loop  *ast.RangeStmt // that receives again and again, in the function asked about
	drops bool           // the value that is received
}

// maxCalls is how many calls deep a function is looked into.
const maxCalls = 3

// usesOf returns what fn does itself and through the functions that it calls. The
// goroutines that it starts are others.
func (e *engine) usesOf(fn *gosource.Func, depth int) []use {
	key := usesKey{fn, depth}
	if list, ok := e.uses[key]; ok {
		return list
	}
	e.uses[key] = nil // what calls itself adds nothing
	list := e.usesIn(fn, fn.Body(), depth)
	e.uses[key] = list
	return list
}

type usesKey struct {
	fn    *gosource.Func
	depth int
}

func (e *engine) usesIn(fn *gosource.Func, body ast.Node, depth int) []use {
	var list []use
	dropped := map[ast.Node]bool{}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			dropped[ast.Unparen(n.X)] = true
		case *ast.GoStmt:
			for _, arg := range n.Call.Args {
				list = append(list, e.usesIn(fn, arg, depth)...)
			}
			return false
		case *ast.DeferStmt:
			for _, u := range e.usesIn(fn, n.Call, depth) {
				u.deferred = true
				list = append(list, u)
			}
			return false
		case *ast.CallExpr:
			list = append(list, e.called(fn, n, depth)...)
			return !startsGoroutine(fn, n)
		}
		if verb, ch, pos := channelUse(fn, n); ch != nil {
			loop, _ := n.(*ast.RangeStmt)
			list = append(list, use{verb: verb, ref: e.channelRef(fn, ch), pos: pos, at: pos,
				loop: loop, drops: dropped[n]})
		}
		return true
	})
	return list
}

// channelUse returns the channel that a node sends on or receives from.
func channelUse(fn *gosource.Func, n ast.Node) (verb string, ch ast.Expr, pos token.Pos) {
	switch n := n.(type) {
	case *ast.SendStmt:
		return sends, n.Chan, n.Arrow
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return receives, n.X, n.OpPos
		}
	case *ast.RangeStmt:
		if t := fn.Pkg.Info.TypeOf(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Chan); ok {
				return receives, n.X, n.X.Pos()
			}
		}
	}
	return "", nil, 0
}

func (e *engine) channelRef(fn *gosource.Func, ch ast.Expr) lockRef {
	if ctx := doneOf(fn, ch); ctx != nil {
		return e.contextRef(fn, ctx)
	}
	ref := lockRef{target: scope{eng: e, fn: fn}.target(ch), ptr: true, kind: "chan"}
	ref.class = ref.target.path.class(fn)
	ref.node, _ = e.aliasesOf().node(fn.Pkg.Info, ch)
	if !ref.target.path.known() {
		ref.target.path.text = types.ExprString(ch)
	}
	return ref
}

// called returns what a call does.
func (e *engine) called(fn *gosource.Func, call *ast.CallExpr, depth int) []use {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if ok && id.Name == "close" && len(call.Args) == 1 {
		if _, builtin := fn.Pkg.Info.Uses[id].(*types.Builtin); builtin {
			return []use{{verb: closes, ref: e.channelRef(fn, call.Args[0]), pos: call.Pos(),
				at: call.Pos()}}
		}
	}
	if ref, ok := e.cancelRef(fn, call); ok {
		return []use{{verb: closes, ref: ref, pos: call.Pos(), at: call.Pos()}}
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if verb, ref, ok := e.syncMethod(fn, sel, call); ok {
			if verb == "" {
				return nil
			}
			return []use{{verb: verb, ref: ref, pos: call.Pos(), at: call.Pos()}}
		}
	}
	if depth == 0 {
		return nil
	}
	callee, recv := e.callee(fn, call)
	if callee != nil {
		return e.calledFunc(fn, call, callee, recv, depth)
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	m, ok := fn.Pkg.Info.Uses[sel.Sel].(*types.Func)
	if !ok {
		return nil
	}
	var list []use
	for _, f := range e.implementers(m) {
		for _, u := range e.calledFunc(fn, call, e.world.Declared(f.Origin()), sel.X, depth) {
			u.maybe = true
			list = append(list, u)
		}
	}
	return list
}

func (e *engine) calledFunc(fn *gosource.Func, call *ast.CallExpr, callee *gosource.Func,
	recv ast.Expr, depth int) []use {
	if callee == nil || callee == fn || callee.Body() == nil || callee.Pkg.Info == nil {
		return nil
	}
	return e.bound(fn, call, callee, recv, depth)
}

// bound returns what a callee does in terms of its caller.
func (e *engine) bound(fn *gosource.Func, call *ast.CallExpr, callee *gosource.Func,
	recv ast.Expr, depth int) []use {
	inner := e.usesOf(callee, depth-1)
	if len(inner) == 0 {
		return nil
	}
	f := &flow{eng: e, fn: fn}
	inside := &flow{eng: e, fn: callee}
	args := f.arguments(callee, recv, call)
	var list []use
	for _, u := range inner {
		root := u.ref.target.path.root
		moved, ok := substitute(u.ref.target, args)
		switch {
		case root == nil || inside.isLocal(root) || !ok:
			if u.ref.node.of == nil &&
				(u.ref.class == "" || len(u.ref.target.path.steps) == 0) {
				continue
			}
			u.ref.target = target{}
		case moved.path.root != root:
			u.ref.target = target{path: moved.path}
			u.ref.ptr = u.ref.ptr && !moved.addr
			u.ref.class = moved.path.class(fn)
		}
		u.pos, u.deferred, u.loop = call.Pos(), false, nil
		list = append(list, u)
	}
	return list
}

// syncMethod returns what a method of sync.WaitGroup or sync.Cond does to those
// who wait: an empty verb for nothing.
func (e *engine) syncMethod(fn *gosource.Func, sel *ast.SelectorExpr,
	call *ast.CallExpr) (verb string, ref lockRef, ok bool) {
	by := fn.Pkg.Info.Selections[sel]
	if by == nil || by.Kind() != types.MethodVal {
		return "", lockRef{}, false
	}
	recv := by.Obj().(*types.Func).Signature().Recv()
	elem, _ := deref(recv.Type())
	switch name := typeName(elem); {
	case name == "sync.(*WaitGroup)":
		switch {
		case sel.Sel.Name == "Done", sel.Sel.Name == "Add" && negative(fn, call):
			verb = finishes
		}
	case name == "sync.(*Cond)":
		if sel.Sel.Name == "Signal" || sel.Sel.Name == "Broadcast" {
			verb = signals
		}
	default:
		return "", lockRef{}, false
	}
	ref = e.receiver(fn, sel, by)
	ref.node = e.embeddedNode(fn, sel, by)
	return verb, ref, true
}

// embeddedNode returns the node of x.f in x.f.Done(), or of what x.f embeds.
func (e *engine) embeddedNode(fn *gosource.Func, sel *ast.SelectorExpr,
	by *types.Selection) node {
	index := by.Index()
	if len(index) < 2 {
		n, _ := e.aliasesOf().node(fn.Pkg.Info, sel.X)
		return n
	}
	t := fn.Pkg.Info.TypeOf(sel.X)
	if len(index) > 2 {
		t = fieldType(t, index[:len(index)-2])
	}
	if t == nil {
		return node{}
	}
	elem, _ := deref(t)
	st, ok := elem.Underlying().(*types.Struct)
	if !ok {
		return node{}
	}
	return node{of: st.Field(index[len(index)-2]).Origin()}
}

func negative(fn *gosource.Func, call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	v := fn.Pkg.Info.Types[call.Args[0]].Value
	return v != nil && v.String()[0] == '-'
}

// startsGoroutine reports whether a call runs its argument in a goroutine of its
// own: the Go of a sync.WaitGroup or an errgroup.Group, time.AfterFunc.
func startsGoroutine(fn *gosource.Func, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	obj, ok := fn.Pkg.Info.Uses[sel.Sel].(*types.Func)
	if !ok {
		return false
	}
	switch obj.FullName() {
	case "(*sync.WaitGroup).Go", "(*golang.org/x/sync/errgroup.Group).Go",
		"(*golang.org/x/sync/errgroup.Group).TryGo", "time.AfterFunc":
		return true
	}
	return false
}
