package fix

import (
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/verify/differential"
)

// TestUnknownElsewhere has a function that was compared, and one that belongs to
// neither candidate and could not be: only alone is it certain whose it is.
func TestUnknownElsewhere(t *testing.T) {
	result := func(fn string, outcome alloc.Outcome) differential.Result {
		return differential.Result{Package: "p", Func: fn,
			Verdict: alloc.Verdict{Judge: "differential", Outcome: outcome}}
	}
	set := func(funcs ...string) *proof {
		p := &proof{attempt: &attempt{known: map[string]alloc.Verdict{},
			loop: &loop{shared: newShared(Options{}), idle: map[string]bool{}}}}
		for _, fn := range funcs {
			p.set = append(p.set, candidate{key: fn,
				Candidate: alloc.Candidate{Package: "p", Func: "p." + fn, Risk: "checked"}})
		}
		return p
	}
	tested := alloc.Verdict{Judge: "tests", Outcome: alloc.Accepted}
	two := set("F", "G")
	two.compared([]differential.Result{result("F", alloc.Accepted),
		result("H", alloc.Unknown)}, tested)
	if two.unclear == nil {
		t.Errorf("it is clear who is at fault: %d are left", len(two.set))
	}
	one := set("F")
	one.compared([]differential.Result{result("F", alloc.Accepted)}, tested)
	if one.unclear != nil || len(one.set) != 1 {
		t.Error("a function that does the same was dropped")
	}
}
