package alloctest_test

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/wring-go/wring/kit/alloctest"
)

// The types that tests have at hand.
var (
	_ alloctest.T = (*testing.T)(nil)
	_ alloctest.T = (*testing.B)(nil)
	_ alloctest.T = (*testing.F)(nil)
	_ alloctest.T = testing.TB(nil)
)

// settings are what a measurement changes for a while.
type settings struct{ gc, procs, rate int }

func now() settings {
	gc := debug.SetGCPercent(-1)
	debug.SetGCPercent(gc)
	return settings{gc, runtime.GOMAXPROCS(0), runtime.MemProfileRate}
}

// A measurement leaves the runtime as it was, also one that fails and one whose
// function panics or ends the goroutine, in any of its calls.
func TestSettings(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(77))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	want := now()
	calls := func(n int, then func()) func() {
		return func() {
			keptNode = makeNode()
			if n--; n == 0 {
				then()
			}
		}
	}
	failing := 1 + 5*100 + 7 // in the profile's calls, after those that are counted
	for name, f := range map[string]func(){
		"right":       func() {},
		"wrong":       makesNode,
		"panics":      calls(1, func() { panic("no") }),
		"panics late": calls(300, func() { panic("no") }),
		"panics last": calls(failing, func() { panic("no") }),
		"ends":        calls(1, runtime.Goexit),
		"ends late":   calls(300, runtime.Goexit),
		"ends last":   calls(failing, runtime.Goexit),
	} {
		done := make(chan bool)
		go func() {
			defer close(done)
			defer func() { recover() }()
			alloctest.Exactly(&recorder{}, 0, f)
		}()
		<-done
		if got := now(); got != want {
			t.Fatalf("%s: left %+v, want %+v", name, got, want)
		}
	}
}

func makesNode() { keptNode = makeNode() }

// A function may collect garbage: what is counted is what it allocates, and what
// a pool makes anew because it was emptied.
func TestCollection(t *testing.T) {
	alloctest.Exactly(t, 1, func() {
		keptNode = makeNode()
		runtime.GC()
	})
	pool := sync.Pool{New: func() any { return new(large) }}
	use := func() { pool.Put(pool.Get()) }
	alloctest.Exactly(t, 0, use)
	alloctest.Exactly(t, 1, func() { // enough for a collection in each attempt
		keptBytes = make([]byte, 1<<20)
		use()
	})
	if r := (&recorder{}); alloctest.Exactly(r, 0, func() {
		use()
		runtime.GC()
		runtime.GC() // the first leaves the object to the pool's victims
	}) {
		t.Error("a pool that is emptied makes nothing anew")
	}
}

// What another goroutine allocates now and then is not booked to the function,
// what it allocates each time is.
func TestOthers(t *testing.T) {
	requests, answers := make(chan bool), make(chan bool)
	defer close(requests)
	go func() {
		for allocate := range requests {
			if allocate {
				keptNode = makeNode()
			}
			answers <- true
		}
	}()
	ask := func(allocate bool) {
		requests <- allocate
		<-answers
	}
	alloctest.Exactly(t, 0, func() { ask(false) })
	alloctest.Exactly(t, 1, func() { ask(true) })
	for quiet := range 5 { // the only attempt of five in which it is
		n := -2
		alloctest.Exactly(t, 0, func() {
			n++
			ask(n/100 != quiet)
		})
	}
	got := said(t, 0, func() { ask(true) })
	if !strings.Contains(got, "makeNode") || !strings.Contains(got, ", in another goroutine") {
		t.Errorf("said %s", got)
	}
}

// While others run in parallel there is an error, and no number.
func TestParallel(t *testing.T) {
	before := now()
	t.Run("group", func(t *testing.T) {
		for range 3 {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				var r recorder
				called := false
				ok := alloctest.Exactly(&r, 0, func() { called = true })
				if ok || called || len(r.said) != 1 ||
					!strings.Contains(r.said[0], "tests that called t.Parallel") {
					t.Errorf("%v, called %v, said %q", ok, called, r.said)
				}
				defer func() {
					if recover() == nil {
						t.Error("Count did not panic")
					}
				}()
				alloctest.Count(1, func() {})
			})
		}
	})
	alloctest.Exactly(t, 0, func() {})
	if got := now(); got != before {
		t.Errorf("left %+v, want %+v", got, before)
	}
}

// TestReports runs the tests below it in another process, where they fail, and
// looks at what package testing prints.
func TestReports(t *testing.T) {
	if os.Getenv("ALLOCTEST_FAILS") != "" {
		t.Run("exactly", func(t *testing.T) { alloctest.Exactly(t, 2, makesNode) })
		t.Run("below", func(t *testing.T) {
			t.Run("at most", func(t *testing.T) { alloctest.AtMost(t, 0.5, makesNode) })
			t.Run("right", func(t *testing.T) { alloctest.AtMost(t, 1.5, makesNode) })
		})
		return
	}
	place := here(-7)
	cmd := exec.Command(os.Args[0], "-test.run=^TestReports$", "-test.v")
	cmd.Env = append(os.Environ(), "ALLOCTEST_FAILS=1")
	out, err := cmd.CombinedOutput()
	text := string(out)
	for _, want := range []string{
		"--- FAIL: TestReports/exactly",
		strings.TrimPrefix(place, "alloctest/") + ": 1 allocation per call, want exactly 2",
		"--- FAIL: TestReports/below/at_most",
		": 1 allocation per call, want at most 0.5\n",
		"1 of 32 bytes at github.com/wring-go/wring/kit/alloctest_test.makeNode (alloctest/",
		"--- PASS: TestReports/below/right",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	if err == nil || t.Failed() {
		t.Errorf("%v\n%s", err, text)
	}
}
