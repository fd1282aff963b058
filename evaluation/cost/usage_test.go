package cost

import "testing"

func TestPlainIterations(t *testing.T) {
	out := "goos: linux\nBenchmarkX/y-2 \t     100\t       139.1 ns/op\n" +
		"BenchmarkX/y-2 \t      50\t       139.1 ns/op\nPASS\n"
	if n, err := plainIterations(out); n != 152 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if n, err := plainIterations("PASS\n"); err == nil {
		t.Errorf("got %d from nothing", n)
	}
}

func TestSpread(t *testing.T) {
	if got := spreadOf([]float64{3, 1, 2}).String(); got != "2.00 (1.00 to 3.00)" {
		t.Errorf("got %s", got)
	}
}
