// Package sqlsample books the statements that a server ran, by fingerprint: from
// its slow log, from samples of its process list, or from its own counters. It
// says which take the time, and from what is seen why.
//
// Databases come as *sql.DB: which driver there is behind one is the caller's
// affair. Everything that is read is booked or named as not understood.
package sqlsample

import "time"

// Sources of a report.
const (
	SlowLog     = "slow-log"
	ProcessList = "processlist"
	Digests     = "digests"
	Activity    = "pg_stat_activity"
	Statements  = "pg_stat_statements"
)

// Report is what is known of a source. Statements is Booked plus the counts of
// NotUnderstood.
type Report struct {
	Source        string  `json:"source"`
	Dialect       string  `json:"dialect"`        // "mysql" or "postgresql"
	Weight        string  `json:"weight"`         // what shares are shares of: "time" or "samples"
	Seconds       float64 `json:"seconds"`        // booked, of all statements
	WallSeconds   float64 `json:"wall_seconds"`   // from the first to the last; 0 if unknown
	QuantileError float64 `json:"quantile_error"` // how far quantiles may be off, relative
	Statements    int64   `json:"statements"`
	Booked        int64   `json:"booked"`

	NotUnderstood []NotUnderstood `json:"not_understood"`
	Queries       []Query         `json:"queries"` // the heaviest first
	Advice        []Advice        `json:"advice"`  // about the source as a whole
	Warnings      []Warning       `json:"warnings"`
}

// NotUnderstood is what could not be booked, by kind.
type NotUnderstood struct {
	Kind  string `json:"kind"`
	Count int64  `json:"count"`
	First Line   `json:"first"`
}

// Line is where something stands.
type Line struct {
	File string `json:"file"`
	Line int64  `json:"line"`
	Text string `json:"text"`
}

// Query is all statements with one fingerprint.
type Query struct {
	Fingerprint  string    `json:"fingerprint"`
	Calls        int64     `json:"calls"`
	Samples      int64     `json:"samples"` // of these sources that sample
	Seconds      float64   `json:"seconds"`
	Share        float64   `json:"share"`          // of the weight
	ShareRange   []float64 `json:"share_interval"` // at 95 %
	Mean         float64   `json:"mean"`
	MeanRange    []float64 `json:"mean_interval"` // at 95 %
	P99          float64   `json:"p99"`
	Max          float64   `json:"max"`
	LockSeconds  float64   `json:"lock_seconds"`
	RowsExamined int64     `json:"rows_examined"`
	RowsSent     int64     `json:"rows_sent"`
	RowsAffected int64     `json:"rows_affected"`
	BytesSent    int64     `json:"bytes_sent"`
	Databases    []Tally   `json:"databases"`
	Users        []Tally   `json:"users"`
	States       []Tally   `json:"states"`
	Example      string    `json:"example"`
	ExampleDB    string    `json:"example_database"`
	Runs         Runs      `json:"runs"`
	Sorts        int64     `json:"sorts"` // calls that sorted rows in a file
	Plan         []string  `json:"plan"`
	Places       []Place   `json:"places"`
	Advice       []Advice  `json:"advice"`
}

// Runs are the times at which a connection ran one statement again and again
// between two others.
type Runs struct {
	Count   int64 `json:"count"`
	Calls   int64 `json:"calls"` // in all of them
	Longest int64 `json:"longest"`
	// Before is the statement that most of them followed.
	Before string `json:"before"`
}

// Tally counts how often a name occurred.
type Tally struct {
	Name  string  `json:"name"`
	Count float64 `json:"count"`
}

// Place is a line of Go that holds a statement.
type Place struct {
	File string `json:"file"`
	Line int    `json:"line"`
	// Parts says that the statement is put together at run time, and that only its
	// constant parts agree.
	Parts bool `json:"parts"`
}

// Advice is what should be done, and what says so.
type Advice struct {
	Code     string `json:"code"`
	Text     string `json:"text"`
	Evidence string `json:"evidence"`
}

// Warning is what a reader of the report should know of its source.
type Warning struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Entry is one execution of a statement, or one sight of it. Add keeps nothing of
// its bytes.
type Entry struct {
	Text     []byte
	Database []byte
	User     []byte
	State    []byte
	Conn     uint64 // 0 when unknown
	Calls    int64  // 0 means 1
	Sights   int64  // how often it was seen running; 0 means 1
	Duration time.Duration
	Max      time.Duration // of one call, if Duration is that of several
	Lock     time.Duration

	RowsExamined, RowsSent, RowsAffected, BytesSent int64

	NoIndex  bool // a full scan, says the server
	Filesort bool
	TmpTable bool
	Sorts    int64 // calls that sorted in a file, besides Filesort
}
