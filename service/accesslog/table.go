package accesslog

import (
	"hash/maphash"
	"math"
	"math/bits"
	"strings"

	"github.com/wring-go/wring/internal/loghist"
)

// Tally is what is added up of requests. All of it is whole numbers, so that no
// order of adding gives another sum.
type Tally struct {
	Count   uint64
	Nanos   uint64
	Squares [2]uint64 // of nanoseconds, the high half first
	Max     uint64
	Min     uint64
	Bytes   uint64
	Status  [6]uint64 // by class; those without or beyond 1xx to 5xx are at 0
	Same    uint64    // 304: not modified
}

func (t *Tally) book(e *Entry) {
	if t.Count == 0 || e.Nanos < t.Min {
		t.Min = e.Nanos
	}
	t.Count++
	t.Nanos += e.Nanos
	high, low := bits.Mul64(e.Nanos, e.Nanos)
	var carry uint64
	t.Squares[1], carry = bits.Add64(t.Squares[1], low, 0)
	t.Squares[0] += high + carry
	t.Max = max(t.Max, e.Nanos)
	t.Bytes += uint64(e.Bytes)
	t.Status[statusClass(e.Status)]++
	if e.Status == 304 {
		t.Same++
	}
}

func statusClass(status int) int {
	if class := status / 100; class <= 5 {
		return class
	}
	return 0
}

// Add adds the requests of o.
func (t *Tally) Add(o Tally) {
	if t.Count == 0 || o.Count > 0 && o.Min < t.Min {
		t.Min = o.Min
	}
	t.Count += o.Count
	t.Nanos += o.Nanos
	var carry uint64
	t.Squares[1], carry = bits.Add64(t.Squares[1], o.Squares[1], 0)
	t.Squares[0] += o.Squares[0] + carry
	t.Max = max(t.Max, o.Max)
	t.Bytes += o.Bytes
	for i := range t.Status {
		t.Status[i] += o.Status[i]
	}
	t.Same += o.Same
}

// Failed counts the requests with a status of 400 and above.
func (t *Tally) Failed() uint64 { return t.Status[4] + t.Status[5] }

// Mean returns the mean time in seconds.
func (t *Tally) Mean() float64 {
	if t.Count == 0 {
		return 0
	}
	return float64(t.Nanos) / 1e9 / float64(t.Count)
}

// Variance returns the variance of the times in seconds squared.
func (t *Tally) Variance() float64 {
	if t.Count < 2 {
		return 0
	}
	n := float64(t.Count)
	squares := (float64(t.Squares[0])*math.Pow(2, 64) + float64(t.Squares[1])) / 1e18
	mean := t.Mean()
	return max(0, (squares-n*mean*mean)/(n-1))
}

// Limits of a table, so that it takes less than 30 MB.
const (
	maxKeys  = 1 << 16
	maxCells = 3 << 18 // pairs of a key and a bucket
	maxText  = 6 << 20
)

// key is one method and path, or one value of what is grouped by. It holds no
// pointers, so that the collector passes over the table. A short text stands beside the
// sums, so that to find a key is to have fetched most of them, too.
type key struct {
	place  uint32 // of a long text, in the arena
	length uint16
	method uint8
	shape  int32           // of the tail analysis, or -1
	named  int32           // the route that the user named, or -1
	short  [shortText]byte // the text, if it is no longer
	Tally
}

// shortText is the length of the texts that stand in their keys.
const shortText = 48

// table finds keys by method and text, and counts times by key and bucket. It
// grows by doubling; what it holds is the same whatever the order of booking.
type table struct {
	seed  maphash.Seed
	slots []uint64 // half of the hash of a key, and its number plus one
	keys  []*[keyChunk]key
	n     int
	size  int // of all texts
	texts textArena
	cells cells
}

const keyChunk = 256

// maxKeyText is how long a text can be that the table keeps.
const maxKeyText = textPiece / 2

func newTable() *table {
	return &table{seed: maphash.MakeSeed(), slots: make([]uint64, 1024), cells: newCells(4096)}
}

func (t *table) key(i int) *key { return &t.keys[i/keyChunk][i%keyChunk] }

// text returns the text of a key. It is not to be changed.
func (t *table) text(k *key) []byte {
	if k.length <= shortText {
		return k.short[:k.length:k.length]
	}
	return t.texts.at(k.place)[:k.length:k.length]
}

// find returns the number of a key, or -1.
func (t *table) find(method uint8, text []byte) (i int, hash uint64) {
	hash = maphash.Bytes(t.seed, text) + uint64(method)*0x9e3779b97f4a7c15
	mask := uint64(len(t.slots) - 1)
	for at := hash >> 32 & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s == 0 {
			return -1, hash
		}
		if (s^hash)>>32 != 0 {
			continue
		}
		i := int(uint32(s) - 1)
		k := t.key(i)
		if k.method == method && string(t.text(k)) == string(text) {
			return i, hash
		}
	}
}

// add makes a key that find did not find.
func (t *table) add(method uint8, text []byte, hash uint64) int {
	if t.n%keyChunk == 0 {
		t.keys = append(t.keys, new([keyChunk]key))
	}
	if (t.n+1)*4 > len(t.slots)*3 {
		t.grow()
	}
	i := t.n
	t.n++
	t.size += len(text)
	k := t.key(i)
	k.length, k.method, k.shape, k.named = uint16(len(text)), method, -1, -1
	if copy(k.short[:], text) < len(text) {
		k.place = t.texts.keep(text)
	}
	t.put(hash&^countMask | uint64(t.n))
	return i
}

func (t *table) put(slot uint64) {
	mask := uint64(len(t.slots) - 1)
	at := slot >> 32 & mask
	for t.slots[at] != 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = slot
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	for _, s := range old {
		if s != 0 {
			t.put(s)
		}
	}
}

// allTexts returns the concatenated texts of the keys.
func (t *table) allTexts() string {
	var all strings.Builder
	all.Grow(t.size)
	for i := range t.n {
		all.Write(t.text(t.key(i)))
	}
	return all.String()
}

// full reports whether a key would be one too many. What it depends on only
// grows, so the order of lines does not decide whether a log fits.
func (t *table) full(text []byte) bool {
	return t.n >= maxKeys || t.size+len(text) > maxText
}

// textArena keeps texts in large pieces.
type textArena struct {
	pieces []*[textPiece]byte
	used   int // of the last piece
}

const textPiece = 32 << 10

// keep returns where at finds a text of at most maxKeyText.
func (a *textArena) keep(text []byte) (place uint32) {
	if len(a.pieces) == 0 || a.used+len(text) > textPiece {
		a.pieces = append(a.pieces, new([textPiece]byte))
		a.used = 0
	}
	last := len(a.pieces) - 1
	copy(a.pieces[last][a.used:], text)
	place = uint32(last*textPiece + a.used)
	a.used += len(text)
	return place
}

// at returns the rest of the piece from a place on.
func (a *textArena) at(place uint32) []byte {
	return a.pieces[place/textPiece][place%textPiece:]
}

// cells count by key and bucket in one table of open addresses: 20 bits of key,
// 12 of bucket, 32 of count.
type cells struct {
	slots []uint64
	shift int // of a product, so that its high bits are a place
	n     int
	// What is to be counted once. The places of many can be looked up at a
	// time, which saves waiting for memory.
	pending []uint32
}

// later counts one, at the latest with flush. It reports whether it was flushed.
func (c *cells) later(key int, bucket uint16) (flushed bool) {
	c.pending = append(c.pending, uint32(key)<<12|uint32(bucket))
	if len(c.pending) < maxPending {
		return false
	}
	c.flush()
	return true
}

// maxPending is how many counts are put off.
const maxPending = 512

func (c *cells) flush() {
	for _, id := range c.pending {
		mask := uint64(len(c.slots) - 1)
		at := mix(uint64(id)) >> c.shift & mask
		if s := c.slots[at]; s>>32 == uint64(id) && s != 0 && s&countMask != countMask {
			c.slots[at] = s + 1
			continue
		}
		c.add(int(id>>12), uint16(id&0xfff), 1)
	}
	c.pending = c.pending[:0]
}

// newCells makes room for size slots, a power of two.
func newCells(size int) cells {
	return cells{slots: make([]uint64, size), shift: 64 - bits.TrailingZeros(uint(size)),
		pending: make([]uint32, 0, maxPending)}
}

const countMask = 1<<32 - 1

func (c *cells) add(key int, bucket uint16, count uint64) {
	id := uint64(key)<<12 | uint64(bucket)
	mask := uint64(len(c.slots) - 1)
	for at := mix(id) >> c.shift; ; at = (at + 1) & mask {
		s := c.slots[at]
		if s == 0 {
			c.slots[at] = id<<32 | min(count, countMask)
			if c.n++; c.n*4 > len(c.slots)*3 {
				c.grow()
			}
			return
		}
		if s>>32 == id {
			c.slots[at] = id<<32 | min(s&countMask+count, countMask)
			return
		}
	}
}

func (c *cells) grow() {
	old, pending := c.slots, c.pending
	*c = newCells(2 * len(old))
	c.pending = pending
	for _, s := range old {
		if s != 0 {
			c.add(int(s>>44), uint16(s>>32&0xfff), s&countMask)
		}
	}
}

// mix spreads numbers that are near each other over the high bits.
func mix(x uint64) uint64 { return x * 0x9e3779b97f4a7c15 }

var _ = [1]struct{}{}[loghist.Buckets>>12] // a bucket fits into 12 bits
