package trace

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wring-go/wring/observe/load"
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

// TestBuildsApart builds packages whose binaries have one name together, and then each alone,
// without a go command and in another folder: each must have its own binary.
func TestBuildsApart(t *testing.T) {
	cfg := complete(t, "versions", "local", Config{N: 10, Builds: &Builds{}})
	all, _, err := cfg.build(t.Context(), cfg.Packages)
	if err != nil {
		t.Fatal(err)
	}
	broken := *cfg.Toolchain
	broken.Go = "no-such-go"
	cfg.Toolchain, cfg.CacheDir = &broken, t.TempDir()
	of := map[string]string{} // packages, by binary
	for _, p := range cfg.Packages {
		alone, _, err := cfg.build(t.Context(), []load.Package{p})
		at := alone[p.Path]
		if err != nil || at == "" || at != all[p.Path] || of[at] != "" {
			t.Errorf("%s: got %q, as %q; it was %q (%v)", p.Path, at, of[at], all[p.Path], err)
		}
		of[at] = p.Path
	}
}

// TestBuildsReplaced builds one package where another one was, and removes that.
func TestBuildsReplaced(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "x.test")
	if err := os.WriteFile(binary, nil, 0o777); err != nil {
		t.Fatal(err)
	}
	var b Builds
	b.add("a/x", "", binary)
	if at, ok := b.find("a/x", ""); !ok || at != binary {
		t.Errorf("got %q, %t", at, ok)
	}
	b.add("b/x", "", binary)
	if _, ok := b.find("a/x", ""); ok {
		t.Error("a binary is found that another one has replaced")
	}
	if err := os.Remove(binary); err != nil {
		t.Fatal(err)
	}
	if _, ok := b.find("b/x", ""); ok {
		t.Error("a binary is found that is not there")
	}
}

// TestBenchOnly builds what only tests use when tests are booked, and not otherwise, unless what
// is left does not build: here because an import is taken for one that only a test uses.
func TestBenchOnly(t *testing.T) {
	broken := "package clock\n\nimport \"testing\"\n\nfunc TestNone(t *testing.T) { none() }\n"
	other := "package clock\n\nimport (\n\t\"testing\"\n\n\t\"example.com/clock/named\"\n)\n\n" +
		"func TestNamed(*testing.T) { named.n++ }\n\nvar _ = strange.N\n"
	cfg := complete(t, "clock", "local", Config{N: 10})
	at := func(name string) string { return filepath.Join(cfg.Dir, name) }
	for name, test := range map[string]struct {
		run   string
		over  map[string][]byte
		works bool
	}{
		"benchmarks": {"", map[string][]byte{at("x_test.go"): []byte(broken)}, true},
		"tests":      {"^Test", map[string][]byte{at("x_test.go"): []byte(broken)}, false},
		"misread": {"", map[string][]byte{
			at("named/named.go"): []byte("package strange\n\nconst N = 1\n"),
			at("var_test.go"):    []byte("package clock\n\nvar named struct{ n int }\n"),
			at("x_test.go"):      []byte(other)}, true},
		"both": {"", map[string][]byte{
			at("named/named.go"): []byte("package strange\n\nconst N = 1\n"),
			at("var_test.go"):    []byte("package clock\n\nvar named struct{ n int }\n"),
			at("y_test.go"):      []byte(broken),
			at("x_test.go"):      []byte(other)}, false},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := cfg
			cfg.Run, cfg.Overlay = test.run, test.over
			built, warnings, err := cfg.build(t.Context(), cfg.Packages)
			if err != nil || test.works != (len(built) == len(cfg.Packages)) {
				t.Errorf("built %v, %v (%v)", built, warnings, err)
			}
		})
	}
}
