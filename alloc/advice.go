package alloc

// Advice is what a human could do at a site where no rewrite is safe. Nothing of it is
// done or proven: it changes an interface, a life time or a dependency.
type Advice struct {
	Kind     string  `json:"kind"`
	Text     string  `json:"text"`     // what to do, without a full stop
	Evidence string  `json:"evidence"` // what of the measurement speaks for it
	Objects  float64 `json:"objects_per_op"`
}

// The kinds of advice. Advice.Objects is how many objects of an operation they remove at
// most, summed over the benchmarks.
const (
	AdviceArena      = "arena"       // make what lives together in one piece
	AdviceCache      = "cache"       // keep what is made again and again
	AdviceAppendTwin = "append-twin" // a second exported function that appends
	AdviceIntern     = "intern"      // one copy of texts that repeat
	AdviceLibrary    = "library"     // another way, or package, to do the same
	AdviceBuffer     = "buffer"      // memory that the caller hands in
)
