// Package sharebuf has functions that give small buffers to readers and writers, one after the
// other.
package sharebuf

import (
	"encoding/binary"
	"fmt"
	"io"
)

// Numbers writes numbers of three lengths.
func Numbers(w io.Writer, x uint64) error {
	var a [2]byte
	binary.LittleEndian.PutUint16(a[:], uint16(x))
	if _, err := w.Write(a[:]); err != nil {
		return err
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], x)
	if _, err := w.Write(b[:]); err != nil {
		return err
	}
	var c [4]byte
	binary.LittleEndian.PutUint32(c[:], uint32(x))
	_, err := w.Write(c[:])
	return err
}

// Padded writes texts of six bytes, or what is there of them.
func Padded(w io.Writer, list []string) {
	head := make([]byte, 6)
	head[5] = byte(len(list))
	w.Write(head)
	for _, text := range list {
		var b [6]byte
		copy(b[:], text)
		w.Write(b[:])
	}
}

// Framed writes the same bytes before and after others.
func Framed(w io.Writer, x uint16) {
	var frame [2]byte
	frame[0] = '#'
	w.Write(frame[:])
	var b [2]byte
	binary.BigEndian.PutUint16(b[:], x)
	w.Write(b[:])
	w.Write(frame[:])
}

// Separated writes what stands between two parts in each round but the first.
func Separated(w io.Writer, list []byte) {
	var between [2]byte
	between[0] = ','
	for i, x := range list {
		if i > 0 {
			w.Write(between[:])
		}
		var b [3]byte
		b[1] = x
		w.Write(b[:])
	}
}

// Halves reads two parts, of which the second may be cut off: then its end is zero.
func Halves(r io.Reader) (first, second string, last byte) {
	var a [4]byte
	if _, err := io.ReadFull(r, a[:]); err != nil {
		return "", "", 0
	}
	first = string(a[:])
	var b [4]byte
	n, _ := io.ReadFull(r, b[:])
	return first, string(b[:n]), b[3]
}

// Beyond takes a part that may be longer than there are bytes.
func Beyond(w io.Writer, n int) {
	var a [8]byte
	w.Write(a[:])
	b := make([]byte, 4)
	b[0] = 1
	w.Write(b[:n])
}

// Behind takes a part that is longer than there are bytes.
func Behind(w io.Writer) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var a [8]byte
	w.Write(a[:])
	b := make([]byte, 4)
	w.Write(b)
	w.Write(b[:8])
	return ""
}

// Choice writes one of two, and then both lengths.
func Choice(w io.Writer, long bool) int {
	var a [1]byte
	if long {
		var b [5]byte
		b[4] = 'b'
		w.Write(b[:])
	} else {
		a[0] = 'a'
		w.Write(a[:])
	}
	var c [2]byte
	w.Write(c[:])
	return len(a) + len(c) + cap(c[:1])
}
