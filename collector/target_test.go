package collector

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/wring-go/wring/internal/testenv"
)

// TestBenchmarks reads what go test prints.
func TestBenchmarks(t *testing.T) {
	got := benchmarks("goos: linux\nBenchmarkA-2   \t    100\t  12.5 ns/op\t 3 B/op\n" +
		"BenchmarkB/size-10-2   7   1e+09 ns/op\nBenchmarkC\t1\t5 ns/op\nBenchmarkD --- FAIL\n")
	want := []result{{"BenchmarkA", 100}, {"BenchmarkB/size-10", 7}, {"BenchmarkC", 1}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Exactly("BenchmarkB/a+b"); got != `^BenchmarkB$/^a\+b$` {
		t.Error(got)
	}
}

// TestIsProgram tells programs from packages with benchmarks.
func TestIsProgram(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"lib/lib.go": "package lib\n",
		"cmd/main.go": "package main\n\nfunc main() {}\n", "file": "x"})
	if err := os.WriteFile(filepath.Join(dir, "tool"), []byte("x"), 0o777); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"./lib": false, "./cmd": true, "tool": true,
		"file": false, "./nothing": false, filepath.Join(dir, "tool"): true} {
		if got := IsProgram(t.Context(), dir, name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
