package trace

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestHard proves that the books balance where recording is hard.
func TestHard(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler: ", err)
	}
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			rec := measure(t, "hard", toolchain, Config{N: 100})
			for _, b := range rec.Benchmarks {
				if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
					t.Errorf("%s: %d objects and %d bytes unaccounted for",
						b.Name, b.UnaccountedObjects, b.UnaccountedBytes)
				}
			}
			if len(rec.Benchmarks) != 7 {
				t.Errorf("%d benchmarks booked, want 7; %v", len(rec.Benchmarks), rec.Warnings)
			}
			checkTruth(t, rec, "BenchmarkThroughC", "hard.Pair", 1000, 16, 16)
			checkTruth(t, rec, "BenchmarkThreads", "hard.Pair", 4000, 16, 16)
			checkTruth(t, rec, "BenchmarkProcs", "hard.Pair", 800, 16, 16)
			checkBelow(t, rec, "BenchmarkThroughC", "hard.Pair", "hard.BenchmarkThroughC")
		})
	}
}

// TestArenas proves that the experiment's chunks are booked.
func TestArenas(t *testing.T) {
	toolchains(t) // skips where wring does not trace
	if testing.Short() {
		t.Skip("builds the standard library once more")
	}
	t.Setenv("GOEXPERIMENT", "arenas")
	rec := measure(t, "hard", "local", Config{N: 100, Bench: "Arena"})
	b := rec.Benchmarks[0]
	if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
		t.Errorf("%d objects and %d bytes unaccounted for",
			b.UnaccountedObjects, b.UnaccountedBytes)
	}
	for _, s := range rec.Samples {
		if s.Type == "arena chunk" && s.Objects > 0 {
			return
		}
	}
	t.Error("no chunk was booked")
}

// checkBelow proves that the stacks of a type reach up to a function, across
// whatever lies between.
func checkBelow(t *testing.T, rec *alloc.Record, benchmark, typ, fn string) {
	t.Helper()
	for _, s := range rec.Samples {
		if rec.Benchmarks[s.Benchmark].Name != benchmark || s.Type != typ {
			continue
		}
		var stack []string
		for _, f := range rec.Stacks[s.Stack] {
			stack = append(stack, rec.Frames[f].Func)
		}
		if !strings.Contains(strings.Join(stack, "\n"), fn) {
			t.Errorf("%s: %s is not on the stack:\n%s", benchmark, fn, strings.Join(stack, "\n"))
		}
	}
}
