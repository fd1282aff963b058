package counts

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
)

// recounted is a package with benchmarks of its own and with replays.
const recounted = `package m

import "testing"

func below(b *testing.B, names ...string) {
	for _, name := range names {
		b.Run(name, func(b *testing.B) {})
	}
}

func BenchmarkLeaf(b *testing.B) {}
func BenchmarkOther(b *testing.B) {}
func BenchmarkTop(b *testing.B) { below(b, "F", "G") }
func BenchmarkWringCalls(b *testing.B) { below(b, "F", "(*T).F", "FF", "tests:F", "of [/] x") }
`

// TestPattern has package testing run what a pattern matches: the benchmarks that were asked
// for, those that share a function with one, and no other replay.
func TestPattern(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.25\n",
		"m_test.go": recounted} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(dir, "m.test")
	build := exec.Command("go", "test", "-c", "-o", binary)
	build.Dir, build.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(pattern string) (names []string) {
		out, err := exec.Command(binary, "-test.run=^$", "-test.bench="+pattern,
			"-test.benchtime=1x", "-test.cpu=1").CombinedOutput()
		if err != nil {
			t.Fatalf("-bench %s: %v\n%s", pattern, err, out)
		}
		for line := range strings.Lines(string(out)) {
			if name, _, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, "Bench") {
				names = append(names, strings.TrimSpace(name))
			}
		}
		return names
	}
	rec := &alloc.Record{}
	for _, name := range run(".") {
		rec.Benchmarks = append(rec.Benchmarks, alloc.Benchmark{Name: name})
	}
	calls := alloc.ReplayBenchmark + "/"
	all := []string{calls + "F", calls + "(*T).F", calls + "FF", calls + "tests:F",
		calls + "of_[/]_x"}
	for _, test := range []struct{ wanted, want []string }{
		{[]string{"BenchmarkLeaf"}, []string{"BenchmarkLeaf"}},
		{[]string{"BenchmarkTop/F"}, []string{"BenchmarkTop/F", "BenchmarkTop/G"}},
		{[]string{calls + "F"}, []string{calls + "F"}},
		{[]string{calls + "(*T).F", calls + "tests:F"},
			[]string{calls + "(*T).F", calls + "tests:F"}},
		{[]string{"BenchmarkLeaf", "BenchmarkTop/G", calls + "(*T).F"}, []string{"BenchmarkLeaf",
			"BenchmarkTop/F", "BenchmarkTop/G", calls + "(*T).F"}},
		{[]string{calls + "of_[/]_x"}, all},
		{nil, nil},
	} {
		got := run(pattern(rec, func(b alloc.Benchmark) bool {
			return slices.Contains(test.wanted, b.Name)
		}))
		if !slices.Equal(got, test.want) {
			t.Errorf("to count %q, %q run; want %q", test.wanted, got, test.want)
		}
	}
}
