package alloc

// Sum is what samples of a profile add up to. The profiler looks at some
// allocations only, so Value is an estimate: Variance is that of the sampling, 0
// where the profiler looked at everything, and Largest what one sample stands
// for at most.
type Sum struct {
	Value    float64 `json:"value"`
	Variance float64 `json:"variance"`
	Largest  float64 `json:"largest"`
}

// Plus returns the sum of both. Samples are independent of each other, so their
// variances add up.
func (s Sum) Plus(t Sum) Sum {
	return Sum{s.Value + t.Value, s.Variance + t.Variance, max(s.Largest, t.Largest)}
}

// Sampled is what profiles of a program book to a place. CPU is the nanoseconds
// that the program spent below the allocator; the other two are 0 where only CPU
// profiles were read.
type Sampled struct {
	Objects Sum `json:"objects"`
	Bytes   Sum `json:"bytes"`
	CPU     Sum `json:"cpu_ns"`
}

// Plus returns the sum of both.
func (s Sampled) Plus(t Sampled) Sampled {
	return Sampled{s.Objects.Plus(t.Objects), s.Bytes.Plus(t.Bytes), s.CPU.Plus(t.CPU)}
}

// Estimate is a figure with the interval that holds the true one with a
// confidence of 95 %, as far as it depends on the profiler's sampling.
type Estimate struct {
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Portion is a part of what profiles of a program hold, from 0 to 1: of all
// objects, of all bytes, and of all CPU time, which for CPU is the time below
// the allocator. What no profile tells is nil.
type Portion struct {
	Objects *Estimate `json:"objects,omitempty"`
	Bytes   *Estimate `json:"bytes,omitempty"`
	CPU     *Estimate `json:"cpu,omitempty"`
}

// Lost is a line of the build that a profile is of that is not found in the
// source as it is now. Its objects are booked to line 0 of its function.
type Lost struct {
	Func   string  `json:"func"`
	File   string  `json:"file"` // as the profile has it
	Line   int     `json:"line"` // in the source of that build
	Reason string  `json:"reason"`
	Share  Portion `json:"share"`
	Held   Sampled `json:"sampled"`
}

// Production is what profiles of a running program say of the code that is
// rewritten, and of the rewrites.
type Production struct {
	Sources []string `json:"sources"`
	Total   Sampled  `json:"total"` // of everything in the profiles
	// CPUTime is the seconds of CPU in the profiles, 0 without a CPU profile.
	CPUTime float64 `json:"cpu_seconds,omitempty"`
	AllCPU  Sum     `json:"all_cpu_ns"` // the same, with its variance

	Own   Portion          `json:"own"`   // what lines of the packages asked for allocate
	Lines []ProductionLine `json:"lines"` // of them, heaviest first
	Lost  []Lost           `json:"lost"`  // lines that are not found any more
	// Reached is the part of Own at lines where benchmarks or tests allocate, as
	// a part of what Own holds, and Unreached are the heaviest other lines.
	Reached   Portion          `json:"reached"`
	Unreached []ProductionLine `json:"unreached"`
	// Removed is what the rewrites remove of everything, by the counts of the
	// benchmarks and tests. What none of them reaches is not in it.
	Removed Portion `json:"removed"`
}

// ProductionLine is a line of the packages asked for.
type ProductionLine struct {
	Func    string  `json:"func"`
	File    string  `json:"file"` // relative to the module when below it
	Line    int     `json:"line"` // 0 for lines that are not found any more
	Source  string  `json:"source"`
	Share   Portion `json:"share"` // of everything in the profiles
	Held    Sampled `json:"sampled"`
	Reached bool    `json:"reached"` // a benchmark or test runs it
	// Removed is the part of its objects and of its bytes that the rewrites
	// remove, from 0 to 1; less than 0 where they add some.
	Removed [2]float64 `json:"removed"`
}
