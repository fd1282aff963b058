package byteorder

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
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
