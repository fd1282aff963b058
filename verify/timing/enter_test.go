package timing

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// TestClasses puts candidates into one binary unless a benchmark of one runs what another one
// changes, or what it changes is not known.
func TestClasses(t *testing.T) {
	one := func(timed, runs string) entrant {
		e := entrant{timed: map[string]bool{timed: true}, runs: map[string]bool{timed: true}}
		if runs == "any" {
			e.runs = nil
		} else if runs != "" {
			e.runs[runs] = true
		}
		return e
	}
	for _, test := range []struct {
		name string
		list []entrant
		want [][]int
	}{
		{"none", nil, nil},
		{"apart", []entrant{one("A", ""), one("B", ""), one("C", "")}, [][]int{{0, 1, 2}}},
		{"one benchmark", []entrant{one("A", ""), one("A", ""), one("B", "")},
			[][]int{{0, 2}, {1}}},
		{"a benchmark of another runs it", []entrant{one("A", ""), one("B", "A"), one("C", "B")},
			[][]int{{0, 2}, {1}}},
		{"it may change anything", []entrant{one("A", ""), one("B", "any"), one("C", "")},
			[][]int{{0, 2}, {1}}},
	} {
		if got := classes(test.list); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// TestEnter has candidates of two functions share a binary, and each of them what else is timed
// if that does not build.
func TestEnter(t *testing.T) {
	text := "package p\n\nfunc A() int { return 1 }\n\nfunc B() int { return 2 }\n\nvar C = 3\n"
	c := verify.Change{Base: map[string][]byte{"p.go": []byte(text)}}
	for _, fn := range []string{"A", "B", "A"} {
		digit := "123"[len(c.Candidates)] // the third one changes the variable
		i := strings.IndexByte(text, digit)
		c.Candidates = append(c.Candidates, verify.Candidate{Candidate: alloc.Candidate{
			Func: "m/p." + fn, Edits: []alloc.Edit{
				{File: "p.go", Start: i, End: i + 1, New: "7"}}}})
	}
	c.Old = c.Base
	c, err := c.With(c.Candidates)
	if err != nil {
		t.Fatal(err)
	}
	before := &alloc.Record{
		Benchmarks: []alloc.Benchmark{{Package: "m/p", Name: "BenchmarkA"},
			{Package: "m/p", Name: "BenchmarkB"}},
		Frames: []alloc.Frame{{Func: "m/p.A"}, {Func: "m/p.B"}}, Stacks: [][]int{{0}, {1}},
		Samples: []alloc.Sample{{Benchmark: 0, Stack: 0, Objects: 1},
			{Benchmark: 1, Stack: 1, Objects: 1}},
	}
	entries, of := enter(c, before)
	if want := [][]int{{0}, {1}, {2}}; !reflect.DeepEqual(of, want) {
		t.Fatalf("entries are for %v, want %v", of, want)
	}
	for i, want := range []struct {
		made      string
		shared    bool
		otherwise int
		benchmark string
	}{
		{"773", true, 2, "BenchmarkA"},
		{"773", true, 2, "BenchmarkB"},
		{"127", false, 1, "BenchmarkA"},
	} {
		e := entries[i]
		if got := made(e.New["p.go"]); got != want.made || e.shared != want.shared ||
			len(e.otherwise) != want.otherwise || e.benchmarks["m/p"][0] != want.benchmark {
			t.Errorf("%d: got %+v of %s, want %+v", i, e, got, want)
		}
	}
	e := entries[1]
	if !e.next() || made(e.New["p.go"]) != "173" || e.shared {
		t.Errorf("alone it is %s", e.New["p.go"])
	}
	if !e.next() || made(e.New["p.go"]) != "777" || e.next() {
		t.Errorf("with all others it is %s", e.New["p.go"])
	}
	c.Candidates[0].Known = []alloc.Verdict{{Judge: judge, Outcome: alloc.Accepted}}
	if _, of := enter(c, before); !reflect.DeepEqual(of, [][]int{{1}, {2}}) {
		t.Errorf("with the first known, entries are for %v", of)
	}
}

// made returns the numbers in the text of TestEnter.
func made(text []byte) string {
	return regexp.MustCompile(`\D`).ReplaceAllString(string(text), "")
}

// TestRivalry: the entries of a few classes race at the same time.
func TestRivalry(t *testing.T) {
	var list []*entry
	for _, class := range []int{0, 5, 1, 0, 2, 3, 4, 1} {
		list = append(list, &entry{class: class})
	}
	var got [][]int
	for _, group := range rivalry(list) {
		var classes []int
		for _, e := range group {
			classes = append(classes, e.class)
		}
		got = append(got, classes)
	}
	if want := [][]int{{0, 0, 1, 1, 2, 3}, {4, 5}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
