package locks

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/service/gosource"
)

// Owned reports whether who takes it must give it back, as with a mutex. Other
// waits are ended by what any goroutine may do.
func (l Lock) Owned() bool {
	switch l.Kind {
	case "Mutex", "RWMutex", "Once", semaphore, fileLock:
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
			l.Advice = append(l.Advice, fmt.Sprintf("the pool is too small for what its "+
				"connections are held for, as %s for one: close Rows and end Tx earlier, or raise "+
				"SetMaxOpenConns; wring pool finds a setting", waitFor(len(r.waiters))))
		}
		l.count(r.waiters)
		for _, h := range l.Holders {
			if s := t.byID[h.Goroutine]; s != nil && l.WaitsFor == "" {
				l.WaitsFor = t.waitsFor(s)
			}
		}
		l.Cycle = slices.ContainsFunc(r.waiters, func(s *stack) bool { return t.inCircle[s] })
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(a, b Lock) int {
		return cmp.Or(len(b.Waiters)-len(a.Waiters), b.Longest-a.Longest,
			cmp.Compare(a.Lock, b.Lock))
	})
	return list
}

func waitFor(n int) string {
	if n == 1 {
		return "a goroutine waits"
	}
	return fmt.Sprint(n, " goroutines wait")
}

// started returns the call of Done that sync.WaitGroup.Go makes when the function
// returns that it was given.
func (t *table) started(s *stack) []hand {
	if s.g.Created.Func != "sync.(*WaitGroup).Go" || len(s.acts) == 0 {
		return nil
	}
	var list []hand
	al := t.eng.aliasesOf()
	for i := len(s.acts) - 1; i >= 0; i-- {
		a := s.acts[i]
		if inPackage(a.frame.Func, "sync") {
			continue
		}
		ran := al.find(nodeOfFunc(a.site.fn))
		for _, c := range al.goes {
			if al.find(c.arg) != ran {
				continue
			}
			_, ref, ok := t.eng.syncMethod(c.fn, c.sel, c.at)
			if !ok {
				continue
			}
			by := t.creator(s.g.CreatedBy, c.fn)
			u := use{verb: finishes, ref: ref, pos: c.at.Pos(), at: c.at.Pos(), deferred: true}
			list = append(list, hand{s, a, u, t.identify(s, by, ref), true})
		}
		break
	}
	for i := range list {
		list[i].must = len(list) == 1
	}
	return list
}

// nodeOfFunc returns the node of a function.
func nodeOfFunc(fn *gosource.Func) node {
	if fn.Lit != nil {
		return node{of: fn.Lit}
	}
	if obj := fn.Pkg.Info.Defs[fn.Decl.Name]; obj != nil {
		return node{of: obj}
	}
	return node{}
}

// working are the functions of database/sql that have a connection of the pool.
var working = map[string]bool{
	"database/sql.(*DB).queryDC": true, "database/sql.(*DB).execDC": true,
	"database/sql.(*DB).beginDC": true, "database/sql.(*DB).pingDC": true,
	"database/sql.(*DB).prepareDC": true, "database/sql.(*Stmt).prepareOnConnLocked": true,
	"database/sql.rowsiFromStatement": true, "database/sql.resultFromStatement": true,
	"database/sql.(*Rows).Next": true, "database/sql.(*Rows).close": true,
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
		if !t.eng.closedBefore(a.site.fn, id, a.frame.Line) {
			if name == "" || id < name {
				name, typ = id, keeper(obj.Type())
			}
		}
	}
	fields := t.eng.keptIn(a.site.fn)
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if name == "" && !t.eng.closedBefore(a.site.fn, field, a.frame.Line) {
			name, typ = field, fields[field]
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
