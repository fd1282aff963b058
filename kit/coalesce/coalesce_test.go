package coalesce

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// slow returns a function that takes a second and counts its runs.
func slow(runs *int) func(context.Context) (int, error) {
	return func(ctx context.Context) (int, error) {
		*runs++
		run := *runs
		time.Sleep(time.Second)
		return run, nil
	}
}

// A caller that comes while a run is under way does not get its result.
func TestNeverStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		c := New(slow(&runs))
		first := make(chan int)
		go func() { n, _ := c.Get(t.Context()); first <- n }()
		time.Sleep(time.Millisecond)
		if n, err := c.Get(t.Context()); n != 2 || err != nil {
			t.Errorf("got run %d, %v; the one that began before the call was 1", n, err)
		}
		if n := <-first; n != 1 {
			t.Errorf("the first caller got run %d", n)
		}
	})
}

// A thousand callers during one run cost one more run.
func TestBurstCostsOneRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		c := New(slow(&runs))
		var wg sync.WaitGroup
		for i := range 1000 {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * time.Microsecond)
				c.Get(t.Context())
			})
		}
		wg.Wait()
		if runs != 2 {
			t.Errorf("%d runs", runs)
		}
	})
}

func TestKeysAreIndependent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewGroup(func(_ context.Context, key string) (string, error) {
			time.Sleep(time.Second)
			return strings.ToUpper(key), nil
		})
		begin := time.Now()
		var wg sync.WaitGroup
		for _, key := range []string{"a", "b", "c"} {
			wg.Go(func() {
				if v, err := g.Get(t.Context(), key); v != strings.ToUpper(key) || err != nil {
					t.Errorf("%s: %q, %v", key, v, err)
				}
			})
		}
		wg.Wait()
		if took := time.Since(begin); took != time.Second {
			t.Errorf("took %v: one key waited for another", took)
		}
		if len(g.busy) != 0 {
			t.Errorf("%d keys are kept", len(g.busy))
		}
	})
}

// An error reaches the callers of its run, and no others.
func TestErrorsAreNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		c := New(func(context.Context) (int, error) {
			runs++
			time.Sleep(time.Second)
			if runs == 2 {
				return 0, io.ErrUnexpectedEOF
			}
			return runs, nil
		})
		var got [5]error
		var wg sync.WaitGroup
		for i, at := range []int{0, 1, 2, 1500, 1501} { // milliseconds
			wg.Go(func() {
				time.Sleep(time.Duration(at) * time.Millisecond)
				_, got[i] = c.Get(t.Context())
			})
		}
		wg.Wait()
		want := [5]error{1: io.ErrUnexpectedEOF, 2: io.ErrUnexpectedEOF}
		if got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}

// panics calls Get and returns what it panicked with.
func panics(c *Cache[int], ctx context.Context) (value any) {
	defer func() { value = recover() }()
	c.Get(ctx)
	return nil
}

func TestPanicsReachTheirCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		c := New(func(context.Context) (int, error) {
			runs++
			run := runs
			time.Sleep(time.Second)
			if run <= 2 {
				panic(fmt.Errorf("run %d: %w", run, io.EOF))
			}
			return run, nil
		})
		var got [4]any
		var wg sync.WaitGroup
		for i, at := range []int{0, 1, 2, 1500} {
			wg.Go(func() {
				time.Sleep(time.Duration(at) * time.Millisecond)
				got[i] = panics(c, t.Context())
			})
		}
		wg.Wait()
		if err, ok := got[0].(error); !ok || err.Error() != "run 1: EOF" {
			t.Errorf("the caller that runs the function got %v", got[0])
		}
		p, ok := got[1].(*Panic)
		if !ok || got[2] != got[1] {
			t.Fatalf("the callers of a shared run got %v and %v", got[1], got[2])
		}
		if !errors.Is(p, io.EOF) || !strings.Contains(p.Error(), "run 2: EOF") {
			t.Errorf("panic says %v", p)
		}
		if !strings.Contains(string(p.Stack), "TestPanicsReachTheirCallers") {
			t.Errorf("the stack does not show the function:\n%s", p.Stack)
		}
		if got[3] != nil {
			t.Errorf("a later caller got %v", got[3])
		}
	})
}

// A function that ends its goroutine does not leave its callers waiting.
func TestGoexit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		runs := 0
		c := New(func(context.Context) (int, error) {
			runs++
			time.Sleep(time.Second)
			if runs <= 2 {
				runtime.Goexit()
			}
			return runs, nil
		})
		go c.Get(t.Context())
		time.Sleep(time.Millisecond)
		if _, err := c.Get(t.Context()); err != ErrExited {
			t.Errorf("got %v", err)
		}
		if n, err := c.Get(t.Context()); n != 3 || err != nil {
			t.Errorf("afterwards %d, %v", n, err)
		}
	})
}

// The caller that leaves gets its cause at once; the others get the result.
func TestLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bored := errors.New("bored")
		runs := 0
		c := New(slow(&runs))
		go c.Get(t.Context())
		time.Sleep(time.Millisecond)
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Millisecond, bored)
		defer cancel()
		stays := make(chan int)
		go func() { n, _ := c.Get(t.Context()); stays <- n }()
		begin := time.Now()
		if _, err := c.Get(ctx); err != bored || time.Since(begin) != time.Millisecond {
			t.Errorf("left with %v after %v", err, time.Since(begin))
		}
		if n := <-stays; n != 2 {
			t.Errorf("who stayed got run %d", n)
		}
		if _, err := c.Get(ctx); err != bored || runs != 2 {
			t.Errorf("a context that is done gives %v, %d runs", err, runs)
		}
	})
}

// told returns a function that takes a second, or until its context is done,
// and what its runs saw: the caller whose values the context had, how it ended,
// and when.
func told() (run func(context.Context) (int, error), saw *[]string) {
	saw = new([]string)
	begin := time.Now()
	return func(ctx context.Context) (int, error) {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
		*saw = append(*saw, fmt.Sprint(ctx.Value(caller{}), " ", ctx.Err(), " ", time.Since(begin)))
		return 0, ctx.Err()
	}, saw
}

type caller struct{}

// call calls c from a goroutine that leaves after a while.
func call(t *testing.T, c *Cache[int], name string, leaves time.Duration) {
	ctx := context.WithValue(t.Context(), caller{}, name)
	go func() {
		ctx, cancel := context.WithTimeout(ctx, leaves)
		defer cancel()
		c.Get(ctx)
	}()
	synctest.Wait()
}

// A batch that all have left before it began does not run.
func TestNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, saw := told()
		c := New(run)
		call(t, c, "first", time.Hour)
		call(t, c, "second", time.Millisecond)
		call(t, c, "third", time.Millisecond)
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := strings.Join(*saw, ", "); got != "first <nil> 1s" {
			t.Error(got)
		}
	})
}

// A shared run is cancelled by the last that leaves, not by the first, whose
// values it has.
func TestLastOneCancels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run, saw := told()
		c := New(run)
		call(t, c, "first", time.Hour)
		call(t, c, "second", 1200*time.Millisecond)
		call(t, c, "third", 1800*time.Millisecond)
		time.Sleep(1700 * time.Millisecond)
		call(t, c, "fourth", time.Hour)
		time.Sleep(time.Minute)
		synctest.Wait()
		want := "first <nil> 1s, second context canceled 1.8s, fourth <nil> 2.8s"
		if got := strings.Join(*saw, ", "); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

// A key that is not equal to itself cannot be found again, and must not stay.
func TestNaN(t *testing.T) {
	g := NewGroup(func(context.Context, float64) (int, error) { return 1, nil })
	for range 10 {
		g.Get(t.Context(), math.NaN())
	}
	if len(g.busy) != 0 {
		t.Errorf("%d keys are kept", len(g.busy))
	}
}

// A key that cannot be compared panics and leaves the group usable.
func TestIncomparableKey(t *testing.T) {
	g := NewGroup(func(context.Context, any) (int, error) { return 1, nil })
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		g.Get(t.Context(), []int{1})
	}()
	if n, err := g.Get(t.Context(), "key"); n != 1 || err != nil {
		t.Errorf("afterwards %d, %v", n, err)
	}
}

// A call that finds nothing running allocates nothing.
func TestAllocations(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := New(func(context.Context) (int, error) { return 1, nil })
	g := NewGroup(func(_ context.Context, key string) (int, error) { return len(key), nil })
	for name, f := range map[string]func(){
		"Cache.Get": func() { c.Get(ctx) },
		"Group.Get": func() { g.Get(ctx, "a key") },
	} {
		if n := testing.AllocsPerRun(1000, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestParallel hammers a group in real time: no result is older than its call,
// whatever the scheduler does. The clock is a counter, so that nothing is equal.
func TestParallel(t *testing.T) {
	var clock atomic.Int64
	var active [3]atomic.Int32
	g := NewGroup(func(_ context.Context, key int) (int64, error) {
		if active[key].Add(1) != 1 {
			t.Error("two runs at once")
		}
		defer active[key].Add(-1)
		began := clock.Add(1)
		runtime.Gosched()
		return began, nil
	})
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			for j := range 2000 {
				called := clock.Add(1)
				began, err := g.Get(t.Context(), (i+j)%len(active))
				if err != nil || began < called {
					t.Errorf("called at %d, result from %d, %v", called, began, err)
				}
			}
		})
	}
	wg.Wait()
}

// FuzzModel lets the fuzzer choose who comes when.
func FuzzModel(f *testing.F) {
	f.Add([]byte{1, 0, 5, 2, 3, 5})
	f.Fuzz(func(t *testing.T, data []byte) {
		m := &model{}
		for ; len(data) >= 3 && len(m.visits) < 50; data = data[3:] {
			v := visit{at: 1 + 1000*int(data[0]) + len(m.visits)}
			if data[1] > 0 {
				v.leaves = v.at + 100*int(data[1]) + 57
			}
			m.visits = append(m.visits, v)
			m.lasts = append(m.lasts, 1+700*int(data[2]))
		}
		m.play()
		if m.clashed {
			return
		}
		synctest.Test(t, func(t *testing.T) {
			for i, got := range replay(t, m) {
				if got != m.visits[i] {
					t.Errorf("caller %d: got %+v, want %+v", i, got, m.visits[i])
				}
			}
		})
	})
}
