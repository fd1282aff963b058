package lookup

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestShared lets a thousand ask at once: they cost two questions, one that was
// under way and one that is not older than any of theirs.
func TestShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var questions atomic.Int32
		table := New(func(context.Context, string) (string, error) {
			questions.Add(1)
			time.Sleep(time.Millisecond)
			return "127.0.0.1:1", nil
		}, Options{})
		go table.Backend(t.Context(), "chat")
		synctest.Wait() // the first question is under way
		var all sync.WaitGroup
		for range 1000 {
			all.Go(func() {
				if b, err := table.Backend(t.Context(), "chat"); b != "127.0.0.1:1" || err != nil {
					t.Errorf("%q, %v", b, err)
				}
			})
		}
		all.Wait()
		if n := questions.Load(); n != 2 {
			t.Errorf("%d questions, want 2", n)
		}
	})
}

// TestFresh moves the backend all the time. No caller gets an answer that is
// older than its question by more than the lifetime.
func TestFresh(t *testing.T) {
	for _, lifetime := range []time.Duration{0, 5 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			table := New(func(context.Context, string) (string, error) {
				now := strconv.Itoa(int(time.Since(begin)))
				time.Sleep(700 * time.Microsecond)
				return now, nil
			}, Options{Lifetime: lifetime})
			var all sync.WaitGroup
			for i := range 500 {
				all.Go(func() {
					time.Sleep(time.Duration(i) * 130 * time.Microsecond)
					asked := time.Since(begin)
					b, err := table.Backend(t.Context(), "chat")
					of, _ := strconv.Atoi(b)
					if err != nil || time.Duration(of) < asked-lifetime {
						t.Errorf("asked at %v, got what was at %v, %v", asked, time.Duration(of),
							err)
					}
				})
			}
			all.Wait()
		})
	}
}

// TestGone makes the table fail: cached answers are used for the stated time
// and no longer, and a name that is not cached fails at once.
func TestGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var down atomic.Bool
		table := New(func(_ context.Context, name string) (string, error) {
			if down.Load() {
				return "", errors.New("connection refused")
			}
			return map[string]string{"chat": "127.0.0.1:1"}[name], nil
		}, Options{Stale: 10 * time.Second})
		want := func(name, backend string, reason error) {
			t.Helper()
			b, err := table.Backend(t.Context(), name)
			if b != backend || !errors.Is(err, reason) {
				t.Errorf("%s: %q, %v; want %q, %v", name, b, err, backend, reason)
			}
		}
		want("chat", "127.0.0.1:1", nil)
		want("nothing", "", ErrUnknown)
		down.Store(true)
		time.Sleep(9 * time.Second)
		want("chat", "127.0.0.1:1", nil)
		want("nothing", "", ErrUnavailable)
		time.Sleep(2 * time.Second)
		want("chat", "", ErrUnavailable)
		down.Store(false)
		want("chat", "127.0.0.1:1", nil)
	})
}

// TestChanged wants a change that is heard to end a lifetime, also for a question
// that was under way, and no lifetime to count while changes are not heard.
func TestChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var now atomic.Value
		now.Store("127.0.0.1:1")
		table := New(func(context.Context, string) (string, error) {
			backend := now.Load().(string)
			time.Sleep(time.Millisecond)
			return backend, nil
		}, Options{Lifetime: time.Hour})
		want := func(backend string) {
			t.Helper()
			if b, err := table.Backend(t.Context(), "chat"); b != backend || err != nil {
				t.Errorf("%q, %v; want %q", b, err, backend)
			}
		}
		want("127.0.0.1:1")
		now.Store("127.0.0.1:2")
		want("127.0.0.1:1") // its lifetime has not ended
		table.Changed("another")
		want("127.0.0.1:1")
		table.Changed("chat")
		go table.Backend(t.Context(), "chat")
		synctest.Wait()
		now.Store("127.0.0.1:3")
		table.Changed("chat") // overtakes the question
		synctest.Wait()
		time.Sleep(2 * time.Millisecond)
		want("127.0.0.1:3")
		table.Watching(false)
		now.Store("127.0.0.1:4")
		want("127.0.0.1:4")
		now.Store("127.0.0.1:5")
		want("127.0.0.1:5")
		table.Watching(true)
		want("127.0.0.1:5")
		now.Store("127.0.0.1:6")
		want("127.0.0.1:5")
		table.Changed("")
		want("127.0.0.1:6")
	})
}

// BenchmarkBackend is a lookup without concurrent callers.
func BenchmarkBackend(b *testing.B) {
	table := New(func(context.Context, string) (string, error) { return "127.0.0.1:1", nil },
		Options{})
	ctx := context.Background()
	for b.Loop() {
		if _, err := table.Backend(ctx, "chat"); err != nil {
			b.Fatal(err)
		}
	}
}
