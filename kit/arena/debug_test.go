package arena_test

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/arena"
	"github.com/wring-go/wring/kit/arena/arenatest"
)

// escape is where the tests below let something of an arena get to.
type escape struct {
	node  *node
	text  string
	list  []int
	any   any
	call  func() int
	table map[string]*node
	inner *int
	m     arena.Map[string, int]
	pipe  chan *node
}

// leaks are ways to keep a value of an arena. Each is allocated in a function
// that its name can be found by.
var leaks = map[string]func(a *arena.Arena, e *escape){
	"pointer":     func(a *arena.Arena, e *escape) { e.node = arena.New[node](a) },
	"of":          func(a *arena.Arena, e *escape) { e.node = arena.Of(a, node{id: 1}) },
	"interior":    func(a *arena.Arena, e *escape) { e.inner = &arena.New[node](a).id },
	"slice":       func(a *arena.Arena, e *escape) { e.list = arena.MakeSlice[int](a, 3, 5) },
	"tail":        func(a *arena.Arena, e *escape) { e.list = arena.MakeSlice[int](a, 3, 5)[2:] },
	"append":      func(a *arena.Arena, e *escape) { e.list = arena.Append(a, nil, 1, 2, 3) },
	"string":      func(a *arena.Arena, e *escape) { e.text = arena.String(a, "some text") },
	"substring":   func(a *arena.Arena, e *escape) { e.text = arena.Concat(a, "so", "me")[1:3] },
	"tiny string": func(a *arena.Arena, e *escape) { e.text = arena.String(a, "xy") },
	"interface":   func(a *arena.Arena, e *escape) { e.any = arena.New[int](a) },
	"closure": func(a *arena.Arena, e *escape) {
		n := arena.New[node](a)
		e.call = func() int { return n.id }
	},
	"native map": func(a *arena.Arena, e *escape) {
		e.table = map[string]*node{"x": arena.New[node](a)}
	},
	"map": func(a *arena.Arena, e *escape) { e.m = arena.MakeMap[string, int](a, 10) },
	"channel": func(a *arena.Arena, e *escape) {
		e.pipe = make(chan *node, 1)
		e.pipe <- arena.New[node](a)
	},
}

// Each way to keep a value is found, every time, by Free and by Recycle, with
// the place of the allocation.
func TestLeaksAreFound(t *testing.T) {
	for name, leak := range leaks {
		for round := range 10 {
			var found []arena.Problem
			a := arena.NewDebug(arena.Debug{Leaks: true, Report: func(p arena.Problem) {
				found = append(found, p)
			}})
			var e escape
			leak(a, &e)
			when := endArena(a, round)
			if len(found) == 0 {
				t.Fatalf("%s: nothing found", name)
			}
			text := found[0].Error()
			if found[0].What != "leak" || found[0].When != when ||
				!strings.Contains(text, "debug_test.go:") {
				t.Errorf("%s: %s", name, text)
			}
			keep(&e)
		}
	}
}

func endArena(a *arena.Arena, round int) string {
	if round%2 == 0 {
		a.Free()
		return "Free"
	}
	a.Recycle(math.MaxInt)
	return "Recycle"
}

// What nothing refers to any more is not reported, although it was used, was
// linked in a ring, and was kept for a while.
func TestNoLeakNoReport(t *testing.T) {
	for round := range 20 {
		a := arena.NewDebug(arena.Debug{Leaks: true, Poison: true}) // panics
		var e escape
		for _, leak := range leaks {
			leak(a, &e)
		}
		n := arena.New[node](a)
		n.next = arena.Of(a, node{next: n, name: arena.String(a, "x")})
		keep(&e, n)
		e, n = escape{}, nil
		clone := arena.Clone(arena.String(a, "kept"))
		endArena(a, round)
		keep(clone)
	}
}

// Without a Report function Free panics with what it found.
func TestLeakPanics(t *testing.T) {
	a := arena.NewDebug(arena.Debug{Leaks: true})
	n := arena.New[node](a)
	wantPanic(t, "Free", "leak found by Free: arena_test.node", a.Free)
	keep(n)
}

// stale are uses of a value that is gone. Each must fault.
var stale = map[string]func(e *escape){
	"pointer":   func(e *escape) { keep(*e.node) },
	"field":     func(e *escape) { keep(e.node.next.id) },
	"string":    func(e *escape) { keep(strings.ToUpper(e.node.name)) },
	"slice":     func(e *escape) { keep(e.node.list[0]) },
	"interface": func(e *escape) { keep(e.node.value.(fmt.Stringer).String()) },
	"range": func(e *escape) {
		for _, v := range e.node.list {
			keep(v)
		}
	},
}

// With poison, a stale value that is used faults, and the fault can be told from
// others. A pointer to the value itself reads poison: the number is wrong.
func TestPoisonFaults(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for name, use := range stale {
		for round := range 10 {
			a := arena.NewDebug(arena.Debug{Poison: true})
			n := arena.Of(a, node{next: new(node), name: "x", list: []int{1}, value: fault{}})
			n.id = 7
			e := escape{node: n}
			endArena(a, round)
			if n.id == 7 || n.id == 0 {
				t.Errorf("%s: the number is still %d", name, n.id)
			}
			if name == "pointer" {
				continue
			}
			address, ok := faultOf(func() { use(&e) })
			if !ok || address != 0 && !a.Poisoned(address) {
				t.Errorf("%s: a fault at %#x, %t", name, address, ok)
			}
		}
	}
}

// fault has a method that a stale interface value must not reach.
type fault struct{}

func (fault) String() string { return "x" }

// faultOf calls f and returns the address at which it faults.
func faultOf(f func()) (address uintptr, ok bool) {
	defer func() {
		if err, isError := recover().(error); isError {
			var a interface{ Addr() uintptr }
			ok = true
			if errors.As(err, &a) {
				address = a.Addr()
			}
		}
	}()
	f()
	return 0, false
}

// A write to stale memory is found later, once, with the type.
func TestStaleWriteIsFound(t *testing.T) {
	for _, write := range []func(e *escape){
		func(e *escape) { e.node.id = 5 },
		func(e *escape) { e.node.next = e.node },
		func(e *escape) { e.node.name = "" },
	} {
		var found []string
		a := arena.NewDebug(arena.Debug{Poison: true, Report: func(p arena.Problem) {
			found = append(found, p.String())
		}})
		for range 100 {
			arena.New[node](a)
		}
		e := escape{node: arena.New[node](a)}
		a.Recycle(0)
		write(&e)
		a.Verify()
		a.Verify()
		want := "arena: stale write found by Verify: arena_test.node"
		if len(found) != 1 || found[0] != want {
			t.Errorf("found %q, want %q", found, want)
		}
	}
}

// The quarantine holds what it may and no more.
func TestQuarantineIsLimited(t *testing.T) {
	var found []arena.Problem
	a := arena.NewDebug(arena.Debug{Poison: true, Quarantine: 100_000,
		Report: func(p arena.Problem) { found = append(found, p) }})
	oldest := arena.MakeSlice[int](a, 10, 10)
	a.Recycle(0)
	for range 100 {
		arena.MakeSlice[int](a, 1000, 1000)
		a.Recycle(0)
	}
	oldest[3] = 1
	a.Verify()
	if len(found) != 0 {
		t.Error("the oldest memory is still in quarantine")
	}
}

// testT takes the failures of a test that is tested.
type testT struct {
	testing.TB
	failures []string
	ends     []func()
}

func (*testT) Helper() {}

func (t *testT) Errorf(format string, args ...any) {
	t.failures = append(t.failures, fmt.Sprintf(format, args...))
}

func (t *testT) Cleanup(f func()) { t.ends = append(t.ends, f) }

// The testing helper fails a test for each value that is kept, and says where
// the value is from; it lets a test pass that keeps nothing.
func TestArenatest(t *testing.T) {
	var kept *node
	var inner testT
	n := arenatest.Run(&inner, func(a *arena.Arena) {
		arena.New[node](a)
		kept = arena.New[node](a)
	})
	if n != 1 || len(inner.failures) != 1 || !strings.Contains(inner.failures[0], "TestArenatest") {
		t.Errorf("%d failures: %q", n, inner.failures)
	}
	keep(kept)
	inner = testT{}
	kept = arena.Of(arenatest.New(&inner), node{id: 1})
	for _, end := range inner.ends {
		end()
	}
	if len(inner.failures) != 1 {
		t.Errorf("failures: %q", inner.failures)
	}
	keep(kept)
	arenatest.Run(t, func(a *arena.Arena) { fillWith(a, 3) })
	fillWith(arenatest.New(t), 3)
}
