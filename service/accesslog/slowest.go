package accesslog

import (
	"bytes"
	"cmp"
	be "encoding/binary"
	"slices"

	"github.com/wring-go/wring/internal/pathshape"
)

// slowestKept is how many single requests are remembered with their lines.
const slowestKept = 50

// Slow is a single request that took long.
type Slow struct {
	Nanos  uint64 `json:"nanos"`
	Method string `json:"method"`
	Path   string `json:"path"`
	Query  string `json:"query"`
	Status int    `json:"status"`
	Bytes  int64  `json:"bytes"`
	At     int64  `json:"at"`
	Example
}

// slowest remembers the requests that took longest; of those that took as long
// the ones that were read first.
type slowest struct {
	list  []Slow // sorted, slowest first
	least uint64 // what it takes to be one when the list is full
}

func (s *slowest) offer(e *Entry, line []byte, from position) {
	s.insert(Slow{Nanos: e.Nanos, Method: string(e.Method), Path: string(e.Path),
		Query: excerpt(e.Query), Status: e.Status, Bytes: e.Bytes, At: e.At,
		Example: Example{from.file, from.line, excerpt(line)}})
}

func (s *slowest) insert(one Slow) {
	i, _ := slices.BinarySearchFunc(s.list, one, func(a, b Slow) int {
		if a.Nanos == b.Nanos {
			return -1 // after those that are as slow
		}
		return cmp.Compare(b.Nanos, a.Nanos)
	})
	s.list = slices.Insert(s.list, i, one)
	if len(s.list) > slowestKept {
		s.list = s.list[:slowestKept]
	}
	if len(s.list) == slowestKept {
		s.least = s.list[slowestKept-1].Nanos
	}
}

// sample is a request as the analysis of the slow tail sees it.
type sample struct {
	hash   uint64
	nanos  uint64
	bytes  int64
	at     int64
	key    int32
	status int16
	client [46]byte
	query  [64]byte // the names of its parameters
}

// tailKept is how many of the slowest requests of a shape, and how many of all
// its requests by chance, are remembered.
const tailKept = 128

// shape is all paths with the same words and looks.
type shape struct {
	count uint64
	slow  []sample // a heap, the fastest first
	usual []sample // a heap, the largest hash first
}

// shapes are found when a key is new; there are at most maxShapes.
type shapes struct {
	list   []shape
	byText map[string]int32
	missed uint64 // keys for which there was no room
}

const maxShapes = 256

// of returns the number of a path's shape, or -1 when there is no room for it.
func (s *shapes) of(path []byte, method string, scratch *[]byte) int32 {
	text := append(append((*scratch)[:0], method...), ' ')
	text = pathshape.Reduce(text, path, 2)
	*scratch = text
	if i, ok := s.byText[string(text)]; ok {
		return i
	}
	if len(s.list) == maxShapes {
		s.missed++
		return -1
	}
	i := int32(len(s.list))
	s.byText[string(text)] = i
	s.list = append(s.list, shape{})
	return i
}

func (s *shape) book(e *Entry, key int) {
	s.count++
	h := e.hash()
	if len(s.slow) < tailKept || slower(e.Nanos, h, &s.slow[0]) {
		s.keepSlow(e.sample(key, h))
	}
	if len(s.usual) < tailKept || h < s.usual[0].hash {
		s.keepUsual(e.sample(key, h))
	}
}

func (s *shape) keepSlow(one sample) {
	if len(s.slow) < tailKept || slower(one.nanos, one.hash, &s.slow[0]) {
		keep(&s.slow, one, func(a, b *sample) bool { return slower(b.nanos, b.hash, a) })
	}
}

func (s *shape) keepUsual(one sample) {
	if len(s.usual) < tailKept || one.hash < s.usual[0].hash {
		keep(&s.usual, one, func(a, b *sample) bool { return a.hash > b.hash })
	}
}

// slower reports whether a request comes before b among the slowest.
func slower(nanos, hash uint64, b *sample) bool {
	return nanos > b.nanos || nanos == b.nanos && hash < b.hash
}

// keep puts one into a heap, and takes out what is on top beyond tailKept.
func keep(heap *[]sample, one sample, above func(a, b *sample) bool) {
	h := *heap
	if len(h) < tailKept {
		h = append(h, one)
		for i := len(h) - 1; i > 0 && above(&h[i], &h[(i-1)/2]); i = (i - 1) / 2 {
			h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
		}
		*heap = h
		return
	}
	h[0] = one
	for i := 0; ; {
		top := i
		for _, kid := range [2]int{2*i + 1, 2*i + 2} {
			if kid < len(h) && above(&h[kid], &h[top]) {
				top = kid
			}
		}
		if top == i {
			return
		}
		h[i], h[top] = h[top], h[i]
		i = top
	}
}

// hash is the same for the same request on every machine.
func (e *Entry) hash() uint64 {
	h := e.Nanos ^ mix(uint64(e.At))
	h = mix(h^h>>32) ^ uint64(e.Bytes)<<16 ^ uint64(e.Status)
	h = mix(h^h>>32) ^ last8(e.Path)
	h = mix(h^h>>32) ^ last8(e.Client)
	h = mix(h ^ h>>32)
	return h ^ h>>32
}

// last8 returns the last bytes as a number.
func last8(b []byte) (n uint64) {
	if len(b) >= 8 {
		return be.BigEndian.Uint64(b[len(b)-8:])
	}
	for _, c := range b {
		n = n<<8 | uint64(c)
	}
	return n
}

func (e *Entry) sample(key int, hash uint64) sample {
	s := sample{hash: hash, nanos: e.Nanos, bytes: e.Bytes, at: e.At, key: int32(key),
		status: int16(e.Status)}
	copy(s.client[:], e.Client)
	rest := e.Query
	n := 0
	for len(rest) > 0 && n < len(s.query) {
		var pair []byte
		pair, rest, _ = bytes.Cut(rest, []byte("&"))
		name, _, _ := bytes.Cut(pair, []byte("="))
		n += copy(s.query[n:], name)
		if n < len(s.query) && len(rest) > 0 {
			s.query[n] = '&'
			n++
		}
	}
	return s
}

// move gives samples the numbers that their keys have now.
func (s *shapes) move(moved []int32) {
	for i := range s.list {
		for _, heap := range [][]sample{s.list[i].slow, s.list[i].usual} {
			for j := range heap {
				heap[j].key = moved[heap[j].key]
			}
		}
	}
}
