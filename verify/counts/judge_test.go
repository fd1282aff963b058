package counts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// world says what the benchmarks allocate with some candidates made.
type world func(made func(name string) bool) []sample

// file is the text in which each candidate changes a digit of its own.
const file = "/m/p/p.go"

// candidates names candidates "NAME FUNC"; those whose names begin with "objects" gain nothing by
// fewer bytes alone.
func candidates(names []string) (list []verify.Candidate, text []byte) {
	text = []byte("package p\n\n")
	for _, name := range names {
		_, fn, _ := strings.Cut(name, " ")
		text = fmt.Appendf(text, "const %s = 0\n\n", strings.Fields(name)[0])
		c := alloc.Candidate{Package: "p", Func: fn, Edits: []alloc.Edit{
			{File: file, Start: len(text) - 3, End: len(text) - 2, New: "1"}}}
		list = append(list, verify.Candidate{Candidate: c,
			ObjectsOnly: strings.HasPrefix(name, "objects")})
	}
	return list, text
}

// judged counts candidates in a world.
func judged(t *testing.T, names []string, w world, together bool, over func() bool) (
	verify.Judgement, []string) {
	t.Helper()
	j, got, _ := judgedIn(t, names, w, together, over)
	return j, got
}

// judgedIn tells also how often it was counted.
func judgedIn(t *testing.T, names []string, w world, together bool, over func() bool) (
	verify.Judgement, []string, int) {
	t.Helper()
	counted := 0
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
	tr := tracer{packages: c.Packages, known: &steady{}, trace: func(_ context.Context,
		files map[string][]byte, _, _ string) (*alloc.Record, error) {
		counted++
		rec := count(files)
		if len(rec.Benchmarks) == 0 {
			return nil, errors.New("it does not build")
		}
		return rec, nil
	}}
	tr.known.sequential.Store(true) // worlds count how often they are asked
	j, err := tr.judge(t.Context(), c, verify.Measurements{Before: count(c.Old)},
		func() bool { return over != nil && over() })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range j.Verdicts {
		got = append(got, string(v.Outcome))
	}
	return j, got, counted
}

// TestShiftedOnce has objects of the runtime strike the first count of the new code: it
// looks as if the gain had shifted to the callers.
func TestShiftedOnce(t *testing.T) {
	for _, test := range []struct {
		name     string
		strikes  int // how many counts of the new code are struck
		together bool
		want     []string
	}{
		{"once", 1, false, []string{"accepted", "accepted"}},
		{"each time", 9, false, []string{"accepted", "rejected"}},
		{"once, together", 1, true, []string{"accepted", "accepted"}},
		{"each time, together", 9, true, nil}, // ambiguous
	} {
		struck := 0
		_, got := judged(t, []string{"one p.F", "two p.G"}, func(made func(string) bool) []sample {
			list := []sample{{"Steady", "p.Keep p.BenchmarkSteady", 9, 8},
				{"B", "p.Keep p.BenchmarkB", 1, 8}}
			if !made("one") {
				list = append(list, sample{"B", "p.F p.BenchmarkB", 1, 8})
			}
			if !made("two") {
				list = append(list, sample{"B", "p.G p.BenchmarkB", 1, 8})
			} else if struck++; struck <= test.strikes {
				list = append(list, sample{"B", "p.BenchmarkB", 1.2, 8})
			}
			return list
		}, test.together, nil)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestObjectsOnly makes objects smaller, and fewer.
func TestObjectsOnly(t *testing.T) {
	names := []string{"bytes p.F", "objects1 p.G", "objects2 p.H"}
	j, got := judged(t, names, func(made func(string) bool) []sample {
		size := map[bool]uint64{false: 16, true: 8}
		list := []sample{{"F", "p.F p.BenchmarkF", 1, size[made("bytes")]},
			{"G", "p.G p.BenchmarkG", 1, size[made("objects1")]}, {"H", "p.H p.BenchmarkH", 1, 8}}
		if !made("objects2") {
			list = append(list, sample{"H", "p.H p.BenchmarkH", 1, 8})
		}
		return list
	}, false, nil)
	if want := []string{"accepted", "rejected", "accepted"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if reason := j.Verdicts[1].Reason; !strings.Contains(reason, "only smaller") {
		t.Errorf("the reason is %q", reason)
	}
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

// TestJudgeAppears has a benchmark that took too long before the change, and not after it:
// what it allocates is no difference.
func TestJudgeAppears(t *testing.T) {
	appears := func(made func(string) bool) []sample {
		if made("gain") {
			return []sample{{"B", "p.F p.BenchmarkB", 1, 8}, {"C", "p.F p.BenchmarkC", 5, 8}}
		}
		return []sample{{"B", "p.F p.BenchmarkB", 2, 8}}
	}
	for _, together := range []bool{false, true} {
		_, got := judged(t, []string{"gain p.F"}, appears, together, nil)
		if got[0] != "accepted" {
			t.Errorf("together %t: %s, want accepted", together, got[0])
		}
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

// crowd has 32 functions with a benchmark each, in which a candidate removes an object. With
// "bad" nothing can be built, "worse" makes the benchmark of its function heavier, and
// "gone" takes away the function whose replay there is.
func crowd(made func(string) bool) []sample {
	var list []sample
	if made("bad") {
		return nil
	}
	for i := range 32 {
		b, fn := fmt.Sprintf("B%d", i), fmt.Sprintf("p.F%d", i)
		if !made(fmt.Sprintf("c%d", i)) {
			list = append(list, sample{b, fn + " p.Benchmark", 1, 16})
		}
		list = append(list, sample{b, "p.main p.Benchmark", 2, 16})
		if i == 20 && made("worse") {
			list = append(list, sample{b, fn + " p.Benchmark", 9, 16})
		}
	}
	// All of them run in one benchmark, too, in which "fat" makes its function heavier, which
	// gains in another one.
	for i := range 32 {
		list = append(list, sample{"All", fmt.Sprintf("p.F%d p.Benchmark", i), 1, 16})
	}
	list = append(list, sample{"All", "p.Fat p.Benchmark", 1, 16})
	if made("fat") {
		list = append(list, sample{"All", "p.Fat p.Benchmark", 3, 16})
	} else {
		list = append(list, sample{"Fat", "p.Fat p.Benchmark", 50, 16})
	}
	list = append(list, sample{"Fat", "p.main p.Benchmark", 1, 16})
	if !made("gone") {
		list = append(list, sample{alloc.ReplayBenchmark + "/G", "p.G p.Benchmark", 3, 16},
			sample{"B1", "p.G p.Benchmark", 3, 16})
	}
	return list
}

// TestJudgeCrowd has one bad candidate among 32 good ones. It is found in few counts, and
// the others are kept.
func TestJudgeCrowd(t *testing.T) {
	var good []string
	for i := range 32 {
		good = append(good, fmt.Sprintf("c%d p.F%d", i, i))
	}
	for _, test := range []struct {
		odd, want string
		most      int // counts
	}{
		{"bad p.Bad", "rejected", 14},
		{"worse p.F20", "rejected", 18},
		{"gone p.G", "accepted", 2},
		{"fat p.Fat", "rejected", 5},
	} {
		t.Run(test.odd, func(t *testing.T) {
			names := slices.Insert(slices.Clone(good), 11, test.odd)
			_, got, counted := judgedIn(t, names, crowd, false, nil)
			for i, v := range got {
				want := "accepted"
				if i == 11 {
					want = test.want
				}
				if v != want {
					t.Errorf("%s is %s, want %s", names[i], v, want)
				}
			}
			if counted > test.most {
				t.Errorf("counted %d times, want at most %d", counted, test.most)
			}
		})
	}
}

// TestJudgeGrowers has two candidates that make the same benchmark heavier in their functions,
// one that makes it much heavier and gains nothing, and one that gains: the three are found in
// the first counts, without dividing.
func TestJudgeGrowers(t *testing.T) {
	w := func(made func(string) bool) []sample {
		list := []sample{{"All", "p.D p.Benchmark", 9, 16}, {"One", "p.main p.Benchmark", 1, 16},
			{"Two", "p.main p.Benchmark", 1, 16}}
		for name, more := range map[string]sample{"one": {"All", "p.A p.Benchmark", 3, 16},
			"two": {"All", "p.B p.Benchmark", 4, 16}, "idle": {"All", "p.C p.Benchmark", 60, 16}} {
			if made(name) {
				list = append(list, more)
			}
		}
		for name, less := range map[string]sample{"one": {"One", "p.A p.Benchmark", 20, 16},
			"two": {"Two", "p.B p.Benchmark", 20, 16}, "good": {"All", "p.D p.Benchmark", 2, 16}} {
			if !made(name) {
				list = append(list, less)
			}
		}
		return append(list, sample{"All", "p.A p.Benchmark", 1, 16},
			sample{"All", "p.B p.Benchmark", 1, 16}, sample{"All", "p.C p.Benchmark", 1, 16})
	}
	_, got, counted := judgedIn(t, []string{"one p.A", "two p.B", "idle p.C", "good p.D"}, w,
		false, nil)
	if want := "rejected rejected rejected accepted"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	if counted > 6 { // as it was, all, without idle and again on both sides, and what is good
		t.Errorf("counted %d times", counted)
	}
}

// TestBlamed has a benchmark become heavier in a function that the candidate edits which is for
// the one that it calls, beside one that gains as much, and in one that two candidates edit.
func TestBlamed(t *testing.T) {
	s := state{change: verify.Change{Candidates: make([]verify.Candidate, 3)},
		changed: [][]string{{"p.Key", "p.Encode", "p.Both"}, {"p.Line"}, {"p.Last", "p.Both"}}}
	for i, name := range []string{"p.Key", "p.Line", "p.Last"} {
		s.change.Candidates[i].Func = name
	}
	before := []sample{{"B", "p.Encode p.B", 9, 16}, {"B", "p.Key p.Encode p.B", 9, 16},
		{"B", "p.Line p.B", 50, 16}, {"B", "p.Both p.B", 9, 16}}
	for _, test := range []struct {
		name  string
		after []sample
		want  []int
	}{
		{"in a caller", []sample{{"B", "p.Encode p.B", 19, 64}, {"B", "p.Line p.B", 20, 16},
			{"B", "p.Both p.B", 9, 16}}, []int{0}},
		{"in what two edit", []sample{{"B", "p.Encode p.B", 9, 16}, {"B", "p.Line p.B", 50, 16},
			{"B", "p.Key p.Encode p.B", 9, 16}, {"B", "p.Both p.B", 90, 64}}, nil},
	} {
		next := step{more: []int{0, 1, 2}, before: record(before...), record: record(test.after...)}
		found := s.blamed(next, "p.B", next.more)
		if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, found, test.want)
		}
	}
}

// TestChanged finds the functions that edits are in, beside the one that a candidate is for.
func TestChanged(t *testing.T) {
	text := "package p\n\nfunc F() int { return 1 }\n\nfunc (t *T) M() int { return 2 }\n\n" +
		"const last = 3\n"
	edit := func(part string) alloc.Edit {
		at := strings.Index(text, part)
		return alloc.Edit{File: file, Start: at, End: at + len(part)}
	}
	for _, test := range []struct {
		edits []alloc.Edit
		want  string
	}{
		{nil, "m/p.G"},
		{[]alloc.Edit{edit("return 1"), edit("return 2"), edit("1")}, "m/p.G m/p.F m/p.(*T).M"},
		{[]alloc.Edit{edit("1 }\n\nfunc (t")}, "m/p.G m/p.F m/p.(*T).M"},
		{[]alloc.Edit{edit("const last")}, "m/p.G"},
		{[]alloc.Edit{{File: "/m/p/missing.go", Start: 1, End: 2}}, "m/p.G"},
	} {
		c := verify.Change{Old: map[string][]byte{file: []byte(text)},
			Candidates: []verify.Candidate{{Candidate: alloc.Candidate{Package: "m/p",
				Func: "m/p.G", Edits: test.edits}}}}
		if got := strings.Join(changed(c)[0], " "); got != test.want {
			t.Errorf("%v: got %s, want %s", test.edits, got, test.want)
		}
	}
}

// TestJudgeOverAmid has time for the first half only: what was counted stays known.
func TestJudgeOverAmid(t *testing.T) {
	asked := 0
	_, got := judged(t, []string{"c1 p.F1", "c3 p.F3", "bad p.F2", "c4 p.F4"}, crowd, false,
		func() bool { asked++; return asked > 2 })
	if strings.Join(got, " ") != "accepted accepted unknown unknown" {
		t.Errorf("got %v", got)
	}
}

// TestBeside has one side fail, or lack its benchmark, when both run at the same time: they are
// counted one after the other, and so from then on.
func TestBeside(t *testing.T) {
	whole := record(sample{"B", "p.F p.BenchmarkB", 1, 16})
	for name, first := range map[string]func() (*alloc.Record, error){
		"fails": func() (*alloc.Record, error) { return nil, errors.New("the port is taken") },
		"lacks": func() (*alloc.Record, error) { return record(), nil },
	} {
		var sides []string
		var mu sync.Mutex
		tr := tracer{known: &steady{}, trace: func(_ context.Context, _ map[string][]byte, side,
			_ string) (*alloc.Record, error) {
			mu.Lock()
			defer mu.Unlock()
			sides = append(sides, side)
			if len(sides) <= 2 && side == "now" {
				return first()
			}
			return whole, nil
		}}
		for range 2 {
			was, is, err := tr.recount(t.Context(), step{}, "")
			if err != nil || was != whole || is != whole {
				t.Fatalf("%s: got %v, %v, %v", name, was, is, err)
			}
		}
		if got := strings.Join(sides[2:], " "); got != "old now old now" {
			t.Errorf("%s: counted %s afterwards", name, got)
		}
	}
}
