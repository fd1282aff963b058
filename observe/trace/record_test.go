package trace

import (
	"slices"
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

// TestStackLeavesTracerOut has the frames of a thread that the clock starts. What
// the tracer put between the runtime and the clock is not part of the stack.
func TestStackLeavesTracerOut(t *testing.T) {
	var frames []alloc.Frame
	for _, fn := range []string{"runtime.mallocgc", "runtime.allocm", "runtime.startTheWorld",
		"runtime.wringSwitch", "testing.wringSwitch", "testing.(*B).StartTimer",
		"testing.(*B).wringRun", "testing.(*B).launch", "runtime.goexit"} {
		frames = append(frames, alloc.Frame{Func: fn})
	}
	d := newDecoder()
	d.pcs[1] = frames
	b := newBuilder(&alloc.Record{}, &Toolchain{})
	stack, entry := b.stack(d, node{pcs: []uint64{1}})
	var got []string
	for _, f := range b.rec.Stacks[stack] {
		got = append(got, b.rec.Frames[f].Func)
	}
	want := []string{"runtime.allocm", "runtime.startTheWorld", "testing.(*B).StartTimer",
		"testing.(*B).launch"}
	if !slices.Equal(got, want) || entry != "runtime.allocm" || !b.inNoOperation(stack) {
		t.Errorf("got %q by %s, in no operation: %t", got, entry, b.inNoOperation(stack))
	}
}
