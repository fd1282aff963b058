package live

import (
	"time"

	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/poolwatch"
	"github.com/wring-go/wring/service/sqlsample"
)

// Capture is what was seen of a service in some time. What is nil was not seen,
// and Missing says why. It holds no arguments of commands, no headers, no query
// strings and no password.
type Capture struct {
	Version int       `json:"version"` // 1
	At      time.Time `json:"at"`      // when it began
	Seconds float64   `json:"seconds"`
	Target  Target    `json:"target"`

	Tables
	Looks  []Look   `json:"looks"` // at all goroutines
	Books  *Books   `json:"books"` // nil unless the process is traced
	CPU    *Profile `json:"cpu"`   // values are samples, nanoseconds
	Allocs *Profile `json:"allocs"`
	Mutex  *Profile `json:"mutex"` // values are times, nanoseconds
	Block  *Profile `json:"block"`

	Log     *Log             `json:"log"`
	SQL     *SQL             `json:"sql"`
	Pools   []poolwatch.Cost `json:"pools"`
	Runtime *Runtime         `json:"runtime"`
	Locks   []locks.Report   `json:"locks"` // of full dumps
	Source  *Source          `json:"source"`

	Cost     Cost      `json:"cost"`
	Missing  []Missing `json:"missing"`
	Warnings []Warning `json:"warnings"`
}

// Target is the process that was looked at.
type Target struct {
	Address  string            `json:"address"` // of its profiles, without user and query
	PID      int               `json:"pid"`     // 0 when it is not on this machine
	Go       string            `json:"go"`
	Module   string            `json:"module"`
	Revision string            `json:"revision"` // of its source; "" when unknown
	Modified bool              `json:"modified"` // since that revision
	Settings map[string]string `json:"settings"` // GOGC and the like, where they are set
	Procs    int               `json:"gomaxprocs"`
	// Processors is how many the machine has; 0 when the process is elsewhere.
	Processors int `json:"processors"`
	// CPU is what the process took, and Children what commands took that it ran, in
	// seconds; -1 when unknown.
	CPU      float64 `json:"cpu_seconds"`
	Children float64 `json:"children_cpu_seconds"`
	// Busy is the part of this machine's processors that was busy with other work
	// than wring's; -1 when the process is elsewhere.
	Busy float64 `json:"busy"`
}

// Look is all goroutines at one moment.
type Look struct {
	At     float64   `json:"at"`   // seconds since the capture began
	Took   float64   `json:"took"` // seconds until the answer was there
	Counts []Tallied `json:"counts"`
}

// Tallied is how many goroutines had a stack.
type Tallied struct {
	Stack int32 `json:"s"`
	N     int32 `json:"n"`
}

// Books are all objects that the process allocated, not sampled.
type Books struct {
	// Routes are the objects by the label route of the goroutines that allocated
	// them; those without a label have the route "".
	Routes []Booked `json:"routes"`
	// Objects and Bytes are what the runtime itself counted; the sums over Routes
	// are the same.
	Objects int64 `json:"objects"`
	Bytes   int64 `json:"bytes"`
}

// Booked is what one route allocated.
type Booked struct {
	Route   string `json:"route"`
	Objects int64  `json:"objects"`
	Bytes   int64  `json:"bytes"`
}

// Profile is a profile by stack.
type Profile struct {
	Seconds float64  `json:"seconds"` // that it is about
	Samples []Sample `json:"samples"`
}

// Sample is what a profile says of a stack.
type Sample struct {
	Stack  int32    `json:"s"`
	Values [2]int64 `json:"v"` // the count, and nanoseconds or bytes
}

// Log is what the access log said meanwhile, by route.
type Log struct {
	Lines         int64      `json:"lines"`
	Booked        int64      `json:"booked"`
	NotUnderstood int64      `json:"not_understood"`
	Timed         bool       `json:"timed"`      // it has times of requests
	HasRoutes     bool       `json:"has_routes"` // it names them itself
	Routes        []LogRoute `json:"routes"`
}

// LogRoute is a route in the log.
type LogRoute struct {
	Route   string   `json:"route"`
	Method  string   `json:"method"`
	Count   int64    `json:"count"`
	Seconds float64  `json:"seconds"`
	Bytes   int64    `json:"bytes"`
	Status  [6]int64 `json:"status"` // by the first digit; 0 for others
	Same    int64    `json:"not_modified"`
	Files   int64    `json:"files"` // requests whose path ends as that of a file does
	// Paths is how many different addresses were asked for, queries included, and
	// Repeats how many requests got as many bytes as the one before for the same
	// address; both with status 200.
	Paths       int64   `json:"paths"`
	Repeats     int64   `json:"repeats"`
	RepeatTime  float64 `json:"repeat_seconds"`
	RepeatBytes int64   `json:"repeat_bytes"`
}

// SQL is what the database's server said.
type SQL struct {
	Report sqlsample.Report `json:"report"`
	// Statements are those that clients sent, as the server counts them, without
	// wring's own; -1 when it does not tell.
	Statements int64 `json:"statements"`
	// Prepares, Executes and Closes are commands about prepared statements.
	Prepares int64 `json:"prepares"`
	Executes int64 `json:"executes"`
	Closes   int64 `json:"closes"`
	// Connects is how many connections were made; RowsSent and BytesSent what all
	// answers held; -1 when unknown.
	Connects  int64    `json:"connects"`
	RowsSent  int64    `json:"rows_sent"`
	BytesSent int64    `json:"bytes_sent"`
	Blobs     []Column `json:"blobs"` // columns for large binary values
	Indexes   []Index  `json:"indexes"`
	Tables    []Table  `json:"tables"`
	// CPU is what the server's process took, where it runs on the target's machine;
	// 0 when unknown.
	CPU float64 `json:"cpu_seconds"`
	// RoundTrip is the time of the fastest answer that wring itself got, to a
	// statement that reads nothing, in seconds; 0 when unknown.
	RoundTrip float64 `json:"round_trip_seconds"`
}

// Table is a table of the database.
type Table struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"` // without indexes
}

// Index is an index that a table has.
type Index struct {
	Table   string   `json:"table"`
	Columns []string `json:"columns"`
}

// Column is a column of a table.
type Column struct {
	Table string `json:"table"`
	Name  string `json:"name"`
}

// Runtime is what the process tells about its runtime.
type Runtime struct {
	Source  string  `json:"source"`   // the address
	GCShare float64 `json:"gc_share"` // of the CPU it used; -1 when unknown
	Cycles  float64 `json:"cycles_per_second"`
	Rate    float64 `json:"allocated_per_second"` // bytes
	Live    float64 `json:"live_bytes"`
	GOGC    float64 `json:"gogc"`  // 0 when unknown
	Limit   float64 `json:"limit"` // GOMEMLIMIT in bytes, 0 for none
}

// Cost is what the capture took itself.
type Cost struct {
	// Bound is what the goroutine profiles were allowed to take, as a part of one
	// processor, and Estimate what they took by the fastest answers.
	Bound    float64 `json:"bound"`
	Estimate float64 `json:"estimate"`
	// Measured is the same by the target's CPU profile, all profiles included; -1
	// without one.
	Measured float64 `json:"measured"`
	Looks    int     `json:"looks"`
	Own      float64 `json:"own_cpu_seconds"` // of wring itself
}

// Source is what the source of the program says about lines on the stacks.
type Source struct {
	Dir        string      `json:"dir"`
	Statements []Statement `json:"statements"`
	Lines      []Line      `json:"lines"`
	Handlers   []Handler   `json:"handlers"`
}

// Statement is a statement in the source.
type Statement struct {
	File string `json:"file"`
	Line int    `json:"line"`
	End  int    `json:"end"` // the last line of the call
	// Text is its fingerprint, with an ellipsis for what only the run knows.
	Text string `json:"text"`
}

// Line is a line that was on a stack.
type Line struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// Loop is the line of the outermost loop within the same function that it is in,
	// or 0.
	Loop int `json:"loop"`
	// Calls are the names of what is called on it.
	Calls []string `json:"calls"`
	// Rewrite is the technique that could rewrite it, or "".
	Rewrite string `json:"rewrite"`
}

// Handler is a function that the source registers under a route.
type Handler struct {
	Route string `json:"route"`
	Func  string `json:"func"`
}
