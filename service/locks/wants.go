package locks

import (
	"go/ast"
	"strings"

	"github.com/wring-go/wring/service/gosource"
	"github.com/wring-go/wring/service/stackdump"
)

// want is what a goroutine waits for that is no mutex.
type want struct {
	kind  string
	name  string
	frame *stackdump.Frame
	list  []demand // several for a select
	addr  uint64   // exact, or 0
}

// demand is one thing of which another goroutine must do something.
type demand struct {
	id    identity
	verbs []string
	also  bool // besides the one that the line names
}

// wantOf returns what a goroutine waits for besides a mutex, or nil.
func (t *table) wantOf(s *stack) *want {
	if s.waits != nil || len(s.g.Frames) == 0 {
		return nil
	}
	w := t.library(s)
	if w == nil {
		w = t.byState(s)
	}
	if w != nil && w.frame == nil {
		w.frame = visible(s.g)
	}
	return w
}

// library returns what well-known functions wait for, whatever they wait with.
func (t *table) library(s *stack) *want {
	for i := range s.g.Frames {
		f := &s.g.Frames[i]
		switch f.Func {
		case "database/sql.(*DB).conn":
			if s.g.State == "select" || s.g.State == "chan receive" {
				return &want{kind: "pool", name: "database/sql.(*DB) connections", frame: f,
					addr: receiverIn(f)}
			}
		case "internal/poll.(*fdMutex).rwlock", "internal/poll.(*fdMutex).increfAndClose":
			return &want{kind: "fdMutex", name: "internal/poll.(*FD).fdmu", frame: f,
				addr: receiverIn(f)}
		case "sync.(*WaitGroup).Wait":
			return t.object(s, i, "WaitGroup", finishes)
		case "sync.(*Cond).Wait":
			return t.object(s, i, "Cond", signals)
		}
		if !inPackage(f.Func, "runtime", "internal", "sync", "database") {
			break
		}
	}
	return nil
}

// receiverIn returns the receiver of a frame if the dump prints it for sure.
func receiverIn(f *stackdump.Frame) uint64 {
	if f.Inlined || len(f.Args) == 0 || f.Args[0].Uncertain || f.Args[0].Value < minPointer {
		return 0
	}
	return f.Args[0].Value
}

// object returns the wait for a WaitGroup or a Cond whose Wait is frame i.
func (t *table) object(s *stack, i int, kind, verb string) *want {
	w := &want{kind: kind, addr: receiverIn(&s.g.Frames[i])}
	if i+1 >= len(s.g.Frames) {
		return w
	}
	w.frame = &s.g.Frames[i+1]
	if inPackage(w.frame.Func, "golang.org/x/sync/singleflight", "internal/singleflight") {
		w.kind = "singleflight"
	}
	d := demand{verbs: []string{verb}}
	for _, a := range s.acts {
		if a.frame != w.frame || a.site.call == nil {
			continue
		}
		sel, ok := ast.Unparen(a.site.call.Fun).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		if _, ref, ok := t.eng.syncMethod(a.site.fn, sel, a.site.call); ok {
			if w.addr != 0 {
				t.setLock(a, ref, fact{addr: w.addr, sure: true})
			}
			d.id = t.identify(s, a, ref)
		}
	}
	if w.addr != 0 {
		d.id.addr, d.id.known = fact{addr: w.addr, sure: true}, true
	}
	w.list = []demand{d}
	return w
}

// byState returns what a goroutine waits for by its state.
func (t *table) byState(s *stack) *want {
	state := s.g.State
	switch {
	case strings.HasSuffix(state, "(nil chan)"):
		return &want{kind: "nil chan", name: "a channel that is nil"}
	case strings.HasPrefix(state, "select (no cases)"):
		return nil // meant to wait for ever
	case state == "chan receive", state == "chan send", state == "select":
		return t.channels(s)
	case state == "IO wait":
		return &want{kind: "IO wait", name: operation(s.g)}
	}
	if runtimeStates[state] || state == "semacquire" && inPackage(s.g.Frames[0].Func, "runtime") {
		return &want{kind: "runtime", name: "the runtime: " + state}
	}
	return nil
}

// runtimeStates are those in which the runtime makes a goroutine of the program
// wait. Those of its own idle workers are not among them.
var runtimeStates = map[string]bool{
	"GC assist wait": true, "GC assist marking": true, "wait for GC cycle": true,
	"stopping the world": true, "trace reader (blocked)": true, "flushing proc caches": true,
	"wait until GC ends": true, "waiting for cgo callback": true, "dumping heap": true,
}

// operation names what waits for a file or the network: the outermost function of
// the standard library at the top of the stack.
func operation(g *stackdump.Goroutine) string {
	name := "a file or the network"
	for _, f := range g.Frames {
		if !inPackage(f.Func, "internal/poll", "net", "os", "runtime", "crypto/tls") ||
			strings.HasPrefix(f.Func, "net/http.") {
			break
		}
		name = f.Func
	}
	return name
}

// visible returns the first frame that is not of the runtime.
func visible(g *stackdump.Goroutine) *stackdump.Frame {
	for i := range g.Frames {
		if !inPackage(g.Frames[i].Func, "runtime") {
			return &g.Frames[i]
		}
	}
	return &g.Frames[0]
}

// channels returns the channels on the line of the first frame with source.
func (t *table) channels(s *stack) *want {
	w := &want{kind: s.g.State, frame: visible(s.g)}
	for _, a := range s.acts {
		if a.frame == w.frame {
			w.list = t.demands(s, a)
		}
	}
	var names []string
	for _, d := range w.list {
		if name := d.id.name(); name != "" && !d.also {
			names = append(names, name)
		}
	}
	w.name = strings.Join(names, ", ")
	if len(w.list) == 1 && w.list[0].id.known && w.list[0].id.addr.sure {
		w.addr = w.list[0].id.addr.addr
	}
	if w.kind == "chan send" && len(w.list) == 1 && t.givesBack(s, w) {
		w.kind = "chan semaphore"
	}
	return w
}

// demands returns what a goroutine waits for on its line, by its state.
func (t *table) demands(s *stack, a *activation) []demand {
	var list []demand
	for _, u := range t.eng.waitsAt(a.site.fn, a.frame.Line, s.g.State) {
		d := demand{id: t.identify(s, a, u.ref), verbs: []string{sends, closes}, also: u.maybe}
		if u.verb == sends {
			d.verbs = []string{receives}
		}
		list = append(list, d)
	}
	return list
}

// waitsAt returns the operations on channels on a line of fn that fit a state.
func (e *engine) waitsAt(fn *gosource.Func, line int, state string) []use {
	var list []use
	add := func(n ast.Node) {
		verb, ch, pos := channelUse(fn, n)
		fits := state == "select" || (state == "chan send") == (verb == sends)
		if ch != nil && fits {
			list = append(list, use{verb: verb, ref: e.channelRef(fn, ch), pos: pos})
			for _, ctx := range e.parents(fn, ch) {
				list = append(list, use{verb: verb, ref: e.contextRef(fn, ctx), pos: pos,
					maybe: true})
			}
		}
	}
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectStmt:
			if state == "select" && e.world.Line(n.Pos()) == line {
				for _, c := range n.Body.List {
					ast.Inspect(c.(*ast.CommClause).Comm, func(n ast.Node) bool {
						add(n)
						return true
					})
				}
				return false
			}
		}
		if state != "select" && n != nil && e.world.Line(n.Pos()) <= line {
			if _, _, pos := channelUse(fn, n); pos != 0 && e.world.Line(pos) == line {
				add(n)
			}
		}
		return true
	})
	return list
}

// givesBack reports whether the function that waits to send receives from the same
// channel later, and drops the value: then the channel is used as a semaphore.
func (t *table) givesBack(s *stack, w *want) bool {
	for _, a := range s.acts {
		if a.frame != w.frame {
			continue
		}
		for _, u := range t.eng.usesOf(a.site.fn, maxCalls) {
			same := t.identify(s, a, u.ref).compare(w.list[0].id)
			if u.verb == receives && u.drops && same >= unknown {
				return true
			}
		}
	}
	return false
}
