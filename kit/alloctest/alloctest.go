// Package alloctest lets a test say how many allocations a function makes, and
// names the lines when it makes others.
//
//	func TestAppendPrice(t *testing.T) {
//		buf := make([]byte, 0, 64)
//		alloctest.Exactly(t, 0, func() { buf = AppendPrice(buf[:0], 1995) })
//	}
//
// Counts come from the runtime's own counters, tiny objects included, over a
// hundred calls after a first one. Nothing is rounded: a function that allocates
// in nine of ten calls makes 0.9 allocations, and neither 0 nor 1. The lines
// come from the runtime's heap profiler at its highest rate, which does not see
// each object of less than 16 bytes without pointers; how many it did not see is
// said.
//
// What the goroutines allocate that the function starts and waits for belongs to
// it. Other goroutines of the process that allocate meanwhile are counted too.
// The measurement is repeated for that reason, and the least is believed; while
// tests run that called t.Parallel there is no measurement, but an error. What
// the race detector or another instrumentation allocates counts as well.
package alloctest

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// calls is how often a function is called in one measurement, and so the
// fractions that can be asked for are hundredths.
const calls = 100

// T is what this package needs of a *testing.T, *testing.B or *testing.F.
type T interface {
	Helper()
	Errorf(format string, args ...any)
}

// Exactly reports an error to t unless f makes exactly want allocations per
// call. want may be a fraction, in hundredths: 0.1 for one in ten calls. It
// reports whether it was so.
func Exactly(t T, want float64, f func()) bool {
	t.Helper()
	return check(t, want, "exactly", f, func(got, want uint64) bool { return got == want })
}

// AtMost is like [Exactly] for functions that may make fewer.
func AtMost(t T, want float64, f func()) bool {
	t.Helper()
	return check(t, want, "at most", f, func(got, want uint64) bool { return got <= want })
}

func check(t T, want float64, how string, f func(), ok func(got, want uint64) bool) bool {
	t.Helper()
	total, err := inAll(want)
	if err == nil && inParallel() {
		err = errors.New(parallel)
	}
	if err != nil {
		t.Errorf("%v", err)
		return false
	}
	got := Count(calls, f)
	if ok(got, total) {
		return true
	}
	t.Errorf("%s per call, want %s %s%s", plural(got), how, perCall(total), Lines(f))
	return false
}

// inAll returns want allocations per call as a whole number in all calls.
func inAll(want float64) (uint64, error) {
	total := math.Round(want * calls)
	if !(want >= 0) || total > 1<<40 || math.Abs(want*calls-total) > 1e-6 {
		return 0, fmt.Errorf("%v is no number of allocations that %d calls can make", want, calls)
	}
	return uint64(total), nil
}

// perCall returns a number of allocations in all calls as one per call, without
// rounding.
func perCall(total uint64) string {
	text := fmt.Sprintf("%d.%02d", total/calls, total%calls)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

func plural(total uint64) string {
	if total == calls {
		return "1 allocation"
	}
	return perCall(total) + " allocations"
}
