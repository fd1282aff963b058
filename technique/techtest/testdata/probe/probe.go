// Package probe runs the two sides of a case, before and after, compares what
// they do, and counts what they allocate. It is copied into the module that
// techtest generates.
package probe

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Side is one of the two.
type Side struct {
	Do    func(seed uint64) string // everything that can be seen of a call
	Count func() uint64            // objects that a call with Input(0) allocates
}

// Pair is a case.
type Pair struct {
	Name          string
	Before, After Side
}

// Result is the result of a case, one JSON object per line.
type Result struct {
	Name          string
	Go            string
	Before, After uint64
	Seed          uint64 // of the first difference
	Was, Is       string // what the two did then; equal when there is none
}

// Main compares and counts. The number of seeds is the only argument.
func Main(pairs []Pair) {
	seeds, err := strconv.ParseUint(os.Args[1], 10, 64)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	debug.SetGCPercent(400) // what is printed is garbage at once, and nothing else is there
	out := json.NewEncoder(os.Stdout)
	for _, p := range pairs {
		r := Result{Name: p.Name, Go: runtime.Version()}
		for r.Seed = 0; r.Seed < seeds && r.Was == r.Is; r.Seed++ {
			r.Was, r.Is = p.Before.Do(r.Seed), p.After.Do(r.Seed)
		}
		r.Seed--
		if r.Was != r.Is && !(utf8.ValidString(r.Was) && utf8.ValidString(r.Is)) {
			r.Was, r.Is = strconv.Quote(r.Was), strconv.Quote(r.Is) // as JSON is text
		}
		r.Before, r.After = p.Before.Count(), p.After.Count()
		out.Encode(r)
	}
}

// Of makes a side of a case's drive.go.
func Of[T, R any](input func(seed uint64) T, call func(T) R) Side {
	return Side{
		Do:    func(seed uint64) string { return observe(input(seed), call) },
		Count: func() uint64 { return count(input, call) },
	}
}

// observe returns what a caller can see of a call: the result or the panic,
// what became of the argument, and whether the result shares memory with the
// argument, by overwriting one and looking at the other.
func observe[T, R any](in T, call func(T) R) string {
	r, stopped := caught(in, call)
	seen := stopped + render(&r) + "\nargument " + render(&in)
	scribble(reflect.ValueOf(&in), 0)
	return seen + "\nthe argument overwritten: " + render(&r)
}

func caught[T, R any](in T, call func(T) R) (r R, stopped string) {
	defer func() {
		if v := recover(); v != nil {
			stopped = fmt.Sprintf("panic(%T) %v ", v, v)
		}
	}()
	return call(in), ""
}

// count returns how many objects a call with Input(0) allocates. Nothing else
// runs: there is one P, no collection, and the input is made before the first
// reading of the counters. So each call gives a whole number, and the median
// of many leaves out the first use and the odd object of the runtime itself.
func count[T, R any](input func(seed uint64) T, call func(T) R) uint64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	counts := make([]uint64, 51)
	var before, after runtime.MemStats
	for i := range counts {
		in := input(0)
		runtime.ReadMemStats(&before)
		r, _ := caught(in, call)
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(r)
		counts[i] = after.Mallocs - before.Mallocs
	}
	slices.Sort(counts)
	return counts[len(counts)/2]
}
