// Package alloc holds the nouns of wring: what was allocated, where, why, and
// what was said about it. Every stage of the pipeline turns one of these values
// into another, and each of them can be written to a file and read back: a record
// by [WriteRecord] and [ReadRecord], the others as JSON by the folder report/json.
//
// A [Record] is what was observed: benchmarks, samples and compiler facts. A
// [Report] is what was concluded from it: findings, heaviest first, each with
// a cause. Nothing in this package measures, decides or prints.
package alloc

import "strings"

// Benchmark is one measured section: a benchmark, a test, or a whole program.
type Benchmark struct {
	Package string `json:"package"` // import path
	Name    string `json:"name"`    // "BenchmarkJoin/small"; the command for a program
	N       uint64 `json:"n"`       // operations in the section; 1 for a test or a program

	// Objects and Bytes are what wring booked over the N operations.
	Objects uint64 `json:"objects"`
	Bytes   uint64 `json:"bytes"`

	// RuntimeObjects and RuntimeBytes are what the runtime's own counters
	// (MemStats.Mallocs and MemStats.TotalAlloc) say over the same section.
	RuntimeObjects uint64 `json:"runtime_objects"`
	RuntimeBytes   uint64 `json:"runtime_bytes"`

	// UnaccountedObjects is RuntimeObjects - Objects, and likewise for bytes.
	// Both are 0 when the books balance.
	UnaccountedObjects int64 `json:"unaccounted_objects"`
	UnaccountedBytes   int64 `json:"unaccounted_bytes"`

	// FirstUseObjects and FirstUseBytes are the part of Objects and Bytes
	// that does not recur with each operation: pools being filled, caches,
	// lazy tables, buffers made before the loop.
	FirstUseObjects uint64 `json:"first_use_objects"`
	FirstUseBytes   uint64 `json:"first_use_bytes"`

	// Of a section that is a profile of a running program: Rate is the bytes
	// between two allocations that the profiler looks at, 1 when it looks at each,
	// and CPU all nanoseconds of CPU, seen once in CPUPeriod nanoseconds.
	Rate      int64  `json:"rate,omitempty"`
	CPU       uint64 `json:"cpu_ns,omitempty"`
	CPUPeriod int64  `json:"cpu_period_ns,omitempty"`
}

// ReplayBenchmark is the name of the benchmark that wring plants to replay calls
// that tests make; the functions are benchmarks below it.
const ReplayBenchmark = "BenchmarkWringCalls"

// WholeTests begins the name of a benchmark below [ReplayBenchmark] that runs the tests of a
// function as a whole, because the arguments with which they call it cannot be kept.
const WholeTests = "tests:"

// Replays returns the function whose recorded calls b replays, as its declaration spells it,
// after [WholeTests] if it runs the tests that call it; or false for a benchmark of the
// package itself.
func (b Benchmark) Replays() (fn string, ok bool) {
	return strings.CutPrefix(b.Name, ReplayBenchmark+"/")
}

// FullName returns the name that sites use for b: package path, a dot, and the
// benchmark's name; for a section that belongs to no package, its name alone.
func (b Benchmark) FullName() string {
	if b.Package == "" {
		return b.Name
	}
	return b.Package + "." + b.Name
}

// Frame is one call on a stack. Inlined calls have frames of their own.
type Frame struct {
	Func string `json:"func"` // as pprof prints it: "example.com/m/p.(*T).Join"
	File string `json:"file"` // as the compiler recorded it: absolute, slash-separated
	Line int    `json:"line"` // 1-based; 0 when unknown
}

// Sample counts the objects of one type and size allocated by one stack during
// one benchmark.
type Sample struct {
	Benchmark int    `json:"b"`           // index into Record.Benchmarks
	Stack     int    `json:"s"`           // index into Record.Stacks
	Type      string `json:"t,omitempty"` // Go syntax; "" when unknown
	Size      uint64 `json:"z"`           // bytes the program asked for, per object
	// Charged is the bytes that the allocator charged, per object: 0 for a tiny
	// object that joined a block.
	Charged  uint64 `json:"c"`
	Objects  uint64 `json:"n"`
	FirstUse uint64 `json:"f,omitempty"` // of Objects, those that do not recur with each operation
	Labels   int    `json:"l,omitempty"` // index into Record.LabelSets; 0 when there are none
	// CPU is the nanoseconds below the allocator, in a section of a CPU profile.
	CPU uint64 `json:"cpu,omitempty"`
}

// Bytes returns the bytes that the allocator charged for the sample.
func (s Sample) Bytes() uint64 { return s.Charged * s.Objects }

// Position is a place in a source file.
type Position struct {
	File   string `json:"file"`             // absolute, slash-separated
	Line   int    `json:"line"`             // 1-based
	Column int    `json:"column,omitempty"` // 1-based, in bytes; 0 when unknown
}

// Step is one step of the compiler's explanation of why a value reaches the heap.
type Step struct {
	Position
	Text string `json:"text"` // "from parts (assigned)", "flow: {heap} = &x"
}

// Fact is one thing that the compiler says about a place: something escapes
// there, or is moved to the heap.
type Fact struct {
	// Position is where the code stands in its own file. For code that was
	// inlined, Inlined holds the calls that brought it elsewhere, innermost first.
	Position
	Inlined []Position `json:"inlined,omitempty"`
	Message string     `json:"message"` // "make([]byte, n) escapes to heap"
	Flow    []Step     `json:"flow,omitempty"`
}

// Package is a package that the user asked for.
type Package struct {
	Path string `json:"path"` // import path
	Name string `json:"name"` // package clause
	Dir  string `json:"dir"`  // absolute
}
