package proxy

import "encoding/binary"

// frames follows a stream of frames without keeping them, and knows when it is
// between two. There a close frame may be put in.
type frames struct {
	head   [10]byte
	n      int    // bytes of the head so far
	left   uint64 // of the mask and the payload
	opcode byte
	closed bool // a close frame has begun
}

// between reports whether the last frame is complete.
func (f *frames) between() bool { return f.n == 0 && f.left == 0 }

// pass takes note of data.
func (f *frames) pass(data []byte) {
	for len(data) > 0 {
		if f.left > 0 {
			skip := min(f.left, uint64(len(data)))
			f.left -= skip
			data = data[skip:]
			continue
		}
		f.head[f.n] = data[0]
		f.n++
		data = data[1:]
		f.begin()
	}
}

// begin begins the payload, if the head says how long it is.
func (f *frames) begin() {
	if f.n < 2 {
		return
	}
	length := uint64(f.head[1] & 0x7f)
	switch {
	case length == 126 && f.n < 4, length == 127 && f.n < 10:
		return
	case length == 126:
		length = uint64(binary.BigEndian.Uint16(f.head[2:]))
	case length == 127:
		length = binary.BigEndian.Uint64(f.head[2:]) & (1<<63 - 1)
	}
	if f.head[1]&0x80 != 0 {
		length += 4
	}
	f.opcode = f.head[0] & 15
	f.closed = f.closed || f.opcode == 8
	f.n, f.left = 0, length
}

// closeFrame returns the frame with which a server ends a connection.
func closeFrame(code uint16, reason string) []byte {
	frame := []byte{0x88, byte(2 + len(reason)), byte(code >> 8), byte(code)}
	return append(frame, reason...)
}
