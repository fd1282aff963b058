package trace

import (
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
)

// TestBudget has a benchmark that is slow: it has as many iterations as fit, of those that divide
// what was asked for. One that replays calls has all.
func TestBudget(t *testing.T) {
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			rec := measure(t, "slow", toolchain, Config{N: 120, Budget: 50 * time.Millisecond})
			n := map[string]uint64{}
			for _, b := range rec.Benchmarks {
				n[b.Name] = b.N
				if b.Objects < b.N || b.Objects > b.N+3 { // of the timer
					t.Errorf("%s: %d objects with %d iterations", b.Name, b.Objects, b.N)
				}
			}
			if slow := n["BenchmarkSlow"]; slow < 1 || slow > 12 || 120%slow != 0 {
				t.Errorf("BenchmarkSlow has %d iterations", slow)
			}
			if n["BenchmarkOnce"] != 1 || n["BenchmarkQuick"] != 120 || n[alloc.ReplayBenchmark] != 120 {
				t.Errorf("iterations are %v", n)
			}
			slow := 0
			for _, w := range rec.Warnings {
				if w.Code == alloc.WarnSlowBenchmark {
					slow++
				}
			}
			if slow != 2 || len(rec.Warnings) != 2 {
				t.Errorf("warnings are %v", rec.Warnings)
			}
		})
	}
}
