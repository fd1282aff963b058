package fix

import (
	"context"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/verify"
)

// TestCombine looks for the one at fault only where that can change what is kept.
func TestCombine(t *testing.T) {
	const yes, no, unknown = alloc.Accepted, alloc.Rejected, alloc.Unknown
	for _, test := range []struct {
		name              string
		ambiguous, tested alloc.Outcome
		risks             []technique.Risk
		suspects          int
	}{
		{"what could not be compared, of safe ones", unknown, yes,
			[]technique.Risk{technique.Safe, technique.Safe}, 0},
		{"without tests", unknown, unknown, []technique.Risk{technique.Safe, technique.Safe}, 2},
		{"of others", unknown, yes, []technique.Risk{technique.Checked, technique.Checked}, 2},
		{"of both", unknown, yes, []technique.Risk{technique.Safe, technique.Checked}, 1},
		{"what differs", no, yes, []technique.Risk{technique.Safe, technique.Safe}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var p proof
			var tested, compared verify.Judgement
			for _, risk := range test.risks {
				c := candidate{}
				c.Risk = string(risk)
				p.remaining = append(p.remaining, c)
				tested.Verdicts = append(tested.Verdicts,
					alloc.Verdict{Judge: "tests", Outcome: test.tested})
				compared.Verdicts = append(compared.Verdicts, alloc.Verdict{})
			}
			compared.Ambiguous = &alloc.Verdict{Judge: "differential", Outcome: test.ambiguous}
			p.ambiguous = compared.Ambiguous
			p = (&job{}).combine(p, tested, compared)
			if len(p.suspects) != test.suspects || (p.ambiguous != nil) != (test.suspects > 0) ||
				len(p.remaining) != len(test.risks) || len(p.dropped) > 0 {
				t.Errorf("suspects %d, remaining %d, dropped %d, ambiguous %v; want %d suspects",
					len(p.suspects), len(p.remaining), len(p.dropped), p.ambiguous, test.suspects)
			}
		})
	}
}

// TestGroupDoesNotBuild has a group of candidates that does not build: none of them is at fault by
// itself.
func TestGroupDoesNotBuild(t *testing.T) {
	j := &job{phases: &phases{}}
	j.judges.build = func(_ context.Context, c verify.Change, _ verify.Measurements) (
		verify.Judgement, error) {
		return verify.All(c, alloc.Verdict{Judge: "build", Outcome: alloc.Rejected}), nil
	}
	p := proof{remaining: make([]candidate, 2)}
	p, err := j.judgeBuild(t.Context(), trying{}, verify.Change{
		Candidates: make([]verify.Candidate, 2), Together: true}, verify.Measurements{}, p)
	if err != nil || p.ambiguous == nil || len(p.remaining) != 2 {
		t.Errorf("ambiguous %v, remaining %d, %v", p.ambiguous, len(p.remaining), err)
	}
}

// TestVariant has the first of two candidates break the build for another system. It is dropped,
// and the other one is proven without it.
func TestVariant(t *testing.T) {
	j := &job{phases: &phases{}}
	accept := func(_ context.Context, c verify.Change, _ verify.Measurements) (
		verify.Judgement, error) {
		return verify.All(c, alloc.Verdict{Judge: "differential", Outcome: alloc.Accepted}), nil
	}
	j.judges = panel{tests: accept, compare: accept, variants: func(_ context.Context,
		c verify.Change, _ verify.Measurements) (verify.Judgement, error) {
		return verify.Judgement{Verdicts: []alloc.Verdict{{Judge: "build", Outcome: alloc.Rejected},
			{Judge: "build", Outcome: alloc.Accepted}}}, nil
	}}
	for _, deferred := range []bool{false, true} {
		p, err := j.judgeBehavior(t.Context(), trying{deferred: deferred},
			verify.Change{Candidates: make([]verify.Candidate, 2)}, verify.Measurements{},
			proof{remaining: make([]candidate, 2)})
		dropped := 1
		if deferred {
			dropped = 0
		}
		if err != nil || len(p.dropped) != dropped || p.retry == deferred {
			t.Errorf("deferred %t: %d dropped, again %t, %v", deferred, len(p.dropped), p.retry,
				err)
		}
	}
}
