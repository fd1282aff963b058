package fix

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/rewrite"
	"github.com/wring-go/wring/verify"
)

// importing returns a job on a module in which q imports p, whose judge of tests rejects
// the text "bad", and a list of the packages that it was asked about.
func importing(t *testing.T) (*job, *[]string) {
	t.Helper()
	dir := testenv.Module(t, map[string]string{
		"p/p.go":      "package p\n",
		"p/p_test.go": "package p\n\nimport \"testing\"\n\nfunc BenchmarkNothing(*testing.B) {}\n",
		"q/q.go":      "package q\n\nimport _ \"example.com/m/p\"\n"})
	j := newJob(options(t, dir), t.TempDir())
	asked := &[]string{}
	j.judges.tests = func(_ context.Context, c verify.Change, _ verify.Measurements) (
		verify.Judgement, error) {
		*asked = append(*asked, fmt.Sprint(c.Packages, c.Affected))
		v := alloc.Verdict{Outcome: alloc.Accepted}
		if string(c.New["p.go"]) == "bad" {
			v.Outcome = alloc.Rejected
		}
		if slices.Equal(c.Packages, []string{"example.com/m/none"}) && len(c.Affected) == 0 {
			v.Outcome = alloc.Unknown
		}
		return verify.Judgement{Verdicts: []alloc.Verdict{v}}, nil
	}
	return j, asked
}

// TestConfirm has the third of five rounds break the tests of an importing package: what
// the first two kept stays, the rest is tried again, with these tests in each round.
func TestConfirm(t *testing.T) {
	j, _ := importing(t)
	s := j.begin([]string{"example.com/m/p"})
	s.marks = []mark{{code: s.code}}
	for i, text := range []string{"fine", "fine", "bad", "bad", "bad"} {
		key := fmt.Sprint(i)
		s.tried[key] = true
		var c candidate
		c.key, c.Package = key, "example.com/m/p"
		s.apply(outcome{kept: []candidate{c}, code: code{rewrite.Files{"p.go": []byte(text)},
			s.code.record}}, i > 0)
	}
	if s.proven != 1 {
		t.Fatalf("%d are proven after the first round, want 1", s.proven)
	}
	s.outdated = nil // they have been asked about
	s, fine, err := j.confirm(t.Context(), s)
	if err != nil || fine {
		t.Fatalf("got %t, %v", fine, err)
	}
	if len(s.kept) != 2 || len(s.accepted) != 2 || string(s.code.files["p.go"]) != "fine" {
		t.Errorf("kept %d with %q, want 2 that are fine", len(s.kept), s.code.files["p.go"])
	}
	if s.tried["2"] || !s.tried["1"] || len(s.outdated) != 3 || j.defers(&s) {
		t.Errorf("tried %v, outdated %v, deferred again: %t", s.tried, s.outdated, j.defers(&s))
	}
	if _, fine, err := j.confirm(t.Context(), s); err != nil || !fine {
		t.Errorf("what is left: got %t, %v", fine, err)
	}
}

// TestDeferred asks about the packages that import what is rewritten only where it must.
func TestDeferred(t *testing.T) {
	const own, none, both = "[example.com/m/p] []", "[example.com/m/none] []",
		"[example.com/m/p] [example.com/m/q]"
	j, asked := importing(t)
	for _, test := range []struct {
		pkg      string
		deferred bool
		want     []string
	}{
		{"example.com/m/p", false, []string{both}},
		{"example.com/m/p", true, []string{own}},
		{"example.com/m/none", true, []string{none, "[example.com/m/none] [example.com/m/q]"}},
	} {
		*asked = nil
		_, err := j.tests(t.Context(), trying{deferred: test.deferred}, verify.Change{
			Packages: []string{test.pkg}, Affected: []string{"example.com/m/q"}},
			verify.Measurements{})
		if err != nil || !slices.Equal(*asked, test.want) {
			t.Errorf("%s: asked %q (%v), want %q", test.pkg, *asked, err, test.want)
		}
	}
	s := state{}
	if j.defers(&s) {
		t.Error("deferred before they have run once")
	}
	s.proven = 1
	if !j.defers(&s) {
		t.Error("not deferred without a limit")
	}
	j.opt.Time = time.Minute
	j.tested.Store(int64(11 * time.Second))
	if j.defers(&s) {
		t.Error("deferred although they take more than their part of the time")
	}
	const took = 9 * time.Second
	j.tested.Store(int64(took))
	if left := j.end(1).Sub(j.stepEnd()); !j.defers(&s) || left < took*5/4 {
		t.Errorf("the time left for tests of %v is %v", took, left)
	}
}
