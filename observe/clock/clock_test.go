package clock

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestRun has a program in a test binary's place that writes down who ran when,
// and from which file.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	binary := func(side string) Binary { return logging(t, dir, side) }
	times, err := Run(t.Context(), binary("old"), binary("new"), Options{Rounds: 3,
		Benchmarks: []string{"BenchmarkA", "BenchmarkFails", "BenchmarkB"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"BenchmarkA", "BenchmarkB"} {
		if got := times[name]; got == nil || len(got.Old) != 3 || len(got.New) != 3 {
			t.Errorf("%s: got %v", name, got)
		}
	}
	if len(times) != 2 {
		t.Errorf("got %d benchmarks, want 2", len(times))
	}
	order, files := logged(t, log)
	want := []string{"old A", "old Fails", "old B", // the estimate
		"old A", "new A", "old B", "new B",
		"new A", "old A", "new B", "old B",
		"old A", "new A", "old B", "new B"}
	if !slices.Equal(order, want) {
		t.Errorf("got %v, want %v", order, want)
	}
	if len(files["old"]) < 4 || len(files["new"]) < 3 {
		t.Errorf("the same file ran in several rounds: %v", files)
	}
}

// TestKnown begins a second race of a binary, and one of a binary like it, without an estimate, and
// one of another binary with it.
func TestKnown(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Benchmarks: []string{"BenchmarkA"}, Known: &Known{}}
	rival := logging(t, dir, "rival")
	for _, side := range []string{"one", "one", "other", "like"} {
		old := logging(t, dir, side)
		if side == "like" {
			old.Like = filepath.Join(dir, "one")
		}
		r, err := Begin(t.Context(), old, []Binary{rival, rival}, opt)
		if err != nil {
			t.Fatal(err)
		}
		defer r.End()
		if err := r.Round(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if n := len(r.Times(1)["BenchmarkA"].New); n != 1 {
			t.Errorf("%s: %d times of the second rival, want 1", side, n)
		}
	}
	order, _ := logged(t, filepath.Join(dir, "log"))
	want := []string{"one A", "one A", "rival A", "rival A", "one A", "rival A", "rival A",
		"other A", "other A", "rival A", "rival A", "like A", "rival A", "rival A"}
	if !slices.Equal(order, want) {
		t.Errorf("got %v, want %v", order, want)
	}
}

// logging returns a program that writes down who ran, and from which file.
func logging(t *testing.T, dir, side string) Binary {
	t.Helper()
	name := filepath.Join(dir, side)
	program := "#!/bin/sh\n" +
		"for a; do case $a in -test.bench=*) b=${a#-test.bench=^};; esac; done\n" +
		"b=${b%$}\necho " + side + " $b $0 >>" + filepath.Join(dir, "log") + "\n" +
		"[ $b = BenchmarkFails ] || echo \"$b-2 100 1000 ns/op\"\n"
	if err := os.WriteFile(name, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	return Binary{Path: name, Dir: dir}
}

// logged returns which side ran which benchmark, in this order, and from which files.
func logged(t *testing.T, log string) (order []string, files map[string]map[string]bool) {
	t.Helper()
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]map[string]bool{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		order = append(order, words[0]+" "+strings.TrimPrefix(words[1], "Benchmark"))
		if files[words[0]] == nil {
			files[words[0]] = map[string]bool{}
		}
		files[words[0]][words[2]] = true
	}
	return order, files
}

// TestRivals: the old code runs once for all that are compared with it, and only what
// a caller still wants runs.
func TestRivals(t *testing.T) {
	dir := t.TempDir()
	r, err := Begin(t.Context(), logging(t, dir, "old"),
		[]Binary{logging(t, dir, "first"), logging(t, dir, "second")},
		Options{Benchmarks: []string{"BenchmarkA", "BenchmarkB"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	for _, wanted := range []map[string]bool{
		{"0A": true, "0B": true, "1A": true}, {"1A": true}, {"0B": true, "1A": true},
	} {
		if err := r.Round(t.Context(), func(rival int, name string) bool {
			return wanted[strconv.Itoa(rival)+strings.TrimPrefix(name, "Benchmark")]
		}); err != nil {
			t.Fatal(err)
		}
	}
	order, _ := logged(t, filepath.Join(dir, "log"))
	want := []string{"old A", "old B", // the estimate
		"old A", "first A", "second A", "old B", "first B",
		"second A", "old A",
		"second A", "old A", "old B", "first B"}
	if !slices.Equal(order, want) {
		t.Errorf("got %v, want %v", order, want)
	}
	for rival, want := range []map[string]int{
		{"BenchmarkA": 1, "BenchmarkB": 2}, {"BenchmarkA": 3, "BenchmarkB": 0}} {
		for name, n := range want {
			times := r.Times(rival)[name]
			if times == nil || len(times.Old) != n || len(times.New) != n {
				t.Errorf("rival %d, %s: %v, want %d rounds", rival, name, times, n)
			}
		}
	}
}

// TestRounds: few benchmarks have several rounds at the same time, each in files of its own, but
// not where one of them needs the machine for itself.
func TestRounds(t *testing.T) {
	dir := t.TempDir()
	r, err := Begin(t.Context(), logging(t, dir, "old"), []Binary{logging(t, dir, "new")},
		Options{Processor: true, Benchmarks: []string{"BenchmarkA", "BenchmarkB"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	r.list[1].beside = false // B takes turns
	onlyA := func(_ int, name string) bool { return name == "BenchmarkA" }
	both := func(int, string) bool { return true }
	all := perProcessor * crowd(runtime.NumCPU())
	for _, test := range []struct {
		most, want int
		wanted     func(int, string) bool
	}{{1, 1, onlyA}, {2, 2, onlyA}, {1000, all, onlyA}, {1000, 1, both}} {
		before := len(r.Times(0)["BenchmarkA"].Old)
		n, err := r.Rounds(t.Context(), test.most, test.wanted)
		got := len(r.Times(0)["BenchmarkA"].Old) - before
		if err != nil || n != test.want || got != test.want {
			t.Errorf("of %d there were %d, which gave %d times, want %d: %v", test.most, n, got,
				test.want, err)
		}
	}
	if n := len(r.Times(0)["BenchmarkB"].Old); n != 1 {
		t.Errorf("B has %d rounds, want 1", n)
	}
	order, files := logged(t, filepath.Join(dir, "log"))
	old := strings.Count(strings.Join(order, ","), "old") - 4 // the estimate
	if old != 1+2+all+2 || len(files["old"]) != 1+2+all+1+1 {
		t.Errorf("the old side ran %d times from %d files", old, len(files["old"]))
	}
	if left, _ := os.ReadDir(r.dir); len(left) != 2 {
		t.Errorf("%d files are left of the last round, want 2", len(left))
	}
}

func TestParse(t *testing.T) {
	const out = `goos: linux
pkg: example.com/m
BenchmarkX/a=1-8         	     100	      1500 ns/op	     120 B/op	       3 allocs/op
BenchmarkX/a=1/b-8       	     100	      9000 ns/op
BenchmarkY               	     200	         0.5000 ns/op
BenchmarkZ-2 some text that a benchmark printed
PASS
`
	for name, want := range map[string]float64{
		"BenchmarkX/a=1": 1500, "BenchmarkX/a=1/b": 9000, "BenchmarkY": 0.5, "BenchmarkZ": 0,
		"BenchmarkX": 0,
	} {
		got := parsed([]byte(out), name)
		if want == 0 && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0] < want*0.999 || got[0] > want*1.001 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestPattern(t *testing.T) {
	if got, want := pattern("BenchmarkX/a.b/c"), `^BenchmarkX$/^a\.b$/^c$`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("BenchmarkX-2 10 5 ns/op\n"), "BenchmarkX")
	f.Fuzz(func(t *testing.T, out []byte, name string) {
		if times := parsed(out, name); !slices.IsSorted(times) {
			t.Errorf("%v are not sorted", times)
		}
	})
}

// TestDivisible: the inputs of a benchmark, up to seven, are all taken equally often.
func TestDivisible(t *testing.T) {
	for n, want := range map[int]int{-1: 1, 0: 1, 1: 1, 3: 2, 13: 12, 23: 12, 247: 240,
		2521: 2520, 55441: 55440, 200_001: 3 * 55440} {
		if got := divisible(n); got != want {
			t.Errorf("%d: %d, want %d", n, got, want)
		}
		for inputs := 1; n >= 2520 && inputs <= 7; inputs++ {
			if got := divisible(n); got%inputs != 0 {
				t.Errorf("%d does not divide %d", inputs, got)
			}
		}
	}
}

// TestIterate has the number of iterations differ from round to round, and at least one.
func TestIterate(t *testing.T) {
	for most, want := range map[float64]int{0.4: 1, 1.5: 1, 36: 3, 40000: 5} {
		b := timed{most: most}
		numbers := map[string]bool{}
		for round := range 14 {
			b.iterate(round)
			numbers[b.iterations] = true
		}
		if len(numbers) < want || numbers["0x"] {
			t.Errorf("%g: got %v, want %d numbers", most, numbers, want)
		}
	}
}
