package counts

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify"
)

// noisy runs the judge over a benchmark whose count scatters around a figure: the
// candidate takes objects out of F, and adds extra ones to what scatters.
func noisy(t *testing.T, seed uint64, gain, extra float64) (outcome, reason string) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	list, text := candidates([]string{"one p.F"})
	c := verify.Change{Packages: []string{"p"}, Candidates: list,
		Base: map[string][]byte{file: text}, Old: map[string][]byte{file: text}}
	c, err := c.With(list)
	if err != nil {
		t.Fatal(err)
	}
	count := func(files map[string][]byte) *alloc.Record {
		own, pooled := 2.0, 4+random.Float64()
		if strings.HasPrefix(after(string(files[file]), "const one"), "1") {
			own, pooled = own-gain, pooled+extra
		}
		return record(sample{"Steady", "p.F p.BenchmarkSteady", own, 16},
			sample{"Pooled", "p.F p.BenchmarkPooled", own, 16},
			sample{"Pooled", "p.get p.BenchmarkPooled", pooled, 16})
	}
	tr := tracer{packages: c.Packages, known: &steady{}, trace: func(_ context.Context,
		files map[string][]byte, _, _ string) (*alloc.Record, error) {
		return count(files), nil
	}}
	tr.known.sequential.Store(true) // the random numbers come in one order
	j, err := tr.judge(t.Context(), c, verify.Measurements{Before: count(c.Old)},
		func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	return string(j.Verdicts[0].Outcome), j.Verdicts[0].Reason
}

// TestNoisyLoss has a benchmark of a pool become a little heavier, by less than its
// counts scatter: it must be seen, and without it the rewrite must be kept.
func TestNoisyLoss(t *testing.T) {
	const tries = 60
	seen, alarms := 0, 0
	for seed := range uint64(tries) {
		outcome, reason := noisy(t, seed, 0.1, 0.6) // 0.5 more in all, of 6 to 7
		if outcome == "rejected" && strings.Contains(reason, "p.Pooled") {
			seen++
			if !strings.Contains(reason, " to ") || !strings.Contains(reason, "p=") {
				t.Fatalf("no interval in %q", reason)
			}
		}
		if outcome, reason := noisy(t, seed, 1, 0.9); strings.Contains(reason, "p.Pooled") {
			alarms++
			t.Logf("%s: %s", outcome, reason)
		}
	}
	t.Logf("of %d: a loss of half an object is seen in %d, a gain is taken for one in %d", tries,
		seen, alarms)
	if seen < tries*9/10 || alarms > tries/20 {
		t.Error("want nine of ten seen, and at most one of twenty alarms")
	}
}

// TestSteadyLoss needs no statistics: a count that does not vary is worse when it is
// higher.
func TestSteadyLoss(t *testing.T) {
	f := func(list ...float64) (s series) {
		for _, v := range list {
			s = append(s, figures{v, 16 * v})
		}
		return s
	}
	for _, test := range []struct {
		name    string
		r       repeated
		last    bool
		words   string
		certain bool
	}{
		{"higher each time", repeated{old: f(5, 5, 5), now: f(6, 6, 6)}, false, "5 objects", true},
		{"far higher, twice and at first", repeated{old: f(5, 5), now: f(6, 6),
			first: &[2]figures{{5, 80}, {6, 96}}}, false, "5 objects", true},
		{"far higher, twice, but not so at first", repeated{old: f(5, 5), now: f(6, 6),
			first: &[2]figures{{5, 80}, {7, 112}}}, false, "", false},
		{"higher than it scatters, but not by far", repeated{old: f(100, 100.12),
			now: f(100.4, 100.52), first: &[2]figures{{100, 1600}, {100.5, 1608}}},
			false, "", false},
		{"the same each time", repeated{old: f(5, 5), now: f(5, 5)}, false, "", true},
		{"higher once", repeated{old: f(5), now: f(6)}, false, "", false},
		{"varies, few runs", repeated{old: f(5, 7, 4), now: f(6, 5, 8)}, false, "", false},
		{"varies, and no higher in the end", repeated{old: f(5, 7, 4, 6, 5, 7),
			now: f(4, 7, 5, 6, 4, 6)},
			false, "", true},
		{"varies, and higher", repeated{old: f(5, 5.2, 5.4, 5.1, 5.3, 5.2),
			now: f(6, 6.2, 6.1, 6.4, 6.3, 6.2)}, false, "5.2 objects", true},
	} {
		reason, certain := test.r.heavier(test.last)
		if certain != test.certain || !strings.HasPrefix(reason, test.words) ||
			(reason == "") != (test.words == "") {
			t.Errorf("%s: %q, %t", test.name, reason, certain)
		}
	}
}

// TestVarying judges what is reported of a benchmark that varies.
func TestVarying(t *testing.T) {
	around := func(center float64) (s series) {
		for i := range 10 {
			s = append(s, figures{center + 0.1*float64(i*7%10), 100})
		}
		return s
	}
	for _, test := range []struct {
		name     string
		old, now series
		want     alloc.Judgement
		varies   bool
	}{
		{"within chance", around(5), around(5.05), alloc.Same, true},
		{"better", around(5), around(4), alloc.Better, true},
		{"worse by less than it scatters", around(5), around(5.8), alloc.Worse, true},
		{"exact", series{{5, 80}, {5, 80}}, series{{4, 64}, {4, 64}}, alloc.Same, false},
	} {
		v, varies := repeated{old: test.old, now: test.now}.varying("p.B")
		if varies != test.varies || v.Judgement != test.want {
			t.Errorf("%s: got %s, %t", test.name, v.Judgement, varies)
		}
	}
}

// TestVary has the first count differ from all later ones, before or after the change: that
// is chance, whichever side had it. What comes out the same again does not vary.
func TestVary(t *testing.T) {
	at := func(f, g float64) *alloc.Record {
		return record(sample{"Struck", "p.F p.BenchmarkStruck", f, 16},
			sample{"Exact", "p.G p.BenchmarkExact", g, 16})
	}
	steadily := tracer{known: &steady{}, trace: func(_ context.Context, _ map[string][]byte,
		side, _ string) (*alloc.Record, error) {
		if side == "old" {
			return at(0.01, 3), nil
		}
		return at(0.01, 2), nil
	}}
	names := map[string]bool{"p.Struck": true, "p.Exact": true}
	for _, first := range [][2]float64{{0.09, 0.01}, {0.01, 0.09}} {
		list, err := steadily.vary(t.Context(), verify.Change{}, at(first[0], 3), at(first[1], 2),
			names)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != 1 || list[0].Benchmark != "p.Struck" || list[0].Judgement != alloc.Same {
			t.Errorf("%v: got %+v", first, list)
		}
	}
}
