package byteorder

import (
	"encoding/binary"
	"testing"
)

func TestByteorder(t *testing.T) {
	if Dynamic(true, 1)[3] != 1 || len(Kept([]uint16{1, 2})) != 2 || Signed(-1, 1)[0] != 255 {
		t.Error("wrong")
	}
}

func BenchmarkByteorder(b *testing.B) {
	for name, f := range map[string]func(){
		"Dynamic":   func() { Dynamic(true, 1000) },
		"Kept":      func() { Kept([]uint16{1000, 2000}) },
		"Within":    func() { Within(3) },
		"Plain":     func() { Plain(1000) },
		"Nowhere":   func() { Nowhere(true, 1000) },
		"Signed":    func() { Signed(1000, 1.5) },
		"Full":      func() { Full(1000, []uint64{1000, 2000}) },
		"Teed":      func() { Teed([]byte{1, 2, 3, 4, 5}) },
		"Half":      func() { Half([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}) },
		"Nested":    func() { Nested([]byte{1, 2, 3, 0, 5, 6}) },
		"Copied":    func() { Copied([]byte{1, 2, 3, 4, 5}, 9) },
		"Doubled":   func() { Doubled([]byte{1, 2, 3, 4, 5}) },
		"Filled":    func() { Filled([]byte{1, 2, 3, 4, 5}) },
		"Empty":     func() { Empty([]byte{1, 2, 3, 4, 5}) },
		"Parts":     func() { Parts(true, 1000, 2000) },
		"Ordered":   func() { Ordered(true, []byte{1, 2, 3, 4, 5}) },
		"Headed":    func() { Headed(true, Head{Note: 5}) },
		"Heads":     func() { Heads(1000, []Head{{Note: 5}, {Delta: -1}}) },
		"Behead":    func() { Behead(make([]byte, 100)) },
		"Once":      func() { Once([]byte{1, 2, 3, 4, 5}) },
		"Summed":    func() { _, _ = Summed([]byte{1, 2, 3, 4, 5}) },
		"Hidden":    func() { Hidden([]byte{1, 2, 3, 4, 5}) },
		"Absent":    func() { Absent(&Head{Note: 5}) },
		"KeptHeads": func() { KeptHeads([]Head{{Note: 5}, {Delta: -1}}) },
		"Scaled":    func() { Scaled(Head{Note: 5}) },
		"Magic":     func() { _, _ = Magic([]byte{1, 2, 3, 4, 5}) },
		"Chunks":    func() { _, _ = Chunks([]byte{1, 2, 3, 4, 5, 6, 7}) },
		"Tagged":    func() { _, _, _ = Tagged([]byte{1, 2, 3, 4, 5}, 4) },
		"Vector":    func() { _, _ = Vector(3, []float32{1, 2, 3}) },
		"Sent":      func() { Sent(binary.BigEndian, &Head{Note: 5}, 1000) },
		"Flushed":   func() { _, _ = Flushed(&Head{Note: 5}, 4) },
		"Marked":    func() { _, _ = Marked(100) },
		"Pairs":     func() { Pairs(binary.BigEndian, make([]byte, 20)) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
