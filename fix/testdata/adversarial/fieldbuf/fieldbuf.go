// Package fieldbuf has methods that give a few bytes to readers and writers.
package fieldbuf

import (
	"encoding/binary"
	"io"
	"strings"
)

// Encoder writes numbers.
type Encoder struct {
	w     io.Writer
	n     int
	err   error
	kinds map[byte]int
}

func (e *Encoder) write(p []byte) {
	if e.err != nil {
		return
	}
	n, err := e.w.Write(p)
	e.n, e.err = e.n+n, err
}

// Number writes a number in as few bytes as it needs.
func (e *Encoder) Number(x uint64) int {
	var b [10]byte
	n := binary.PutUvarint(b[:], x)
	e.write(b[:n])
	return e.n
}

// Flags writes one byte for four flags, of which those that are not set are zero.
func (e *Encoder) Flags(list []bool) int {
	var b [4]byte
	for i, set := range list {
		if set && i < len(b) {
			b[i] = 1
		}
	}
	e.write(b[:])
	return e.n
}

// Framed writes a number between two bytes, and the number itself meanwhile.
func (e *Encoder) Framed(x uint16) int {
	var b [4]byte
	b[0], b[3] = '<', '>'
	binary.BigEndian.PutUint16(b[1:], x)
	e.write(b[:1])
	e.Number(uint64(x))
	e.write(b[1:])
	return e.n
}

// Parted appends two ends to the same bytes.
func (e *Encoder) Parted(x byte) int {
	b := make([]byte, 2)
	b[0] = x
	first := append(b[:2], 'a')
	second := append(b[:2], 'b')
	e.write(first)
	e.write(second)
	return e.n
}

// Padded writes a text of eight bytes, or what is there of it.
func (e *Encoder) Padded(text string) int {
	b := make([]byte, 8)
	copy(b, text)
	e.write(b)
	return len(b)
}

// Tagged returns what it wrote.
func (e *Encoder) Tagged(kind byte, x byte) []byte {
	b := []byte{kind, x}
	e.kinds[kind]++
	e.write(b)
	return b
}

// Ordered writes a number in the order that it is given.
func (e *Encoder) Ordered(big bool, x uint32) int {
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	if e.err == nil {
		e.err = binary.Write(e.w, order, x)
	}
	e.n += 4
	return e.n
}

// Deep writes a number for each level.
func (e *Encoder) Deep(levels int) int {
	var b [2]byte
	b[0] = byte(levels)
	if levels > 0 && levels < 20 {
		e.Deep(levels - 1)
	}
	b[1] = '.'
	e.write(b[:])
	return e.n
}

// Decoder reads numbers.
type Decoder struct {
	r    io.Reader
	left int
	last []byte
}

// Word reads four bytes, or says what there was.
func (d *Decoder) Word() (string, error) {
	var b [4]byte
	n, err := io.ReadFull(d.r, b[:])
	d.left -= n
	return string(b[:]), err
}

// Pair reads two numbers.
func (d *Decoder) Pair() (x, y uint16, err error) {
	var b [2]byte
	if _, err = io.ReadFull(d.r, b[:]); err != nil {
		return 0, 0, err
	}
	x = binary.BigEndian.Uint16(b[:])
	if _, err = io.ReadFull(d.r, b[:]); err != nil {
		return x, uint16(b[0]), err
	}
	d.left -= 4
	return x, binary.BigEndian.Uint16(b[:]), nil
}

// ID is what IDs are read as.
type ID [4]byte

// ID reads one, or a part of one.
func (d *Decoder) ID() (ID, error) {
	var id ID
	n, err := io.ReadFull(d.r, id[:])
	d.left -= n
	return id, err
}

// Both reads one ID, and another one while it returns the first.
func (d *Decoder) Both() (first, second ID) {
	both := func(x ID, y [2]ID) (ID, ID) { return x, y[0] }
	return both(d.id(4))
}

func (d *Decoder) id(size int) (ID, [2]ID) {
	d.left -= size
	var id ID
	if _, err := io.ReadFull(d.r, id[:]); err != nil {
		return id, [2]ID{}
	}
	return id, d.next()
}

func (d *Decoder) next() [2]ID {
	d.left -= 4
	var id ID
	if _, err := io.ReadFull(d.r, id[:]); err != nil {
		return [2]ID{}
	}
	return [2]ID{id, id}
}

// Peeked keeps what it read.
func (d *Decoder) Peeked() []byte {
	b := make([]byte, 3)
	n, _ := io.ReadFull(d.r, b)
	d.left -= n
	d.last = b[:n]
	return d.last
}

// Text writes numbers and reads them.
func Text(numbers []uint64, flags []bool) string {
	var b strings.Builder
	e := &Encoder{w: &b, kinds: map[byte]int{}}
	for _, n := range numbers {
		e.Number(n)
		e.Flags(flags)
		e.Framed(uint16(n))
		e.Padded("abc")
	}
	return b.String()
}

// source is what a Scanner reads from: a part of a text, or what another Scanner reads.
type source interface {
	fill([]byte)
	numbers([]uint32) int
}

type part struct {
	s    string
	n    int
	last []uint32
}

func (p *part) fill(b []byte) {
	n := copy(b, p.s[p.n:])
	if p.n += n; n < len(b) {
		panic("short")
	}
}

// numbers keeps what it returned first.
func (p *part) numbers(list []uint32) int {
	p.n++
	if p.last == nil {
		p.last = list
	}
	for i := range list {
		list[i] = p.last[0] + uint32(p.n)
	}
	return len(list)
}

type nested struct {
	in *Scanner
	n  int
}

func (n *nested) fill(b []byte) {
	if n.n++; n.n < 3 {
		first := n.in.Four()
		copy(b[1:], first[:])
	}
	b[0]++
}

func (n *nested) numbers(list []uint32) int {
	n.n += len(list)
	return 0
}

// Scanner reads arrays.
type Scanner struct {
	in  source
	w   io.Writer
	sum int
}

// NewScanner reads from a text.
func NewScanner(text string, w io.Writer) *Scanner {
	return &Scanner{in: &part{s: text}, w: w}
}

// Nested reads what a Scanner reads from itself, unless it has read too much.
func Nested(n int) [4]byte {
	s := &Scanner{}
	s.in = &nested{in: s, n: n}
	return s.Four()
}

// Four reads four bytes.
func (s *Scanner) Four() (b [4]byte) {
	s.sum++
	b[3] = '.'
	s.in.fill(b[:3])
	return b
}

// Recovered returns what was read when a read panicked.
func (s *Scanner) Recovered() (b [8]byte) {
	defer func() {
		if recover() != nil {
			b[7] = '!'
		}
	}()
	s.sum++
	s.in.fill(b[:4])
	s.in.fill(b[4:])
	return b
}

// Crossed writes two arrays that are filled at the same time.
func (s *Scanner) Crossed(x byte) int {
	s.sum++
	var a [2]byte
	var b [3]byte
	a[0], b[1] = x, x+1
	s.w.Write(a[:])
	s.w.Write(b[:])
	s.w.Write([]byte{x})
	s.w.Write(a[:])
	return s.sum
}

// Summed reads numbers, of which an earlier one counts.
func (s *Scanner) Summed() uint32 {
	s.sum++
	list := make([]uint32, 2)
	s.in.numbers(list)
	return list[0] + list[1]
}
