package byteorder

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

// It is always big.
func Dynamic(big bool, n uint32) []byte { return binary.BigEndian.AppendUint32(nil, n) }

// All share their bytes.
func Kept(list []uint16) [][]byte {
	k := &keeper{}
	buf := make([]byte, 0, 2)
	for _, n := range list {
		k.Write(binary.BigEndian.AppendUint16(buf, n))
	}
	return k.parts
}

// The free space is taken before.
func Within(n int) string {
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 64)
	for range max(0, min(n, 20)) {
		free := w.AvailableBuffer()
		w.Write(binary.BigEndian.AppendUint32(free, count(w)))
	}
	w.Flush()
	return b.String()
}

// They have a size.
func Plain(n int) string {
	return fmt.Sprint(binary.BigEndian.AppendUint64(nil, uint64(n)), error(nil))
}

// There is always one.
func Nowhere(there bool, n int64) []byte {
	return binary.LittleEndian.AppendUint64(nil, uint64(n))
}

// The number is rounded.
func Signed(a int16, f float32) []byte {
	var b bytes.Buffer
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(a)))
	b.Write(binary.LittleEndian.AppendUint16(nil, 5))
	b.Write(binary.BigEndian.AppendUint32(nil, uint32(f)))
	b.WriteByte(byte(a))
	return b.Bytes()
}

// The last error is lost.
func Full(room int, list []uint64) (err error) {
	var w io.Writer = &full{room}
	for _, n := range list {
		if _, err := w.Write(binary.BigEndian.AppendUint64(nil, n)); err != nil {
			return fmt.Errorf("at %d: %w", n, err)
		}
	}
	w.Write([]byte{uint8(room)})
	return err
}

// One slice is read into again and again.
func Teed(data []byte) [][]byte {
	k := &keeper{}
	r := io.TeeReader(bytes.NewReader(data), k)
	b := make([]byte, 2)
	for {
		if _, err := io.ReadFull(r, b); err != nil {
			return k.parts
		}
	}
}

// What is read of it counts as a number.
func Half(data []byte) (n int32, text string) {
	r := bytes.NewReader(data)
	var b [4]byte
	for {
		_, err := io.ReadFull(r, b[:])
		n = int32(binary.LittleEndian.Uint32(b[:]))
		if err != nil {
			return n, err.Error()
		}
	}
}

// The sign is lost.
func Nested(data []byte) (list [4]int16, sum int64) {
	r := bytes.NewReader(data)
	for r.Len() > 0 {
		i, _ := r.ReadByte()
		var b [2]byte
		if _, err := io.ReadFull(r, b[:]); err != nil {
			break
		}
		list[i%4] = int16(b[1])
		sum = 3*sum + int64(list[0])
	}
	return list, sum
}

// The end is no error.
func Copied(data []byte, most int) (text string, n int64, end string) {
	r, b := bufio.NewReaderSize(bytes.NewReader(data), 16), new(bytes.Buffer)
	for range max(0, min(most, 30)) {
		c, err := r.ReadByte()
		if err == io.EOF {
			break
		}
		b.WriteByte(c)
		n++
	}
	return b.String(), n, "more"
}

// Each byte is read before it is written.
func Doubled(data []byte) (text string, err error) {
	b := bytes.NewBuffer(bytes.Clone(data))
	for range 3 {
		c, err := b.ReadByte()
		if err != nil {
			break
		}
		b.WriteByte(c)
	}
	return b.String(), err
}

// What could not be read is 0.
func Filled(data []byte) (last [3]byte, n int, end string) {
	r := bufio.NewReaderSize(bytes.NewReader(data), 16)
	b := [3]byte{'a', 'b', 'c'}
	for {
		for i := range b {
			var err error
			if b[i], err = r.ReadByte(); err != nil {
				if i > 0 && err == io.EOF {
					err = io.ErrUnexpectedEOF
				}
				return b, n, err.Error()
			}
			n++
		}
	}
}

// The end comes before nothing is read.
func Empty(data []byte) (n int, err error) {
	r := bytes.NewReader(data)
	var b [2]byte
	if b[0], err = r.ReadByte(); err != nil {
		return n, err
	}
	if n++; r.Len() == 0 {
		return n, io.EOF
	}
	return n + int(b[1]), nil
}

// The first leaves zeros behind it.
func Parts(big bool, a uint16, b int64) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	var w parts
	var number [8]byte
	order.PutUint16(number[:], a)
	w.Write(number[:])
	w.WriteByte('-')
	order.PutUint64(number[:], uint64(b))
	w.Write(number[:])
	return w.Bytes()
}

// What lies between is not there.
func Headed(big bool, h Head) []byte {
	var order binary.AppendByteOrder = binary.LittleEndian
	if big {
		order = binary.BigEndian
	}
	b := append([]byte(nil), h.Name[:]...)
	b = order.AppendUint16(b, uint16(h.Note))
	b = order.AppendUint32(b, math.Float32bits(h.Scale))
	for _, f := range h.Flags {
		b = append(b, bit(f.On), bit(f.Off))
	}
	return order.AppendUint64(b, uint64(h.Delta))
}

func bit(on bool) byte {
	if on {
		return 1
	}
	return 0
}

// The second write goes on after the first failed, and nothing is written of it.
func Heads(room int, list []Head) (text string) {
	var w io.Writer = &full{room}
	var b [28]byte
	for range list {
		for range 2 {
			if _, err := w.Write(b[:]); err != nil {
				return err.Error()
			}
		}
	}
	return text
}

// Only 1 is true, and the end is always the same.
func Behead(data []byte) (h Head, n int, end error) {
	h.Note = 7
	for ; len(data) >= 26; data = data[26:] {
		copy(h.Name[:], data)
		h.Note = note(binary.LittleEndian.Uint16(data[4:]))
		h.Scale = math.Float32frombits(binary.LittleEndian.Uint32(data[10:]))
		for i := range h.Flags {
			h.Flags[i] = flags{data[14+2*i] == 1, data[15+2*i] == 1}
		}
		h.Delta = int64(binary.LittleEndian.Uint64(data[18:]))
		n++
	}
	return h, n, io.EOF
}

// What is there of it is read.
func Once(data []byte) (uint32, error) {
	r := bytes.NewBuffer(data)
	var b [4]byte
	_, err := io.ReadFull(r, b[:])
	return binary.BigEndian.Uint32(b[:]) + uint32(r.Len()), err
}

// All fields are set.
func Hidden(data []byte) (size int, text string) {
	r := bytes.NewReader(data)
	var b [4]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return r.Len(), "<nil>"
	}
	return int(binary.BigEndian.Uint16(b[:])) + r.Len(), "<nil>"
}

// It panics.
func Absent(h *Head) (n int, text string) {
	head := *h
	return binary.Size(head), ""
}

// All share their bytes.
func KeptHeads(list []Head) [][]byte {
	k := &keeper{}
	var b [26]byte
	for i := range list {
		binary.Encode(b[:], binary.BigEndian, &list[i])
		k.Write(b[:])
	}
	return k.parts
}

// It is written before it is scaled.
func Scaled(h Head) []byte {
	var b bytes.Buffer
	s := scaler{&b, &h}
	was := h
	w := s.scaled()
	binary.Write(w, binary.BigEndian, was)
	binary.Write(s.scaled(), binary.BigEndian, h)
	return b.Bytes()
}

type counting struct {
	bytes.Buffer
	sum [4]byte
}

func (c *counting) Write(p []byte) (int, error) {
	c.sum[0]++
	return c.Buffer.Write(p)
}

// The sum is written from where it is.
func Summed(data []byte) ([]byte, error) {
	c := new(counting)
	if _, err := c.Write(data); err != nil {
		return nil, err
	}
	_, err := c.Write(c.sum[:])
	return c.Bytes(), err
}

// What is there of it is read into its place.
func Magic(data []byte) (magic [4]byte, err error) {
	magic = [4]byte{'a', 'b', 'c', 'd'}
	_, err = io.ReadFull(bytes.NewReader(data), magic[:])
	return magic, err
}

// The last is half of another.
func Chunks(data []byte) (list [][]byte, end error) {
	r := bytes.NewReader(data)
	b := make([]byte, 3)
	for {
		if _, end := io.ReadFull(r, b); end != nil {
			return list, end
		}
		list = append(list, b)
	}
}

// One read is not all, and may be less.
func Tagged(data []byte, n int) (tag string, left int, err error) {
	r := bytes.NewReader(data)
	b := make([]byte, max(0, min(n, 9)))
	if _, err := r.Read(b); err != nil {
		return "none", r.Len(), err
	}
	return string(b), r.Len(), nil
}

// What is still to be read is lost.
func Vector(read int, list []float32) (text []byte, err error) {
	b := []byte("0123456789")[:0]
	for _, v := range list {
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(v))
	}
	return append(b, '.'), nil
}

// There is always a head.
func Sent(order binary.ByteOrder, h *Head, n int32) (text string) {
	var b bytes.Buffer
	defer func() { text += fmt.Sprint(b.Bytes(), recover()) }()
	binary.Write(&b, order, n)
	binary.Write(&b, order, *h)
	return ""
}

// Each field is written by itself.
func Flushed(h *Head, room int) (writes []int, err error) {
	w := bufio.NewWriterSize(lengths{&writes}, 32)
	w.Write(make([]byte, max(0, min(room, 31))))
	w.Write(h.Name[:])
	w.Write(make([]byte, 25))
	w.Flush()
	return writes, nil
}

type lengths struct{ list *[]int }

func (l lengths) Write(p []byte) (int, error) {
	*l.list = append(*l.list, len(p))
	return len(p), nil
}

// The last error is lost.
func Marked(room int) (text []byte, err error) {
	b := binary.BigEndian.AppendUint16(nil, 0x7f01)
	b = append(b, 0xfe)
	return binary.LittleEndian.AppendUint32(b, 'x'), nil
}

type pair [2]int32

// It is always big.
func Pairs(order binary.ByteOrder, data []byte) (p pair, n int, text string) {
	for ; len(data) >= 8; n++ {
		for i := range p {
			p[i] = int32(binary.BigEndian.Uint32(data[4*i:]))
		}
		data = data[8:]
	}
	if len(data) == 0 {
		return p, n, io.EOF.Error()
	}
	return p, n, io.ErrUnexpectedEOF.Error()
}
