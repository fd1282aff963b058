package fix

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestNeverBooked names the replays that no benchmark of later may hold, and no others: what
// failed did so at once, and other benchmarks are the user's.
func TestNeverBooked(t *testing.T) {
	const pkg = "example.com/p"
	var rec alloc.Record
	for _, w := range []struct {
		code alloc.WarningCode
		name string
	}{
		{alloc.WarnTooSlow, alloc.ReplayBenchmark + "/T.Run"},
		{alloc.WarnEndedEarly, alloc.ReplayBenchmark + "/" + alloc.WholeTests + "Exit"},
		{alloc.WarnFailed, alloc.ReplayBenchmark + "/Fails"},
		{alloc.WarnTooSlow, "BenchmarkRun"},
	} {
		rec.Warnings = append(rec.Warnings, alloc.Warning{Code: w.code, Package: pkg,
			Benchmark: pkg + "." + w.name})
	}
	want := []string{"T.Run", alloc.WholeTests + "Exit"}
	if got := neverBooked(&rec); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
