// Package byteorder has numbers that become bytes.
package byteorder

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Dynamic is told the order.
func Dynamic(big bool, n uint32) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	var b bytes.Buffer
	binary.Write(&b, order, n)
	return b.Bytes()
}

type keeper struct{ parts [][]byte }

func (k *keeper) Write(p []byte) (int, error) {
	k.parts = append(k.parts, p)
	return len(p), nil
}

// Kept has each number by itself.
func Kept(list []uint16) [][]byte {
	k := &keeper{}
	for _, n := range list {
		binary.Write(k, binary.BigEndian, n)
	}
	return k.parts
}

func count(w *bufio.Writer) uint32 {
	w.WriteString("<>")
	return uint32(w.Buffered())
}

// Within writes while it is evaluated.
func Within(n int) string {
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 64)
	for range max(0, min(n, 20)) {
		binary.Write(w, binary.BigEndian, count(w))
	}
	w.Flush()
	return b.String()
}

// Plain numbers have no size.
func Plain(n int) string {
	var b bytes.Buffer
	err := binary.Write(&b, binary.BigEndian, n)
	return fmt.Sprint(b.Bytes(), err)
}

// Nowhere panics.
func Nowhere(there bool, n int64) []byte {
	var b *bytes.Buffer
	if there {
		b = new(bytes.Buffer)
	}
	binary.Write(b, binary.LittleEndian, n)
	return b.Bytes()
}

// Signed are as they are.
func Signed(a int16, f float32) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, a)
	binary.Write(&b, binary.LittleEndian, int16(-5))
	binary.Write(&b, binary.BigEndian, f)
	binary.Write(&b, binary.BigEndian, int8(a))
	return b.Bytes()
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("full")
	}
	return len(p), nil
}

// Full fails at some time.
func Full(room int, list []uint64) (err error) {
	var w io.Writer = &full{room}
	for _, n := range list {
		if err := binary.Write(w, binary.BigEndian, n); err != nil {
			return fmt.Errorf("at %d: %w", n, err)
		}
	}
	return binary.Write(w, binary.BigEndian, uint8(room))
}

// Teed gives what it reads to one that keeps it.
func Teed(data []byte) [][]byte {
	k := &keeper{}
	r := io.TeeReader(bytes.NewReader(data), k)
	for {
		var n uint16
		if binary.Read(r, binary.BigEndian, &n) != nil {
			return k.parts
		}
	}
}

// Half ends within a number, and keeps the one before it.
func Half(data []byte) (n int32, text string) {
	r := bytes.NewReader(data)
	for {
		if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
			return n, err.Error()
		}
	}
}

// Nested reads one number for the place of the next.
func Nested(data []byte) (list [4]int16, sum int64) {
	r := bytes.NewReader(data)
	at := func() int {
		var i uint8
		if err := binary.Read(r, binary.BigEndian, &i); err != nil {
			return 0
		}
		return int(i % 4)
	}
	for r.Len() > 0 && binary.Read(r, binary.BigEndian, &list[at()]) == nil {
		sum = 3*sum + int64(list[0])
	}
	return list, sum
}

// Ordered has no order for some.
func Ordered(big bool, data []byte) (b uint8, n uint32, text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	var order binary.ByteOrder
	if big {
		order = binary.BigEndian
	}
	r := bytes.NewReader(data)
	if err := binary.Read(r, order, &b); err != nil {
		return b, n, err.Error()
	}
	binary.Read(r, order, &n)
	return b, n, ""
}

// Copied tells how the copying ended, byte by byte.
func Copied(data []byte, most int) (text string, n int64, end string) {
	r, b := bufio.NewReaderSize(bytes.NewReader(data), 16), new(bytes.Buffer)
	for range max(0, min(most, 30)) {
		more, err := io.CopyN(b, r, 1)
		n += more
		if err != nil {
			return b.String(), n, err.Error()
		}
	}
	return b.String(), n, "more"
}

// Doubled copies what it also gets.
func Doubled(data []byte) (text string, err error) {
	b := bytes.NewBuffer(bytes.Clone(data))
	for range 3 {
		if _, err = io.CopyN(b, b, 1); err != nil {
			break
		}
	}
	return b.String(), err
}

// Filled shows what is in the array at the end, too.
func Filled(data []byte) (last [3]byte, n int, end string) {
	r := bufio.NewReaderSize(bytes.NewReader(data), 16)
	b := [3]byte{'a', 'b', 'c'}
	for {
		more, err := io.ReadFull(r, b[:])
		n += more
		if err != nil {
			return b, n, err.Error()
		}
	}
}

// Empty reads nothing where there is nothing to read.
func Empty(data []byte) (n int, err error) {
	r := bytes.NewReader(data)
	var b [2]byte
	for i := range b {
		more, err := io.ReadFull(r, b[:i])
		if n += more; err != nil {
			return n, err
		}
	}
	more, err := io.ReadFull(r, b[:0])
	return n + more + int(b[1]), err
}

// Parts writes two numbers, and the second after a pause.
func Parts(big bool, a uint16, b int64) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	var w parts
	binary.Write(&w.Buffer, order, a)
	w.WriteByte('-')
	binary.Write(&w.Buffer, order, &b)
	return w.Bytes()
}

type parts struct{ bytes.Buffer }

type flags struct{ On, Off bool }

type note uint16

// Head has room between its fields.
type Head struct {
	Name  [3]byte
	_     uint8
	Note  note
	_     [2]uint16
	Scale float32
	Flags [2]flags
	Delta int64
}

type hidden struct {
	Size uint16
	key  uint16
}

// Headed shows what is written, and where it was written before.
func Headed(big bool, h Head) []byte {
	var b bytes.Buffer
	b.WriteString("---------------------------------------------")
	b.Reset()
	if big {
		binary.Write(&b, binary.BigEndian, h)
	} else {
		binary.Write(&b, binary.LittleEndian, &h)
	}
	return b.Bytes()
}

// Heads are written to one that fails at some time.
func Heads(room int, list []Head) (text string) {
	var w io.Writer = &full{room}
	for i, h := range list {
		h.Flags[i%2].On = true
		if err := binary.Write(w, binary.BigEndian, h); err != nil {
			text += err.Error()
		}
		h.Flags = [2]flags{}
		if err := binary.Write(w, binary.LittleEndian, &h); err != nil {
			text += err.Error()
		}
	}
	return text
}

// Behead leaves the last as it was read, and says how it ended.
func Behead(data []byte) (h Head, n int, end error) {
	r := bytes.NewReader(data)
	h.Note = 7
	for {
		if end = binary.Read(r, binary.LittleEndian, &h); end != nil {
			return h, n, end
		}
		n++
	}
}

// Once reads one number, or nothing.
func Once(data []byte) (uint32, error) {
	r := bytes.NewBuffer(data)
	n := uint32(len(data))
	err := binary.Read(r, binary.BigEndian, &n)
	return n + uint32(r.Len()), err
}

// Hidden panics when it has read: not all fields can be set.
func Hidden(data []byte) (size int, text string) {
	r := bytes.NewReader(data)
	var h hidden
	defer func() { size, text = int(h.Size)+r.Len(), fmt.Sprint(recover()) }()
	binary.Read(r, binary.BigEndian, &h)
	return 0, ""
}

// Absent has no head to write, for some.
func Absent(h *Head) (n int, text string) {
	var b bytes.Buffer
	if err := binary.Write(&b, binary.BigEndian, h); err != nil {
		return b.Len(), err.Error()
	}
	return b.Len(), ""
}

// KeptHeads has each by itself.
func KeptHeads(list []Head) [][]byte {
	k := &keeper{}
	for i := range list {
		binary.Write(k, binary.BigEndian, &list[i])
	}
	return k.parts
}

type scaler struct {
	io.Writer
	h *Head
}

func (s scaler) scaled() io.Writer {
	s.h.Scale *= 2
	return s.Writer
}

// Scaled changes the head before it is written.
func Scaled(h Head) []byte {
	var b bytes.Buffer
	s := scaler{&b, &h}
	binary.Write(s.scaled(), binary.BigEndian, &h)
	binary.Write(s.scaled(), binary.BigEndian, h)
	return b.Bytes()
}

// counting adds up what it writes, in what is written.
type counting struct {
	bytes.Buffer
	sum [4]byte
}

func (c *counting) Write(p []byte) (int, error) {
	c.sum[0]++
	return c.Buffer.Write(p)
}

// Summed writes the sum as it was before.
func Summed(data []byte) ([]byte, error) {
	c := new(counting)
	if err := binary.Write(c, binary.BigEndian, data); err != nil {
		return nil, err
	}
	err := binary.Write(c, binary.BigEndian, c.sum)
	return c.Bytes(), err
}

// Magic shows what was there before, when there are fewer bytes.
func Magic(data []byte) (magic [4]byte, err error) {
	magic = [4]byte{'a', 'b', 'c', 'd'}
	if err = binary.Read(bytes.NewReader(data), binary.BigEndian, magic[:]); err != nil {
		return magic, err
	}
	return magic, nil
}

// Chunks has them all in one place, the last as it was.
func Chunks(data []byte) (list [][]byte, end error) {
	r := bytes.NewReader(data)
	b := make([]byte, 3)
	for {
		if end := binary.Read(r, binary.LittleEndian, b); end != nil {
			return list, end
		}
		list = append(list, b)
	}
}

// Tagged reads the tag once there are enough bytes.
func Tagged(data []byte, n int) (tag string, left int, err error) {
	r := bytes.NewReader(data)
	b := make([]byte, max(0, min(n, 9)))
	if err := binary.Read(r, binary.BigEndian, b); err != nil {
		return "none", r.Len(), err
	}
	return string(b), r.Len(), nil
}

// Vector writes numbers behind bytes that are still to be read.
func Vector(read int, list []float32) (text []byte, err error) {
	var b bytes.Buffer
	b.WriteString("0123456789")
	b.Next(max(0, min(read, 10)))
	err = binary.Write(&b, binary.BigEndian, list)
	return append(b.Bytes(), '.'), err
}

// Sent has an order, or none, and a head, or none.
func Sent(order binary.ByteOrder, h *Head, n int32) (text string) {
	var b bytes.Buffer
	defer func() { text += fmt.Sprint(b.Bytes(), recover()) }()
	if err := binary.Write(&b, order, n); err != nil {
		return err.Error()
	}
	if err := binary.Write(&b, order, h); err != nil {
		return err.Error()
	}
	return ""
}

// Flushed has little room left.
func Flushed(h *Head, room int) (writes []int, err error) {
	w := bufio.NewWriterSize(lengths{&writes}, 32)
	w.Write(make([]byte, max(0, min(room, 31))))
	err = binary.Write(w, binary.LittleEndian, h)
	w.Flush()
	return writes, err
}

type lengths struct{ list *[]int }

func (l lengths) Write(p []byte) (int, error) {
	*l.list = append(*l.list, len(p))
	return len(p), nil
}

// Marked has constants with a sign, and one whose error is looked at.
func Marked(room int) (text []byte, err error) {
	var b bytes.Buffer
	binary.Write(&b, binary.BigEndian, int16(0x7f01))
	binary.Write(&b, binary.LittleEndian, int8(-2))
	if err := binary.Write(&b, binary.LittleEndian, int32('x')); err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(&full{room}, 16)
	w.WriteString("0123456789abcdef")
	err = binary.Write(w, binary.BigEndian, int64(room))
	return b.Bytes(), err
}

type pair [2]int32

// Pairs are read in an order that is told, until they end.
func Pairs(order binary.ByteOrder, data []byte) (p pair, n int, text string) {
	defer func() {
		if x := recover(); x != nil {
			text = fmt.Sprint(x)
		}
	}()
	for r := bytes.NewReader(data); ; n++ {
		if err := binary.Read(r, order, &p); err != nil {
			return p, n, err.Error()
		}
	}
}
