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
				if b.Objects < b.N || b.Objects > b.N+10 { // of timers
					t.Errorf("%s: %d objects with %d iterations", b.Name, b.Objects, b.N)
				}
			}
			replay := alloc.ReplayBenchmark + "/"
			for _, name := range []string{"BenchmarkSlow", replay + alloc.WholeTests + "work"} {
				if slow := n[name]; slow < 1 || slow > 12 || 120%slow != 0 {
					t.Errorf("%s has %d iterations", name, slow)
				}
			}
			if n["BenchmarkOnce"] != 1 || n["BenchmarkQuick"] != 120 || n[replay+"work"] != 120 {
				t.Errorf("iterations are %v", n)
			}
			slow := 0
			for _, w := range rec.Warnings {
				if w.Code == alloc.WarnSlowBenchmark {
					slow++
				}
			}
			if slow != 3 || len(rec.Warnings) != 3 {
				t.Errorf("warnings are %v", rec.Warnings)
			}
		})
	}
}
