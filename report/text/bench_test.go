package text

import (
	"io"
	"testing"
)

// BenchmarkTop prints a table of many lines.
func BenchmarkTop(b *testing.B) {
	rep := load(b, "many")
	for b.Loop() {
		if err := Top(io.Discard, rep, Options{Top: -1}); err != nil {
			b.Fatal(err)
		}
	}
}
