package alloc

// Edit replaces the bytes [Start, End) of a file by New. Start == End inserts.
type Edit struct {
	File  string `json:"file"` // absolute
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// Candidate is a rewrite that a technique proposes for a measured site. Its
// edits belong together: all of them are made, or none.
type Candidate struct {
	Technique string   `json:"technique"`
	Site      string   `json:"site"` // id of the heaviest site that it may remove
	Sites     []string `json:"sites"`
	Package   string   `json:"package"` // import path
	Func      string   `json:"func"`    // as pprof prints it: the function that is rewritten
	File      string   `json:"file"`    // relative to the module
	Line      int      `json:"line"`
	// Also are further lines of File that allocate what it may remove.
	Also    []int  `json:"also,omitempty"`
	Message string `json:"message"` // what is done, in one sentence
	Risk    string `json:"risk"`    // safe, checked or ask
	Edits   []Edit `json:"edits"`
	// Production is the part of what the profiles of a running program hold at
	// the lines that it is for; nil without profiles.
	Production *Portion `json:"production,omitempty"`
}

// Outcome is what a judge says of a candidate.
type Outcome string

// The outcomes. Unknown is a verdict too: the judge could not tell, and its
// Reason says why.
const (
	Accepted Outcome = "accepted"
	Rejected Outcome = "rejected"
	Unknown  Outcome = "unknown"
)

// Verdict is what one judge says of a candidate, with the evidence. Evidence
// that a judge does not collect is zero or nil.
type Verdict struct {
	Judge    string    `json:"judge"` // build, tests, differential, counts or timing
	Outcome  Outcome   `json:"outcome"`
	Reason   string    `json:"reason,omitempty"` // a sentence; never empty unless accepted
	Warnings []Warning `json:"warnings,omitempty"`
	Evidence Evidence  `json:"evidence"`

	// OutOfTime says that the outcome is unknown because no time was left.
	OutOfTime bool `json:"out_of_time,omitempty"`
}

// Evidence is what a judge measured.
type Evidence struct {
	TestsRun    int `json:"tests_run,omitempty"`
	TestsFailed int `json:"tests_failed,omitempty"`

	Inputs     int `json:"inputs,omitempty"` // of the differential run
	Mismatches int `json:"mismatches,omitempty"`

	// Per operation, summed over the benchmarks, before and after.
	ObjectsPerOp *[2]float64 `json:"objects_per_op,omitempty"`
	BytesPerOp   *[2]float64 `json:"bytes_per_op,omitempty"`

	Time *TimeEvidence `json:"time,omitempty"`
}

// TimeEvidence compares the time per operation of two builds, run interleaved.
type TimeEvidence struct {
	Ratio float64 `json:"ratio"` // new over old, paired
	P     float64 `json:"p"`     // of the signed-rank test, corrected for the benchmarks
	N     int     `json:"n"`     // runs of each build
}
