package alloc

// Trial is a candidate and what became of it.
type Trial struct {
	Candidate
	Accepted bool `json:"accepted"`
	// Rejected says who dropped it: the name of a judge, or "budget" when the
	// time was over. Reason says why. Both are "" when it was accepted.
	Rejected string    `json:"rejected"`
	Reason   string    `json:"reason,omitempty"`
	Verdicts []Verdict `json:"verdicts"` // in the order in which they were given
	// Calls is how many calls of its tests the function was measured by; 0 if
	// benchmarks run it.
	Calls int `json:"calls,omitempty"`
	// Tests are those that it was measured by as a whole, because the arguments with which
	// they call the function cannot be kept.
	Tests []string `json:"tests,omitempty"`
	// Removes is what it removes of everything that the profiles of a running
	// program hold; nil without profiles.
	Removes *Portion `json:"removes,omitempty"`
}

// Verdict returns what the judge said, and whether it was asked.
func (t Trial) Verdict(judge string) (Verdict, bool) {
	for _, v := range t.Verdicts {
		if v.Judge == judge {
			return v, true
		}
	}
	return Verdict{}, false
}

// FixReport is what was rewritten, with the proofs.
type FixReport struct {
	Report             // of the code before; its Sites are those that were measured
	Trials     []Trial // those that were accepted first, in the order of their making
	After      []Benchmark
	Varying    []Varying // of the benchmarks that differ, those that vary by chance
	AfterSites []Finding
	Patch      string   // unified diff of all files, "" when nothing was accepted
	Files      []string // those that the patch changes, relative to the module
	Written    bool     // the files on disk are changed

	Seconds float64 // that it took from the first question to the last proof
	Phases  []Phase // where they went, in the order of the work

	Production *Production // what profiles say of it; nil without any
	Shard      string      // as "2/4", of a run that several machines share; "" otherwise
}

// Varying is a benchmark whose counts vary by chance (maps, pools, goroutines), counted
// several times before and after a rewrite. Interleaved runs and the rank test say
// whether it changed: Judgement is Better, Worse or Same.
type Varying struct {
	Benchmark string      `json:"benchmark"` // Benchmark.FullName
	Runs      int         `json:"runs"`      // on each side
	Objects   [2]Interval `json:"objects_per_op"`
	Bytes     [2]Interval `json:"bytes_per_op"`
	Judgement Judgement   `json:"verdict"`
}

// Interval is the median of several counts between the least and the greatest.
type Interval struct {
	Low    float64 `json:"low"`
	Center float64 `json:"center"`
	High   float64 `json:"high"`
}

// Phase is a kind of work and what it took. Phases may run at the same time, so
// their sum can be more than the whole.
type Phase struct {
	Name    string  `json:"name"` // measure, propose, or the name of a judge
	Runs    int     `json:"runs"`
	Seconds float64 `json:"seconds"`
}

// Accepted returns the trials that were accepted.
func (r FixReport) Accepted() []Trial {
	var list []Trial
	for _, t := range r.Trials {
		if t.Accepted {
			list = append(list, t)
		}
	}
	return list
}
