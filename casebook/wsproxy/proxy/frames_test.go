package proxy

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/wring-go/wring/casebook/wire"
)

// stream returns frames of many lengths, one after the other, and where each ends.
func stream(masked bool) (data []byte, ends map[int]bool) {
	ends = map[int]bool{}
	for _, n := range []int{0, 1, 125, 126, 300, 65535, 65536, 5} {
		data = wire.Append(data, wire.Frame{Opcode: wire.Text, Final: true,
			Payload: make([]byte, n)}, masked)
		ends[len(data)] = true
	}
	return data, ends
}

// TestFrames passes frames in pieces of every small length, and wants to know
// exactly when it is between two.
func TestFrames(t *testing.T) {
	for _, masked := range []bool{false, true} {
		data, ends := stream(masked)
		for size := 1; size < 20; size++ {
			var f frames
			for at := 0; at < len(data); at += size {
				end := min(at+size, len(data))
				f.pass(data[at:end])
				if f.between() != ends[end] {
					t.Fatalf("masked %v, pieces of %d: at byte %d it says %v", masked, size, end,
						f.between())
				}
			}
			if f.closed {
				t.Error("it has seen a close frame")
			}
			f.pass(closeFrame(1012, "why"))
			if !f.closed || !f.between() {
				t.Error("it has seen no close frame")
			}
		}
	}
}

// FuzzFrames wants the place of the next frame to be the same whether a stream comes
// at once or byte by byte.
func FuzzFrames(f *testing.F) {
	f.Add([]byte{0x81, 5, 'h', 'e', 'l', 'l', 'o'})
	f.Add(binary.BigEndian.AppendUint64([]byte{0x82, 127}, 1<<63+9))
	f.Fuzz(func(t *testing.T, data []byte) {
		var whole, pieces frames
		whole.pass(data)
		for piece := range bytes.SplitSeq(data, nil) {
			pieces.pass(piece)
		}
		if whole.between() != pieces.between() || whole.left != pieces.left {
			t.Errorf("at once %+v, in pieces %+v", whole, pieces)
		}
	})
}

// BenchmarkFrames is a frame of 64 bytes.
func BenchmarkFrames(b *testing.B) {
	data := wire.Append(nil, wire.Frame{Opcode: wire.Text, Final: true,
		Payload: make([]byte, 64)}, false)
	var f frames
	for b.Loop() {
		f.pass(data)
	}
}
