// Package histogram counts durations in buckets whose width grows with the
// value, so that each is known to within 0.8 percent, and adds histograms of
// several machines up without losing anything more.
package histogram

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"
)

// A value below 1<<fine nanoseconds has a bucket of its own. Above, each power
// of two is divided into 1<<(fine-1) buckets.
const fine = 7

// Histogram counts durations. The zero value is empty. It must not be used by
// several goroutines at once.
type Histogram struct {
	counts []uint64 // by bucket; as long as the largest value needs
	count  uint64
	sum    float64 // nanoseconds
	max    time.Duration
}

// Record counts d. A negative duration counts as 0.
func (h *Histogram) Record(d time.Duration) {
	d = max(d, 0)
	i := bucket(uint64(d))
	if i >= len(h.counts) {
		h.counts = append(h.counts, make([]uint64, i+1-len(h.counts))...)
	}
	h.counts[i]++
	h.count++
	h.sum += float64(d)
	h.max = max(h.max, d)
}

// bucket returns the index of the bucket that v falls into.
func bucket(v uint64) int {
	shift := bits.Len64(v) - fine
	if shift <= 0 {
		return int(v)
	}
	return shift<<(fine-1) + int(v>>shift)
}

// middle returns the value in the middle of bucket i.
func middle(i int) time.Duration {
	shift := max(i>>(fine-1)-1, 0)
	low := uint64(i-shift<<(fine-1)) << shift
	return time.Duration(low + (1<<shift)/2)
}

// Count returns how many durations were recorded.
func (h *Histogram) Count() uint64 { return h.count }

// Max returns the longest duration, exactly.
func (h *Histogram) Max() time.Duration { return h.max }

// Mean returns the mean, 0 if there is nothing.
func (h *Histogram) Mean() time.Duration {
	if h.count == 0 {
		return 0
	}
	return time.Duration(h.sum / float64(h.count))
}

// Quantile returns the duration that the share q of all did not exceed, 0 if
// there is nothing. Quantile(1) is Max.
func (h *Histogram) Quantile(q float64) time.Duration {
	rank := uint64(math.Ceil(q * float64(h.count)))
	if rank >= h.count {
		return h.max
	}
	rank = max(rank, 1)
	seen := uint64(0)
	for i, n := range h.counts {
		if seen += n; seen >= rank {
			return min(middle(i), h.max)
		}
	}
	return h.max
}

// Merge adds what other has counted.
func (h *Histogram) Merge(other *Histogram) {
	if n := len(other.counts); n > len(h.counts) {
		h.counts = append(h.counts, make([]uint64, n-len(h.counts))...)
	}
	for i, n := range other.counts {
		h.counts[i] += n
	}
	h.count += other.count
	h.sum += other.sum
	h.max = max(h.max, other.max)
}

// document is a histogram in JSON.
type document struct {
	Count   uint64      `json:"count"`
	SumNS   float64     `json:"sum_ns"`
	MaxNS   int64       `json:"max_ns"`
	Buckets [][2]uint64 `json:"buckets"` // index and count, without the empty ones
}

// MarshalJSON writes all buckets that are not empty, so that the histograms of
// several runs can be merged later.
func (h *Histogram) MarshalJSON() ([]byte, error) {
	doc := document{Count: h.count, SumNS: h.sum, MaxNS: int64(h.max), Buckets: [][2]uint64{}}
	for i, n := range h.counts {
		if n > 0 {
			doc.Buckets = append(doc.Buckets, [2]uint64{uint64(i), n})
		}
	}
	return json.Marshal(doc)
}

// UnmarshalJSON reads what MarshalJSON has written, and reports a document that
// no histogram can have written.
func (h *Histogram) UnmarshalJSON(data []byte) error {
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	read := Histogram{count: doc.Count, sum: doc.SumNS, max: time.Duration(doc.MaxNS)}
	total := uint64(0)
	for _, b := range doc.Buckets {
		if b[0] > uint64(bucket(math.MaxInt64)) {
			return fmt.Errorf("histogram: there is no bucket %d", b[0])
		}
		if i := int(b[0]); i >= len(read.counts) {
			read.counts = append(read.counts, make([]uint64, i+1-len(read.counts))...)
		}
		read.counts[b[0]] += b[1]
		total += b[1]
	}
	if total != doc.Count || doc.MaxNS < 0 {
		return errors.New("histogram: the buckets do not add up to the count")
	}
	*h = read
	return nil
}
