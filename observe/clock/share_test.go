package clock

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/testenv"
)

// startsSlowly is a benchmark that works before it calls others, and each process of which notes
// that it began and what it ran. Where there is a file of its name, one of them ends the process.
const startsSlowly = `package p

import (
	"os"
	"testing"
	"time"
)

func note(what string) {
	f, err := os.OpenFile(os.Getenv("NOTES"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	f.WriteString(what + "\n")
}

func init() { note("start") }

func spin(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

func BenchmarkSlow(b *testing.B) {
	spin(400 * time.Millisecond)
	for _, name := range []string{"a", "b.c", "d|e[f", "a b(", "dies", "z"} {
		b.Run(name, func(b *testing.B) { work(b, name) })
	}
	b.Run("deep", func(b *testing.B) {
		b.Run("a", func(b *testing.B) { work(b, "deep/a") })
		b.Run("other", func(b *testing.B) { work(b, "deep/other") })
	})
	b.Run("fails", func(b *testing.B) { b.Fatal("it does") })
	b.Run("waits", func(b *testing.B) {
		for range b.N {
			time.Sleep(2 * time.Millisecond)
		}
	})
}

func work(b *testing.B, name string) {
	if _, err := os.Stat(name); err == nil && name == "dies" {
		os.Exit(1)
	}
	if b.N == 1 {
		note(name)
	}
	for range b.N {
		spin(10 * time.Microsecond)
	}
}

func BenchmarkQuick(b *testing.B) {
	for _, name := range []string{"a", "b"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				spin(10 * time.Microsecond)
			}
		})
	}
}
`

// TestShare counts processes: sub-benchmarks of one that takes long to start share theirs, in
// the estimate and in each round. What fails beside others, or waits, has processes of its own,
// and does not spoil the others; what is not wanted does not run.
func TestShare(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p.go": "package p\n", "p_test.go": startsSlowly})
	old, notes := withProcessor(t, dir), filepath.Join(t.TempDir(), "notes")
	took := func() (starts int, ran []string) {
		text, err := os.ReadFile(notes)
		if err != nil || os.Remove(notes) != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Fields(strings.ReplaceAll(string(text), " ", "_")) {
			if line == "start" {
				starts++
			} else if !slices.Contains(ran, line) {
				ran = append(ran, line)
			}
		}
		return starts, ran
	}
	slow := func(names ...string) (list []string) {
		for _, name := range names {
			list = append(list, "BenchmarkSlow/"+name)
		}
		return list
	}
	shared := slow("a", "b.c", "d|e[f", "a_b(", "deep/a", "dies", "z")
	new := old
	new.Dir = t.TempDir()
	testenv.Write(t, filepath.Join(new.Dir, "dies"), "")
	r, err := Begin(t.Context(), old, []Binary{new}, Options{Time: 40 * time.Millisecond,
		Repeats: 8, Pin: true, Processor: true, Env: []string{"NOTES=" + notes},
		Benchmarks: slices.Concat(shared, slow("fails", "waits"))})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	// By each clock, one whose repetitions are bounded, and what fails by itself.
	starts, ran := took()
	if starts > 5 {
		t.Errorf("%d processes for the estimate of %d benchmarks", starts, len(shared))
	}
	want := []string{"a", "b.c", "d|e[f", "a_b(", "dies", "z", "deep/a"}
	if !slices.Equal(ran, want) {
		t.Errorf("the estimate ran %q, want %q", ran, want)
	}
	if len(r.list) != len(shared)+1 {
		t.Fatalf("%d benchmarks run, want %d", len(r.list), len(shared)+1)
	}
	batches := len(r.batches(nil))
	if batches > 2 {
		t.Errorf("%d benchmarks are in %d processes", len(shared), batches)
	}
	wanted := func(_ int, name string) bool { return !strings.HasSuffix(name, "/z") }
	for range 2 {
		if err := r.Round(t.Context(), wanted); err != nil {
			t.Fatal(err)
		}
	}
	// In the first round what dies, and what it took with it, run again by themselves.
	if starts, ran = took(); starts > 2*(2*(batches+1))+2*2*2 || slices.Contains(ran, "z") {
		t.Errorf("%d processes for two rounds of %d, which ran %q", starts, batches, ran)
	}
	for name, times := range r.Times(0) {
		n := map[string]int{"BenchmarkSlow/dies": 0, "BenchmarkSlow/z": 0}
		want, ok := n[name]
		if !ok {
			want = 2
		}
		if len(times.Old) != want || len(times.New) != want {
			t.Errorf("%s: %v, want %d rounds", name, times, want)
		}
	}
	for _, b := range r.list {
		if waits := b.name == "BenchmarkSlow/waits"; waits != (b.by == day) || waits == b.beside {
			t.Errorf("%+v", b)
		}
	}
	const a = "BenchmarkSlow/a"
	repeats := r.list[0].repeats
	if r.Apart(a); r.Beside(a) || !r.Beside("BenchmarkSlow/b.c") || len(r.batches(nil)) < 2 ||
		len(r.Times(0)[a].Old) > 0 || r.list[0].name != a || r.list[0].repeats < 2*repeats {
		t.Errorf("goes on alone: %+v", r.list[0])
	}
	n, err := r.Rounds(t.Context(), 2, func(_ int, name string) bool { return name == a })
	if n != 2 || err != nil || len(r.Times(0)[a].New) != 2 {
		t.Errorf("%d rounds alone, and %v: %v", n, r.Times(0)[a], err)
	}
	if starts, ran := took(); starts != 4 || !slices.Equal(ran, []string{"a"}) {
		t.Errorf("alone it ran %q in %d processes", ran, starts)
	}
}

// TestShareQuick: what starts at once shares the estimate, and nothing else.
func TestShareQuick(t *testing.T) {
	dir := testenv.Module(t, map[string]string{"p.go": "package p\n", "p_test.go": startsSlowly})
	binary, notes := withProcessor(t, dir), filepath.Join(t.TempDir(), "notes")
	r, err := Begin(t.Context(), binary, []Binary{binary}, Options{Time: 400 * time.Millisecond,
		Repeats: 4, Processor: true, Env: []string{"NOTES=" + notes},
		Benchmarks: []string{"BenchmarkQuick/a", "BenchmarkQuick/b"}})
	if err != nil {
		t.Fatal(err)
	}
	defer r.End()
	if len(r.list) != 2 || len(r.batches(nil)) != 2 {
		t.Errorf("%d benchmarks run in %v", len(r.list), r.batches(nil))
	}
	for _, b := range r.list {
		if b.most < 2000 || b.most > 20_000 {
			t.Errorf("%s: %.0f iterations, want about 10000", b.name, b.most)
		}
	}
}

// TestSharedOutput: one whose lines are fewer than its repetitions has failed beside others, and
// so has one whose lines may be another's, as package testing appends the number of processors.
func TestSharedOutput(t *testing.T) {
	b := Binary{Path: filepath.Join(t.TempDir(), "test"), Dir: t.TempDir()}
	const line = " 100 1000 ns/op 5000 wring-lasted\n"
	program := "#!/bin/sh\ncat <<.\n" + strings.Repeat("BenchmarkX/a-2"+line, 2) +
		strings.Repeat("BenchmarkX/n-2"+line, 2) + strings.Repeat("BenchmarkX/n-2-2"+line, 2) +
		"BenchmarkX/b-2" + line + ".\nexit 1\n"
	if err := os.WriteFile(b.Path, []byte(program), 0o700); err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"a": 1000, "n": 1000, "n-2": 0, "b": 0, "missing": 0}
	var list []*timed
	for name := range want {
		list = append(list, &timed{name: "BenchmarkX/" + name, iterations: "100x", repeats: 2})
	}
	s, err := runShared(t.Context(), b, list, manner{}, Options{}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range list {
		want := want[strings.TrimPrefix(b.name, "BenchmarkX/")]
		if got := s.each[i].ns; math.Abs(got-want) > 1 {
			t.Errorf("%s took %v ns, want %v", b.name, got, want)
		}
	}
}

// TestDivided: a process lasts no longer than a few times as long as it takes to start, and no
// part is much larger than another.
func TestDivided(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		start, own time.Duration
		n          int
		want       []int
	}{
		{300 * ms, 70 * ms, 12, []int{12}},
		{300 * ms, 150 * ms, 12, []int{6, 6}},
		{300 * ms, 290 * ms, 12, []int{4, 4, 4}},
		{300 * ms, 290 * ms, 1, []int{1}},
		{time.Hour, ms, 250, []int{84, 84, 82}},
		{300 * ms, ms, 0, nil},
	} {
		var list []*timed
		for range test.n {
			list = append(list, &timed{shared: cost{test.start, test.own}})
		}
		var got []int
		for _, part := range divided(list) {
			got = append(got, len(part))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%d of %v after %v: %v, want %v", test.n, test.own, test.start, got,
				test.want)
		}
	}
}

// TestGate: who comes first waits for the other, and does not once the other has ended.
func TestGate(t *testing.T) {
	g, err := newGate()
	if err != nil {
		t.Fatal(err)
	}
	defer g.end()
	passed := make(chan int)
	arrive := func(i int) {
		w := &g.sides[i]
		if _, err := w.reached[1].Write([]byte{0}); err != nil {
			t.Error(err)
		}
		go func() {
			if _, err := w.open[0].Read([]byte{0}); err != nil {
				t.Error(err)
			}
			passed <- i
		}()
	}
	for first := range 2 {
		arrive(first)
		select {
		case i := <-passed:
			t.Errorf("%d passed by itself", i)
		case <-time.After(20 * time.Millisecond):
		}
		arrive(1 - first)
		<-passed
		<-passed
	}
	g.sides[1].joined() // as if its process had ended
	arrive(0)
	<-passed
}
