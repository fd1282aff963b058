// Package verify is the contract between those who change code and those who
// say whether the change may stay. A [Judge] gets a [Change], made of one
// candidate or of several, and what was measured before it. It returns a verdict
// on each candidate, with its evidence.
//
// The judges are the packages below: build, counts, tests, differential and
// timing. The Judge of each is a [Judge], or returns one with its options.
// They know nothing of who proposes and nothing of each other, so any of them
// can be asked alone. [Sufficient] says what the two judges of behaviour come to
// together.
//
// A judge that says no to a change of several candidates has to say whose fault
// it is. Where it cannot, it returns its no as [Judgement.Unclear], and the
// caller asks again about fewer of them.
package verify

import (
	"context"

	"github.com/wring-go/wring/alloc"
)

// Judge says which candidates of a change may stay. An error means that the
// judge itself failed or that ctx ended; it says nothing of the change. A judge
// may be asked about several changes at the same time.
type Judge func(ctx context.Context, c Change, m Measurements) (Judgement, error)

// Measurements are what is known of the code before the change. Judges that
// measure nothing need none.
type Measurements struct {
	// Before are the exact counts of the benchmarks without the change.
	Before *alloc.Record
}

// Judgement is what one judge says of a change.
type Judgement struct {
	// Verdicts are about the candidates, in their order; one about the change as a
	// whole if it has none. Together, those that are not rejected are as the
	// verdicts say. It is nil where Unclear is not.
	Verdicts []alloc.Verdict
	// Unclear is a no that any of the candidates may be to blame for; nil for none.
	Unclear *alloc.Verdict
	// After is what was measured with the candidates that are accepted; nil
	// from a judge that measures no record.
	After *alloc.Record
}

// All returns the judgement of one verdict on the whole change. A no to several
// candidates is unclear.
func All(c Change, v alloc.Verdict) Judgement {
	if v.Outcome == alloc.Rejected && len(c.Candidates) > 1 {
		return Judgement{Unclear: &v}
	}
	var j Judgement
	for range max(1, len(c.Candidates)) {
		j.Verdicts = append(j.Verdicts, v)
	}
	return j
}

// Sufficient returns what the judges of behaviour come to together: accepted if
// the comparison is. A comparison that could not be made is made up for by tests
// that pass, but only if trusted says that they are enough for this rewrite. Else
// the verdict is a no in the name of the comparison.
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
