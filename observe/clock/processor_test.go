package clock

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/internal/testenv"
)

// TestProcessor times a benchmark that works, one that sleeps, and one that works on
// several processors, in a binary that has the processor's clock.
func TestProcessor(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p.go": "package p\n", "p_test.go": `package p

import (
	"testing"
	"time"
)

var sink int

func work(n int) (s int) {
	for i := range n {
		s += i
	}
	return s
}

func BenchmarkWorks(b *testing.B) {
	for b.Loop() {
		sink += work(10_000)
	}
}

func BenchmarkWaits(b *testing.B) {
	for range b.N {
		time.Sleep(time.Millisecond)
	}
}
`})
	binary := withProcessor(t, dir)
	start := time.Now()
	r, err := Begin(t.Context(), binary, []Binary{binary}, Options{Time: 320 * time.Millisecond,
		Repeats: 16, Pin: true, Processor: true,
		Benchmarks: []string{"BenchmarkWorks", "BenchmarkWaits"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	for range 2 {
		if err := r.Round(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if len(r.list) != 2 {
		t.Fatalf("%d benchmarks ran, want 2", len(r.list))
	}
	works, waits := r.list[0], r.list[1]
	if works.by != processor || !works.beside {
		t.Errorf("what works: %+v", works)
	}
	if waits.by != day || waits.beside {
		t.Errorf("what waits: %+v", waits)
	}
	if ns := r.Times(0)["BenchmarkWaits"].New; len(ns) != 2 || ns[0] < 1e6 {
		t.Errorf("it slept %v, want a millisecond each", ns)
	}
	if ns := r.Times(0)["BenchmarkWorks"].New; len(ns) != 2 || ns[0] > 1e6 {
		t.Errorf("it worked %v", ns)
	}
}

// withProcessor builds the tests of a module with the processor's clock.
func withProcessor(t *testing.T, dir string) Binary {
	t.Helper()
	if testing.Short() {
		t.Skip("builds package testing")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the processor's clock is there on Linux alone")
	}
	tc, err := gocmd.Env(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if tc.FromModCache() {
		t.Skip("an overlay names no file of a toolchain in the module cache")
	}
	files := Processor(tc.GOROOT, tc.GOOS)
	if len(files) != 4 {
		t.Fatalf("%d files for %s, want 4", len(files), tc.GOVERSION)
	}
	list, err := gocmd.WriteOverlay(t.TempDir(), files, "")
	if err != nil {
		t.Fatal(err)
	}
	binary := Binary{Path: filepath.Join(t.TempDir(), "p.test"), Dir: dir}
	build := exec.Command("go", "test", "-c", "-overlay="+list, "-o", binary.Path)
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// TestEdits finds each place in the sources of the toolchains that wring traces, and has what is
// added compiled with them.
func TestEdits(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("asks for toolchains of Linux")
	}
	for _, version := range []string{"go1.25.14", "go1.26.8", "go1.27.4"} {
		env := []string{"GOTOOLCHAIN=" + version}
		tc, err := gocmd.Env(t.Context(), t.TempDir(), env)
		if err != nil {
			t.Fatal(err)
		}
		files := Processor(tc.GOROOT, "linux")
		if len(files) != 4 {
			t.Fatalf("%s: %d files, want 4", version, len(files))
		}
		for name, list := range edits {
			text := string(files[filepath.Join(tc.GOROOT, "src", "testing", name)])
			for _, e := range list {
				if strings.Count(text, e[1]) != 1 {
					t.Errorf("%s: %s has no %q", version, name, e[1])
				}
			}
		}
		compiles(t, tc, files, env)
	}
}

// compiles compiles package testing of a toolchain with files in the place of its own: an overlay
// would not reach a toolchain in the module cache.
func compiles(t *testing.T, tc gocmd.Toolchain, files gocmd.Files, env []string) {
	t.Helper()
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", tc.GOVERSION, err, out)
		}
		return string(out)
	}
	const imports = "{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}"
	testenv.Write(t, filepath.Join(dir, "imports"),
		run("list", "-deps", "-export", "-f", imports, "testing"))
	args := []string{"tool", "compile", "-std", "-p=testing", "-importcfg=imports", "-o=testing.a"}
	source := filepath.Join(tc.GOROOT, "src", "testing")
	for _, name := range strings.Fields(run("list", "-f", `{{join .GoFiles " "}}`, "testing")) {
		if files[filepath.Join(source, name)] == nil {
			args = append(args, filepath.Join(source, name))
		}
	}
	for name, text := range files {
		testenv.Write(t, filepath.Join(dir, filepath.Base(name)), string(text))
		args = append(args, filepath.Base(name))
	}
	run(args...)
}

// TestChoose has a program in a test binary's place that tells what each clock says: what
// waits is timed by the day's clock, and what works on several processors does not run beside
// the other side, unless that is the collector. What others keep from the processors does not wait.
// It is the same for one that shares its process.
func TestChoose(t *testing.T) {
	for _, test := range []struct {
		name                    string
		took, worked, waited    int
		kept                    int // what it works while nothing is collected; 0 for as much
		wantProcessor, wantPair bool
	}{
		{"works", 100, 100, 0, 0, true, true},
		{"works, and so does the collector", 100, 140, 0, 0, true, true},
		{"works beside others", 900, 100, -20, 0, true, true},
		{"waits", 200, 100, 100, 0, false, false},
		{"waits beside others", 900, 100, 60, 0, false, false},
		{"works on two", 100, 200, 0, 0, true, false},
		{"works on one, and the collector on two", 100, 200, 0, 110, true, true},
	} {
		for _, name := range []string{"BenchmarkA", "BenchmarkA/shares"} {
			program := fmt.Sprintf("#!/bin/sh\ncase $WRING_CLOCK$GOGC in processor) n=%d;; "+
				"processoroff) n=%d;; idle) n=%d;; *) n=%d;; esac\n"+
				"echo \"%s-2 100 $n ns/op 5000 wring-lasted\"\n",
				test.worked, cmp.Or(test.kept, test.worked), test.waited, test.took, name)
			dir := t.TempDir()
			b := Binary{Path: filepath.Join(dir, "test"), Dir: dir}
			if err := os.WriteFile(b.Path, []byte(program), 0o700); err != nil {
				t.Fatal(err)
			}
			r, err := Begin(t.Context(), b, []Binary{b}, Options{Processor: true,
				Benchmarks: []string{name}, Env: []string{"GOGC="}})
			if err != nil {
				t.Fatal(err)
			}
			defer r.End()
			got := r.list[0]
			if (got.by == processor) != test.wantProcessor ||
				got.beside != test.wantPair {
				t.Errorf("%s, %s: %+v", name, test.name, got)
			}
		}
	}
}

// TestProcessorElsewhere: a package testing that is not the known one is left alone.
func TestProcessorElsewhere(t *testing.T) {
	root := t.TempDir()
	if files := Processor(root, "linux"); files != nil {
		t.Errorf("no package testing, and got %v", files)
	}
	dir := filepath.Join(root, "src", "testing")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("testing_other.go", "package testing\n")
	if files := Processor(root, "linux"); files != nil {
		t.Errorf("another package testing, and got %v", files)
	}
	for name, list := range edits {
		if files := Processor(root, "linux"); files != nil {
			t.Errorf("without %s got %v", name, files)
		}
		text := ""
		for _, e := range list {
			text += e[0]
		}
		write(name, text)
	}
	if files := Processor(root, "linux"); len(files) != 4 {
		t.Errorf("got %v", files)
	}
	if files := Processor(root, "windows"); files != nil {
		t.Errorf("got %v for windows", files)
	}
}
