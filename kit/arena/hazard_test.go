package arena_test

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"
	"weak"

	"github.com/wring-go/wring/kit/arena"
)

// The tests of this file do what corrupts memory in arenas that hide pointers
// from the collector, 10,000 times each, while it is at work all the time.

// hazard runs f in rounds while collections go on. The rounds are grouped, so
// that each arena gets old.
func hazard(t *testing.T, f func(t *testing.T, round int)) {
	t.Helper()
	if debugBuild {
		t.Skip("this build reports what is done here on purpose")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(5))
	rounds := 10_000
	if testing.Short() {
		rounds = 300
	}
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		for !stop.Load() {
			runtime.GC()
			garbage(50)
		}
	})
	for i := range rounds {
		if f(t, i); t.Failed() {
			break
		}
	}
	stop.Store(true)
	wg.Wait()
}

// garbage allocates what would show up in memory that was freed too early.
func garbage(n int) {
	for i := range n {
		keep(strings.Repeat("!", 8+i%100), make([]*int, 1+i%20), fmt.Sprint("?", i))
	}
}

//go:noinline
func keep(...any) {}

// ordinary returns an arena that behaves as in ordinary builds.
func ordinary() *arena.Arena { return arena.ReuseAlways(arena.NewArena()) }

// holder has every kind of reference to the heap.
type holder struct {
	text   string
	list   []string
	any    any
	err    error
	table  map[string]int
	pipe   chan int
	call   func() int
	number *int
	outer  *holder
}

// fillHolder makes h refer to heap values that nothing else refers to.
func fillHolder(h *holder, i int, outer *holder) {
	*h = holder{
		text:   fmt.Sprint("text ", i),
		list:   []string{fmt.Sprint("list ", i)},
		any:    i + 1000,
		err:    fmt.Errorf("error %d", i),
		table:  map[string]int{"key": i},
		pipe:   make(chan int, 1),
		call:   func() int { return i },
		number: new(int),
		outer:  outer,
	}
	h.pipe <- i
	*h.number = i
}

// checkHolder wants h to be as fillHolder left it.
func checkHolder(t *testing.T, h *holder, i int, outer *holder) {
	t.Helper()
	n := <-h.pipe
	h.pipe <- n
	if h.text != fmt.Sprint("text ", i) || h.list[0] != fmt.Sprint("list ", i) ||
		h.any != i+1000 || h.err.Error() != fmt.Sprint("error ", i) || h.table["key"] != i ||
		n != i || h.call() != i || *h.number != i || h.outer != outer {
		t.Errorf("value %d became %+v", i, *h)
	}
}

// Values of the heap that only an arena refers to stay alive, in objects, in
// slices, in slices that grew, and in maps.
func TestHeapValuesInArena(t *testing.T) {
	a := ordinary()
	hazard(t, func(t *testing.T, round int) {
		one := arena.New[holder](a)
		fillHolder(one, round, nil)
		many := arena.MakeSlice[holder](a, 3, 3)
		for i := range many {
			fillHolder(&many[i], i, one)
		}
		many = arena.Append(a, many, many...)
		m := arena.MakeMap[string, *holder](a, 0)
		for i := range 10 {
			h := arena.New[holder](a)
			fillHolder(h, i, one)
			m.Set(fmt.Sprint("key", i), h)
		}
		garbage(5)
		checkHolder(t, one, round, nil)
		for i := range many {
			checkHolder(t, &many[i], i%3, one)
		}
		for i := range 10 {
			checkHolder(t, m.At(fmt.Sprint("key", i)), i, one)
		}
		if round%10 == 9 {
			a.Recycle(1 << 20)
		}
	})
}

// What is still referenced lives on when the arena is forgotten, or freed.
func TestForgottenArena(t *testing.T) {
	var kept []*holder
	hazard(t, func(t *testing.T, round int) {
		a := ordinary()
		var last *holder
		for i := range 20 {
			h := arena.New[holder](a)
			fillHolder(h, round+i, last)
			last = h
		}
		if round%2 == 0 {
			a.Free()
		}
		kept = append(kept, last)
		if len(kept) < 20 {
			return
		}
		for i, h := range kept {
			for j := 19; h != nil; j-- {
				checkHolder(t, h, round-19+i+j, h.outer)
				h = h.outer
			}
		}
		kept = nil
	})
}

// Stale pointers, slices and strings that are read and written after Recycle,
// while values of other types are allocated, never do worse than to show wrong
// values: the runtime does not notice, and other types are not touched.
func TestStaleReadsAndWrites(t *testing.T) {
	a := ordinary()
	var holders []*holder
	var slices [][]string
	var texts []string
	var numbers []*uint64
	hazard(t, func(t *testing.T, round int) {
		for _, h := range holders {
			if h.outer != nil && h.number != nil {
				*h.number = *h.outer.number
			}
			fillHolder(h, round, h)
		}
		for _, s := range slices {
			keep(strings.Join(s, ""))
			s[round%len(s)] = fmt.Sprint("stale", round)
		}
		for i := range numbers {
			*numbers[i] = uint64(address(numbers[i])) // as good as a pointer
			keep(strings.ToUpper(texts[i]))
		}
		holders, slices, texts, numbers = holders[:0], slices[:0], texts[:0], numbers[:0]
		only := make([]*[2]*int, 50) // of a type that is never written to
		for i := range only {
			h := arena.New[holder](a)
			fillHolder(h, i, h)
			holders = append(holders, h)
			slices = append(slices, arena.Append(a, nil, "a", fmt.Sprint(i)))
			texts = append(texts, arena.String(a, "some text"))
			numbers = append(numbers, arena.Of(a, uint64(i)))
			only[i] = arena.Of(a, [2]*int{new(int), &i})
		}
		for i, p := range only {
			if *p[0] != 0 || *p[1] != i {
				t.Errorf("value %d is %d, %d", i, *p[0], *p[1])
			}
		}
		a.Recycle([]int{0, 10_000, math.MaxInt}[round%3])
	})
}

// Goroutines that each have an arena may refer to each other's values.
func TestArenasReferToEachOther(t *testing.T) {
	pool := sync.Pool{New: func() any { return ordinary() }}
	hazard(t, func(t *testing.T, round int) {
		var wg sync.WaitGroup
		heads := make([]*holder, 4)
		arenas := make([]*arena.Arena, len(heads))
		shared := new(holder)
		fillHolder(shared, round, nil)
		for g := range heads {
			arenas[g] = pool.Get().(*arena.Arena)
			wg.Go(func() {
				for i := range 10 {
					h := arena.New[holder](arenas[g])
					fillHolder(h, i, heads[g])
					if i == 0 {
						h.outer = shared
					}
					heads[g] = h
				}
			})
		}
		wg.Wait()
		for g, h := range heads {
			for i := 9; h != shared; i-- {
				checkHolder(t, h, i, h.outer)
				h = h.outer
			}
			checkHolder(t, shared, round, nil)
			arenas[g].Recycle(1 << 20)
			pool.Put(arenas[g])
		}
	})
}

// A finalizer of a heap value runs when the arena that refers to it has given
// it up, and not before; what the finalizer finds in arenas is intact.
func TestFinalizers(t *testing.T) {
	a := ordinary()
	var early, late atomic.Int64
	hazard(t, func(t *testing.T, round int) {
		p := arena.New[holder](a)
		inUse := new(atomic.Bool)
		inUse.Store(true)
		h := &holder{text: "finalized", outer: arena.Of(arena.NewArena(), holder{text: "held"})}
		runtime.SetFinalizer(h, func(h *holder) {
			if inUse.Load() || h.text != "finalized" || h.outer.text != "held" {
				early.Add(1)
			}
			late.Add(1)
		})
		p.outer = h
		garbage(3)
		if p.outer.text != "finalized" {
			t.Error(p.outer.text)
		}
		inUse.Store(false)
		if round%5 == 4 {
			a.Recycle(1 << 20)
		}
	})
	if debugBuild {
		return
	}
	for range 10 {
		runtime.GC()
	}
	if early.Load() > 0 || late.Load() == 0 {
		t.Errorf("of %d finalizers %d ran too early", late.Load(), early.Load())
	}
}

// A weak pointer to a value of the heap finds it while an arena refers to it,
// and one to a value in an arena finds that value while it is referenced.
func TestWeakPointers(t *testing.T) {
	a := ordinary()
	hazard(t, func(t *testing.T, round int) {
		p := arena.New[holder](a)
		h := new(holder)
		fillHolder(h, round, nil)
		p.outer = h
		outside, inside := weak.Make(h), weak.Make(p)
		h = nil
		garbage(30)
		if v := outside.Value(); v == nil || v != p.outer {
			t.Error("the weak pointer lost a value that the arena refers to")
		}
		if v := inside.Value(); v != p {
			t.Error("the weak pointer lost a value of the arena")
		}
		checkHolder(t, p.outer, round, nil)
		if a.Recycle(1 << 20); round%100 == 0 {
			a.Free()
			a = ordinary()
		}
	})
}

// That is not a matter of course: memory in which the collector sees no pointers
// keeps nothing alive. It is what other arenas are made of.
func TestHiddenPointersKeepNothing(t *testing.T) {
	hidden := make([]byte, 4096)
	w := hide(hidden)
	for range 10 {
		runtime.GC()
	}
	if w.Value() != nil {
		t.Error("a pointer hidden in bytes kept a value alive")
	}
	runtime.KeepAlive(hidden)
}

//go:noinline
func hide(memory []byte) weak.Pointer[holder] {
	h := new(holder)
	*(**holder)(unsafe.Pointer(&memory[0])) = h
	return weak.Make(h)
}

// Stacks that move while arenas point to what is referenced from them, and
// while values on them are copied into arenas, leave both intact.
func TestGrowingStacks(t *testing.T) {
	a := ordinary()
	hazard(t, func(t *testing.T, round int) {
		done := make(chan bool)
		go func() {
			defer close(done)
			deep(t, a, 30, nil)
		}()
		<-done
		a.Recycle(1 << 20)
	})
}

// deep allocates at each depth from what is on the stack, and looks at it when
// the stack has been as deep as it gets.
func deep(t *testing.T, a *arena.Arena, depth int, outer *holder) {
	if depth == 0 {
		return
	}
	var buffer [500]byte
	text := fmt.Appendf(buffer[:0], "depth %d", depth)
	local := holder{text: arena.String(a, text), outer: outer}
	h := arena.Of(a, local)
	list := arena.Append(a, nil, h.text, h.text)
	deep(t, a, depth-1, h)
	want := fmt.Sprint("depth ", depth)
	if h.text != want || list[1] != want || h.outer != outer || string(text) != want {
		t.Errorf("depth %d: %+v, %q", depth, *h, list)
	}
}

// A cleanup can be attached to a value in an arena; it runs for the chunk.
func TestCleanup(t *testing.T) {
	if debugBuild {
		t.Skip("chunks are not used in this build")
	}
	ran := make(chan int, 1)
	a := ordinary()
	arena.New[holder](a)
	p := arena.New[holder](a)
	runtime.AddCleanup(p, func(n int) { ran <- n }, 1)
	runtime.GC()
	if len(ran) > 0 {
		t.Error("the cleanup ran while the arena was in use")
	}
	runtime.KeepAlive(a)
	a.Free()
	p, a = nil, nil
	for len(ran) == 0 {
		runtime.GC()
		runtime.Gosched()
	}
}
