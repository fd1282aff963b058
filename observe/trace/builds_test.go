package trace

import (
	"path/filepath"
	"testing"
)

// TestBuilds measures a package again with a go command that does not exist: it is needed
// only when other files are to be built.
func TestBuilds(t *testing.T) {
	cfg := complete(t, "clock", "local", Config{N: 10, Builds: &Builds{}})
	first, err := Measure(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	broken := *cfg.Toolchain
	broken.Go = "no-such-go"
	cfg.Toolchain = &broken
	again, err := Measure(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Benchmarks) != len(first.Benchmarks) {
		t.Errorf("%d benchmarks, and again %d", len(first.Benchmarks), len(again.Benchmarks))
	}
	cfg.Overlay = map[string][]byte{filepath.Join(cfg.Dir, "more.go"): []byte("package clock\n")}
	if _, err := Measure(t.Context(), cfg); err == nil {
		t.Error("other files were not built")
	}
}
