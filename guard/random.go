package guard

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// randomAllocators are the functions of the runtime that allocate at random:
// one in a thousand type assertions that miss their cache replaces it by a
// larger one. The measured code cannot influence that, so no budget can account
// for it.
var randomAllocators = []string{"runtime.buildTypeAssertCache", "runtime.buildInterfaceSwitchCache"}

// DropRandom removes from rec the objects that the runtime allocated at random.
func DropRandom(rec *alloc.Record) {
	rec.Samples = slices.DeleteFunc(rec.Samples, func(s alloc.Sample) bool {
		if !isRandom(rec, s) {
			return false
		}
		b := &rec.Benchmarks[s.Benchmark]
		b.Objects -= s.Objects
		b.Bytes -= s.Bytes()
		b.RuntimeObjects -= s.Objects
		b.RuntimeBytes -= s.Bytes()
		b.FirstUseObjects -= s.FirstUse
		b.FirstUseBytes -= s.FirstUse * s.Charged
		return true
	})
}

// isRandom reports whether one of randomAllocators called the allocator.
func isRandom(rec *alloc.Record, s alloc.Sample) bool {
	for _, i := range rec.Stacks[s.Stack] {
		fn := rec.Frames[i].Func
		if slices.Contains(randomAllocators, fn) {
			return true
		}
		if !strings.HasPrefix(fn, "runtime.") {
			return false
		}
	}
	return false
}
