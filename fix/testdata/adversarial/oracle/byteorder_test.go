package byteorder

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "byteorder")
	for _, n := range []int{0, 1, -1, 7, 255, 256, 70000, math.MaxInt32, math.MinInt32} {
		for _, yes := range []bool{false, true} {
			log.Do("Dynamic", func() string { return witness.Show(Dynamic(yes, uint32(n))) })
			log.Do("Parts", func() string { return witness.Show(Parts(yes, uint16(n), -int64(n))) })
			log.Do("Nowhere", func() string { return witness.Show(Nowhere(yes, int64(n))) })
		}
		log.Do("Within", func() string { return witness.Show(Within(n % 25)) })
		log.Do("Plain", func() string { return Plain(n) })
		for _, f := range []float32{0, 1.5, -2, float32(math.NaN()), float32(math.Inf(1)), 1e-45} {
			log.Do("Signed", func() string { return witness.Show(Signed(int16(n), f)) })
		}
		for i := range 4 {
			list := []uint64{uint64(n), 1, math.MaxUint64}[:i]
			log.Do("Full", func() string { return witness.Show(Full(n, list)) })
			log.Do("Full", func() string { return witness.Show(Full(8*i+n%2, list)) })
			short := []uint16{uint16(n), 1, math.MaxUint16}[:i]
			log.Do("Kept", func() string { return witness.Show(Kept(short)) })
		}
	}
	orders := []binary.ByteOrder{binary.BigEndian, binary.LittleEndian, nil}
	heads := []Head{{}, {Note: 0x1234, Scale: 1.5, Delta: -2}, {Name: [3]byte{1, 2, 255},
		Scale: float32(math.Inf(-1)), Flags: [2]flags{{On: true}, {Off: true}}},
		{Scale: math.Float32frombits(0x7f800001), Delta: math.MaxInt64}}
	for i, h := range heads {
		log.Do("Headed", func() string { return witness.Show(Headed(true, h)) })
		log.Do("Headed", func() string { return witness.Show(Headed(false, h)) })
		log.Do("Scaled", func() string { return witness.Show(Scaled(h)) })
		log.Do("Absent", func() string { n, text := Absent(&h); return fmt.Sprint(n, text) })
		for _, room := range []int{0, 1, 4, 5, 6, 7, 16, 31} {
			log.Do("Flushed", func() string {
				writes, err := Flushed(&h, room)
				return fmt.Sprint(writes, err)
			})
		}
		for _, order := range orders {
			log.Do("Sent", func() string { return Sent(order, &h, int32(-i)) })
		}
		log.Do("KeptHeads", func() string { return witness.Show(KeptHeads(heads[i:])) })
		for _, room := range []int{0, 27, 28, 56, 100, 1000} {
			log.Do("Heads", func() string { return Heads(room, heads[i:]) })
		}
	}
	log.Do("Absent", func() string { n, text := Absent(nil); return fmt.Sprint(n, text) })
	log.Do("Flushed", func() string {
		writes, err := Flushed(nil, 3)
		return fmt.Sprint(writes, err)
	})
	for i, order := range orders {
		log.Do("Sent", func() string { return Sent(order, nil, int32(i)) })
	}
	for n := range 14 {
		log.Do("Marked", func() string { text, err := Marked(8 * n); return fmt.Sprint(text, err) })
		log.Do("Vector", func() string {
			list := []float32{1.5, -2, math.Float32frombits(0x7f800001)}[:n%4]
			text, err := Vector(n, list)
			return fmt.Sprint(text, err)
		})
	}
	for n := range 70 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(i*i + n)
		}
		log.Do("Behead", func() string {
			h, n, err := Behead(data)
			return fmt.Sprint(h.Name, h.Note, math.Float32bits(h.Scale), h.Flags, h.Delta, n, err)
		})
		log.Do("Once", func() string { n, err := Once(data); return fmt.Sprint(n, err) })
		log.Do("Hidden", func() string { n, text := Hidden(data); return fmt.Sprint(n, text) })
	}
	for _, data := range [][]byte{nil, {}, {1}, {0, 1}, {255, 254, 253, 252}, {1, 2, 3, 4, 5, 6, 7},
		{0, 128, 0, 1, 127, 255, 0, 255, 255, 9}} {
		log.Do("Summed", func() string {
			text, err := Summed(data)
			return fmt.Sprint([]byte(text), err)
		})
		log.Do("Magic", func() string { magic, err := Magic(data); return fmt.Sprint(magic, err) })
		log.Do("Chunks", func() string { list, end := Chunks(data); return fmt.Sprint(list, end) })
		for n := range 9 {
			log.Do("Tagged", func() string {
				tag, left, err := Tagged(data, n)
				return fmt.Sprint([]byte(tag), left, err)
			})
		}
		for _, order := range orders {
			log.Do("Pairs", func() string {
				p, n, text := Pairs(order, data)
				return fmt.Sprint(p, n, text)
			})
		}
		log.Do("Teed", func() string { return witness.Show(Teed(data)) })
		log.Do("Half", func() string { n, text := Half(data); return fmt.Sprint(n, text) })
		log.Do("Nested", func() string { list, sum := Nested(data); return fmt.Sprint(list, sum) })
		log.Do("Copied", func() string {
			text, n, end := Copied(data, 6)
			return fmt.Sprint([]byte(text), n, end)
		})
		log.Do("Doubled", func() string {
			text, err := Doubled(data)
			return fmt.Sprint([]byte(text), err)
		})
		log.Do("Filled", func() string { last, n, end := Filled(data); return fmt.Sprint(last, n, end) })
		log.Do("Empty", func() string { n, err := Empty(data); return fmt.Sprint(n, err) })
		for _, big := range []bool{false, true} {
			log.Do("Ordered", func() string {
				b, n, text := Ordered(big, data)
				return fmt.Sprint(b, n, text)
			})
		}
	}
}
