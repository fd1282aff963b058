package slow

import (
	"testing"
	"time"
)

var sink []byte

func work() {
	time.Sleep(4 * time.Millisecond)
	sink = make([]byte, 10)
}

func BenchmarkSlow(b *testing.B) {
	for b.Loop() {
		work()
	}
}

func BenchmarkQuick(b *testing.B) {
	for b.Loop() {
		sink = make([]byte, 10)
	}
}

// BenchmarkWringCalls has the name of those that replay calls, and whole tests.
func BenchmarkWringCalls(b *testing.B) {
	for _, name := range []string{"work", "tests:work"} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				work()
			}
		})
	}
}

// BenchmarkOnce takes longer than there is time: a second run is enough.
func BenchmarkOnce(b *testing.B) {
	if runs++; runs > 2 {
		b.Fatal("a third run")
	}
	for b.Loop() {
		time.Sleep(60 * time.Millisecond)
		sink = make([]byte, 10)
	}
}

var runs int
