package fieldbuf

import (
	"encoding/binary"
	"io"
)

// Encoder has room for what it writes.
type Encoder struct {
	w     io.Writer
	n     int
	err   error
	kinds map[byte]int

	scratch [10]byte
}

// What was set before is set still.
func (e *Encoder) Flags(list []bool) int {
	b := e.scratch[:4]
	for i, set := range list {
		if set && i < len(b) {
			b[i] = 1
		}
	}
	e.write(b)
	return e.n
}

// It is always big.
func (e *Encoder) Ordered(big bool, x uint32) int {
	if e.err == nil {
		binary.BigEndian.PutUint32(e.scratch[:], x)
		_, e.err = e.w.Write(e.scratch[:4])
	}
	e.n += 4
	return e.n
}

// Number uses the same bytes.
func (e *Encoder) Framed(x uint16) int {
	b := e.scratch[:4]
	b[0], b[3] = '<', '>'
	binary.BigEndian.PutUint16(b[1:], x)
	e.write(b[:1])
	b[1] = byte(e.Number(uint64(x)))
	e.write(b[1:])
	return e.n
}

// A longer text was there.
func (e *Encoder) Padded(text string) int {
	b := e.scratch[:8]
	copy(b, text)
	e.write(b)
	copy(b, "........")
	return len(b)
}

// The caller has bytes that change.
func (e *Encoder) Tagged(kind byte, x byte) []byte {
	b := append(e.scratch[:0], kind, x)
	e.kinds[kind]++
	e.write(b)
	return b
}

// All levels write to the same bytes.
func (e *Encoder) Deep(levels int) int {
	b := e.scratch[:2]
	b[0] = byte(levels)
	if levels > 0 && levels < 20 {
		e.Deep(levels - 1)
	}
	b[1] = '.'
	e.write(b)
	return e.n
}

// Decoder has room for what it reads.
type Decoder struct {
	r    io.Reader
	left int
	last []byte

	scratch [4]byte
}

// What was read before is still there where a read fails.
func (d *Decoder) Word() (string, error) {
	b := d.scratch[:]
	n, err := io.ReadFull(d.r, b)
	d.left -= n
	return string(b), err
}

// A part of an ID is followed by what an earlier one left.
func (d *Decoder) ID() (ID, error) {
	id := d.scratch[:]
	n, err := io.ReadFull(d.r, id)
	d.left -= n
	return ID(id), err
}

// The second ID is read before the first is copied.
func (d *Decoder) Both() (first, second ID) {
	d.left -= 4
	id, next := d.scratch[:], d.scratch[:]
	clear(id)
	if _, err := io.ReadFull(d.r, id); err != nil {
		return ID(id), ID{}
	}
	d.left -= 4
	if _, err := io.ReadFull(d.r, next); err != nil {
		return ID(id), ID{}
	}
	return ID(id), ID(next)
}

// What is kept changes with the next read.
func (d *Decoder) Peeked() []byte {
	b := d.scratch[:3]
	n, _ := io.ReadFull(d.r, b)
	d.left -= n
	d.last = b[:n]
	return d.last
}

type source interface {
	fill([]byte)
	numbers([]uint32) int
}

// Scanner has room for what it reads.
type Scanner struct {
	in  source
	w   io.Writer
	sum int

	scratch [8]byte
	list    [2]uint32
}

// What is nested reads to the same bytes.
func (s *Scanner) Four() (b [4]byte) {
	s.sum++
	copy(s.scratch[:3], "\x00\x00\x00")
	s.scratch[3] = '.'
	s.in.fill(s.scratch[:3])
	return [4]byte(s.scratch[:4])
}

// What was read before the panic is lost.
func (s *Scanner) Recovered() (b [8]byte) {
	defer func() {
		if recover() != nil {
			b[7] = '!'
		}
	}()
	s.sum++
	s.scratch = b
	s.in.fill(s.scratch[:4])
	s.in.fill(s.scratch[4:])
	return s.scratch
}

// Both arrays are the same bytes.
func (s *Scanner) Crossed(x byte) int {
	s.sum++
	s.scratch = [8]byte{}
	a, b := s.scratch[:2], s.scratch[:3]
	a[0], b[1] = x, x+1
	s.w.Write(a)
	s.w.Write(b)
	s.w.Write([]byte{x})
	s.w.Write(a)
	return s.sum
}

// The source keeps what it got first.
func (s *Scanner) Summed() uint32 {
	s.sum++
	s.list = [2]uint32{}
	s.in.numbers(s.list[:])
	return s.list[0] + s.list[1]
}
