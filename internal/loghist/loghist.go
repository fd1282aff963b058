// Package loghist divides the positive integers into buckets of nearly equal
// relative width, so that a quantile can be read from counts with a known error
// and counts of several machines can be added.
package loghist

import (
	"math"
	"math/bits"
)

// subBits says into how many buckets each power of two is divided: 2^subBits.
const subBits = 6

// Buckets is above every bucket that Of returns for a value up to Most.
const Buckets = (mostBits-subBits)<<subBits + 1<<subBits

const mostBits = 50

// Most is the largest value with a bucket of its own kind; a larger one is
// counted in its bucket. In nanoseconds it is 13 days.
const Most = 1<<mostBits - 1

// Bound is how far a value that was read from a bucket may be from each value
// that was counted there, as a part of the latter.
const Bound = 1.0 / (1<<(subBits+1) + 1)

// Of returns the bucket of v. Values below 128 have a bucket each.
func Of(v uint64) uint16 {
	if v > Most {
		v = Most
	}
	if v < 1<<subBits {
		return uint16(v)
	}
	shift := bits.Len64(v) - 1 - subBits
	return uint16(shift<<subBits + int(v>>shift))
}

// Span returns the smallest and the largest value of a bucket.
func Span(bucket uint16) (low, high uint64) {
	if bucket < 2<<subBits {
		return uint64(bucket), uint64(bucket)
	}
	shift := int(bucket)>>subBits - 1
	low = (uint64(bucket)&(1<<subBits-1) + 1<<subBits) << shift
	return low, low + 1<<shift - 1
}

// Value returns the value that stands for all of a bucket: the one whose
// greatest relative distance to the others is least.
func Value(bucket uint16) float64 {
	low, high := Span(bucket)
	return 2 * float64(low) * float64(high) / float64(low+max(high, 1))
}

// Cell is a bucket with the number of values in it.
type Cell struct {
	Bucket uint16
	Count  uint64
}

// Rank returns the bucket of the k-th smallest value, counted from 1. Cells are
// sorted by bucket; k beyond the last value gives the last bucket.
func Rank(cells []Cell, k uint64) uint16 {
	var last uint16
	for _, c := range cells {
		last = c.Bucket
		if c.Count >= k {
			break
		}
		k -= c.Count
	}
	return last
}

// Quantile returns the value below or at which the share q of n counted values
// lies: the one at rank ceil(q·n). It is 0 when there are none.
func Quantile(cells []Cell, n uint64, q float64) float64 {
	if n == 0 {
		return 0
	}
	return Value(Rank(cells, rank(q*float64(n), n)))
}

// Interval returns a confidence interval of a quantile that assumes nothing
// about the distribution: the values at the ranks that the binomial
// distribution gives for z standard deviations.
func Interval(cells []Cell, n uint64, q, z float64) (low, high float64) {
	if n == 0 {
		return 0, 0
	}
	spread := z * math.Sqrt(float64(n)*q*(1-q))
	from := rank(q*float64(n)-spread, n)
	to := rank(q*float64(n)+spread+1, n)
	return Value(Rank(cells, from)), Value(Rank(cells, to))
}

// rank rounds up and stays within 1 and n. A whisker is taken off first: 0.07
// times 100 is a little above 7 in floating point.
func rank(r float64, n uint64) uint64 {
	k := math.Ceil(r - r*1e-12)
	return uint64(min(max(k, 1), float64(n)))
}
