package books

import (
	"fmt"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/evaluation/bench"
)

// books sums the books of one package.
type books struct {
	Pkg                  string
	sections             int // benchmarks, or tests
	objects, bytes       uint64
	offObjects, offBytes uint64 // unaccounted for, without their signs
}

// Sums adds up rep by package, in its order.
func Sums(rep *alloc.Report) []books {
	var all []books
	index := map[string]int{}
	for _, b := range rep.Benchmarks {
		i, ok := index[b.Package]
		if !ok {
			i = len(all)
			index[b.Package] = i
			all = append(all, books{Pkg: b.Package})
		}
		s := &all[i]
		s.sections++
		s.objects += b.Objects
		s.bytes += b.Bytes
		s.offObjects += size(b.UnaccountedObjects)
		s.offBytes += size(b.UnaccountedBytes)
	}
	return all
}

// add adds part to b, whose package stays.
func (b *books) add(part books) {
	b.sections += part.sections
	b.objects += part.objects
	b.bytes += part.bytes
	b.offObjects += part.offObjects
	b.offBytes += part.offBytes
}

// row adds b to a table of books.
func (b *books) row(t *bench.Table, toolchain, name, warnings string) {
	t.Row(toolchain, name, bench.Count(b.sections), bench.Count(b.objects), bench.Count(b.bytes),
		bench.Count(b.offObjects), bench.Count(b.offBytes), warnings)
}

func size(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// Verdict is what check found.
type Verdict struct {
	broken []string // promises that were not kept
	unrun  []unrun  // what does not run here at all
}

// unrun is a benchmark or test that fails, or is skipped, without wring too.
type unrun struct{ pkg, name, reason string }

// check compares the document of wring top -json with itself and with what an
// ordinary run says there is to book.
func check(rep *alloc.Report, plain *bench.PlainRun) Verdict {
	var v Verdict
	if !rep.Exact {
		v.Breaks("the books are sampled")
	}
	booked := map[string]bool{}
	var objects, bytes uint64
	for _, b := range rep.Benchmarks {
		booked[b.FullName()] = true
		objects += b.Objects
		bytes += b.Bytes
		v.checkOne(b)
	}
	for _, s := range rep.Sites {
		objects -= s.Objects
		bytes -= s.Bytes
	}
	if objects != 0 || bytes != 0 {
		v.Breaks("the sites differ from the benchmarks by %d objects and %d bytes",
			int64(objects), int64(bytes))
	}
	for _, name := range plain.Order {
		if booked[name] {
			continue
		}
		if plain.Ran(name) {
			v.Breaks("%s was not booked: %s", name, why(rep, name))
			continue
		}
		o := plain.Outcome[name]
		v.unrun = append(v.unrun, unrun{o.Pkg, o.Name, o.Reason()})
	}
	return v
}

// checkOne checks the books of one section against the runtime's counters,
// rather than against what the document says of the difference.
func (v *Verdict) checkOne(b alloc.Benchmark) {
	objects, bytes := int64(b.RuntimeObjects-b.Objects), int64(b.RuntimeBytes-b.Bytes)
	if objects != 0 || bytes != 0 {
		v.Breaks("%s: %d objects and %d bytes are unaccounted for", b.FullName(), objects, bytes)
	}
	if objects != b.UnaccountedObjects || bytes != b.UnaccountedBytes {
		v.Breaks("%s: the document hides what is unaccounted for", b.FullName())
	}
	if b.N == 0 {
		v.Breaks("%s: no operations were booked", b.FullName())
	}
}

// Breaks books a broken promise.
func (v *Verdict) Breaks(format string, args ...any) {
	v.broken = append(v.broken, fmt.Sprintf(format, args...))
}

// why returns what wring says about a benchmark that it did not book.
func why(rep *alloc.Report, name string) string {
	for _, w := range rep.Warnings {
		if w.About(name) {
			return w.Text
		}
	}
	return "and nothing was said about it"
}
