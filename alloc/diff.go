package alloc

// Judgement is what a comparison says of a figure or a benchmark.
type Judgement string

// The judgements. Same means that nothing was shown, not that nothing differs;
// NotJudged, that there was nothing to compare.
const (
	Better    Judgement = "better"
	Worse     Judgement = "worse"
	Same      Judgement = "same"
	NotJudged Judgement = "unknown"
)

// State is one side of a comparison.
type State struct {
	Name   string `json:"name"`             // as the user named it: "HEAD~1", "old.txt"
	Kind   string `json:"kind"`             // revision, folder, record or text
	Commit string `json:"commit,omitempty"` // of a revision
	Tree   string `json:"tree,omitempty"`   // git's name for what the revision holds
	Go     string `json:"go"`               // "" when a text file does not say
	GOOS   string `json:"goos"`
	GOARCH string `json:"goarch"`
	Module string `json:"module"`
	Exact  bool   `json:"exact"` // counts are wring's own books
}

// What differs between the two sides of a comparison.
const (
	ChangeCode      = "code"
	ChangeToolchain = "toolchain" // and the code is the same
	ChangeBoth      = "both"
	ChangeNone      = "none"    // the same code under the same toolchain
	ChangeUnknown   = "unknown" // a text file does not say
)

// Diff is what changed between two states.
type Diff struct {
	Version int    `json:"version"`
	Verb    string `json:"verb"`
	Change  string `json:"change"`
	Old     State  `json:"old"`
	New     State  `json:"new"`
	// Columns are the values of the projection that is compared, the base
	// first: the names of the two states unless something else was asked for.
	Columns    []string         `json:"columns"`
	Alpha      float64          `json:"alpha"`
	Benchmarks []BenchmarkDiff  `json:"benchmarks"` // in the order of their first appearance
	OnlyOld    []string         `json:"only_old"`   // benchmarks, by full name
	OnlyNew    []string         `json:"only_new"`
	Sites      SitesDiff        `json:"sites"`
	Warnings   []Warning        `json:"warnings"`
	Under      []Diff           `json:"under,omitempty"` // the same under other toolchains
	Means      []MeanDifference `json:"means"`
}

// BenchmarkDiff compares one row of two columns: one benchmark, unless a
// projection put several into a row.
type BenchmarkDiff struct {
	Package string   `json:"package"` // and whatever else tells tables apart
	Name    string   `json:"name"`    // as benchstat prints it, without "Benchmark"
	Column  string   `json:"column"`  // which is compared with the first
	Metrics []Metric `json:"metrics"`
}

// Metric compares the figures of one unit.
type Metric struct {
	Unit string `json:"unit"` // tidied: sec/op, B/op, allocs/op
	// Exact says that the figures are counts that do not scatter: they differ
	// when the least of one side is above the greatest of the other.
	Exact bool    `json:"exact"`
	Old   Summary `json:"old"`
	New   Summary `json:"new"`
	// P is the probability that chance alone makes such a difference, corrected
	// for the number of benchmarks, and RawP before that. Both are 0 for Exact.
	P         float64   `json:"p"`
	RawP      float64   `json:"p_raw"`
	Judgement Judgement `json:"verdict"`
}

// Summary is the centre of some figures, and the interval it lies in: of all
// figures when they are exact, else with a confidence of 95 %.
type Summary struct {
	Center float64 `json:"center"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	N      int     `json:"n"`
	// Wide says that there are too few figures for an interval.
	Wide bool `json:"wide,omitempty"`
}

// MeanDifference compares the geometric means over the benchmarks of a table.
type MeanDifference struct {
	Package string  `json:"package"`
	Column  string  `json:"column"`
	Unit    string  `json:"unit"`
	Old     float64 `json:"old"`
	New     float64 `json:"new"`
	// Zeros says how many benchmarks are left out because a figure is 0.
	Zeros int `json:"zeros"`
}

// SitesDiff is what became of the places that allocate, counted over the
// benchmarks that both sides have, the largest change first.
type SitesDiff struct {
	Gone    []SiteDiff `json:"gone"`
	New     []SiteDiff `json:"new"`
	Changed []SiteDiff `json:"changed"`
}

// SiteDiff is one place. The site is the new one, or the old one when it is
// gone; Was tells where it stood, and is nil when it is new or gone.
type SiteDiff struct {
	Site
	Cause      string       `json:"cause"`
	Note       string       `json:"note,omitempty"`
	Reasons    []string     `json:"reasons"`
	Techniques []string     `json:"techniques"`
	Was        *Place       `json:"was,omitempty"`
	PerOp      []RateChange `json:"per_op"` // benchmarks in which it changed
}

// Place is where a site stood.
type Place struct {
	ID   string `json:"id"`
	Func string `json:"func"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// Rate is what one operation allocates.
type Rate struct {
	Objects float64 `json:"objects"`
	Bytes   float64 `json:"bytes"`
}

// RateChange is what one operation of a benchmark allocates at a site on both
// sides.
type RateChange struct {
	Benchmark string `json:"benchmark"` // Benchmark.FullName
	Old       Rate   `json:"old"`
	New       Rate   `json:"new"`
}

// Metric returns the comparison of a unit.
func (b BenchmarkDiff) Metric(unit string) (Metric, bool) {
	for _, m := range b.Metrics {
		if m.Unit == unit {
			return m, true
		}
	}
	return Metric{}, false
}

// Judgement sums up: worse when any figure is, better when any is and none is
// worse.
func (b BenchmarkDiff) Judgement() Judgement {
	sum := NotJudged
	for _, m := range b.Metrics {
		switch {
		case m.Judgement == Worse:
			return Worse
		case m.Judgement == Better, m.Judgement == Same && sum == NotJudged:
			sum = m.Judgement
		}
	}
	return sum
}

// Worse reports whether anything became worse, under any toolchain.
func (d Diff) Worse() bool {
	for _, b := range d.Benchmarks {
		if b.Judgement() == Worse {
			return true
		}
	}
	for _, u := range d.Under {
		if u.Worse() {
			return true
		}
	}
	return false
}
