package trace

import "testing"

// TestPoolsBeforeLoop has the collector empty a pool between the short run and the long one, of
// which each takes from it before its loop: that does not recur with each operation.
func TestPoolsBeforeLoop(t *testing.T) {
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			rec := measure(t, "pools", toolchain, Config{N: 100})
			if len(rec.Benchmarks) != 1 {
				t.Fatalf("%d benchmarks", len(rec.Benchmarks))
			}
			b := rec.Benchmarks[0]
			if b.Objects == 0 || b.FirstUseObjects != b.Objects {
				t.Errorf("%d of %d objects recur", b.Objects-b.FirstUseObjects, b.Objects)
			}
		})
	}
}
