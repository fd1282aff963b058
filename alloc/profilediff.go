package alloc

// ProfileDiff compares profiles of a program before and after a change.
type ProfileDiff struct {
	Version int         `json:"version"`
	Verb    string      `json:"verb"`
	Kind    string      `json:"kind"` // "profiles", to tell it from a Diff
	Old     ProfileSide `json:"old"`
	New     ProfileSide `json:"new"`
	// Scale says what the figures of both sides were divided by: requests, cpu
	// (seconds of CPU time), or none.
	Scale  string            `json:"scale"`
	Totals []ProfileChange   `json:"totals"`
	Lines  []ProfileLineDiff `json:"lines"` // the largest change of bytes first
	// Predicted is what a report of wring fix expected to be removed of
	// everything; nil without one.
	Predicted *Portion  `json:"predicted,omitempty"`
	Warnings  []Warning `json:"warnings"`
}

// ProfileSide is one side of such a comparison.
type ProfileSide struct {
	Sources []string `json:"sources"`
	By      float64  `json:"by"` // what its figures are divided by
	Total   Sampled  `json:"total"`
	CPUTime float64  `json:"cpu_seconds"`
}

// ProfileChange compares one figure, scaled. Removed is the part of the old one
// that is gone, less than 0 where it has grown; it is left out where there was nothing.
type ProfileChange struct {
	Unit      string    `json:"unit"` // objects, bytes or cpu_ns
	Old       Estimate  `json:"old"`
	New       Estimate  `json:"new"`
	Removed   *Estimate `json:"removed,omitempty"`
	Judgement Judgement `json:"verdict"`
	// Predicted is the part that a report of wring fix expected to be gone.
	Predicted *float64 `json:"predicted,omitempty"`
}

// ProfileLineDiff is what became of one line, or of a whole function where its
// lines are not the same on both sides: then Line is 0.
type ProfileLineDiff struct {
	Func    string          `json:"func"`
	File    string          `json:"file"`
	Line    int             `json:"line"`
	Source  string          `json:"source,omitempty"`
	Changes []ProfileChange `json:"changes"`
}

// Worse reports whether anything has grown in all, beyond sampling.
func (d ProfileDiff) Worse() bool {
	for _, t := range d.Totals {
		if t.Judgement == Worse {
			return true
		}
	}
	return false
}
