package sharebuf

import (
	"encoding/binary"
	"io"
)

// A longer text was there before.
func Padded(w io.Writer, list []string) {
	var scratch [6]byte
	head := scratch[:]
	head[5] = byte(len(list))
	w.Write(head)
	for _, text := range list {
		b := scratch[:]
		copy(b, text)
		w.Write(b)
	}
}

// The frame is needed again.
func Framed(w io.Writer, x uint16) {
	var scratch [2]byte
	frame := scratch[:]
	frame[0] = '#'
	w.Write(frame)
	b := scratch[:]
	binary.BigEndian.PutUint16(b, x)
	w.Write(b)
	w.Write(frame)
}

// The next round needs what stands between.
func Separated(w io.Writer, list []byte) {
	var scratch [3]byte
	between := scratch[:2]
	between[0] = ','
	for i, x := range list {
		if i > 0 {
			w.Write(between)
		}
		b := scratch[:]
		clear(b)
		b[1] = x
		w.Write(b)
	}
}

// What was not read is what was read before.
func Halves(r io.Reader) (first, second string, last byte) {
	var scratch [4]byte
	a := scratch[:]
	if _, err := io.ReadFull(r, a); err != nil {
		return "", "", 0
	}
	first = string(a)
	b := scratch[:]
	n, _ := io.ReadFull(r, b)
	return first, string(b[:n]), b[3]
}

// The part goes on in the other buffer.
func Beyond(w io.Writer, n int) {
	var scratch [8]byte
	w.Write(scratch[:])
	b := scratch[:4]
	clear(b)
	b[0] = 1
	w.Write(b[:n])
}
