package profile

import (
	"errors"
	"slices"
	"strings"

	pprof "github.com/google/pprof/profile"

	"github.com/wring-go/wring/alloc"
)

// time returns a sample of a CPU profile that fell below the allocator, and a
// sample of nothing for the others. All of them count for the section.
func (b *builder) time(h *figures, s *pprof.Sample, section *alloc.Benchmark) (
	alloc.Sample, error) {
	spent := s.Value[h.cpu]
	switch {
	case spent < 0:
		return alloc.Sample{}, errNegative
	case spent > maxCount/h.unit:
		return alloc.Sample{}, errAbsurd
	}
	spent *= h.unit
	if section.CPU += uint64(spent); section.CPU > maxTotal {
		return alloc.Sample{}, errAbsurd
	}
	if spent == 0 || !allocates(s) {
		return alloc.Sample{}, nil
	}
	stack, err := b.stack(s)
	return alloc.Sample{Stack: stack, CPU: uint64(spent)}, err
}

var errNegative = errors.New("has a negative count, as in a difference of profiles" +
	" (-base): give the profile itself")

// allocates reports whether the innermost frames of a stack, those of the
// runtime, are below the allocator. Zeroing memory, moving what has grown and
// helping the collector are.
func allocates(s *pprof.Sample) bool {
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			if line.Function == nil {
				continue
			}
			name, ok := strings.CutPrefix(line.Function.Name, "runtime.")
			if !ok && !strings.HasPrefix(line.Function.Name, "internal/runtime/") {
				return false
			}
			if ok && slices.ContainsFunc(entries, func(entry string) bool {
				return strings.HasPrefix(name, entry)
			}) {
				return true
			}
		}
	}
	return false
}

// entries begin the names of the runtime's functions that allocate, whatever else
// they do. The generated ones of Go 1.26 and later begin with malloc.
var entries = []string{"malloc", "newobject", "newarray", "makeslice", "growslice",
	"rawstring", "rawbyteslice", "rawruneslice", "makechan", "persistentalloc"}
