package harness

import "encoding/binary"

// This file is what the judge and the planted harness have to agree on. The
// judge imports it; the processes that it starts hold a copy of it.

// TestName is the test that calls [Run]. The others are environment variables: PlanVariable
// holds a [Plan] in JSON for it, RecordVariable the file to which a [Tape] is written, and
// RedactVariable a regular expression for names of parameters, fields, types and keys whose
// values no tape holds.
const (
	TestName       = "TestWringDifferential"
	PlanVariable   = "WRING_DIFFERENTIAL"
	RecordVariable = "WRING_RECORD"
	RedactVariable = "WRING_REDACT"
)

// Plan says what one process does.
type Plan struct {
	Target string `json:"target"`
	From   int    `json:"from"` // index of the first input
	To     int    `json:"to"`   // index after the last
	Millis int    `json:"millis"`
	// Patience is how long one call may take, in milliseconds of processor time.
	Patience int    `json:"patience"`
	Out      string `json:"out"` // file for the outcomes, appended to

	// Calls is a file of recorded calls, "" for none.
	Calls string `json:"calls,omitempty"`
	// Explain asks for these inputs in words instead of hashes.
	Explain []int `json:"explain,omitempty"`
	// Concurrent asks for one outcome: do calls that run at once agree with
	// calls one after the other?
	Concurrent bool `json:"concurrent,omitempty"`
	// Tame asks for small numbers, and for no value twice in one input: a
	// function may take time, or memory, as they say.
	Tame bool `json:"tame,omitempty"`
	// Sound asks for values as the functions of the package make them, and as they were
	// recorded, where there are such: a function may rely on what only those see to.
	Sound bool `json:"sound,omitempty"`
	// Bred says which inputs are made of earlier ones, in the order of From.
	Bred []Bred `json:"bred,omitempty"`
}

// Bred says that most of the inputs from an index on are earlier ones with changes: those that
// ran something which few others did.
type Bred struct {
	From    int   `json:"from"`
	Parents []int `json:"parents"` // below From
}

// Explanation is one input and its outcome, in words.
type Explanation struct {
	Index   int     `json:"index"`
	Input   string  `json:"input"`
	Outcome string  `json:"outcome"`
	Whole   Outcome `json:"whole"` // of which Outcome is the beginning
}

// Exit codes beyond those of package testing.
const (
	ExitUnable = 80 // the reason is in the file
	ExitStuck  = 81 // a call did not come back
	ExitDone   = 82 // all is said; any other code is that of the target
)

// Outcome is what one call came to.
type Outcome struct {
	Flags uint32
	Hash  uint64 // of all that a caller could see of it
}

// Flags of an outcome. The process cannot write those of a call that it does not
// survive: the judge sets them.
const (
	Panicked = 1 << iota
	Failed             // the last result was an error
	Crashed            // the process ended: out of memory or stack, or os.Exit
	Stuck              // the call did not come back
	Reused             // it wrote to memory that it had handed to what was passed in
	IsBlock  = 1 << 30 // no outcome: Hash is the number of a block that was run
)

// outcomeSize is the length of an outcome in the file: the index of the input,
// the flags, the hash.
const outcomeSize = 16

// encode returns the outcome of an input as it is written.
func (o Outcome) encode(index int) []byte {
	var b [outcomeSize]byte
	binary.LittleEndian.PutUint32(b[:], uint32(index))
	binary.LittleEndian.PutUint32(b[4:], o.Flags)
	binary.LittleEndian.PutUint64(b[8:], o.Hash)
	return b[:]
}

// Outcomes reads what was written. A last outcome that is cut short is left out.
func Outcomes(data []byte) []Outcome {
	var list []Outcome
	for ; len(data) >= outcomeSize; data = data[outcomeSize:] {
		list = append(list, Outcome{binary.LittleEndian.Uint32(data[4:]),
			binary.LittleEndian.Uint64(data[8:])})
	}
	return list
}

// MaxBlocks bounds the blocks that are told apart.
const MaxBlocks = 4096

// Busy is how much longer than its limit a process may take: on a machine with
// other work the limit is one of processor time.
const Busy = 5
