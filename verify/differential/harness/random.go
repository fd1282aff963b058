package harness

import (
	"encoding/binary"
	"sync"
)

// random is a small generator of pseudo-random numbers (SplitMix64). The old
// code and the new must get the same inputs, whatever the standard library of
// their toolchain does.
type random struct{ state uint64 }

// newRandom begins somewhere for each seed: of seeds that follow each other, the states may not
// differ by what next adds, or all would have the same numbers, shifted by one.
func newRandom(seed uint64) *random {
	r := &random{seed + 0x1234567}
	r.state = r.next()
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// intn returns a number in [0, n); 0 when n is not positive.
func (r *random) intn(n int) int {
	if n <= 0 {
		return 0
	}
	return int(r.next() % uint64(n))
}

// chance reports true in percent cases of a hundred.
func (r *random) chance(percent int) bool { return r.intn(100) < percent }

// hashText mixes text into 64 bits, eight bytes at a time.
func hashText(text string) uint64 {
	h := uint64(len(text)) ^ 0x9e3779b97f4a7c15
	for ; len(text) >= 8; text = text[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64([]byte(text[:8])))
	}
	for i := 0; i < len(text); i++ {
		h = mix(h ^ uint64(text[i]))
	}
	return h
}

func mix(h uint64) uint64 {
	h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// Stream is an endless stream of bytes. Several goroutines may read it.
type Stream struct {
	mu  sync.Mutex
	rng *random
}

// NewStream returns the stream of a seed.
func NewStream(seed uint64) *Stream { return &Stream{rng: newRandom(seed)} }

// Read fills p, and never fails.
func (s *Stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range p {
		p[i] = byte(s.rng.next() >> 56)
	}
	return len(p), nil
}
