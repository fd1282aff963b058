package arena_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// watched returns an arena that checks what d asks for, and where it puts the
// problems that it finds.
func watched(d arena.Debug) (*arena.Arena, *[]arena.Problem) {
	found := new([]arena.Problem)
	d.Report = func(p arena.Problem) { *found = append(*found, p) }
	return arena.NewDebug(d), found
}

// A report says what leaked, how many there were, and who asked for it: first
// the caller, not this package, and then each call that led there.
func TestLeakReport(t *testing.T) {
	a, found := watched(arena.Debug{Leaks: true})
	many := arena.MakeSlice[int](a, 3, 5)
	one := arena.New[node](a)
	a.Recycle(0)
	keep(many, one)
	if len(*found) != 2 {
		t.Fatalf("%d problems, want 2", len(*found))
	}
	for i, want := range []string{"int (5 of them)", "arena_test.node"} {
		p := (*found)[i]
		lines := strings.Split(p.String(), "\n")
		if lines[0] != "arena: leak found by Recycle: "+want {
			t.Errorf("%q, want one about %q", lines[0], want)
		}
		if len(p.Stack) < 2 || !strings.HasSuffix(p.Stack[0].Function, ".TestLeakReport") {
			t.Fatalf("the stack is %v", p.Stack)
		}
		if len(lines) != 1+2*len(p.Stack) {
			t.Errorf("%d lines for %d calls", len(lines), len(p.Stack))
		}
		for j, f := range p.Stack {
			place := fmt.Sprintf("\t\t%s:%d", f.File, f.Line)
			if lines[1+2*j] != "\t"+f.Function || lines[2+2*j] != place {
				t.Errorf("call %d is %q", j, lines[1+2*j:3+2*j])
			}
		}
	}
}

// What leaked is reported by the end that it outlived, and not again by the next.
func TestLeakIsReportedOnce(t *testing.T) {
	a, found := watched(arena.Debug{Leaks: true})
	n := arena.New[node](a)
	a.Recycle(0)
	a.Recycle(0)
	a.Free()
	keep(n)
	if len(*found) != 1 {
		t.Errorf("%d problems, want 1: %v", len(*found), *found)
	}
}

// Without a function to report to, the panic has all problems.
func TestLeakPanicHasAll(t *testing.T) {
	a := arena.NewDebug(arena.Debug{Leaks: true})
	one, two := arena.New[node](a), arena.New[int](a)
	defer func() {
		found, _ := recover().([]arena.Problem)
		if len(found) != 2 || found[0].Type != "arena_test.node" || found[1].Type != "int" {
			t.Errorf("the panic is about %v", found)
		}
		keep(one, two)
	}()
	a.Free()
}

// With both checks a value that leaked is overwritten too, as far as its capacity
// reaches, and later writes to it are found.
func TestLeakedIsOverwritten(t *testing.T) {
	a, found := watched(arena.Debug{Leaks: true, Poison: true})
	s := arena.MakeSlice[uint32](a, 3, 5)
	a.Recycle(0)
	for i, v := range s[:5] {
		if v != 0xDBDBDBDB {
			t.Errorf("element %d is %#x", i, v)
		}
	}
	s[:5][4] = 1
	a.Verify()
	if len(*found) != 2 || (*found)[1].What != "stale write" {
		t.Errorf("found %v, want the leak and the write", *found)
	}
	keep(s)
}

// The runtime puts small values into a block with others. Those others may live
// on, and that is no leak.
func TestSmallNeighboursAreNoLeak(t *testing.T) {
	a, found := watched(arena.Debug{Leaks: true})
	var outside []*byte
	for range 200 {
		arena.New[byte](a)
		arena.MakeSlice[uint16](a, 3, 3)
		outside = append(outside, new(byte))
	}
	a.Free()
	if len(*found) > 0 {
		t.Errorf("%d problems, the first is %v", len(*found), (*found)[0])
	}
	keep(outside)
}

// Values without a size have no memory that could leak.
func TestNothingIsNoLeak(t *testing.T) {
	a, found := watched(arena.Debug{Leaks: true, Poison: true})
	p, s := arena.New[struct{}](a), arena.MakeSlice[[0]int](a, 3, 3)
	a.Free()
	keep(p, s)
	if len(*found) > 0 {
		t.Errorf("found %v", *found)
	}
}

// A small slice that is watched has the capacity that was asked for, although it
// has more memory, and is zero.
func TestWatchedSlices(t *testing.T) {
	a, _ := watched(arena.Debug{Leaks: true})
	for n := range 20 {
		s := arena.MakeSlice[byte](a, n/2, n)
		if len(s) != n/2 || cap(s) != n {
			t.Errorf("asked for %d, %d, got %d, %d", n/2, n, len(s), cap(s))
		}
		for i, b := range s[:n] {
			if b != 0 {
				t.Errorf("element %d is %d", i, b)
			}
		}
	}
}
