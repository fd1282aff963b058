package arena_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// fortyEight is the size of the objects of the benchmarks.
type fortyEight struct {
	next *fortyEight
	data [5]int
}

// BenchmarkNew allocates objects of 48 bytes; an arena is recycled, which is part
// of the time, after 1,000.
func BenchmarkNew(b *testing.B) {
	var p *fortyEight
	b.Run("heap", func(b *testing.B) {
		for b.Loop() {
			p = &fortyEight{next: p}
			p.next = nil
		}
	})
	b.Run("For", func(b *testing.B) {
		a := arena.NewArena()
		slab := arena.For[fortyEight](a)
		for i := 0; b.Loop(); i++ {
			p = slab.New()
			if i%1000 == 0 {
				a.Recycle(math.MaxInt)
			}
		}
	})
	b.Run("New", func(b *testing.B) {
		a := arena.NewArena()
		for i := 0; b.Loop(); i++ {
			p = arena.New[fortyEight](a)
			if i%1000 == 0 {
				a.Recycle(math.MaxInt)
			}
		}
	})
	b.Run("Locked", func(b *testing.B) {
		var l arena.Locked
		slab := arena.LockedFor[fortyEight](&l)
		for i := 0; b.Loop(); i++ {
			p = slab.New()
			if i%1000 == 0 {
				l.Recycle(math.MaxInt)
			}
		}
	})
	keep(p)
}

// BenchmarkAppend grows slices to 10 elements.
func BenchmarkAppend(b *testing.B) {
	var s []*int
	b.Run("heap", func(b *testing.B) {
		for b.Loop() {
			s = nil
			for range 10 {
				s = append(s, nil)
			}
		}
	})
	b.Run("arena", func(b *testing.B) {
		a := arena.NewArena()
		for i := 0; b.Loop(); i++ {
			s = nil
			for range 10 {
				s = arena.Append(a, s, nil)
			}
			if i%100 == 0 {
				a.Recycle(math.MaxInt)
			}
		}
	})
	keep(s)
}

// BenchmarkString copies texts of 20 bytes.
func BenchmarkString(b *testing.B) {
	var s string
	text := []byte("text of twenty bytes")
	b.Run("heap", func(b *testing.B) {
		for b.Loop() {
			s = string(text)
		}
	})
	b.Run("arena", func(b *testing.B) {
		a := arena.NewArena()
		for i := 0; b.Loop(); i++ {
			s = arena.String(a, text)
			if i%1000 == 0 {
				a.Recycle(math.MaxInt)
			}
		}
	})
	keep(s)
}

// BenchmarkMap fills tables with 100 keys, and looks each of them up.
func BenchmarkMap(b *testing.B) {
	keys := make([]string, 100)
	for i := range keys {
		keys[i] = fmt.Sprint("key ", i)
	}
	b.Run("heap", func(b *testing.B) {
		for b.Loop() {
			m := make(map[string]int)
			for i, k := range keys {
				m[k] = i
			}
			for i, k := range keys {
				if m[k] != i {
					b.Fatal(k)
				}
			}
		}
	})
	b.Run("arena", func(b *testing.B) {
		a := arena.NewArena()
		for b.Loop() {
			m := arena.MakeMap[string, int](a, 0)
			for i, k := range keys {
				m.Set(k, i)
			}
			for i, k := range keys {
				if m.At(k) != i {
					b.Fatal(k)
				}
			}
			a.Recycle(math.MaxInt)
		}
	})
}

// BenchmarkTable follows handles through 1,000 values, against pointers.
func BenchmarkTable(b *testing.B) {
	type linked struct {
		next arena.Ref[linked]
		id   int
	}
	var table arena.Table[linked]
	var head arena.Ref[linked]
	var first *node
	for i := range 1000 {
		r, p := table.New()
		*p = linked{head, i}
		head, first = r, &node{next: first, id: i}
	}
	sum := 0
	b.Run("pointers", func(b *testing.B) {
		for b.Loop() {
			for n := first; n != nil; n = n.next {
				sum += n.id
			}
		}
	})
	b.Run("handles", func(b *testing.B) {
		for b.Loop() {
			for r := head; r != (arena.Ref[linked]{}); {
				p := table.At(r)
				sum += p.id
				r = p.next
			}
		}
	})
	keep(sum)
}
