// Package diary replays published accounts of making a Go program
// allocate less. A case is a value: what the author published, and functions
// that do the same work in several ways. Measure interleaves them and gives
// exact counts and ratios of time; nothing here knows any case.
//
// A new case is a folder of the casebook with a README of a page, before/ with
// the code as one writes it first, after/ with the code written by hand, and,
// where there is something that wring can rewrite, fixed/ with what `wring fix`
// makes of before/ by itself. It is added to the list in the casebook's
// cases.go.
package diary

import (
	"context"
	"errors"
	"time"
)

// The names of the versions that a table knows. A case may have others.
const (
	Naive = "naive" // as one writes it first; what the others are compared with
	Fixed = "fixed" // what wring fix makes of it by itself
	Tuned = "tuned" // written by hand, with the blocks of the kit
)

// ErrMissing is what Setup wraps when this machine lacks something that the
// case needs. The case is then left out, with the error as the reason.
var ErrMissing = errors.New("not on this machine")

// Case is one account, replayed.
type Case struct {
	Name      string // the folder, and after a slash the size or the kind if there are several
	Title     string // a few words
	Published Published
	Versions  []Version // the first is the naive one
	Notes     []string  // what a reader who compares the figures should know

	// Setup, when not nil, is called before anything is measured, and what it
	// returns when all is done. Versions may rely on it.
	Setup func(context.Context) (func(), error)

	// Count is how many operations are counted; 0 means 100. It is smaller for
	// long operations.
	Count int
}

// Published is what the author of an account measured, before and after. A pair
// of zeros was not published.
type Published struct {
	Objects   [2]float64 `json:"objects_per_op"`
	Bytes     [2]float64 `json:"bytes_per_op"`
	TimeRatio float64    `json:"time_ratio"`     // after divided by before
	Text      string     `json:"text,omitempty"` // what does not fit above, or the range
}

// Version is one way to do the work of a case. Exactly one of Run and Sample is
// set.
type Version struct {
	Name string // Naive, Fixed, Tuned, or another name; unique within the case
	What string // a few words; may be empty

	// Run does n operations, one after the other, in this process.
	Run func(n int) error

	// Counted, when not nil, does n operations whose objects and bytes are the
	// same on every machine, while those of Run depend on it.
	Counted func(n int) error

	// Sample does n operations elsewhere, such as in a program that another
	// toolchain has built, and says what they took.
	Sample func(n int) (Sample, error)

	// Figures, when not nil, returns further figures of the version. It is
	// called once, after the setup.
	Figures func() ([]Figure, error)

	// About says that objects and bytes vary from run to run.
	About bool
}

// Sample is what some operations took.
type Sample struct {
	Elapsed time.Duration
	CPU     time.Duration // user and system time of the process; 0 where it is not known
	Objects uint64
	Bytes   uint64
}

// Figure is something else that was counted, such as commands to a server.
type Figure struct {
	Unit  string  `json:"unit"` // such as "commands/op"
	Value float64 `json:"value"`
	About bool    `json:"about,omitempty"` // the value varies from run to run
}
