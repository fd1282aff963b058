package trace

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/gocmd"
)

// emulators run programs for linux/arm64; Debian's qemu-user has the first,
// qemu-user-static the second.
var emulators = []string{"qemu-aarch64", "qemu-aarch64-static"}

// TestArm64 builds testdata/truth for linux/arm64 under each toolchain, and runs
// it where there is an emulator or the machine is one.
func TestArm64(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library for another architecture")
	}
	for _, toolchain := range toolchains(t) {
		t.Run(toolchain, func(t *testing.T) {
			tc, binary := crossBuild(t, toolchain, "arm64")
			command := emulated(t, tc.Toolchain)
			rec := runBinary(t, tc, append(command, binary))
			if len(rec.Benchmarks) < len(truth) {
				t.Errorf("%d benchmarks were booked", len(rec.Benchmarks))
			}
			n := map[string]uint64{}
			for _, b := range rec.Benchmarks {
				if b.UnaccountedObjects != 0 || b.UnaccountedBytes != 0 {
					t.Errorf("%s: %d objects and %d bytes unaccounted for",
						b.Name, b.UnaccountedObjects, b.UnaccountedBytes)
				}
				n[b.Name] = b.N // fewer than asked for where the emulator is slow
				t.Logf("%s: %d iterations, %d objects", b.Name, b.N, b.Objects)
			}
			for _, want := range truth {
				objects := want.objects * n[want.benchmark] / 100
				checkTruth(t, rec, want.benchmark, want.typ, objects, want.size, want.charged)
			}
			if n["BenchmarkStrings"] == 100 {
				checkStrings(t, rec)
			}
		})
	}
}

// crossBuild builds the tests of testdata/truth with the overlay.
func crossBuild(t *testing.T, toolchain, goarch string) (*Toolchain, string) {
	t.Helper()
	dir := filepath.Join("testdata", "truth")
	env := []string{"GOTOOLCHAIN=" + toolchain, "GOWORK=off", "GOFLAGS=", "GOARCH=" + goarch,
		"CGO_ENABLED=0"}
	tools, err := gocmd.Env(t.Context(), dir, env)
	if err != nil {
		t.Fatal(err)
	}
	tc, err := Prepare(tools, cacheDir(t))
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "truth.test")
	args := append([]string{"test", "-c", "-vet=off", "-o", binary}, tc.BuildFlags()...)
	_, err = gocmd.Run(t.Context(), gocmd.Call{Go: tc.Go, Dir: dir, Args: args,
		Env: append(env, tc.Env...)})
	if err != nil {
		t.Fatal(err)
	}
	return tc, binary
}

// emulated returns the command that runs programs for tc's architecture: none
// where that is the machine's own.
func emulated(t *testing.T, tc gocmd.Toolchain) []string {
	t.Helper()
	if tc.GOARCH == tc.GOHOSTARCH {
		return nil
	}
	for _, name := range emulators {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}
		}
	}
	t.Skipf("built, but not run: none of %v is installed; Debian's package is qemu-user", emulators)
	return nil
}

// runBinary runs a traced test binary, 100 iterations of each benchmark, and
// returns its books.
func runBinary(t *testing.T, tc *Toolchain, command []string) *alloc.Record {
	t.Helper()
	file := filepath.Join(t.TempDir(), "trace")
	command = append(slices.Clip(command), "-test.run=^$", "-test.bench=.", "-test.benchtime=100x")
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Env = append(os.Environ(), fmt.Sprintf("WRING_TRACE=bench:%s", file))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{cfg: &Config{N: 100}, decoder: newDecoder()}
	if err := p.decoder.feed(data); err != nil {
		t.Fatal(err)
	}
	rec := &alloc.Record{Version: alloc.RecordVersion, Exact: true}
	p.addSections(newBuilder(rec, tc), map[string]bool{})
	return rec
}
