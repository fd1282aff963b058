package guard

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// chance are the functions of the runtime that allocate by throwing dice: of
// the type assertions that miss their cache, one in a thousand makes a larger
// one. No code asked for it, and no budget can hold it.
var chance = []string{"runtime.buildTypeAssertCache", "runtime.buildInterfaceSwitchCache"}

// DropChance takes out of rec what the runtime allocated by chance.
func DropChance(rec *alloc.Record) {
	rec.Samples = slices.DeleteFunc(rec.Samples, func(s alloc.Sample) bool {
		if !byChance(rec, s) {
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

// byChance reports whether one of those functions called the allocator.
func byChance(rec *alloc.Record, s alloc.Sample) bool {
	for _, i := range rec.Stacks[s.Stack] {
		fn := rec.Frames[i].Func
		if slices.Contains(chance, fn) {
			return true
		}
		if !strings.HasPrefix(fn, "runtime.") {
			return false
		}
	}
	return false
}
