package alloc

import (
	"bytes"
	"io"
	"testing"
)

// BenchmarkRecord writes and reads a record of two hundred samples.
func BenchmarkRecord(b *testing.B) {
	rec := sample()
	for i := range 200 {
		rec.Samples = append(rec.Samples, Sample{Type: "[]byte", Size: uint64(i), Charged: 16,
			Objects: 3})
	}
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := WriteRecord(io.Discard, rec); err != nil {
				b.Fatal(err)
			}
		}
	})
	data := encode(b, rec)
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			if _, err := ReadRecord(bytes.NewReader(data)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
