package arena_test

import (
	"testing"
	"time"

	"github.com/wring-go/wring/kit/arena"
)

// lockedCalls are all ways into a locked arena.
func lockedCalls(l *arena.Locked, s arena.LockedSlab[int]) map[string]func() {
	return map[string]func(){
		"Do":             func() { l.Do(func(a *arena.Arena) { arena.New[int](a) }) },
		"Recycle":        func() { l.Recycle(0) },
		"Free":           l.Free,
		"String":         func() { l.String("xy") },
		"Concat":         func() { l.Concat("x", "y") },
		"LockedFor":      func() { arena.LockedFor[int8](l) },
		"Slab.New":       func() { s.New() },
		"Slab.Of":        func() { s.Of(1) },
		"Slab.MakeSlice": func() { s.MakeSlice(1, 2) },
		"Slab.Append":    func() { s.Append(nil, 1) },
	}
}

// Whatever is called waits until the one who has the arena is done, and leaves
// it to the next. A call that does not wait is seen because it returns; one that
// does is given a moment to show it.
func TestEachLockedCallWaits(t *testing.T) {
	var all arena.Locked
	for name := range lockedCalls(&all, arena.LockedFor[int](&all)) {
		var l arena.Locked
		call := lockedCalls(&l, arena.LockedFor[int](&l))[name]
		returned := make(chan bool)
		l.Do(func(*arena.Arena) {
			go func() {
				call()
				close(returned)
			}()
			select {
			case <-returned:
				t.Errorf("%s does not wait for its turn", name)
			case <-time.After(20 * time.Millisecond):
			}
		})
		<-returned
		l.Do(func(*arena.Arena) {})
	}
}

// A call that panics, because the arena was freed or because of what Do was given,
// does not keep others waiting.
func TestLockedCallsUnlockInPanic(t *testing.T) {
	var l arena.Locked
	calls := lockedCalls(&l, arena.LockedFor[int](&l))
	wantPanic(t, "Do", "work", func() { l.Do(func(*arena.Arena) { panic("work") }) })
	l.Free()
	for name, call := range calls {
		if name == "Free" {
			call() // does nothing the second time
			continue
		}
		if name != "LockedFor" {
			wantPanic(t, name, "Free", call)
			wantPanic(t, name, "Free", call)
		}
	}
	wantPanic(t, "LockedFor", "Free", calls["LockedFor"])
	l.Do(func(*arena.Arena) {})
}
