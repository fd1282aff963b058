package fieldbuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// alone reports whether the method shows that no other one runs on the same receiver: it
// holds a lock of its receiver until it returns, or without a lock it writes to a field, or
// gives a reader or writer in a field several parts of what it reads or writes, which another
// method would mix with its own. So does any other method of a type without locks.
func (s *site) alone() bool {
	if s.locks(s.decl) {
		return s.locked()
	}
	if s.waits(s.decl, nil) {
		return false
	}
	if s.touches(s.decl, s.recv) || s.transfersTwice() || s.inParts() {
		return true
	}
	for n := range ast.Preorder(s.decl.Body) { // so does a method that it calls
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !technique.Names(s.pass.TypesInfo, sel.X, s.recv) {
			continue
		}
		fn, ok := technique.Func(s.pass.TypesInfo, call)
		if !ok {
			continue
		}
		decl := technique.DeclOf(s.pass, fn)
		if decl == nil || decl.Body == nil || s.locks(decl) {
			continue
		}
		if recv := receiver(s.pass, decl); recv != nil && s.touches(decl, recv) {
			return true
		}
	}
	return s.onlyWithin()
}

// onlyWithin reports whether the method only runs as a part of others with the same receiver, and
// each of these writes to a field of that, or surely changes what one leads to, without a lock.
func (s *site) onlyWithin() bool {
	fn, ok := s.pass.TypesInfo.Defs[s.decl.Name].(*types.Func)
	if !ok || !technique.SeesAll(s.pass, fn) {
		return false
	}
	calls, ok := technique.CallsOf(s.pass, fn)
	for _, cur := range calls {
		caller, is := technique.EnclosingFunc(cur)
		decl, method := caller.Node().(*ast.FuncDecl)
		if !is || !method || s.locks(decl) || s.waits(decl, nil) ||
			receiverType(s.pass, decl) != receiverType(s.pass, s.decl) {
			return false // a literal may run later, and two structs may embed one
		}
		switch cur.Parent().Node().(type) {
		case *ast.GoStmt, *ast.DeferStmt:
			return false
		}
		recv := receiver(s.pass, decl)
		sel, is := cur.Node().(*ast.CallExpr).Fun.(*ast.SelectorExpr)
		if !is || recv == nil || !technique.Names(s.pass.TypesInfo, sel.X, recv) ||
			!technique.KeepsValue(s.pass, recv, decl.Body) || !s.touches(decl, recv) {
			return false
		}
	}
	return ok && len(calls) > 0
}

// touches reports whether a method writes to a field of its receiver, or surely changes what one
// leads to.
func (s *site) touches(decl *ast.FuncDecl, recv *types.Var) bool {
	return s.writes(decl, recv) || s.changes(decl, recv)
}

// transfersTwice reports whether the method reads twice from a field, or writes twice to one.
func (s *site) transfersTwice() bool {
	return twice(s.transfers(s.decl, nil))
}

// inParts reports whether the type has a method that reads or writes in several parts, and none
// that has to do with locks: no method runs beside such a one, which would mix its own with the
// other's.
func (s *site) inParts() bool {
	parts := false
	for _, file := range s.pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || receiverType(s.pass, decl) != receiverType(s.pass, s.decl) ||
				technique.InTest(s.pass, file) {
				continue
			}
			if s.locks(decl) {
				return false
			}
			parts = parts || twice(s.transfers(decl, nil))
		}
	}
	return parts
}

func twice(counts map[*types.Var]int) bool {
	for _, n := range counts {
		if n > 1 {
			return true
		}
	}
	return false
}

// transfers returns how often a method reads from fields of its receiver, or writes to them, by
// itself and by other methods that it calls, at least.
func (s *site) transfers(decl *ast.FuncDecl, within []*ast.FuncDecl) map[*types.Var]int {
	counts := map[*types.Var]int{}
	recv := receiver(s.pass, decl)
	if recv == nil || decl.Body == nil || slices.Contains(within, decl) {
		return counts
	}
	within = append(within, decl)
	for n := range ast.Preorder(decl.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, ok := technique.Func(s.pass.TypesInfo, call)
		if !ok {
			continue
		}
		sel, method := call.Fun.(*ast.SelectorExpr)
		method = method && fn.Signature().Recv() != nil
		if method && technique.Names(s.pass.TypesInfo, sel.X, recv) {
			if callee := technique.DeclOf(s.pass, fn); callee != nil {
				for field, n := range s.transfers(callee, within) {
					counts[field] += n
				}
				continue
			}
		}
		if !effects.Transfers(fn) {
			continue
		}
		on := call.Args[0]
		if method {
			on = sel.X
		}
		if field := technique.VariableOrField(s.pass.TypesInfo, on); field != nil &&
			s.ownField(on, recv) {
			counts[field]++
		}
	}
	return counts
}

// locks reports whether a function locks, does something else with package sync, or waits for
// a channel.
func (s *site) locks(decl *ast.FuncDecl) bool {
	if s.stops(decl) {
		return true
	}
	for n := range ast.Preorder(decl.Body) {
		if call, ok := n.(*ast.CallExpr); ok {
			fn, ok := technique.Func(s.pass.TypesInfo, call)
			if ok && fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path(), "sync") {
				return true
			}
		}
	}
	return false
}

// waits reports whether a function calls others of the package that wait for a channel or a lock: a
// lock of a type of its own may be what lets methods run beside each other.
func (s *site) waits(decl *ast.FuncDecl, seen map[*ast.FuncDecl]bool) bool {
	if seen == nil {
		seen = make(map[*ast.FuncDecl]bool)
	}
	for n := range ast.Preorder(decl.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		fn, ok := technique.Func(s.pass.TypesInfo, call)
		if !ok {
			continue
		}
		callee := technique.DeclOf(s.pass, fn)
		if callee == nil || callee.Body == nil || seen[callee] {
			continue
		}
		seen[callee] = true
		if s.stops(callee) || s.waits(callee, seen) {
			return true
		}
	}
	return false
}

// stops reports whether a function sends, receives, selects or takes a lock itself.
func (s *site) stops(decl *ast.FuncDecl) bool {
	for n := range ast.Preorder(decl.Body) {
		switch n := n.(type) {
		case *ast.SendStmt, *ast.SelectStmt:
			return true
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return true
			}
		case *ast.CallExpr:
			fn, ok := technique.Func(s.pass.TypesInfo, n)
			if ok && strings.HasSuffix(strings.ToLower(fn.Name()), "lock") {
				return true
			}
		}
	}
	return false
}

// locked reports whether the method begins by taking a lock of the receiver, which it gives
// back when it returns, and does nothing else with locks.
//
//	want: e.mu.Lock(); defer e.mu.Unlock()
func (s *site) locked() bool {
	body := s.decl.Body.List
	if len(body) < 2 {
		return false
	}
	lock, ok := body[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	unlock, ok := body[1].(*ast.DeferStmt)
	if !ok {
		return false
	}
	call, ok := lock.X.(*ast.CallExpr)
	if !ok || !s.ofMutex(call, "Lock") || !s.ofMutex(unlock.Call, "Unlock") ||
		!technique.SameExpr(s.pass.TypesInfo, call.Fun.(*ast.SelectorExpr).X,
			unlock.Call.Fun.(*ast.SelectorExpr).X) {
		return false
	}
	count := 0
	for n := range ast.Preorder(s.decl.Body) {
		switch n := n.(type) {
		case *ast.SendStmt, *ast.SelectStmt:
			return false
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return false
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if fn, ok := technique.Func(s.pass.TypesInfo, call); ok && fn.Pkg() != nil &&
			strings.HasPrefix(fn.Pkg().Path(), "sync") {
			count++
		}
	}
	return count == 2
}

// ofMutex matches a call of a method of a mutex that is a field of the receiver.
func (s *site) ofMutex(call *ast.CallExpr, name string) bool {
	info := s.pass.TypesInfo
	if !technique.IsMethod(info, call, "sync", "Mutex", name) &&
		!technique.IsMethod(info, call, "sync", "RWMutex", name) {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && s.ownField(sel.X, s.recv)
}

// ownField reports whether an expression is in the memory to which a receiver points: a
// field, a field of that, and so on, but not through another pointer.
func (s *site) ownField(e ast.Expr, recv *types.Var) bool {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			return false
		}
		selection := s.pass.TypesInfo.Selections[sel]
		if selection == nil || selection.Kind() != types.FieldVal || len(selection.Index()) > 1 {
			return false
		}
		if technique.Names(s.pass.TypesInfo, sel.X, recv) {
			return true
		}
		if _, pointer := s.pass.TypesInfo.TypeOf(sel.X).Underlying().(*types.Pointer); pointer {
			return false
		}
		e = sel.X
	}
}

// writes reports whether a method assigns to a field of its receiver, outside of function
// literals.
func (s *site) writes(decl *ast.FuncDecl, recv *types.Var) (found bool) {
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IncDecStmt:
			found = found || s.ownField(n.X, recv)
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				found = found || n.Tok != token.DEFINE && s.ownField(left, recv)
			}
		}
		return !found
	})
	return found
}

// undisturbed reports whether what runs between two places of the method leads to no other
// method that could use the field, and waits for nothing but readers and writers.
func (o *owner) undisturbed(s *site, from, to token.Pos) bool {
	body, ok := technique.Find(o.pass, s.decl.Body)
	return ok && o.walked(o.walker(), body, from, to)
}

// walker returns the walker that answers this.
func (o *owner) walker() *effects.Walker {
	var w *effects.Walker
	seen := map[*ast.FuncLit]bool{}
	w = effects.NewWalker(o.pass, effects.Rules{
		Node: func(fn *ast.FuncDecl, n ast.Node) bool {
			return effects.RunsAlone(o.pass.TypesInfo, n) && (fn == nil || !o.methods[fn]) &&
				!o.replaces(n)
		},
		Builtin: func(*ast.CallExpr, string) bool { return true },
		Library: func(_ *ast.CallExpr, fn *types.Func) bool {
			if effects.Transfers(fn) || effects.TransfersAt(fn) {
				return true
			}
			if list, ok := closed(o.pass, fn); ok {
				return !slices.ContainsFunc(list, func(decl *ast.FuncDecl) bool {
					return !w.Func(declared(o.pass, decl), decl)
				})
			}
			if !effects.Known(fn) || fn.Pkg() == nil {
				return false
			}
			path := fn.Pkg().Path()
			return !strings.HasPrefix(path, "sync") &&
				(!effects.Of(fn).Has(effects.Calls) || path == "bufio")
		},
		Value: func(call *ast.CallExpr) bool {
			list, ok := literals(o.pass, call)
			for _, lit := range list {
				if !seen[lit] {
					seen[lit] = true
					ok = ok && w.Allowed(lit.Body)
				}
			}
			return ok
		},
	})
	return w
}

// replaces reports whether an assignment gives a whole struct of the type another value, with
// other bytes.
//
//	*e = encoder{}
func (o *owner) replaces(n ast.Node) bool {
	as, ok := n.(*ast.AssignStmt)
	return ok && as.Tok == token.ASSIGN && slices.ContainsFunc(as.Lhs, func(e ast.Expr) bool {
		return !technique.IsBlank(e) && holds(o.pass.TypesInfo.TypeOf(e), o.obj.Type())
	})
}

// fairReaders reports whether the readers and writers of the package do as package io
// demands: they keep nothing of what they get, and lead to no method that could use the field.
func (o *owner) fairReaders() bool {
	for _, file := range o.pass.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Recv == nil || decl.Body == nil {
				continue
			}
			fn, ok := o.pass.TypesInfo.Defs[decl.Name].(*types.Func)
			if !ok || !effects.Moves(fn) {
				continue
			}
			f := &follow{site: &site{pass: o.pass, decl: decl,
				elem: types.Typ[types.Byte]}}
			if !f.variable(fn.Signature().Params().At(0)) || o.leadsHere(decl, nil) {
				return false
			}
		}
	}
	return true
}

// leadsHere reports whether a function of the package calls a method with bytes of its own, or
// a function that does.
func (o *owner) leadsHere(decl *ast.FuncDecl, seen map[*ast.FuncDecl]bool) bool {
	if seen == nil {
		seen = map[*ast.FuncDecl]bool{}
	}
	if o.methods[decl] {
		return true
	}
	if seen[decl] || decl.Body == nil {
		return false
	}
	seen[decl] = true
	for n := range ast.Preorder(decl.Body) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if fn, ok := technique.Func(o.pass.TypesInfo, call); ok {
			if callee := technique.DeclOf(o.pass, fn); callee != nil && o.leadsHere(callee, seen) {
				return true
			}
		}
	}
	return false
}

// walked asks a walker about the outermost nodes between two places.
func (o *owner) walked(w *effects.Walker, cur inspector.Cursor, from, to token.Pos) bool {
	for child := range cur.Children() {
		n := child.Node()
		if n.End() <= from || n.Pos() >= to {
			continue
		}
		if from <= n.Pos() && n.End() <= to {
			if !w.Allowed(n) {
				return false
			}
		} else if call, ok := n.(*ast.CallExpr); ok && from <= call.Pos() && !w.Call(call) {
			return false
		} else if !o.walked(w, child, from, to) {
			return false
		}
	}
	return true
}
