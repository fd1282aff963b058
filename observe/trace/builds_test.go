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

// TestVersions measures packages in folders that are named like versions: the go command
// names a test binary after the folder above from v2 on.
func TestVersions(t *testing.T) {
	rec, err := Measure(t.Context(), complete(t, "versions", "local", Config{N: 10}))
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Benchmarks) != 3 {
		t.Errorf("%d benchmarks are measured, want those of v1, v2 and v10: %v",
			len(rec.Benchmarks), rec.Warnings)
	}
}
