package locks

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// Owned reports whether who takes it must give it back, as with a mutex. Other
// waits are ended by what any goroutine may do.
func (l Lock) Owned() bool {
	switch l.Kind {
	case "Mutex", "RWMutex", "Once", semaphore:
		return true
	}
	return false
}

// rowsOut turns the rows into the form of the report, most waiters first.
func (t *table) rowsOut(rows []*row) []Lock {
	var list []Lock
	for _, r := range rows {
		l := Lock{Lock: r.label(), Kind: r.kind, Address: hex(r.addr), Waiters: []int64{},
			Holders: r.holders, Advice: []string{}}
		if l.Holders == nil {
			l.Holders = []Holder{}
		}
		if r.kind == "pool" {
			l.Advice = append(l.Advice, "the pool is too small for what its connections are "+
				"held for: close Rows and end Tx earlier, or raise SetMaxOpenConns; wring pool "+
				"finds a setting")
		}
		l.count(r.waiters)
		for _, h := range l.Holders {
			if s := t.byID[h.Goroutine]; s != nil && l.WaitsFor == "" {
				if next := t.waitedBy(s); next != nil {
					l.WaitsFor = hex(next.address())
				}
			}
		}
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(a, b Lock) int {
		return cmp.Or(len(b.Waiters)-len(a.Waiters), b.Longest-a.Longest,
			cmp.Compare(a.Lock, b.Lock))
	})
	return list
}

// started returns the call of Done that sync.WaitGroup.Go makes for a literal when
// it returns.
func (t *table) started(s *stack) []hand {
	if s.g.Created.Func != "sync.(*WaitGroup).Go" || len(s.acts) == 0 {
		return nil
	}
	for _, a := range s.acts {
		if a.site.fn.Lit == nil || a.site.fn.Outer == nil || inPackage(a.frame.Func, "sync") {
			continue
		}
		outer := a.site.fn.Outer
		call, sel := goWith(outer.Body(), a.site.fn.Lit)
		if call == nil {
			continue
		}
		_, ref, ok := t.eng.syncMethod(outer, sel, call)
		if !ok {
			continue
		}
		by := t.creator(s.g.CreatedBy, outer)
		u := use{verb: finishes, ref: ref, pos: call.Pos(), at: call.Pos(), deferred: true}
		return []hand{{s, a, u, t.identify(s, by, ref), true}}
	}
	return nil
}

// goWith returns the call of a method Go whose argument is the literal.
func goWith(body ast.Node, lit *ast.FuncLit) (found *ast.CallExpr, sel *ast.SelectorExpr) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 1 || ast.Unparen(call.Args[0]) != lit {
			return found == nil
		}
		if s, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && s.Sel.Name == "Go" {
			found, sel = call, s
		}
		return found == nil
	})
	return found, sel
}

// working are the functions of database/sql that have a connection of the pool.
var working = map[string]bool{
	"database/sql.(*DB).queryDC": true, "database/sql.(*DB).execDC": true,
	"database/sql.(*DB).beginDC": true, "database/sql.(*DB).pingDC": true,
}

// connections returns those who have a connection of a pool: they are inside of a
// call of its driver, or have a *sql.Tx, *sql.Conn or *sql.Rows among their variables.
func (t *table) connections(r *row) []Holder {
	var list []Holder
	for _, s := range t.stacks {
		if r.waits[s] {
			continue
		}
		if h, ok := t.connection(s, r.addr); ok {
			list = append(list, h)
		}
	}
	slices.SortStableFunc(list, func(a, b Holder) int {
		return cmp.Compare(rank(a.Grade), rank(b.Grade))
	})
	return list[:min(len(list), maxHolders)]
}

func (t *table) connection(s *stack, pool uint64) (Holder, bool) {
	for i := range s.g.Frames {
		f := &s.g.Frames[i]
		if !working[f.Func] {
			continue
		}
		h := Holder{Goroutine: s.g.ID, Grade: Likely, Func: f.Func, File: f.File, Line: f.Line,
			State: doing(s.g), Evidence: "works with a connection"}
		switch at := receiverIn(f); {
		case at != 0 && pool != 0 && at != pool:
			return Holder{}, false
		case at != 0 && at == pool:
			h.Grade, h.Evidence = Proven, "works with a connection of this pool, at "+hex(at)
		}
		return h, true
	}
	for _, a := range s.acts {
		if a.site.fn.Pkg.Path == "database/sql" {
			continue
		}
		if name, typ := t.openIn(a); name != "" {
			return Holder{Goroutine: s.g.ID, Grade: Possible, Func: a.frame.Func,
				File: a.frame.File, Line: a.frame.Line, State: doing(s.g),
				Evidence: "has " + name + ", a *sql." + typ + ", which keeps a connection"}, true
		}
	}
	return Holder{}, false
}

// openIn returns a variable of a frame that keeps a connection until it is closed,
// declared above the line and not closed between.
func (t *table) openIn(a *activation) (name, typ string) {
	line := t.eng.world.Line
	for id, obj := range t.eng.keepers(a.site.fn) {
		if line(obj.Pos()) >= a.frame.Line && !isParam(a.site.fn, obj) {
			continue
		}
		if !t.eng.closedBefore(a.site.fn, obj, a.frame.Line) {
			if name == "" || id < name {
				name, typ = id, keeper(obj.Type())
			}
		}
	}
	return name, typ
}

// keeper returns the name of a type of database/sql that keeps a connection.
func keeper(t types.Type) string {
	elem, ptr := deref(t)
	name, ok := strings.CutPrefix(typeName(elem), "database/sql.(*")
	name = strings.TrimSuffix(name, ")")
	if !ptr || !ok || !slices.Contains([]string{"Tx", "Conn", "Rows"}, name) {
		return ""
	}
	return name
}

// inFile returns who is reading or writing the file for which others wait.
func (t *table) inFile(r *row) []Holder {
	var list []Holder
	for _, s := range t.stacks {
		for i := range s.g.Frames {
			f := &s.g.Frames[i]
			if r.waits[s] || r.addr == 0 || receiverIn(f) != r.addr ||
				!strings.HasPrefix(f.Func, "internal/poll.(*FD).") {
				continue
			}
			list = append(list, Holder{Goroutine: s.g.ID, Grade: Likely, Func: f.Func,
				File: f.File, Line: f.Line, State: doing(s.g),
				Evidence: "uses the same file, at " + hex(r.addr)})
			break
		}
	}
	return list
}
