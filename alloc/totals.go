package alloc

import "slices"

// Total is a sum over samples.
type Total struct {
	Objects, Bytes                 uint64
	FirstUseObjects, FirstUseBytes uint64 // of them, those that do not recur
}

// Add adds a sample to t.
func (t *Total) Add(s Sample) {
	t.Objects += s.Objects
	t.Bytes += s.Bytes()
	t.FirstUseObjects += s.FirstUse
	t.FirstUseBytes += s.FirstUse * s.Charged
}

// Total returns the sum over all samples of r.
func (r *Record) Total() Total {
	var sum Total
	for _, s := range r.Samples {
		sum.Add(s)
	}
	return sum
}

// Totals returns the sums over the samples of each benchmark, in the order of
// r.Benchmarks. The record must pass Check.
func (r *Record) Totals() []Total {
	sums := make([]Total, len(r.Benchmarks))
	for _, s := range r.Samples {
		sums[s.Benchmark].Add(s)
	}
	return sums
}

// normal returns r as it is written: the current version, and no list is nil,
// so that no null reaches a reader in another language. r is not changed.
func (r *Record) normal() *Record {
	n := *r
	n.Version = RecordVersion
	n.Packages = notNil(r.Packages)
	n.Benchmarks = notNil(r.Benchmarks)
	n.Frames = notNil(r.Frames)
	n.Samples = notNil(r.Samples)
	n.Facts = notNil(r.Facts)
	n.Lines = notNil(r.Lines)
	n.Proposals = notNil(r.Proposals)
	n.Warnings = notNil(r.Warnings)
	n.LabelSets = slices.Clone(r.LabelSets)
	for i := range n.LabelSets {
		n.LabelSets[i].Labels = notNil(n.LabelSets[i].Labels)
	}
	n.Stacks = make([][]int, len(r.Stacks))
	for i, stack := range r.Stacks {
		n.Stacks[i] = notNil(stack)
	}
	return &n
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// PerOp returns what one operation allocates, first use left out.
func (b Benchmark) PerOp() (objects, bytes float64) {
	n := float64(max(1, b.N))
	return float64(b.Objects-b.FirstUseObjects) / n, float64(b.Bytes-b.FirstUseBytes) / n
}
