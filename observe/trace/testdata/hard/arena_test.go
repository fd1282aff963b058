//go:build goexperiment.arenas

package hard

import (
	"arena"
	"testing"
)

// BenchmarkArena fills chunks of 8 MB with pairs, and keeps them.
func BenchmarkArena(b *testing.B) {
	a := arena.NewArena()
	for range b.N {
		for range 100_000 {
			Sink = arena.New[Pair](a)
		}
	}
}
