// Package stackdump reads the stacks of goroutines in every form in which Go has
// printed them since 1.18: what runtime.Stack, SIGQUIT and crashes print, and
// what /debug/pprof/goroutine answers with debug=1 and debug=2; alone, one after
// the other, or inside a log that puts a prefix before each line.
//
// It reads line by line and keeps nothing but one goroutine. What it does not
// understand is counted and reported with its line, and every header that it
// sees becomes a goroutine, however damaged what follows is.
package stackdump

// Goroutine is one goroutine of a dump, or, in a dump of the form of debug=1, as
// many as have the same stack.
type Goroutine struct {
	ID    int64 // 0 in the form of debug=1, and for the stack of a thread
	Dump  int   // which dump of the input, from 0
	Line  int   // of the header
	Count int   // 1, or more in the form of debug=1

	State   string // such as "chan receive", without what follows below
	Minutes int    // how long it has waited, 0 for less than one
	Leaked  bool   // the collector has shown that nothing can wake it
	Scan    bool   // its stack was being scanned
	Durable bool   // durably blocked, in a bubble of testing/synctest
	Locked  bool   // locked to its thread
	Bubble  int64  // of testing/synctest, or 0
	Labels  []Label

	GP, MP uint64 // addresses of the runtime's records, where they are printed
	M      int64  // the thread, or -1

	Frames    []Frame // the innermost first
	Elided    int     // frames that were left out; -1 when it is not known how many
	ElidedAt  int     // the index in Frames before which they were
	Created   Frame   // where it was started; Func is empty for the first one
	CreatedBy int64   // who started it, or 0
	Ancestors []Ancestor

	// System says that it is the stack of a thread, printed as "runtime stack",
	// and no goroutine. It has no header and is not counted.
	System bool
	// Damaged says that part of it was missing or could not be understood.
	Damaged bool
}

// Label is a label of runtime/pprof.
type Label struct{ Key, Value string }

// Ancestor is a goroutine from which another comes, printed with
// GODEBUG=tracebackancestors.
type Ancestor struct {
	ID     int64
	Frames []Frame
}

// Frame is one call.
type Frame struct {
	Func    string // as the linker names it, with %xx decoded and type arguments as [...]
	File    string
	Line    int
	Args    []Arg
	Offset  uint64 // of the return address in the function
	FP, SP  uint64 // of the frame, with GOTRACEBACK=system
	PC      uint64
	Elided  bool // more arguments than were printed
	Inlined bool // printed as (...): its arguments are not known
	NotGo   bool // a frame of C
}

// Arg is one word among the arguments of a call.
type Arg struct {
	Value     uint64
	Param     uint8 // index of the parameter that it belongs to; the receiver is the first
	Uncertain bool  // printed with "?": the slot may hold something else by now
	Missing   bool  // printed as "_"
}

// Label returns the value of the label key, or "".
func (g *Goroutine) Label(key string) string {
	for _, l := range g.Labels {
		if l.Key == key {
			return l.Value
		}
	}
	return ""
}

// Problem is a line that was not understood.
type Problem struct {
	Line int
	Kind string // one of the kinds below
	Text string // the beginning of the line
}

// Kinds of problems.
const (
	ForeignText  = "foreign-text"      // text that is not part of the dump among the frames
	NoHeader     = "frame-no-header"   // a frame that belongs to no goroutine
	NoFunction   = "place-no-function" // a file and line that follow no function
	NoPlace      = "function-no-place" // a function whose file and line are missing
	CutHeader    = "cut-header"        // a header that is not complete
	CutArguments = "cut-arguments"     // arguments that are not complete
	CutPlace     = "cut-place"         // a place that is not complete
	LongLine     = "long-line"         // the rest of a line beyond maxLine was left out
)

// Text is a line outside of all goroutines.
type Text struct {
	Line int
	Text string
}

// Summary is what a whole input held.
type Summary struct {
	Lines      int
	Dumps      int
	Headers    int  // seen; one of debug=1 counts as often as it says
	Goroutines int  // given to the caller
	Aggregated bool // some were in the form of debug=1
	Problems   int
	First      []Problem // the first of them, at most maxProblems
	// Outside holds the text near goroutines that belongs to none: the message of
	// a crash, the registers. At most maxOutside lines are kept before a dump.
	Outside []Text
	// Prefix is an example of what a log puts before each line, or "".
	Prefix string
}

const (
	maxLine     = 1 << 20
	maxProblems = 100
	maxOutside  = 400
	maxText     = 4000 // lines in Summary.Outside
)
