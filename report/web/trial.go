package web

import (
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
)

// trialView is a rewrite that was tried, with its proof.
type trialView struct {
	alloc.Trial
	Gain   string // objects per operation before and after, "" when not counted
	Key    string // names it among the trials of a report
	Proofs []judged
	Hunks  []hunk // of the patch, at its line
}

// judged is what a judge found.
type judged struct{ Outcome, Text string }

// proposalView is a rewrite that a technique proposes and no judge has seen.
type proposalView struct {
	alloc.Proposal
	Hunks []hunk
}

// TrialKey names a candidate, so that a choice on the page finds it again.
func TrialKey(c alloc.Candidate) string {
	return fmt.Sprintf("%s %s:%d %s", c.Technique, c.File, c.Line, c.Message)
}

func trialViews(rep alloc.FixReport) []trialView {
	var list []trialView
	for _, t := range rep.Trials {
		v := trialView{Trial: t, Key: TrialKey(t.Candidate)}
		for _, verdict := range t.Verdicts {
			v.Proofs = append(v.Proofs, judged{string(verdict.Outcome), proof(verdict)})
			if e := verdict.Evidence.ObjectsPerOp; e != nil {
				v.Gain = rate(e[0]) + " → " + rate(e[1]) + " objects per operation"
			}
		}
		if t.Accepted {
			v.Hunks = near(hunksOf(rep.Patch, t.File), t.Line)
		}
		list = append(list, v)
	}
	return list
}

// addTrials adds what was tried for a site, each trial once a line.
func (l *lineView) addTrials(s *alloc.Finding, known knowledge) {
	for _, t := range known.trials {
		mine := t.Site == s.ID || slices.Contains(t.Sites, s.ID) ||
			t.File == s.File && t.Line == s.Line
		there := slices.ContainsFunc(l.Trials, func(o trialView) bool {
			return o.Key == t.Key && o.Accepted == t.Accepted
		})
		if mine && !there {
			l.Trials = append(l.Trials, t)
		}
	}
}

// addProposals adds what techniques propose for a site, unless judges have seen
// rewrites there: then the proposals are among those.
func (l *lineView) addProposals(s *alloc.Finding) {
	if len(l.Trials) > 0 {
		return
	}
	for _, p := range s.Proposals {
		if slices.ContainsFunc(l.Proposed, func(o proposalView) bool { return o.Diff == p.Diff }) {
			continue
		}
		l.Proposed = append(l.Proposed, proposalView{p, hunksOf(p.Diff, p.File)})
	}
}

// proof says in a few words what a judge found.
func proof(v alloc.Verdict) string {
	text := fmt.Sprintf("%s: %s", v.Judge, v.Outcome)
	e := v.Evidence
	switch {
	case v.Judge == "tests" && e.TestsRun > 0:
		text += fmt.Sprintf(", %d run, %d failed", e.TestsRun, e.TestsFailed)
	case v.Judge == "differential" && e.Inputs > 0:
		text += fmt.Sprintf(", %s inputs, %d mismatches", count(uint64(e.Inputs)), e.Mismatches)
	case v.Judge == "counts" && e.ObjectsPerOp != nil && e.BytesPerOp != nil:
		text += fmt.Sprintf(", %s → %s objects per operation, %s → %s bytes",
			rate(e.ObjectsPerOp[0]), rate(e.ObjectsPerOp[1]),
			rate(e.BytesPerOp[0]), rate(e.BytesPerOp[1]))
	case v.Judge == "timing" && e.Time != nil:
		text += fmt.Sprintf(", ×%.2f of the time, p = %.3f, %d runs of each", e.Time.Ratio,
			e.Time.P, e.Time.N)
	}
	if v.Reason != "" {
		text += " – " + v.Reason
	}
	return text
}
