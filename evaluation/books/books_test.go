package books

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// balanced is a document in which nothing is wrong, and the plain run to it.
func balanced() (*alloc.Report, *bench.PlainRun) {
	rep := &alloc.Report{Exact: true,
		Benchmarks: []alloc.Benchmark{
			{Package: "p", Name: "BenchmarkA", N: 20, Objects: 60, Bytes: 960,
				RuntimeObjects: 60, RuntimeBytes: 960},
			{Package: "p", Name: "BenchmarkB/x", N: 20},
		},
		Sites: []alloc.Finding{
			{Count: alloc.Count{Objects: 20, Bytes: 640}},
			{Count: alloc.Count{Objects: 40, Bytes: 320}},
		},
	}
	plain := &bench.PlainRun{Outcome: map[string]bench.Outcome{}}
	for _, name := range []string{"BenchmarkA", "BenchmarkB/x"} {
		plain.Add(bench.Event{Action: "run", Package: "p", Test: name})
	}
	return rep, plain
}

// TestCheckFinds makes one thing wrong at a time.
func TestCheckFinds(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(rep *alloc.Report, plain *bench.PlainRun)
		want   string // in what is broken; "" for nothing
		unrun  string // what is reported to have failed by itself
	}{
		{"nothing", func(*alloc.Report, *bench.PlainRun) {}, "", ""},
		{"an object too few", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Benchmarks[0].RuntimeObjects++
			rep.Benchmarks[0].UnaccountedObjects = 1
		}, "p.BenchmarkA: 1 objects and 0 bytes are unaccounted for", ""},
		{"an object too many", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Benchmarks[0].RuntimeObjects--
			rep.Benchmarks[0].UnaccountedObjects = -1
		}, "p.BenchmarkA: -1 objects and 0 bytes", ""},
		{"a byte hidden", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Benchmarks[1].RuntimeBytes = 8
		}, "p.BenchmarkB/x: the document hides", ""},
		{"no operations", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Benchmarks[1].N = 0
		}, "no operations", ""},
		{"a site lost", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Sites = rep.Sites[1:]
		}, "differ from the benchmarks by 20 objects and 640 bytes", ""},
		{"sampled", func(rep *alloc.Report, _ *bench.PlainRun) { rep.Exact = false },
			"sampled", ""},
		{"not booked", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Benchmarks = rep.Benchmarks[:1]
		}, "p.BenchmarkB/x was not booked: and nothing was said", ""},
		{"not booked, with a warning", func(rep *alloc.Report, _ *bench.PlainRun) {
			rep.Benchmarks = rep.Benchmarks[:1]
			rep.Warnings = []alloc.Warning{{Package: "p", Benchmark: "p.BenchmarkB/x",
				Text: "p.BenchmarkB/x took longer than 1m."}}
		}, "was not booked: p.BenchmarkB/x took longer", ""},
		{"fails by itself", func(rep *alloc.Report, plain *bench.PlainRun) {
			rep.Benchmarks = rep.Benchmarks[:1]
			plain.Add(bench.Event{Action: "output", Package: "p", Test: "BenchmarkB/x",
				Output: "    b_test.go:1: no server\n"})
			plain.Add(bench.Event{Action: "fail", Package: "p", Test: "BenchmarkB/x"})
		}, "", "b_test.go:1: no server"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rep, plain := balanced()
			c.damage(rep, plain)
			v := check(rep, plain)
			broken := strings.Join(v.broken, "\n")
			if (c.want == "") != (broken == "") || !strings.Contains(broken, c.want) {
				t.Errorf("broken: %q, want %q", broken, c.want)
			}
			if got := len(v.unrun) == 1 && v.unrun[0].reason == c.unrun; got != (c.unrun != "") {
				t.Errorf("unrun: %v, want %q", v.unrun, c.unrun)
			}
			var out strings.Builder
			if err := v.Print(&bench.Machine{Out: &out}); (err != nil) != (c.want != "") {
				t.Errorf("print gives %v for\n%s", err, &out)
			}
		})
	}
}

// selection is what continuous integration measures of the targets.
var selection = []string{"strconv", "slices", "net/url", "container/list"}

// TestBooksBalance does for a few packages what the verb balance does for all,
// under each toolchain, and for a dependency of this module.
func TestBooksBalance(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library with the overlay under each toolchain")
	}
	m := bench.ForTest(t)
	if err := Balance(t.Context(), m, append([]string{"-n=20"}, selection...)); err != nil {
		t.Fatalf("%v\n%s", err, m.Out)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	ours := bench.Target{Name: "pprof", Dir: root,
		Patterns: []string{"github.com/google/pprof/profile"}}
	v, _, err := balanceOne(t.Context(), m, bench.NewTable(m.Out), "local", 5, ours)
	if err != nil || v.Print(m) != nil {
		t.Errorf("%v\n%s", err, m.Out)
	}
}

// TestBalanceFails runs a benchmark that an ordinary run measures and wring
// does not: the command must say so, and not pass.
func TestBalanceFails(t *testing.T) {
	if testing.Short() {
		t.Skip("builds with the overlay")
	}
	m := bench.ForTest(t)
	dir := filepath.Join(m.Dir, "fails")
	for name, text := range map[string]string{
		"go.mod": "module example.com/fails\n\ngo 1.25\n",
		"fails_test.go": `package fails

import (
	"os"
	"testing"
)

func BenchmarkFine(b *testing.B) {}

func BenchmarkTwice(b *testing.B) {
	if b.N > 1 {
		os.Exit(3)
	}
}
`} {
		if err := m.Write("fails/"+name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	v, _, err := balanceOne(t.Context(), m, bench.NewTable(m.Out), "local", 20,
		bench.Target{Name: "fails", Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	want := "example.com/fails.BenchmarkTwice was not booked"
	if broken := strings.Join(v.broken, "\n"); !strings.Contains(broken, want) {
		t.Errorf("got %q, want %q", broken, want)
	}
}
