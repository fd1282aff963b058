package counts

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// world says what the benchmarks allocate with some candidates made.
type world func(made func(name string) bool) []sample

// file is the text in which each candidate changes a digit of its own.
const file = "/m/p/p.go"

// candidates names candidates "NAME FUNC".
func candidates(names []string) (list []verify.Candidate, text []byte) {
	text = []byte("package p\n\n")
	for _, name := range names {
		_, fn, _ := strings.Cut(name, " ")
		text = fmt.Appendf(text, "const %s = 0\n\n", strings.Fields(name)[0])
		c := alloc.Candidate{Package: "p", Func: fn, Edits: []alloc.Edit{
			{File: file, Start: len(text) - 3, End: len(text) - 2, New: "1"}}}
		list = append(list, verify.Candidate{Candidate: c})
	}
	return list, text
}

// judged counts candidates in a world.
func judged(t *testing.T, names []string, w world, together bool, over func() bool) (
	verify.Judgement, []string) {
	t.Helper()
	list, text := candidates(names)
	count := func(files map[string][]byte) *alloc.Record {
		return record(w(func(name string) bool {
			return strings.HasPrefix(after(string(files[file]), "const "+name), "1")
		})...)
	}
	c := verify.Change{Packages: []string{"p"}, Candidates: list, Together: together,
		Base: map[string][]byte{file: text}, Old: map[string][]byte{file: text}}
	c, err := c.With(list)
	if err != nil {
		t.Fatal(err)
	}
	tr := tracer{packages: c.Packages, trace: func(_ context.Context, files map[string][]byte,
		_, _ string) (*alloc.Record, error) {
		return count(files), nil
	}}
	j, err := tr.judge(t.Context(), c, verify.Measurements{Before: count(c.Old)}, over)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range j.Verdicts {
		got = append(got, string(v.Outcome))
	}
	return j, got
}

// after returns what stands behind a constant's name and equals sign.
func after(text, name string) string {
	_, rest, _ := strings.Cut(text, name)
	_, value, _ := strings.Cut(rest, "= ")
	return value
}

// pair is a function that holds an object for two reasons. With one of them it
// is inlined, and its caller holds the object. What the function M gains, its
// caller gains too, though no candidate claims it.
func pair(made func(string) bool) []sample {
	list := []sample{{"B", "p.Keep p.BenchmarkB", 2, 8}}
	switch {
	case made("one") && made("two"):
	case made("one") || made("two"):
		list = append(list, sample{"B", "p.BenchmarkB", 1, 8})
	default:
		list = append(list, sample{"B", "p.Both p.BenchmarkB", 1, 8})
	}
	if !made("mask") {
		list = append(list, sample{"B", "p.M p.BenchmarkB", 1, 16},
			sample{"B", "p.main p.BenchmarkB", 2, 16})
	}
	if made("worse") {
		list = append(list, sample{"B", "p.main p.BenchmarkB", 5, 16})
	}
	return list
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name     string
		set      string // "NAME FUNC, ..."
		together bool
		want     string
	}{
		{"each of a pair alone", "one p.Both, two p.Both", false, "rejected rejected"},
		{"the pair as one", "one p.Both, two p.Both", true, "accepted accepted"},
		{"beside a gain that hides that one only shifts", "mask p.M, one p.Both, two p.Both", false,
			"accepted accepted accepted"},
		{"in another order", "two p.Both, one p.Both, mask p.M", false,
			"accepted accepted accepted"},
		{"in another order still", "one p.Both, mask p.M, two p.Both", false,
			"accepted accepted accepted"},
		{"with one of the pair, a gain hides that it shifts", "mask p.M, one p.Both", false,
			"accepted accepted"},
		{"one that does nothing", "mask p.M, none p.Keep", false, "accepted rejected"},
		{"nothing left to gain", "mask p.M, none p.M", false, "accepted rejected"},
		{"one that makes a benchmark heavier", "worse p.Keep, mask p.M", false,
			"rejected accepted"},
	} {
		t.Run(test.name, func(t *testing.T) {
			names := strings.Split(test.set, ", ")
			_, got := judged(t, names, pair, test.together, nil)
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %v, want %s", got, test.want)
			}
		})
	}
}

// TestJudgeAfter has one candidate kept and one not: the record is of the first.
func TestJudgeAfter(t *testing.T) {
	j, _ := judged(t, []string{"mask p.M", "none p.Keep"}, pair, false, nil)
	if objects, _ := j.After.Benchmarks[0].PerOp(); objects != 3 {
		t.Errorf("%v objects after it, want 3", objects)
	}
}

// TestJudgeOver has no time: nothing is counted, and nothing is known.
func TestJudgeOver(t *testing.T) {
	_, got := judged(t, []string{"mask p.M", "one p.Both"}, pair, false,
		func() bool { return true })
	if strings.Join(got, " ") != "unknown unknown" {
		t.Errorf("got %v", got)
	}
}
