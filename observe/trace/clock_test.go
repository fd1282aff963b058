package trace

import (
	"strings"
	"testing"
)

// TestClockIsNoOperation has the runtime start threads while the timer reads the
// counters: their objects belong to no operation. The runtime does so when it
// likes, so runs are made until one has such a thread; mostly it is the first.
func TestClockIsNoOperation(t *testing.T) {
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			found := uint64(0)
			for run := 0; run < 20 && found == 0; run++ {
				rec := measure(t, "clock", toolchain, Config{N: 200})
				for _, s := range rec.Samples {
					var stack []string
					for _, f := range rec.Stacks[s.Stack] {
						stack = append(stack, rec.Frames[f].Func)
					}
					text := strings.Join(stack, " ")
					if !strings.Contains(text, "runtime.allocm ") ||
						strings.Contains(text, "runtime.newproc ") {
						continue // no thread, or one for the benchmark's own goroutine
					}
					found += s.Objects
					if s.FirstUse != s.Objects {
						t.Errorf("%d of %d objects recur: %s", s.Objects-s.FirstUse, s.Objects,
							text)
					}
				}
			}
			if found == 0 {
				t.Skip("the runtime started no thread")
			}
		})
	}
}
