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
	rec, err := Measure(t.Context(), complete(t, module, toolchain, cfg))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// complete adds to a configuration what a module in testdata needs.
func complete(t *testing.T, module, toolchain string, cfg Config) Config {
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
	listing, err := load.List(t.Context(),
		load.Config{Dir: dir, Patterns: []string{"./..."}, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Dir, cfg.Env, cfg.CacheDir, cfg.Toolchain = dir, env, cache, tc
	cfg.Packages = listing.Packages
	return cfg
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

// truth is what testdata/truth allocates in 100 iterations, by type. Tiny
// objects share blocks, and how many to a block depends on when the collector
// and the scheduler interfere: their charge is checked by the balance alone.
var truth = []struct {
	benchmark string
	typ       string
	objects   uint64
	size      uint64 // of each object
	charged   uint64 // for each object; 0 for tiny ones
}{
	{"BenchmarkInt8", "int8", 100_000, 1, 0},
	{"BenchmarkBoxed", "8-byte value", 100_000, 8, 0},
	{"BenchmarkPairs", "truth.pair", 100_000, 8, 0},
	{"BenchmarkNamed", "truth.named", 100_000, 16, 16},
	{"BenchmarkSlices", "[]string", 100_000, 144, 144},
	{"BenchmarkClosures", "closure{int}", 100_000, 16, 16},
	{"BenchmarkChannels", "chan int", 100_000, 136, 144},
	{"BenchmarkMaps", "map header", 100_000, 48, 48},
	{"BenchmarkLarge", "[]uint64", 100, 800_000, 802_816},
	{"BenchmarkGoroutines", "closure{*sync.WaitGroup}", 100_000, 16, 16},
	{"BenchmarkParallel", "truth.pair", 100_000, 8, 0},
	{"BenchmarkParallel", "int8", 100_000, 1, 0},
	{"BenchmarkStopStart", "truth.pair", 100_000, 8, 0},
	{"BenchmarkDeep", "truth.pair", 100_000, 8, 0},
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
				checkTruth(t, rec, want.benchmark, want.typ, want.objects, want.size, want.charged)
			}
			checkStrings(t, rec)
			// 150 calls deep, the stacks still reach the benchmark.
			checkBelow(t, rec, "BenchmarkDeep", "truth.pair", "truth.BenchmarkDeep")
		})
	}
}

func checkTruth(t *testing.T, rec *alloc.Record, benchmark, typ string,
	objects, size, charged uint64) {
	t.Helper()
	var n uint64
	for _, s := range rec.Samples {
		if rec.Benchmarks[s.Benchmark].Name != benchmark || s.Type != typ {
			continue
		}
		n += s.Objects
		if s.Size != size || charged != 0 && s.Charged != charged {
			t.Errorf("%s: %d %s of %d bytes, charged %d; want %d, charged %d",
				benchmark, s.Objects, typ, s.Size, s.Charged, size, charged)
		}
	}
	if n != objects {
		t.Errorf("%s: %d objects of type %s, want %d", benchmark, n, typ, objects)
	}
}

// checkStrings proves that sizes are kept apart: 2,500 strings of each length.
func checkStrings(t *testing.T, rec *alloc.Record) {
	t.Helper()
	bySize := map[uint64]uint64{}
	for _, s := range rec.Samples {
		if rec.Benchmarks[s.Benchmark].Name == "BenchmarkStrings" && s.Type == "string" {
			bySize[s.Size] += s.Objects
		}
	}
	// One byte needs no memory: the runtime has a table of such strings.
	for size := uint64(2); size <= 40; size++ {
		if bySize[size] != 2500 {
			t.Errorf("%d strings of %d bytes, want 2500", bySize[size], size)
		}
	}
	if len(bySize) != 39 {
		t.Errorf("%d sizes of strings, want 39", len(bySize))
	}
}
