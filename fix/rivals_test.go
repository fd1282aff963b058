package fix

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// rival returns a candidate for a function that may remove so many objects, and answers the cause
// of as many, on some lines of a file.
func rival(technique, fn string, weight uint64, start, end int) candidate {
	var c candidate
	c.key, c.Technique, c.Func, c.weight, c.answered = technique, technique, fn, weight, weight
	c.Edits = []alloc.Edit{{File: "p.go", Start: start, End: end, New: technique}}
	return c
}

func techniques(list []candidate) string {
	var names []string
	for _, c := range list {
		names = append(names, c.Technique)
	}
	return strings.Join(names, " ")
}

// TestRivals has others for the same code: only one that is of another technique, no last resort,
// may remove enough, is for the same function, and collides with nothing else, is counted.
func TestRivals(t *testing.T) {
	first, beside := rival("first", "p.F", 10, 10, 20), rival("beside", "p.F", 9, 30, 40)
	resort := rival("resort", "p.F", 10, 10, 20)
	resort.resort = true
	other := rival("other", "p.F", 8, 15, 25)
	for _, test := range []struct {
		name  string
		found []candidate
		want  string
	}{
		{"another way", []candidate{other}, "first: other"},
		{"two of them", []candidate{rival("less", "p.F", 7, 12, 14), other}, "first: other"},
		{"a last resort", []candidate{resort}, ": "},
		{"too little", []candidate{rival("light", "p.F", 5, 10, 20)}, ": "},
		{"another function", []candidate{rival("elsewhere", "p.G", 10, 10, 20)}, ": "},
		{"other lines", []candidate{rival("apart", "p.F", 10, 50, 60)}, ": "},
		{"for both", []candidate{rival("both", "p.F", 10, 10, 40)}, ": "},
		{"the same technique", []candidate{rival("first", "p.F", 10, 11, 20)}, ": "},
	} {
		batch := []candidate{first, beside}
		chosen, others := rivals(batch, append(batch[:2:2], test.found...))
		if got := techniques(chosen) + ": " + techniques(others); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestBetter takes of two rivals the one that removes more, if there is time to count, and if it
// builds.
func TestBetter(t *testing.T) {
	for _, test := range []struct {
		name    string
		removes map[string]float64 // a technique that is not here does not build
		limit   time.Duration
		want    string
	}{
		{"the other removes more", map[string]float64{"first": 1, "other": 2}, 0, "other beside"},
		{"as much", map[string]float64{"first": 2, "other": 2}, 0, "first beside"},
		{"it does not build", map[string]float64{"first": 1}, 0, "first beside"},
		{"the first one does not", map[string]float64{"other": 1}, 0, "other beside"},
		{"late", map[string]float64{"first": 1, "other": 2}, time.Minute, "first beside"},
	} {
		j, _ := importing(t)
		j.opt.Time, j.begun = test.limit, time.Now().Add(-test.limit/2)
		j.judges = panel{build: func(_ context.Context, c verify.Change, _ verify.Measurements) (
			said verify.Judgement, err error) {
			for _, one := range c.Candidates {
				v := alloc.Verdict{Judge: "build", Outcome: alloc.Rejected}
				if test.removes[one.Technique] > 0 {
					v.Outcome = alloc.Accepted
				}
				said.Verdicts = append(said.Verdicts, v)
			}
			return said, nil
		}, counts: func(_ context.Context, c verify.Change, _ verify.Measurements) (
			said verify.Judgement, err error) {
			for _, one := range c.Candidates {
				v := alloc.Verdict{Judge: "counts", Outcome: alloc.Accepted}
				v.Evidence.ObjectsPerOp = &[2]float64{5, 5 - test.removes[one.Technique]}
				said.Verdicts = append(said.Verdicts, v)
			}
			return said, nil
		}}
		s := j.begin(nil)
		s.code.files = rewrite.Files{"p.go": []byte("package p // " + strings.Repeat("x", 99))}
		batch := []candidate{rival("first", "p.F", 10, 20, 25), rival("beside", "p.F", 9, 30, 40)}
		found := append(batch[:2:2], rival("other", "p.F", 8, 15, 25))
		batch, err := j.better(t.Context(), &s, batch, found)
		if got := techniques(batch); err != nil || got != test.want {
			t.Errorf("%s: got %q, %v; want %q", test.name, got, err, test.want)
		}
	}
}
