package alloc

// RecordVersion is the version of the record format that this package writes
// and the only one that it reads.
const RecordVersion = 1

// Record is what was observed in one run: the output of the observe stages and
// the input of explain. It is what `wring top -o FILE.wring` keeps.
type Record struct {
	Version int `json:"version"`
	// Exact is false when the runtime's heap profiler sampled: then counts are
	// estimates.
	Exact     bool      `json:"exact"`
	Go        string    `json:"go"` // "go1.26.8"
	GOOS      string    `json:"goos"`
	GOARCH    string    `json:"goarch"`
	Module    string    `json:"module"`     // path of the main module
	ModuleDir string    `json:"module_dir"` // absolute; files below it are shown relative to it
	GOROOT    string    `json:"goroot"`     // absolute; tells the standard library's files
	Packages  []Package `json:"packages"`   // the packages asked for

	Benchmarks []Benchmark `json:"benchmarks"`
	Frames     []Frame     `json:"frames"`
	Stacks     [][]int     `json:"stacks"` // each leaf first, as indices into Frames
	Samples    []Sample    `json:"samples"`

	// LabelKeys are the keys of profiler labels by which objects were told apart,
	// and LabelSets what goroutines had of them. The first set is that of goroutines
	// without any; there is one whenever there are keys.
	LabelKeys []string   `json:"label_keys,omitempty"`
	LabelSets []LabelSet `json:"label_sets,omitempty"`
	// Requests says which log the requests of LabelSets were counted in; nil
	// without one.
	Requests *RequestLog `json:"requests,omitempty"`

	// Facts are what the compiler said about the packages asked for and about
	// the callees on hot stacks.
	Facts []Fact `json:"facts"`
	// Lines holds the source text of the lines that frames of the packages
	// asked for name, so that a record can be read without the sources.
	Lines []Line `json:"lines"`
	// Proposals are what the techniques propose for the packages asked for.
	Proposals []Proposal `json:"proposals"`
	// Lost are the lines of a profile that the sources do not have any more.
	Lost     []Lost    `json:"lost,omitempty"`
	Warnings []Warning `json:"warnings"`
}

// Line is the text of one source line, without the newline.
type Line struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
}
