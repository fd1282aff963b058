package harness

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// stopwatch notes in which calls the timer ran.
type stopwatch struct {
	running bool
	starts  int
}

func (w *stopwatch) StartTimer() { w.running, w.starts = true, w.starts+1 }
func (w *stopwatch) StopTimer()  { w.running = false }

// taped returns a file that holds calls of fn.
func taped(t *testing.T, fn string, calls ...[]interface{}) string {
	t.Helper()
	r, _ := recordTo(t)
	for _, args := range calls {
		r.add(fn, pointers(args...))
	}
	return r.file
}

func TestReplay(t *testing.T) {
	file := taped(t, "Join", []interface{}{[]string{"a", "b"}, 1}, []interface{}{[]string(nil), 2},
		[]interface{}{[]string{"panic"}, 3})
	var timer stopwatch
	var got []string
	join := func(list []string, n int) string {
		if len(list) == 1 {
			panic("one")
		}
		got = append(got, fmt.Sprint(timer.running, list, n))
		return ""
	}
	reg := Registry{Targets: []Target{{Name: "Join", Func: join}}}
	ok := Replay(reg, file, "Join", func(a []interface{}) {
		join(*a[0].(*[]string), *a[1].(*int))
	}, 3, &timer)
	want := []string{"false [a b] 1", "false [] 2", "true [a b] 1", "true [] 2", "true [a b] 1"}
	if !ok || !slices.Equal(got, want) {
		t.Errorf("calls, and whether they were timed: %q, want %q", got, want)
	}
	if timer.running || timer.starts != 1 {
		t.Errorf("the timer was started %d times, and runs at the end: %v", timer.starts,
			timer.running)
	}
}

// What a call changes must be as it was for the next one.
func TestReplayFresh(t *testing.T) {
	file := taped(t, "Push", []interface{}{[]int{1, 2}, &[]int{7}})
	var seen []string
	push := func(list []int, to *[]int) {
		seen = append(seen, fmt.Sprint(list, *to))
		list[0] = 9
		*to = append(*to, 8)
	}
	reg := Registry{Targets: []Target{{Name: "Push", Func: push}}}
	Replay(reg, file, "Push", func(a []interface{}) {
		push(*a[0].(*[]int), *a[1].(**[]int))
	}, 4, &stopwatch{})
	for _, s := range seen {
		if s != "[1 2] [7]" {
			t.Errorf("a call got %s, not what was recorded", s)
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d calls, want the one that finds out what it changes, and four", len(seen))
	}
}

// What was not recorded of a call is made up, and is the same each time: with another value the
// call may not come back.
func TestReplayMadeUp(t *testing.T) {
	type unknown struct{ n int }
	var calls [][]interface{}
	for i := range 9 {
		calls = append(calls, []interface{}{[]interface{}{unknown{i}}, &[]int{i}})
	}
	file := taped(t, "Look", calls...)
	seen := map[int]map[string]bool{}
	look := func(list []interface{}, at *[]int) {
		i := (*at)[0]
		if i == 0 {
			panic("the first one")
		}
		if seen[i] == nil {
			seen[i] = map[string]bool{}
		}
		seen[i][fmt.Sprintf("%T %v", list[0], list[0])] = true
		*at = append(*at, 1)
	}
	reg := Registry{Targets: []Target{{Name: "Look", Func: look}}}
	Replay(reg, file, "Look", func(a []interface{}) {
		look(*a[0].(*[]interface{}), *a[1].(**[]int))
	}, 40, &stopwatch{})
	for i, values := range seen {
		if len(values) != 1 {
			t.Errorf("call %d got %v, want one value", i, values)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d calls were made again, want 8", len(seen))
	}
}

// Each call is made equally often, so that counts are those of the calls.
func TestReplayEven(t *testing.T) {
	benchtime := flag.Lookup("test.benchtime").Value
	before := benchtime.String()
	defer func() { _ = benchtime.Set(before) }()
	if err := benchtime.Set("120x"); err != nil {
		t.Fatal(err)
	}
	for _, recorded := range []int{1, 2, 3, 7, 20, 49, 60} {
		var calls [][]interface{}
		for i := range recorded {
			calls = append(calls, []interface{}{i})
		}
		file := taped(t, "F", calls...)
		made := map[int]int{}
		f := func(n int) { made[n]++ }
		reg := Registry{Targets: []Target{{Name: "F", Func: f}}}
		const n = 120
		Replay(reg, file, "F", func(a []interface{}) { f(*a[0].(*int)) }, n, &stopwatch{})
		used := Replayed(recorded, n)
		often := 0
		for _, times := range made {
			if times > 1 { // each is made once to see whether it returns
				often++
				if times != 1+n/used {
					t.Errorf("of %d calls one was made %d times", recorded, times-1)
				}
			}
		}
		if often != used || 3*used < 2*recorded {
			t.Errorf("of %d calls %d were replayed, want %d", recorded, often, used)
		}
	}
	if got := Replayed(60, 1); got != 1 {
		t.Errorf("one call in turn is one of %d", got)
	}
}

func TestReplayNothing(t *testing.T) {
	fail := func(int) { panic("always") }
	reg := Registry{Targets: []Target{{Name: "F", Func: fail}}}
	call := func(a []interface{}) { fail(*a[0].(*int)) }
	for name, file := range map[string]string{
		"all panic": taped(t, "F", []interface{}{1}),
		"none":      taped(t, "G", []interface{}{1}),
		"no file":   filepath.Join(t.TempDir(), "missing"),
	} {
		if Replay(reg, file, "F", call, 1, &stopwatch{}) {
			t.Errorf("%s: it says that it called something", name)
		}
	}
}

func TestCount(t *testing.T) {
	file := taped(t, "F", []interface{}{1}, []interface{}{1}, []interface{}{2})
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := Count(append(data, "broken\n"...)); n["F"] != 2 || len(n) != 1 {
		t.Errorf("got %v, want the two calls that differ", n)
	}
}
