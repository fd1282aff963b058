package trace

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/load"
)

// measure books the benchmarks of a module in testdata with the toolchain that
// GOTOOLCHAIN names.
func measure(t *testing.T, module, toolchain string, cfg Config) *alloc.Record {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("testdata", module))
	if err != nil {
		t.Fatal(err)
	}
	env := []string{"GOTOOLCHAIN=" + toolchain, "GOWORK=off", "GOFLAGS="}
	tools, err := gocmd.Env(t.Context(), dir, env)
	if err != nil {
		t.Fatal(err)
	}
	cache := cacheDir(t)
	tc, err := Prepare(tools, cache)
	if err != nil {
		t.Fatal(err)
	}
	listing, err := load.List(t.Context(), load.Config{Dir: dir, Patterns: []string{"./..."}, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Dir, cfg.Env, cfg.CacheDir, cfg.Toolchain = dir, env, cache, tc
	cfg.Packages = listing.Packages
	rec, err := Measure(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// cacheDir is shared by all tests and all runs: building the standard library
// with the overlay takes half a minute the first time.
func cacheDir(t *testing.T) string {
	t.Helper()
	user, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir()
	}
	return filepath.Join(user, "wring")
}

// toolchains are those that tests run with: the local one, and with -short no
// other. The others are fetched by the go command.
func toolchains(t *testing.T) []string {
	if runtime.GOOS != "linux" {
		t.Skip("wring traces on linux")
	}
	if testing.Short() {
		return []string{"local"}
	}
	return []string{"go1.25.14", "go1.26.8", "go1.27.4"}
}

// truth is what testdata/truth allocates in 100 iterations, by type.
var truth = []struct {
	benchmark string
	typ       string
	objects   uint64
	bytes     uint64 // charged
}{
	{"BenchmarkInt8", "int8", 100_000, 100_000 / 16 * 16},
	{"BenchmarkBoxed", "8-byte value", 100_000, 100_000 / 2 * 16},
	{"BenchmarkPairs", "truth.pair", 100_000, 100_000 / 2 * 16},
	{"BenchmarkNamed", "truth.named", 100_000, 100_000 * 16},
	{"BenchmarkSlices", "[]string", 100_000, 100_000 * 144},
	{"BenchmarkClosures", "closure{int}", 100_000, 100_000 * 16},
	{"BenchmarkChannels", "chan int", 100_000, 100_000 * 144},
	{"BenchmarkLarge", "[]uint64", 1_000, 1_000 * 802_816},
	{"BenchmarkParallel", "truth.pair", 100_000, 0},
	{"BenchmarkParallel", "int8", 100_000, 0},
	{"BenchmarkStopStart", "truth.pair", 100_000, 0},
	{"BenchmarkDeep", "truth.pair", 100_000, 100_000 / 2 * 16},
}

func TestTruth(t *testing.T) {
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			rec := measure(t, "truth", toolchain, Config{N: 100})
			for _, w := range rec.Warnings {
				t.Errorf("%s: %s", w.Code, w.Text)
			}
			for _, b := range rec.Benchmarks {
				if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
					t.Errorf("%s: %d objects and %d bytes unaccounted for",
						b.Name, b.UnaccountedObjects, b.UnaccountedBytes)
				}
				if b.N != 100 {
					t.Errorf("%s: %d iterations, want 100", b.Name, b.N)
				}
			}
			for _, want := range truth {
				objects, bytes := byType(rec, want.benchmark, want.typ)
				if objects != want.objects || want.bytes != 0 && bytes != want.bytes {
					t.Errorf("%s: %d %s in %d bytes, want %d in %d", want.benchmark,
						objects, want.typ, bytes, want.objects, want.bytes)
				}
			}
		})
	}
}

// byType sums what one benchmark allocated of one type.
func byType(rec *alloc.Record, benchmark, typ string) (objects, bytes uint64) {
	for _, s := range rec.Samples {
		if rec.Benchmarks[s.Benchmark].Name == benchmark && s.Type == typ {
			objects += s.Objects
			bytes += s.Bytes()
		}
	}
	return objects, bytes
}
