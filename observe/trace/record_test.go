package trace

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestInNoOperation has a thread that the clock starts, one that the runtime
// starts by itself, the same below an operation, and a goroutine that a parallel
// benchmark starts, and one that its body starts.
func TestInNoOperation(t *testing.T) {
	rec := &alloc.Record{Frames: []alloc.Frame{{Func: "runtime.startm"},
		{Func: "testing.(*B).StartTimer"}, {Func: "testing.(*B).launch"},
		{Func: "example.com/p.BenchmarkA"}, {Func: "runtime.mstart"},
		{Func: "runtime.newproc1"}, {Func: "testing.(*B).RunParallel"},
		{Func: "testing.(*B).RunParallel.func1"}},
		Stacks: [][]int{{0, 1, 3, 2}, {0, 4}, {0, 3, 2}, {3, 2}, {5, 6, 3}, {5, 3, 7}, {}}}
	b := newBuilder(rec, &Toolchain{})
	for i, want := range []bool{true, true, false, false, true, false, false} {
		if got := b.inNoOperation(i); got != want {
			t.Errorf("stack %d: got %t", i, got)
		}
	}
}
