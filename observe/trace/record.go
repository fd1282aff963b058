package trace

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// builder collects the sections of several processes into one record.
type builder struct {
	rec    *alloc.Record
	frames map[alloc.Frame]int
	stacks map[string]int
	labels map[string]int // by labelKey
	cut    bool           // some stack was deeper than the tracer follows
	// from is the link to a toolchain that the files' names begin with, and to
	// the toolchain itself; both are "" when there is no link.
	from, to string
}

func newBuilder(rec *alloc.Record, tc *Toolchain) *builder {
	b := &builder{rec: rec, frames: map[alloc.Frame]int{}, stacks: map[string]int{},
		labels: map[string]int{}}
	if tc.Root != tc.GOROOT {
		b.from, b.to = tc.Root, tc.GOROOT
	}
	return b
}

// sampleKey tells samples apart within one section.
type sampleKey struct {
	stack         int
	typ           string
	size, charged uint64
	labels        int
}

// add puts one section into the record as a benchmark of pkg. warm is a shorter
// run of the same code, or nil.
func (b *builder) add(pkg, name string, d *decoder, s section, warm *section) {
	counts := b.count(d, s)
	bench := alloc.Benchmark{Package: pkg, Name: name, N: s.n,
		RuntimeObjects: s.objects, RuntimeBytes: s.bytes}
	var first map[sampleKey]uint64
	if warm != nil && warm.n < s.n {
		first = firstUse(counts, b.count(d, *warm), s.n, warm.n)
	}
	for _, k := range sortedKeys(counts) {
		sample := alloc.Sample{Benchmark: len(b.rec.Benchmarks), Stack: k.stack, Type: k.typ,
			Size: k.size, Charged: k.charged, Objects: counts[k], FirstUse: first[k],
			Labels: k.labels}
		if b.inNoOperation(k.stack) {
			sample.FirstUse = sample.Objects
		}
		b.rec.Samples = append(b.rec.Samples, sample)
		bench.Objects += sample.Objects
		bench.Bytes += sample.Bytes()
		bench.FirstUseObjects += sample.FirstUse
		bench.FirstUseBytes += sample.FirstUse * sample.Charged
	}
	bench.UnaccountedObjects = int64(bench.RuntimeObjects - bench.Objects)
	bench.UnaccountedBytes = int64(bench.RuntimeBytes - bench.Bytes)
	b.rec.Benchmarks = append(b.rec.Benchmarks, bench)
}

// doubts adds a warning when the tracer itself knows that a section cannot be
// exact.
func (b *builder) doubts(pkg, name string, s section) {
	if s.lost > 0 {
		b.warn(alloc.Warning{Code: alloc.WarnLost, Package: pkg, Benchmark: name, Text: fmt.Sprintf(
			"%s: %d allocations were made outside any P and could not be booked.", name, s.lost)})
	}
	if s.forced > 0 {
		b.warn(alloc.Warning{Code: alloc.WarnForced, Package: pkg, Benchmark: name,
			Text: fmt.Sprintf("%s: no moment without an allocation under way was found, %d times; "+
				"the books may be off by a few objects.", name, s.forced)})
	}
}

func sortedKeys(counts map[sampleKey]uint64) []sampleKey {
	return slices.SortedFunc(maps.Keys(counts), compareKeys)
}

func compareKeys(x, y sampleKey) int {
	switch {
	case x.stack != y.stack:
		return x.stack - y.stack
	case x.typ != y.typ:
		return strings.Compare(x.typ, y.typ)
	case x.size != y.size:
		return int(int64(x.size - y.size))
	case x.charged != y.charged:
		return int(int64(x.charged - y.charged))
	}
	return x.labels - y.labels
}

// count sums the section's cells: each P has its own for the same stack.
func (b *builder) count(d *decoder, s section) map[sampleKey]uint64 {
	counts := map[sampleKey]uint64{}
	for _, c := range s.cells {
		stack, entry := b.stack(d, d.nodes[c.node])
		k := sampleKey{stack, typeName(entry, d.types[c.typ], c.size), c.size, c.charged,
			b.labelSet(d, c.labels)}
		counts[k] += c.count
	}
	return counts
}

// stack returns the index of n's stack in the record, and the function that
// asked for the memory.
func (b *builder) stack(d *decoder, n node) (index int, entry string) {
	var frames []int
	for _, pc := range n.pcs {
		for _, f := range d.pcs[pc] {
			if f.Func == "" || isTracer(f.Func) || len(frames) == 0 && isMalloc(f.Func) {
				continue
			}
			if entry == "" {
				entry = f.Func
			}
			frames = append(frames, b.frame(f))
		}
	}
	b.cut = b.cut || n.flags&nodeCut != 0
	key := stackKey(frames)
	index, ok := b.stacks[key]
	if !ok {
		index = len(b.rec.Stacks)
		b.stacks[key] = index
		b.rec.Stacks = append(b.rec.Stacks, frames)
	}
	return index, entry
}

// inNoOperation reports whether a stack is not that of any operation: it ends
// in the clock of a benchmark, where the runtime starts a thread, now and then,
// after it has stopped the world to read its counters; in what starts the
// goroutines of a parallel benchmark; or only the runtime is on it.
func (b *builder) inNoOperation(stack int) bool {
	frames := b.rec.Stacks[stack]
	for _, f := range frames {
		switch fn := b.rec.Frames[f].Func; {
		case strings.HasPrefix(fn, "runtime."):
		case strings.HasPrefix(fn, "testing.(*B).RunParallel"):
			return true
		default:
			return fn == "testing.(*B).StartTimer" || fn == "testing.(*B).StopTimer" ||
				fn == "testing.(*B).ResetTimer"
		}
	}
	return len(frames) > 0
}

// isTracer reports whether fn is the tracer's own or the bottom of every stack.
func isTracer(fn string) bool {
	return fn == "runtime.goexit" || strings.HasPrefix(fn, "runtime.wring") ||
		strings.HasPrefix(fn, "testing.wring") || strings.HasPrefix(fn, "testing.(*B).wring")
}

// isMalloc reports whether fn is the allocator itself.
func isMalloc(fn string) bool {
	return fn == "runtime.postMallocgcDebug" || strings.HasPrefix(fn, "runtime.mallocgc")
}

func (b *builder) frame(f alloc.Frame) int {
	if rest, ok := strings.CutPrefix(f.File, b.from); ok && b.from != "" {
		f.File = b.to + rest
	}
	i, ok := b.frames[f]
	if !ok {
		i = len(b.rec.Frames)
		b.frames[f] = i
		b.rec.Frames = append(b.rec.Frames, f)
	}
	return i
}

func stackKey(frames []int) string {
	key := make([]byte, 0, 4*len(frames))
	for _, f := range frames {
		key = binary.LittleEndian.AppendUint32(key, uint32(f))
	}
	return string(key)
}
