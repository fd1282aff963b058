// Package arenatest checks in tests that nothing keeps what belongs to an arena.
package arenatest

import (
	"sync"

	"github.com/wring-go/wring/kit/arena"
)

// TB is what this package needs of a *testing.T.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Cleanup(func())
}

// Run calls f with an arena and ends the arena. For each value of the arena that
// is still referenced then, it fails the test and says where the value was
// allocated. It returns how many there are.
func Run(t TB, f func(*arena.Arena)) int {
	t.Helper()
	var r reporter
	a := arena.NewDebug(arena.Debug{Leaks: true, Poison: true, Report: r.add})
	f(a)
	a.Free()
	a.Verify()
	return r.fail(t)
}

// New returns an arena that is recycled and checked when the test ends, for
// tests that pass an arena around. What is still referenced then fails the test.
func New(t TB) *arena.Arena {
	t.Helper()
	var r reporter
	a := arena.NewDebug(arena.Debug{Leaks: true, Poison: true, Report: r.add})
	t.Cleanup(func() {
		t.Helper()
		a.Free()
		a.Verify()
		r.fail(t)
	})
	return a
}

// reporter collects problems; goroutines that a test has started may find some.
type reporter struct {
	mu    sync.Mutex
	found []arena.Problem
}

func (r *reporter) add(p arena.Problem) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.found = append(r.found, p)
}

func (r *reporter) fail(t TB) int {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.found {
		t.Errorf("%v", p)
	}
	return len(r.found)
}
