package main

import (
	"os"
	"strings"
	"testing"
)

// TestReadPlain reads what go test -json printed for a package with each kind
// of ending.
func TestReadPlain(t *testing.T) {
	f, err := os.Open("testdata/plain.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := readPlain(f, false)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, name := range p.order {
		got.WriteString(name)
		if !p.ran(name) {
			got.WriteString(" (" + p.outcome[name].reason() + ")")
		}
		got.WriteString("\n")
	}
	want := `example.com/p.BenchmarkRuns
example.com/p.BenchmarkParent/one
example.com/p.BenchmarkParent/two
example.com/p.BenchmarkFails (p_test.go:14: no server)
example.com/p.BenchmarkSkips (p_test.go:15: not here)
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", &got, want)
	}
}

// Whatever the go command prints, what is kept is among what was printed.
func FuzzReadPlain(f *testing.F) {
	f.Add(`{"Action":"run","Package":"p","Test":"TestA/b"}`, true)
	f.Add(`{"Action":"fail","Package":"p","Test":"BenchmarkA"}{"Action":"output"}`, false)
	f.Add(`not JSON`, false)
	f.Fuzz(func(t *testing.T, text string, tests bool) {
		p, err := readPlain(strings.NewReader(text), tests)
		if err != nil {
			return
		}
		if len(p.order) != len(p.outcome) {
			t.Errorf("%d names in order, %d outcomes", len(p.order), len(p.outcome))
		}
		for _, name := range p.order {
			if o, ok := p.outcome[name]; !ok || o.pkg+"."+o.name != name {
				t.Errorf("%q is kept as %+v", name, o)
			}
		}
	})
}

func TestPlainIterations(t *testing.T) {
	out := "goos: linux\nBenchmarkX/y-2 \t     100\t       139.1 ns/op\n" +
		"BenchmarkX/y-2 \t      50\t       139.1 ns/op\nPASS\n"
	if n, err := plainIterations(out); n != 152 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if n, err := plainIterations("PASS\n"); err == nil {
		t.Errorf("got %d from nothing", n)
	}
}

func TestSpread(t *testing.T) {
	if got := spreadOf([]float64{3, 1, 2}).String(); got != "2.00 (1.00 to 3.00)" {
		t.Errorf("got %s", got)
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestShareKeeps(t *testing.T) {
	for s, want := range map[share]bool{
		{97, 100}: true, {96, 100}: false, {0, 0}: true, {969, 1000}: false, {970, 1000}: true,
	} {
		if s.keeps(97) != want {
			t.Errorf("%v keeps 97%%: %t", s, !want)
		}
	}
}

// Every name selects one target, and a wrong one is an error.
func TestTargets(t *testing.T) {
	seen := map[string]bool{}
	for _, target := range targets() {
		if seen[target.name] || len(target.patterns) == 0 {
			t.Errorf("%+v: twice, or without packages", target)
		}
		seen[target.name] = true
	}
	if _, err := chosen(targets(), []string{"strconv", "nosuch"}); err == nil {
		t.Error("nosuch is a target")
	}
}
