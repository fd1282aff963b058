package pool

import (
	"sync"
	"testing"
)

func BenchmarkPool(b *testing.B) {
	var p Pool
	b.ReportAllocs()
	for b.Loop() {
		x := p.Get(4096)
		x.B = append(x.B, "text"...)
		x.Put()
	}
}

// The standard way, with the pointer to the slice kept as one must.
func BenchmarkSyncPool(b *testing.B) {
	p := sync.Pool{New: func() any { s := make([]byte, 0, 4096); return &s }}
	b.ReportAllocs()
	for b.Loop() {
		x := p.Get().(*[]byte)
		*x = append((*x)[:0], "text"...)
		p.Put(x)
	}
}

func BenchmarkMake(b *testing.B) {
	size := 4096
	b.ReportAllocs()
	for b.Loop() {
		x := make([]byte, 0, size)
		sink = append(x, "text"...)
	}
}

var sink []byte

func BenchmarkParallel(b *testing.B) {
	b.Run("Pool", func(b *testing.B) {
		var p Pool
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				p.Get(4096).Put()
			}
		})
	})
	b.Run("SyncPool", func(b *testing.B) {
		p := sync.Pool{New: func() any { s := make([]byte, 0, 4096); return &s }}
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				p.Put(p.Get())
			}
		})
	})
}
