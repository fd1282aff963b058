package sqlsample

import (
	"cmp"
	"math"
	"slices"
)

// Diff is two reports side by side.
type Diff struct {
	Old     Side      `json:"old"`
	New     Side      `json:"new"`
	Queries []Change  `json:"queries"` // the largest change of time first
	Notes   []Warning `json:"warnings"`
}

// Side is what a report says of all statements together.
type Side struct {
	Name       string  `json:"name"`
	Source     string  `json:"source"`
	Statements int64   `json:"statements"`
	Seconds    float64 `json:"seconds"`
}

// Change is one fingerprint in both reports.
type Change struct {
	Fingerprint string  `json:"fingerprint"`
	Verdict     string  `json:"verdict"` // better, worse, same, unknown, new or gone
	OldCalls    int64   `json:"old_calls"`
	NewCalls    int64   `json:"new_calls"`
	OldSeconds  float64 `json:"old_seconds"`
	NewSeconds  float64 `json:"new_seconds"`
	OldMean     float64 `json:"old_mean"`
	NewMean     float64 `json:"new_mean"`
	OldP99      float64 `json:"old_p99"`
	NewP99      float64 `json:"new_p99"`

	// Ratio is new mean by old mean, with its interval at 95 %; empty when one of
	// them is unknown.
	Ratio      float64   `json:"ratio"`
	RatioRange []float64 `json:"ratio_interval"`
}

// Compare puts two reports side by side.
func Compare(oldName string, old Report, newName string, new Report) Diff {
	d := Diff{Queries: []Change{}, Notes: []Warning{},
		Old: Side{oldName, old.Source, old.Statements, old.Seconds},
		New: Side{newName, new.Source, new.Statements, new.Seconds}}
	if old.Source != new.Source {
		d.Notes = append(d.Notes, Warning{"different-sources",
			"the two come from different sources (" + old.Source + " and " + new.Source +
				"): what they count is not the same"})
	}
	before := map[string]Query{}
	for _, q := range old.Queries {
		before[q.Fingerprint] = q
	}
	for _, q := range new.Queries {
		o, ok := before[q.Fingerprint]
		delete(before, q.Fingerprint)
		d.Queries = append(d.Queries, change(o, q, ok))
	}
	for _, q := range old.Queries {
		if o, ok := before[q.Fingerprint]; ok {
			c := change(o, Query{Fingerprint: q.Fingerprint}, false)
			c.Verdict = "gone"
			d.Queries = append(d.Queries, c)
		}
	}
	slices.SortStableFunc(d.Queries, func(a, b Change) int {
		return cmp.Or(cmp.Compare(math.Abs(b.NewSeconds-b.OldSeconds),
			math.Abs(a.NewSeconds-a.OldSeconds)), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return d
}

func change(o, n Query, both bool) Change {
	c := Change{Fingerprint: n.Fingerprint, Verdict: "new", OldCalls: o.Calls, NewCalls: n.Calls,
		OldSeconds: o.Seconds, NewSeconds: n.Seconds, OldMean: o.Mean, NewMean: n.Mean,
		OldP99: o.P99, NewP99: n.P99, RatioRange: []float64{}}
	if !both {
		return c
	}
	c.Verdict = "unknown"
	if o.Mean <= 0 || n.Mean <= 0 || len(o.MeanRange) < 2 || len(n.MeanRange) < 2 {
		return c
	}
	c.Ratio = n.Mean / o.Mean
	relative := math.Hypot((o.MeanRange[1]-o.Mean)/o.Mean, (n.MeanRange[1]-n.Mean)/n.Mean)
	c.RatioRange = []float64{c.Ratio * math.Exp(-relative), c.Ratio * math.Exp(relative)}
	if o.Calls < minCalls || n.Calls < minCalls {
		return c
	}
	switch {
	case c.RatioRange[1] < 1:
		c.Verdict = "better"
	case c.RatioRange[0] > 1:
		c.Verdict = "worse"
	default:
		c.Verdict = "same"
	}
	return c
}

// minCalls is how many executions a verdict takes on each side: the interval of a
// mean of fewer is worth nothing.
const minCalls = 10
