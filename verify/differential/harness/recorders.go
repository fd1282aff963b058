package harness

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// calls is what was called of the things that an input holds, in order. It
// keeps the first ones and the number of all.
type calls struct {
	mu     sync.Mutex
	lines  []string
	count  int
	equal  map[uint64]uint64 // how often each call was made, by a hash of it
	handed []handed
}

const keptCalls = 200

// steady is how often an equal call is answered in the same way. After that the answers vary:
// a loop over what something passed in says comes to an end, and another in it, too.
const steady = 3

// seed returns what the answer to a call follows from.
func (c *calls) seed(call uint64) uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.equal == nil {
		c.equal = map[uint64]uint64{}
	}
	c.equal[call]++
	if n := c.equal[call]; n > steady {
		return call ^ hashText(strconv.FormatUint(n, 10))
	}
	return call
}

func (c *calls) add(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	if len(c.lines) < keptCalls {
		c.lines = append(c.lines, line)
	}
}

func (c *calls) String() string {
	return fmt.Sprintf("%s\n%d calls", strings.Join(c.lines, "\n"), c.count)
}

// mark returns a name for something whose calls are recorded.
func (s *source) mark(kind string) string {
	name := fmt.Sprintf("%s%d", kind, len(s.marks))
	s.marks = append(s.marks, name)
	return name
}

// writer records each Write, and now and then fails.
type writer struct {
	name   string
	log    *calls
	failAt int // the Write that fails, from 1; 0 for none
	short  bool
	count  int
}

// Format prints a name: pointers differ from process to process.
func (w *writer) Format(state fmt.State, verb rune) { io.WriteString(state, w.name) }

func newWriter(s *source) *writer {
	w := &writer{name: s.mark("writer"), log: s.log}
	if s.rng.chance(20) {
		w.failAt, w.short = 1+s.rng.intn(3), s.rng.chance(50)
	}
	return w
}

// Write records p.
func (w *writer) Write(p []byte) (int, error) {
	return w.write(string(p))
}

func (w *writer) write(text string) (int, error) {
	w.count++
	w.log.add(w.name + ".Write(" + quote(text) + ")")
	if w.count != w.failAt {
		return len(text), nil
	}
	if w.short {
		return len(text) / 2, io.ErrShortWrite
	}
	return 0, errors.New("the writer failed")
}

// textWriter is a writer that takes strings too. That is recorded as a Write:
// which of the two is called is no difference that a user could see.
type textWriter struct{ *writer }

// WriteString records text.
func (w textWriter) WriteString(text string) (int, error) { return w.write(text) }

// buffered is a bufio.Writer and what has come through it. In which pieces that came is up
// to package bufio.
type buffered struct {
	*bufio.Writer
	text bytes.Buffer
}

// reader gives a text in pieces, and at its end an error with the last piece or
// after it.
type reader struct {
	rest   string
	step   int
	err    error
	joined bool // the error comes with the last piece
}

// Format prints what is left.
func (r *reader) Format(state fmt.State, verb rune) { fmt.Fprintf(state, "%q", r.rest) }

func newReader(s *source) *reader {
	steps := []int{1, 3, 16, 1000, 100000}
	r := &reader{rest: s.text(), step: steps[s.rng.intn(len(steps))], err: io.EOF,
		joined: s.rng.chance(50)}
	if s.rng.chance(15) {
		r.err = errors.New("the reader failed")
	}
	return r
}

// Read gives the next piece.
func (r *reader) Read(p []byte) (int, error) {
	if r.rest == "" {
		return 0, r.err
	}
	n := copy(p, r.rest[:min(r.step, len(r.rest))])
	r.rest = r.rest[n:]
	if r.rest == "" && r.joined {
		return n, r.err
	}
	return n, nil
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// function fills v with a function whose results follow from its arguments and
// from nothing else. It calls those of them that are functions.
func (s *source) function(v reflect.Value) {
	t := v.Type()
	if s.can.reshaped(t) || s.rng.chance(3) {
		return // nil
	}
	for i := 0; i < t.NumOut(); i++ {
		if s.can.reason(t.Out(i)) != "" {
			return
		}
	}
	name, seed := s.mark("func"), s.rng.next()
	compares := comparator(t)
	v.Set(reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		w := &canon{hidden: map[string]bool{}}
		for _, a := range args {
			w.value(a, 0)
			w.buf = append(w.buf, ' ')
		}
		if compares {
			return []reflect.Value{order(t.Out(0), args[0], args[1])}
		}
		s.log.add(name + "(" + cut(string(w.buf), 300) + ")")
		s.log.gaveValues(name, args)
		of := s.log.seed(seed ^ hashText(string(w.buf)))
		s.callsBack(name, args, of)
		return s.answers(t, of)
	}))
}

// answers makes the results of a function.
func (s *source) answers(t reflect.Type, seed uint64) []reflect.Value {
	from := s.answering(seed)
	results := make([]reflect.Value, t.NumOut())
	for i := range results {
		if results[i] = reflect.New(t.Out(i)).Elem(); from.rightly(t.Out(i)) {
			continue
		}
		results[i] = from.value(t.Out(i))
		if t.NumOut() == 1 && t.Out(0).Kind() == reflect.Bool && !from.rng.chance(60) {
			results[i].SetBool(true) // an iterator's yield goes on more often than not
		}
	}
	return results
}

// comparator reports whether t orders two values: how often and on which it is
// called is up to the one who sorts.
func comparator(t reflect.Type) bool {
	if t.NumIn() != 2 || t.NumOut() != 1 || t.In(0) != t.In(1) {
		return false
	}
	return t.Out(0).Kind() == reflect.Bool || t.Out(0).Kind() == reflect.Int
}

// order compares a and b by eight classes, so that many are equal.
func order(t reflect.Type, a, b reflect.Value) reflect.Value {
	x, y := class(a), class(b)
	result := reflect.New(t).Elem()
	if t.Kind() == reflect.Bool {
		result.SetBool(x < y)
	} else {
		result.SetInt(int64(x - y))
	}
	return result
}

func class(v reflect.Value) int {
	w := &canon{hidden: map[string]bool{}}
	w.value(v, 0)
	return int(hashText(string(w.buf)) % 8)
}

// closing is read, written and closed. That it is closed is recorded.
type closing struct {
	*reader
	*writer
}

// Format prints what is left.
func (c *closing) Format(state fmt.State, verb rune) { c.reader.Format(state, verb) }

// Close records the call.
func (c *closing) Close() error {
	c.log.add(c.name + ".Close()")
	return nil
}

// state is what a Format method writes to. A width or precision below zero is none.
type state struct {
	*writer
	width, precision int
	flags            uint64 // one bit each
}

// Width returns the width, if there is one.
func (f *state) Width() (int, bool) { return given(f.width) }

// Precision returns the precision, if there is one.
func (f *state) Precision() (int, bool) { return given(f.precision) }

func given(n int) (int, bool) {
	if n < 0 {
		return 0, false
	}
	return n, true
}

// Flag reports whether one of the characters "+-# 0" stands in the verb.
func (f *state) Flag(c int) bool {
	at := strings.IndexByte("+-# 0", byte(c))
	return at >= 0 && f.flags>>uint(at)&1 == 1
}

// sum is a hash in the manner of FNV-1a, whose state shows what was written to it.
type sum uint64

const offset = 14695981039346656037

// Write adds bytes.
func (h *sum) Write(p []byte) (int, error) {
	for _, b := range p {
		*h = (*h ^ sum(b)) * 1099511628211
	}
	return len(p), nil
}

// Sum appends the hash, the highest byte first.
func (h *sum) Sum(b []byte) []byte {
	for shift := 56; shift >= 0; shift -= 8 {
		b = append(b, byte(h.Sum64()>>uint(shift)))
	}
	return b
}

// Reset begins again.
func (h *sum) Reset() { *h = 0 }

// Size is that of what Sum appends.
func (h *sum) Size() int { return 8 }

// BlockSize says that any number of bytes is hashed as fast.
func (h *sum) BlockSize() int { return 1 }

// Sum32 returns one half of the hash, mixed with the other.
func (h *sum) Sum32() uint32 { return uint32(h.Sum64() ^ h.Sum64()>>32) }

// Sum64 returns the hash.
func (h *sum) Sum64() uint64 { return uint64(*h) ^ offset }
