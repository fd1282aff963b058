// Package knownio has functions that give a few bytes to readers and writers of many kinds.
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

// keeper keeps what it gets, which writers may not do.
type keeper struct{ parts [][]byte }

func (k *keeper) Write(p []byte) (int, error) {
	k.parts = append(k.parts, p)
	return len(p), nil
}

// limited takes a few bytes, and then fails.
type limited struct {
	text []byte
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	n := min(len(p), l.left)
	l.text = append(l.text, p[:n]...)
	l.left -= n
	if n < len(p) {
		return n, errors.New("full")
	}
	return n, nil
}

// marking uses all room that it gets, and adds to what is there.
type marking struct{ n byte }

func (m *marking) Read(p []byte) (int, error) {
	for i := range p {
		m.n++
		p[i] += m.n
	}
	if m.n > 40 {
		return len(p) / 2, errors.New("enough")
	}
	return len(p) / 2, nil
}

// slow gives one byte in two calls.
type slow struct {
	r    io.Reader
	stop bool
}

func (s *slow) Read(p []byte) (int, error) {
	if s.stop = !s.stop; s.stop || len(p) == 0 {
		return 0, nil
	}
	return s.r.Read(p[:1])
}

func reader(data string, kind int) io.Reader {
	switch kind % 7 {
	case 0:
		return strings.NewReader(data)
	case 1:
		return bytes.NewReader([]byte(data))
	case 2:
		return bytes.NewBufferString(data)
	case 3:
		return bufio.NewReaderSize(strings.NewReader(data), 16)
	case 4:
		return bufio.NewReaderSize(&slow{r: strings.NewReader(data)}, 16)
	case 5:
		return &slow{r: strings.NewReader(data)}
	}
	return &marking{}
}

// Written writes some numbers, and says what came of it.
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
	var b [10]byte
	var errs []error
	for _, x := range numbers {
		n := binary.PutUvarint(b[:], x)
		n, err := w.Write(b[:n])
		errs = append(errs, fmt.Errorf("%d %w", n, err))
	}
	small.Flush()
	return fmt.Sprint(errs) + to.String() + string(full.text)
}

// Kept gives a writer the same bytes again, with something else in them.
func Kept(x, y byte) string {
	k := &keeper{}
	var w io.Writer = k
	b := []byte{x, 0}
	w.Write(b)
	b[0] = y
	w.Write(b)
	return fmt.Sprint(k.parts)
}

// Words reads four bytes at a time, and says where it stopped.
func Words(data string, kind int) string {
	r := reader(data, kind)
	var out []string
	for range 8 {
		var b [4]byte
		n, err := io.ReadFull(r, b[:])
		out = append(out, fmt.Sprint(n, b, err))
		if err != nil {
			break
		}
	}
	return strings.Join(out, "|")
}

// Some reads what there is at once, and looks at all room that it gave.
func Some(data string, kind int) string {
	r := reader(data, kind)
	b := make([]byte, 6)
	var out []string
	for i := range 6 {
		b[5] = byte(i)
		n, err := r.Read(b)
		out = append(out, fmt.Sprint(n, b, err))
	}
	return strings.Join(out, "|")
}

// Unread takes back the last byte, and reads the rest.
func Unread(data string, kind int) string {
	r := reader(data, kind%4)
	var b [3]byte
	n, err := r.Read(b[:])
	back := r.(io.ByteScanner).UnreadByte()
	rest, _ := io.ReadAll(r)
	return fmt.Sprint(n, err, b, back, string(rest))
}

// Nothing reads no bytes, and then one.
func Nothing(data string, kind, size int) string {
	r := reader(data, kind%6)
	var b [2]byte
	n, err := io.ReadFull(r, b[:max(0, min(size, 1))])
	m, err2 := r.Read(b[:0])
	k, err3 := r.Read(b[1:])
	return fmt.Sprint(n, err, m, err2, k, err3, b)
}

// Rest reads a number, and returns what is behind it.
func Rest(data string, kind int) (x uint16, rest string) {
	r := reader(data, kind%6)
	b := make([]byte, 2)
	if _, err := io.ReadFull(r, b); err != nil {
		return 0, err.Error()
	}
	left, _ := io.ReadAll(r)
	return binary.BigEndian.Uint16(b), string(left)
}

var order []string

func said(w io.Writer, text string) io.Writer {
	order = append(order, text)
	return w
}

func byteOf(x byte, text string) byte {
	order = append(order, text)
	return x
}

// Ordered says in which order things are computed.
func Ordered(x byte) string {
	order = nil
	var to bytes.Buffer
	said(&to, "writer").Write([]byte{byteOf(x, "first"), byteOf(7, "second")})
	return to.String() + strings.Join(order, ",")
}

// encoder writes parts.
type encoder struct {
	w     io.Writer
	count int
	err   error
}

func (e *encoder) write(p []byte) int {
	if e.err == nil {
		var n int
		n, e.err = e.w.Write(p)
		e.count += n
	}
	return cap(p) - len(p)
}

// Parts writes a text between marks.
func Parts(text string, size int) string {
	l := &limited{left: size % 64}
	e := &encoder{w: l}
	room := e.write([]byte{'<'}) + e.write([]byte(text))
	b := make([]byte, 2)
	b[0], b[1] = '/', '>'
	room += e.write(b[:1]) - e.write([]byte(text[len(text)/2:]))
	e.write(b)
	return fmt.Sprint(string(l.text), e.count, e.err, room > 200)
}

// digest is what Digest reads.
type digest [4]byte

// frame has one among other things.
type frame struct {
	kind byte
	sum  digest
	size int
}

// Digest reads digests until there are none, and counts them. The last may be a part of one.
func Digest(data string, kind int) (seen map[digest]int, last digest, err error) {
	r := reader(data, kind)
	seen = map[digest]int{}
	for range 8 {
		var d digest
		if _, err = io.ReadFull(r, d[:]); err != nil {
			return seen, d, err
		}
		seen[d]++
		last = d
	}
	return seen, last, nil
}

// failing panics when it has read a byte.
type failing struct{ b byte }

func (f failing) Read(p []byte) (int, error) {
	p[0] = f.b
	panic("failing")
}

// Rescued returns what was read before the reader failed.
func Rescued(data string, kind int) (d digest) {
	r := reader(data, kind)
	if kind%2 == 0 {
		r = failing{byte(kind + 1)}
	}
	defer func() { recover() }()
	io.ReadFull(r, d[:])
	return d
}

// Frame reads a frame whose sum is added to what the reader finds in it.
func Frame(data string, kind int) (frame, error) {
	r := reader(data, kind)
	x := frame{kind: byte(kind), sum: digest{1, 2, 3, 4}}
	before := x
	n, err := r.Read(x.sum[:])
	x.size = n
	if x.sum == before.sum {
		x.kind = 0
	}
	return x, err
}

// Whole reads all that there is into a slice of its own, which is never nil.
func Whole(text string, kind int) string {
	b := []byte(text)
	if kind%3 == 0 {
		b = nil
	}
	all, err := io.ReadAll(bytes.NewReader(b))
	if err != nil {
		return "failed"
	}
	for i := range b {
		b[i] = '-'
	}
	rest, err := io.ReadAll(io.LimitReader(strings.NewReader(text), int64(kind)))
	return fmt.Sprintf("%q %t %q %v", all, all == nil, rest, err)
}

// Answered reads a body that says how long it is, and may be shorter, longer, or cut off.
func Answered(text string, announced int64, kind int) string {
	resp := &http.Response{ContentLength: announced,
		Body: io.NopCloser(reader(strings.Repeat(text, 50), kind&3))}
	b, err := io.ReadAll(resp.Body)
	room := cap(b) > 1<<21
	return fmt.Sprintf("%q %t %v %t", b, b == nil, err, room)
}

// Tail has what is behind a head, which may be missing; each part is read once.
func Tail(text string, size int) (string, error) {
	buf := bytes.NewBufferString(text)
	head := make([]byte, max(0, size)%16)
	if n, err := io.ReadFull(buf, head); err != nil {
		return string(head[:n]), err
	}
	rest, err := io.ReadAll(buf)
	if err != nil {
		return "", err
	}
	return string(head) + fmt.Sprintln(rest == nil, rest), nil
}

// Drained has nothing left in the end.
func Drained(text string, size int) (string, error) {
	buf := bytes.NewBufferString(text)
	if _, err := io.ReadFull(buf, make([]byte, max(0, size)%3)); err != nil {
		return "", err
	}
	rest, err := io.ReadAll(buf)
	if err == nil {
		_, err = io.ReadFull(buf, make([]byte, 1))
	}
	return string(rest), err
}

// Object has a text, of which it says how long it is.
type Object struct {
	Size int
	Text string
}

func (o *Object) reader() io.Reader {
	if o == nil {
		return strings.NewReader("none")
	}
	return strings.NewReader(o.Text)
}

func (o *Object) there() io.Reader { return bytes.NewBufferString(o.Text) }

// Contents needs no object.
func Contents(o *Object) (string, error) {
	b, err := io.ReadAll(o.reader())
	return fmt.Sprintf("%q %t", b, b == nil), err
}

// There needs one, which may say too much, or too little.
func There(o *Object) (string, error) {
	b, err := io.ReadAll(o.there())
	return fmt.Sprintf("%q %t", b, b == nil), err
}
