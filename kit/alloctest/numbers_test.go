package alloctest

import (
	"math"
	"strconv"
	"testing"
)

// Each number of hundredths is asked for and shown as it is.
func TestHundredths(t *testing.T) {
	for n := range uint64(2000) {
		text := perCall(n)
		want, err := strconv.ParseFloat(text, 64)
		if err != nil || text != strconv.FormatFloat(float64(n)/100, 'f', -1, 64) {
			t.Fatalf("%d in all is %q per call, %v", n, text, err)
		}
		if got, err := inAll(want); got != n || err != nil {
			t.Fatalf("%s per call is %d in all, %v; want %d", text, got, err, n)
		}
	}
}

func TestNoNumbers(t *testing.T) {
	for _, want := range []float64{-0.01, -1, 0.001, 0.005, 1.0 / 3, 0.009999, 1e12,
		math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
		if got, err := inAll(want); err == nil {
			t.Errorf("%v is %d in all", want, got)
		}
	}
}

func TestPlural(t *testing.T) {
	for total, want := range map[uint64]string{0: "0 allocations", 1: "0.01 allocations",
		99: "0.99 allocations", 100: "1 allocation", 101: "1.01 allocations",
		110: "1.1 allocations", 10000: "100 allocations"} {
		if got := plural(total); got != want {
			t.Errorf("%d: %q, want %q", total, got, want)
		}
	}
}
