package arena_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// FuzzArena runs any sequence of allocations of many types and sizes with one
// arena, and keeps for each what it must hold. Nothing may change it, until the
// arena is recycled, and everything must be zero when it comes again.
func FuzzArena(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
	f.Add(bytes.Repeat([]byte{3, 200, 5, 255, 6, 90, 9, 0, 1, 1}, 40))
	f.Add(bytes.Repeat([]byte{4, 250, 4, 10, 9, 250, 4, 100}, 30))
	f.Fuzz(func(t *testing.T, ops []byte) {
		m := &model{t: t, a: arena.ReuseAlways(arena.NewArena())}
		for i := 0; i+1 < len(ops) && i < 2_000; i += 2 {
			m.step(i, ops[i], int(ops[i+1]))
		}
		m.verify()
	})
}

// model is an arena and what its values must be.
type model struct {
	t      *testing.T
	a      *arena.Arena
	checks []func() string // each returns what is wrong, or ""
}

// step does one operation. n is its size, i its number.
func (m *model) step(i int, op byte, n int) {
	switch op % 10 {
	case 0:
		own(m, arena.MakeSlice[byte](m.a, n, n+i%3), byte(i))
	case 1:
		own(m, arena.MakeSlice[uint64](m.a, n, n), uint64(i))
	case 2:
		own(m, arena.MakeSlice[[3]uint16](m.a, n*20, n*20), [3]uint16{uint16(i), 1, 2})
	case 3:
		own(m, arena.MakeSlice[string](m.a, n, n), fmt.Sprint("text", i))
	case 4:
		own(m, arena.MakeSlice[byte](m.a, n*300, n*300), byte(i))
	case 5:
		single(m, arena.New[int32](m.a), int32(i))
		single(m, arena.New[node2](m.a), node2{fmt.Sprint(i), i})
	case 6:
		single(m, arena.New[[9000]byte](m.a), [9000]byte{1: byte(i), 8999: byte(n)})
	case 7:
		m.text(i, n)
	case 8:
		m.grow(i, n)
	case 9:
		m.verify()
		m.checks = nil
		m.a.Recycle([]int{0, 5_000, 200_000, math.MaxInt}[n%4])
	}
}

// node2 is a value with a pointer that can be compared.
type node2 struct {
	name string
	id   int
}

// own wants s to be zero, fills it with v, and remembers that.
func own[T comparable](m *model, s []T, v T) {
	var zero T
	s = s[:cap(s)]
	for i := range s {
		if s[i] != zero {
			m.t.Fatalf("%T: element %d of %d is %v", s, i, len(s), s[i])
		}
		s[i] = v
	}
	m.checks = append(m.checks, func() string {
		for i := range s {
			if s[i] != v {
				return fmt.Sprintf("%T: element %d of %d is %v, want %v", s, i, len(s), s[i], v)
			}
		}
		return ""
	})
}

func single[T comparable](m *model, p *T, v T) {
	var zero T
	if *p != zero {
		m.t.Fatalf("%T is not zero", *p)
	}
	*p = v
	m.checks = append(m.checks, func() string {
		if *p != v {
			return fmt.Sprintf("%T has changed", *p)
		}
		return ""
	})
}

// text remembers strings of both kinds.
func (m *model) text(i, n int) {
	want := string(bytes.Repeat([]byte{byte('a' + i%26)}, n))
	one, two := arena.String(m.a, want), arena.Concat(m.a, want, "-", want)
	m.checks = append(m.checks, func() string {
		if one != want || two != want+"-"+want {
			return fmt.Sprintf("a text is %q and %q, want %q", one, two, want)
		}
		return ""
	})
}

// grow appends to two slices in turn, and remembers every state of both, since
// the earlier ones must keep their elements too.
func (m *model) grow(i, n int) {
	var got, want [2][]int
	for j := range n % 60 {
		k := (i + j/3) % 2
		got[k] = arena.Append(m.a, got[k], i+j)
		want[k] = append(want[k], i+j)
		before, length := got[k], len(want[k])
		expected := want[k][:length:length]
		m.checks = append(m.checks, func() string {
			for at, v := range expected {
				if before[at] != v {
					return fmt.Sprintf("%v, want %v", before, expected)
				}
			}
			return ""
		})
	}
}

// verify wants everything to be as it was left.
func (m *model) verify() {
	for _, check := range m.checks {
		if problem := check(); problem != "" {
			m.t.Fatal(problem)
		}
	}
}
