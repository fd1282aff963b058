package alloc

// Site is one place that allocates one type: a line in the packages asked for,
// and the frame below it that called the allocator. The two are the same place
// when the line itself allocates.
type Site struct {
	ID      string `json:"id"`      // stable between runs of the same code; a few hex digits
	Package string `json:"package"` // import path of the own frame's package
	Func    string `json:"func"`    // own frame: the nearest in the packages asked for
	File    string `json:"file"`    // relative to the module when below it
	Line    int    `json:"line"`
	Column  int    `json:"column"` // 1-based, in bytes; 0 when the compiler did not say
	Source  string `json:"source"` // the line's text, trimmed; "" when not at hand
	Leaf    Leaf   `json:"leaf"`
	Type    string `json:"type"`
}

// Leaf is the frame that called the allocator, runtime frames left out.
type Leaf struct {
	Func string `json:"func"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// Size counts the objects of one size at a site.
type Size struct {
	Size    uint64 `json:"size"`    // what the program asked for
	Charged uint64 `json:"charged"` // what the allocator's books charge
	Objects uint64 `json:"objects"`
}

// Count is how much a site allocated over all benchmarks.
type Count struct {
	Sizes   []Size `json:"sizes"`
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"` // charged
	// FirstUse is the part of Objects that does not recur with each operation.
	FirstUse uint64  `json:"first_use"`
	PerOp    []PerOp `json:"per_op"`
	// Sampled is the same with its variance, where profiles were read, and nil
	// where every object was booked.
	Sampled *Sampled `json:"sampled,omitempty"`
}

// PerOp is what one operation of one benchmark allocates at a site, first-use
// objects left out.
type PerOp struct {
	Benchmark string  `json:"benchmark"` // Benchmark.FullName
	Objects   float64 `json:"objects"`
	Bytes     float64 `json:"bytes"`
}

// Finding is a site with its weight and the reason for it.
type Finding struct {
	Site
	Count
	Cause string `json:"cause"` // a name that `wring help CAUSE` knows
	// Note says what the cause alone does not: for instance that the compiler
	// kept the value on the stack and the runtime allocated all the same.
	Note       string   `json:"note,omitempty"`
	Reasons    []string `json:"reasons"`    // the compiler's words, outermost first
	Techniques []string `json:"techniques"` // what could remove it
	// Proposals are how, filled when this one place is asked about.
	Proposals []Proposal `json:"proposals,omitempty"`
	Stacks    []Stack    `json:"stacks,omitempty"`
	Flow      []Step     `json:"flow,omitempty"` // the compiler's path to the heap
	// Advice is what a human could do where no technique has a proposal; nil without any.
	Advice *Advice `json:"advice,omitempty"`
	// Share is the part of everything that the profiles hold; nil without them.
	Share *Portion `json:"share,omitempty"`
}

// Stack is one way by which a site was reached.
type Stack struct {
	Frames  []Frame `json:"frames"` // leaf first
	Objects uint64  `json:"objects"`
	Bytes   uint64  `json:"bytes"`
}

// Report is what was concluded from a record; it is the document that -json
// prints.
type Report struct {
	Version    int         `json:"version"`
	Verb       string      `json:"verb"`
	Exact      bool        `json:"exact"`
	Go         string      `json:"go"`
	GOOS       string      `json:"goos"`
	GOARCH     string      `json:"goarch"`
	Module     string      `json:"module"`
	Benchmarks []Benchmark `json:"benchmarks"`
	Sites      []Finding   `json:"sites"` // heaviest first
	// Labels is the same by the labels of goroutines; nil when none were asked for.
	Labels   *LabelReport `json:"labels,omitempty"`
	Warnings []Warning    `json:"warnings"`
	// Lost are the lines of a profile that the sources do not have any more.
	Lost []Lost `json:"lost,omitempty"`
}

// ReportVersion is the version of the JSON document. Fields are only added.
const ReportVersion = 1
