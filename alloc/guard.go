package alloc

// GuardReport is what the guard says of a module's budgets.
type GuardReport struct {
	Version   int    `json:"version"`
	Verb      string `json:"verb"`
	Go        string `json:"go"`
	GOOS      string `json:"goos"`
	GOARCH    string `json:"goarch"`
	Module    string `json:"module"`
	ModuleDir string `json:"module_dir"` // absolute
	File      string `json:"file"`       // the budget file, relative to the module

	Kept    bool `json:"kept"`    // no problem is of the kind that fails
	Budgets int  `json:"budgets"` // figures and directives that were checked
	// Measured is the number of benchmarks that were measured.
	Measured int       `json:"measured"`
	Problems []Problem `json:"problems"` // those that fail first; never nil
	// Proofs is what a self-test has shown, a line each; never nil.
	Proofs []string `json:"proofs"`
	// Changes is what -update changed in the file, a line each; never nil.
	Changes  []string  `json:"changes"`
	Updated  bool      `json:"updated"` // the file was written
	Warnings []Warning `json:"warnings"`
}

// Problem is one thing that a guard has to say.
type Problem struct {
	Rule  string `json:"rule"`  // stable, lower case, words joined by hyphens
	Fails bool   `json:"fails"` // otherwise it is worth telling, and no more
	Text  string `json:"text"`  // one or more sentences, without a line break

	Benchmark string `json:"benchmark"` // Benchmark.FullName; "" when it is about none
	Unit      string `json:"unit"`      // of Budget and Measured; "" when there are none
	Budget    string `json:"budget"`    // decimals, never rounded down
	Measured  string `json:"measured"`

	File   string `json:"file"` // relative to the module when below it; "" when unknown
	Line   int    `json:"line"` // 1-based; 0 when unknown
	Column int    `json:"column"`

	Sites []GuardSite `json:"sites"` // what came or grew, heaviest first; never nil
	Path  []Frame     `json:"path"`  // outermost first: how a function gets there; never nil
}

// GuardSite is a site that came, or that allocates more than its budget says.
type GuardSite struct {
	Change string `json:"change"` // "new", "grown", or "" when no budget names sites
	Was    string `json:"was"`    // objects per operation, decimals; "" when it is new
	Now    string `json:"now"`

	ID        string   `json:"id"`
	Func      string   `json:"func"`
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	Source    string   `json:"source"`
	Type      string   `json:"type"`
	Cause     string   `json:"cause"`
	Reasons   []string `json:"reasons"`   // the compiler's words; never nil
	Proposals []string `json:"proposals"` // what techniques would do there; never nil
}

// Failures returns the problems that fail.
func (r GuardReport) Failures() []Problem {
	var list []Problem
	for _, p := range r.Problems {
		if p.Fails {
			list = append(list, p)
		}
	}
	return list
}
