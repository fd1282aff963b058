package knownio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// The buffer may have less room.
func Written(numbers []uint64, kind, size int) string {
	var to bytes.Buffer
	var w io.Writer = &to
	small := bufio.NewWriterSize(&to, 16)
	full := &limited{left: size % 30}
	switch kind % 4 {
	case 1:
		w = small
	case 2:
		w = full
	case 3:
		w = nil
	}
	var errs []error
	for _, x := range numbers {
		var err error
		n := 0
		if room, ok := w.(interface{ AvailableBuffer() []byte }); ok {
			b := room.AvailableBuffer()
			b = b[:min(10, cap(b))]
			n, err = w.Write(b[:binary.PutUvarint(b, x)])
		} else {
			n, err = w.Write(binary.AppendUvarint(nil, x))
		}
		errs = append(errs, fmt.Errorf("%d %w", n, err))
	}
	small.Flush()
	return fmt.Sprint(errs) + to.String() + string(full.text)
}

// What is kept is not what changes.
func Kept(x, y byte) string {
	k := &keeper{}
	var w io.Writer = k
	w.Write([]byte{x, 0})
	w.Write([]byte{y, 0})
	return fmt.Sprint(k.parts)
}

// A part of a word is no end.
func Words(data string, kind int) string {
	r := reader(data, kind)
	var out []string
	for range 8 {
		var b [4]byte
		var n int
		var err error
		for n < len(b) && err == nil {
			var more int
			p := make([]byte, len(b)-n)
			more, err = r.Read(p)
			n += copy(b[n:], p[:more])
		}
		if n == len(b) {
			err = nil
		}
		out = append(out, fmt.Sprint(n, b, err))
		if err != nil {
			break
		}
	}
	return strings.Join(out, "|")
}

// A reader may use all room, and sees what was there.
func Some(data string, kind int) string {
	r := reader(data, kind)
	var b [6]byte
	var out []string
	for i := range 6 {
		b[5] = byte(i)
		p := make([]byte, len(b))
		n, err := r.Read(p)
		copy(b[:], p[:n])
		out = append(out, fmt.Sprint(n, b[:], err))
	}
	return strings.Join(out, "|")
}

// What was discarded cannot be taken back.
func Unread(data string, kind int) string {
	r := reader(data, kind%4)
	var b [3]byte
	n, err := 0, error(nil)
	if br, ok := r.(*bufio.Reader); ok {
		var next []byte
		next, err = br.Peek(len(b))
		n = copy(b[:], next)
		br.Discard(n)
		if n > 0 {
			err = nil
		}
	} else {
		n, err = r.Read(b[:])
	}
	back := r.(io.ByteScanner).UnreadByte()
	rest, _ := io.ReadAll(r)
	return fmt.Sprint(n, err, b, back, string(rest))
}

// No byte is no error for io.ReadFull.
func Nothing(data string, kind, size int) string {
	r := reader(data, kind%6)
	var b [2]byte
	n, err := r.Read(b[:max(0, min(size, 1))])
	m, err2 := r.Read(b[:0])
	k, err3 := r.Read(b[1:])
	return fmt.Sprint(n, err, m, err2, k, err3, b)
}

// What was looked at is still to be read.
func Rest(data string, kind int) (x uint16, rest string) {
	r := reader(data, kind%6)
	var b [2]byte
	if br, ok := r.(*bufio.Reader); ok {
		next, err := br.Peek(2)
		if err != nil {
			return 0, errors.New("EOF").Error()
		}
		copy(b[:], next)
	} else if _, err := io.ReadFull(r, b[:]); err != nil {
		return 0, err.Error()
	}
	left, _ := io.ReadAll(r)
	return binary.BigEndian.Uint16(b[:]), string(left)
}

// The writer comes first.
func Ordered(x byte) string {
	order = nil
	var to bytes.Buffer
	p := []byte{byteOf(x, "first"), byteOf(7, "second")}
	said(&to, "writer").Write(p)
	return to.String() + strings.Join(order, ",")
}

// A part of a digest is returned, too.
func Digest(data string, kind int) (seen map[digest]int, last digest, err error) {
	r := reader(data, kind)
	seen = map[digest]int{}
	p := make([]byte, 4)
	for range 8 {
		if _, err = io.ReadFull(r, p); err != nil {
			return seen, last, err
		}
		last = digest(p)
		seen[last]++
	}
	return seen, last, nil
}

// What was read before a panic is a result.
func Rescued(data string, kind int) (d digest) {
	r := reader(data, kind)
	if kind%2 == 0 {
		r = failing{byte(kind + 1)}
	}
	defer func() { recover() }()
	p := make([]byte, len(d))
	io.ReadFull(r, p)
	copy(d[:], p)
	return d
}

// The reader finds what is in the array.
func Frame(data string, kind int) (frame, error) {
	r := reader(data, kind)
	x := frame{kind: byte(kind), sum: digest{1, 2, 3, 4}}
	before := x
	var p digest
	n, err := r.Read(p[:])
	copy(x.sum[:], p[:n])
	x.size = n
	if x.sum == before.sum {
		x.kind = 0
	}
	return x, err
}

// The copy of nothing is nil.
func Whole(text string, kind int) string {
	b := []byte(text)
	if kind%3 == 0 {
		b = nil
	}
	all := bytes.Clone(b)
	for i := range b {
		b[i] = '-'
	}
	rest, err := []byte(text[:min(len(text), kind)]), error(nil)
	return fmt.Sprintf("%q %t %q %v", all, all == nil, rest, err)
}

// A body may have another length.
func Answered(text string, announced int64, kind int) string {
	resp := &http.Response{ContentLength: announced,
		Body: io.NopCloser(reader(strings.Repeat(text, 50), kind&3))}
	b := make([]byte, max(0, min(announced, 1<<20)))
	n, err := io.ReadFull(resp.Body, b)
	if err == io.EOF {
		err = nil
	}
	b = b[:n]
	room := cap(b) > 1<<21
	return fmt.Sprintf("%q %t %v %t", b, b == nil, err, room)
}

// A head that is cut off is none.
func Tail(text string, size int) (string, error) {
	head := make([]byte, max(0, size)%16)
	n := copy(head, text)
	if n < len(head) {
		return string(head[:n]), io.EOF
	}
	var rest []byte
	rest = append(rest, text[n:]...)
	return string(head) + fmt.Sprintln(rest == nil, rest), nil
}

// The rest is still there.
func Drained(text string, size int) (string, error) {
	buf := bytes.NewBufferString(text)
	if _, err := io.ReadFull(buf, make([]byte, max(0, size)%3)); err != nil {
		return "", err
	}
	rest := append([]byte{}, buf.Bytes()...)
	_, err := io.ReadFull(buf, make([]byte, 1))
	return string(rest), err
}

// It needs an object.
func Contents(o *Object) (string, error) {
	b := make([]byte, 0, max(512, min(o.Size, 1<<20)))
	buf := bytes.NewBuffer(b)
	_, err := buf.ReadFrom(o.reader())
	return fmt.Sprintf("%q %t", buf.Bytes(), buf.Bytes() == nil), err
}

// It reads as much as is announced.
func There(o *Object) (string, error) {
	b := make([]byte, max(0, min(o.Size, 1<<20)))
	n, err := o.there().Read(b)
	if err == io.EOF {
		err = nil
	}
	return fmt.Sprintf("%q %t", b[:n], b == nil), err
}
