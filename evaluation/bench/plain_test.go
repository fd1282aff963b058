package bench

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
	for _, name := range p.Order {
		got.WriteString(name)
		if !p.Ran(name) {
			got.WriteString(" (" + p.Outcome[name].Reason() + ")")
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
		if len(p.Order) != len(p.Outcome) {
			t.Errorf("%d names in order, %d outcomes", len(p.Order), len(p.Outcome))
		}
		for _, name := range p.Order {
			if o, ok := p.Outcome[name]; !ok || o.Pkg+"."+o.Name != name {
				t.Errorf("%q is kept as %+v", name, o)
			}
		}
	})
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := Count(n); got != want {
			t.Errorf("count(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestTargets(t *testing.T) {
	seen := map[string]bool{}
	for _, target := range Targets() {
		if seen[target.Name] || len(target.Patterns) == 0 {
			t.Errorf("%+v: twice, or without packages", target)
		}
		seen[target.Name] = true
	}
	if _, err := Chosen(Targets(), []string{"strconv", "nosuch"}); err == nil {
		t.Error("nosuch is a target")
	}
}
