package alloc

// History is what the benchmarks allocated at each of a series of commits.
type History struct {
	Version  int            `json:"version"`
	Verb     string         `json:"verb"`
	Range    string         `json:"range"`
	Commits  []CommitCounts `json:"commits"` // the oldest first, the one before the range included
	Warnings []Warning      `json:"warnings"`
}

// CommitCounts is one commit.
type CommitCounts struct {
	Commit  string `json:"commit"`
	Tree    string `json:"tree"`
	Date    string `json:"date"` // of the commit
	Subject string `json:"subject"`
	Go      string `json:"go"` // "" when it could not be measured
	// Cached says that the books come from the database.
	Cached bool `json:"cached"`
	// Failure says why it could not be measured.
	Failure    string        `json:"failure,omitempty"`
	Benchmarks []BenchCounts `json:"benchmarks"`
	// Changed are the benchmarks that allocate more or less than at the last
	// commit before that was measured, by more than the runs of either scatter.
	Changed []RateChange `json:"changed"`
}

// BenchCounts is what one operation of a benchmark allocates, in the run in the
// middle, and how far the runs of the same commit lie apart.
type BenchCounts struct {
	Benchmark string  `json:"benchmark"` // Benchmark.FullName
	Objects   float64 `json:"objects"`
	Bytes     float64 `json:"bytes"`
	Low       float64 `json:"low"` // objects
	High      float64 `json:"high"`
	Runs      int     `json:"runs"`
}

// Bisection is the commit that changed what some benchmarks allocate.
type Bisection struct {
	Version  int    `json:"version"`
	Verb     string `json:"verb"`
	Range    string `json:"range"`
	Bench    string `json:"bench"`   // the regular expression
	Commits  int    `json:"commits"` // in the range
	Measured int    `json:"measured"`
	Cached   int    `json:"cached"` // of Measured, those that were in the database
	// Found is false when both ends of the range allocate the same.
	Found bool `json:"found"`
	// First is the first commit that allocates as the end of the range does, and
	// Last the last one before it that allocates as the beginning. Between them
	// are only commits that could not be measured: Skipped.
	First   CommitCounts   `json:"first"`
	Last    CommitCounts   `json:"last"`
	Skipped []CommitCounts `json:"skipped"`
	// Objects are those of one operation of each benchmark, added up, at the
	// two ends of the range.
	Objects [2]float64 `json:"objects_per_op"`
	// Diff compares Last with First.
	Diff     *Diff     `json:"diff,omitempty"`
	Warnings []Warning `json:"warnings"`
}
