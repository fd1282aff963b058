package trace

import "math"

// origin is what first use is judged by: sizes vary with what an operation
// does, and tiny objects are charged in turn.
type origin struct {
	stack int
	typ   string
}

// firstUse estimates how many objects of each key in long, counted over n
// operations, do not recur with each operation, by comparing with short, the
// same code over m < n operations. Neither is the code's first run, so pools
// and caches are warm: what stays is what each run makes before its loop, and
// what grows more slowly than the operations.
//
// With c = fixed + rate × operations for both runs, fixed follows. It is taken
// only where it cannot be chance: either the rate is a whole number, or the
// short run holds more than twice its standard error too many.
func firstUse(long, short map[sampleKey]uint64, n, m uint64) map[sampleKey]uint64 {
	longSum, shortSum := sum(long), sum(short)
	fixed := map[origin]uint64{}
	for o, c := range longSum {
		if f := fixedPart(c, shortSum[o], n, m); f > 0 {
			fixed[o] = f
		}
	}
	if len(fixed) == 0 {
		return nil
	}
	return spread(fixed, long, short, n, m)
}

func sum(counts map[sampleKey]uint64) map[origin]uint64 {
	sums := map[origin]uint64{}
	for k, c := range counts {
		sums[origin{k.stack, k.typ}] += c
	}
	return sums
}

// fixedPart returns the part of long that does not grow with the operations.
func fixedPart(long, short, n, m uint64) uint64 {
	expected := float64(long) * float64(m) / float64(n)
	excess := float64(short) - expected
	if excess <= 0 {
		return 0
	}
	fixed := min(long, uint64(excess*float64(n)/float64(n-m)+1e-9))
	whole := long >= short && (long-short)%(n-m) == 0
	if !whole && excess <= 2*math.Sqrt(expected) {
		return 0
	}
	return fixed
}

// spread divides an origin's fixed part among its sizes: first to those that
// the same estimate names, then to whatever is left.
func spread(fixed map[origin]uint64, long, short map[sampleKey]uint64,
	n, m uint64) map[sampleKey]uint64 {
	out := map[sampleKey]uint64{}
	take := func(k sampleKey, most uint64) {
		o := origin{k.stack, k.typ}
		part := min(most, fixed[o], long[k]-out[k])
		out[k] += part
		fixed[o] -= part
	}
	keys := sortedKeys(long)
	for _, k := range keys {
		take(k, fixedPart(long[k], short[k], n, m))
	}
	for _, k := range keys {
		take(k, long[k])
	}
	return out
}
