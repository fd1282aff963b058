package bench

import (
	"maps"
	"testing"
)

// TestAllocs reads what go test -benchmem prints, other lines between.
func TestAllocs(t *testing.T) {
	got, err := Allocs(`goos: linux
BenchmarkJoin/small           100    210.0 ns/op    64 B/op     3 allocs/op
BenchmarkJoin/10           100    21.0 ns/op   12.5 MB/s     0 B/op   0 allocs/op
BenchmarkOdd                100    21.0 ns/op   2 widgets
PASS
`)
	want := map[string]float64{"BenchmarkJoin/small": 3, "BenchmarkJoin/10": 0}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
	for _, out := range []string{"PASS\n", "BenchmarkX 100 many allocs/op\n"} {
		if _, err := Allocs(out); err == nil {
			t.Errorf("%q is read without an error", out)
		}
	}
}
