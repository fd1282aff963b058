// Package verify is the contract between code that proposes changes and judges
// that decide whether a change may stay. A [Judge] gets a [Change], made of one
// candidate or of several, and what was measured before it. It returns a
// verdict on each candidate, with its evidence.
//
// The judges are the packages below: build, counts, tests, differential and
// timing. The Judge of each is a [Judge], or returns one with its options. They
// know neither the proposer nor each other, so each can be used alone.
// [Sufficient] combines the verdicts of the two judges of behavior.
//
// A judge that rejects a change of several candidates must name those at fault.
// If it cannot, it returns the rejection as [Judgement.Ambiguous], and the
// caller asks again about fewer candidates.
package verify

import (
	"context"

	"github.com/wring-go/wring/alloc"
)

// Judge says which candidates of a change may stay. An error means that the
// judge itself failed or that ctx ended; it says nothing about the change. A
// judge may be asked about several changes at the same time.
type Judge func(ctx context.Context, c Change, m Measurements) (Judgement, error)

// Measurements are what is known about the code before the change. Judges that
// measure nothing ignore them.
type Measurements struct {
	// Before are the exact counts of the benchmarks without the change.
	Before *alloc.Record
}

// Judgement is the answer of one judge about a change.
type Judgement struct {
	// Verdicts are about the candidates, in their order; one about the change
	// as a whole if it has none. The verdicts hold for the candidates that are
	// not rejected, taken together. Beside Ambiguous, those of the candidates
	// that it may be due to are zero; Verdicts is nil if it may be due to any.
	Verdicts []alloc.Verdict
	// Ambiguous is a rejection that may be due to any of several candidates, or an
	// unknown verdict of which the others might be free without one of them; or nil.
	Ambiguous *alloc.Verdict
	// After is what was measured with the candidates that are accepted; nil
	// from a judge that measures no record.
	After *alloc.Record
}

// All returns the judgement of one verdict on the whole change. A rejection of
// several candidates is ambiguous.
func All(c Change, v alloc.Verdict) Judgement {
	if v.Outcome == alloc.Rejected && len(c.Candidates) > 1 {
		return Judgement{Ambiguous: &v}
	}
	var j Judgement
	for range max(1, len(c.Candidates)) {
		j.Verdicts = append(j.Verdicts, v)
	}
	return j
}

// OutOfTime returns the verdict of a judge that had no time left. The participle says for
// what: "timed".
func OutOfTime(judge, participle string) alloc.Verdict {
	return alloc.Verdict{Judge: judge, Outcome: alloc.Unknown, OutOfTime: true,
		Reason: "time ran out before it could be " + participle}
}

// Sufficient combines the verdicts of the two judges of behavior. It accepts
// what the comparison accepts. If the comparison is unknown, passing tests are
// enough, but only if trusted. Otherwise it rejects in the name of the
// comparison.
func Sufficient(compared, tested alloc.Verdict, trusted bool) alloc.Verdict {
	v := alloc.Verdict{Judge: compared.Judge, Outcome: alloc.Rejected, Reason: compared.Reason}
	passed := tested.Outcome == alloc.Accepted
	switch {
	case compared.Outcome == alloc.Rejected:
	case compared.Outcome == alloc.Accepted, passed && trusted:
		v.Outcome, v.Reason = alloc.Accepted, ""
	case passed:
		v.Reason = "it could not be compared, and the tests alone are not enough " +
			"for a rewrite that needs checking (-risk ask takes it): " + v.Reason
	default:
		v.Reason = "there are no tests, and it could not be compared: " + v.Reason
	}
	return v
}
