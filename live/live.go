// Package live joins what can be seen of a running service by route: its access
// log, its profiles, its goroutines several times a second, its statements and
// its settings. From all of these it draws conclusions, each with what it could
// save and the place that is to blame.
//
//	Capture -> Analyse -> Report
//
// A Capture is what was seen, and can be written to a file and read back; package
// live/capture makes one. Analyse looks at nothing else. What a conclusion could
// save is counted in seconds of requests within the capture, and comes with an
// interval; what cannot be concluded is left out, and what could not be seen is
// listed as missing.
package live

// Report is the answer of wring live.
type Report struct {
	Version     int          `json:"version"` // 1
	Verb        string       `json:"verb"`    // "live"
	Seconds     float64      `json:"seconds"` // that were captured
	Target      Target       `json:"target"`
	Routes      []Route      `json:"routes"` // the one that takes most time first
	Total       Route        `json:"total"`  // of all requests
	Conclusions []Conclusion `json:"conclusions"`
	Missing     []Missing    `json:"missing"`
	Warnings    []Warning    `json:"warnings"`
	Cost        Cost         `json:"cost"`
	Work        Work         `json:"work"`
}

// Work is the processor time that was taken for requests, in seconds, by whom; 0
// where it is not known, or was taken on another machine.
type Work struct {
	Service  float64 `json:"service"`
	Commands float64 `json:"commands"` // that the service runs
	Database float64 `json:"database"`
	// Waits is the part of its time that work waits for a processor, by how busy the
	// processors are.
	Waits float64 `json:"waits"`
}

// Route is where the requests of one route spent their time. OnCPU, InQuery,
// PoolWait, LockWait, Network and Other add up to Sampled.
type Route struct {
	Route string `json:"route"`
	// By says where the name is from: "label", "handler" for the function below the
	// router, or "log".
	By      string  `json:"by"`
	Count   int64   `json:"count"`   // in the log; 0 without one
	Seconds float64 `json:"seconds"` // by the log's own times; without one, Sampled

	Sampled      float64    `json:"sampled_seconds"` // by the goroutines seen
	SampledRange [2]float64 `json:"sampled_interval"`

	OnCPU    float64 `json:"on_cpu"`
	InQuery  float64 `json:"in_query"`
	PoolWait float64 `json:"pool_wait"` // and to connect
	LockWait float64 `json:"lock_wait"`
	Network  float64 `json:"network"`
	Other    float64 `json:"other"`

	States []StateTime `json:"states"` // all of them, the most time first
	Lines  []LineTime  `json:"lines"`  // where requests waited or ran, the most time first

	// Statements are those that a request sends to the database: all that its server
	// counted, divided among routes as the time to send them is; -1 when unknown.
	// Those of the total are exact.
	Statements float64 `json:"statements_per_request"`

	Objects float64 `json:"objects_per_request"`
	Bytes   float64 `json:"bytes_per_request"` // allocated
	Exact   bool    `json:"exact"`             // not sampled
}

// StateTime is the time in a state.
type StateTime struct {
	State   State   `json:"state"`
	Seconds float64 `json:"seconds"`
}

// LineTime is the time at a line of the program, or below it in other code.
type LineTime struct {
	State   State   `json:"state"`
	Func    string  `json:"func"`
	File    string  `json:"file"`
	Line    int     `json:"line"`
	Seconds float64 `json:"seconds"`
	// Detail is the statement, the lock with its holder, or the package that waits;
	// "" where nothing is known.
	Detail string `json:"detail"`
}

// Conclusion is something that takes time and need not.
type Conclusion struct {
	Code  string `json:"code"`
	Place string `json:"place"` // FILE:LINE, or what else is to blame
	// Saves is what the requests of the capture would have taken less, in seconds:
	// at 95 % between the two.
	Saves [2]float64 `json:"saves_seconds"`
	// Expected is the likeliest of these; conclusions are listed by it.
	Expected float64  `json:"expected_seconds"`
	Text     string   `json:"text"`     // what to do
	Evidence string   `json:"evidence"` // what says so
	Command  string   `json:"command"`  // that verifies it, or does it
	Routes   []string `json:"routes"`   // that it is about, the most time first
	// Statement is the fingerprint of the statement that it is about, or "".
	Statement string `json:"statement"`
	// Also is what else would save the same seconds: one of them is done, and of
	// the others little is left.
	Also []Conclusion `json:"also"`

	about func(*stack) bool // the time that it is about; nil in a report
}

// saves sets what is saved of an area: between two parts of it.
func (c *Conclusion) saves(a Area, low, high float64) {
	c.Saves, c.Expected = a.Times(low, high), a.Mean*(low+high)/2
}

// less takes off what is spent still.
func (c *Conclusion) less(left float64) {
	c.Saves = [2]float64{max(c.Saves[0]-left, 0), max(c.Saves[1]-left/2, 0)}
	c.Expected = max(c.Expected-left, c.Saves[0])
}

// Missing is what could not be seen, and how it could be.
type Missing struct {
	What string `json:"what"`
	How  string `json:"how"` // a line of code or a flag
}

// Warning is what a reader should know of the figures.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Codes of conclusions.
const (
	MissingIndex   = "missing-index"
	NPlusOne       = "n-plus-one"
	UnboundedQuery = "unbounded-query"
	BlobInDatabase = "blob-in-database"
	Templates      = "templates-per-request"
	Expressions    = "regexp-per-request"
	Command        = "command-per-request"
	LockHeld       = "lock-held-over-wait"
	PoolTooSmall   = "pool-too-small"
	PoolIdle       = "pool-idle-too-few"
	PreparedOnce   = "prepared-once"
	NotModified    = "no-304"
	NoCache        = "no-cache"
	Collector      = "collector"
	Rewritable     = "rewritable"

	TemplatesExecuted = "templates-executed"
	Matching          = "regexp-matched"
	BodyInMemory      = "body-in-memory"
	LargeBuffers      = "large-buffers"
)
