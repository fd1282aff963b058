package arena_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/kit/arena"
)

// String and Concat give what the conversion and the operator give, and later
// changes of the input, or of other values in the arena, do not show.
func FuzzText(f *testing.F) {
	f.Add("some text", 3)
	f.Add("", 0)
	f.Add(strings.Repeat("long ", 5000), 20_000)
	f.Fuzz(func(t *testing.T, s string, at int) {
		at = min(max(at, 0), len(s))
		for _, a := range arenas() {
			b := []byte(s)
			fromBytes, fromString := arena.String(a, b), arena.String(a, s)
			joined := arena.Concat(a, s[:at], "", s[at:], s)
			for i := range b {
				b[i] ^= 0xFF
			}
			neighbour := arena.MakeSlice[byte](a, 100, 100)
			for i := range neighbour {
				neighbour[i] = 0xEE
			}
			if fromBytes != s || fromString != s || joined != s+s {
				t.Fatalf("%q: %q, %q, %q", s, fromBytes, fromString, joined)
			}
		}
	})
}

// Named types of text are text.
func TestStringOfNamedTypes(t *testing.T) {
	type text string
	type raw []byte
	forEach(t, func(t *testing.T, a *arena.Arena) {
		if s := arena.String(a, text("x")) + arena.String(a, raw("y")); s != "xy" {
			t.Error(s)
		}
		if s := arena.Concat(a); s != "" {
			t.Error(s)
		}
	})
}

// Clone gives an equal value that shares nothing with the original.
func TestClone(t *testing.T) {
	type text string
	type list []int
	a := arena.NewArena()
	defer a.Free()
	n := arena.Of(a, node{name: "x", id: 1})
	if c := arena.Clone(n); c == n || c.name != "x" || c.id != 1 {
		t.Error(*c)
	}
	s := arena.Append(a, nil, 1, 2, 3)
	if c := arena.Clone(s); !slices.Equal(c, s) || &c[0] == &s[0] {
		t.Error(c)
	}
	l := list(s)
	if c := arena.Clone(l); !slices.Equal(c, l) || &c[0] == &l[0] || cap(c) != 3 {
		t.Error(c)
	}
	if c := arena.Clone(arena.String(a, "text")); c != "text" {
		t.Error(c)
	}
	if c := arena.Clone(text("text")); c != "text" {
		t.Error(c)
	}
	if c := arena.Clone([]byte("text")); string(c) != "text" {
		t.Error(c)
	}
}

// Nil stays nil, and empty does not become nil.
func TestCloneOfNothing(t *testing.T) {
	if arena.Clone((*node)(nil)) != nil || arena.Clone([]int(nil)) != nil ||
		arena.Clone([]byte(nil)) != nil {
		t.Error("nil is nil no more")
	}
	if arena.Clone([]int{}) == nil || arena.Clone([]byte{}) == nil {
		t.Error("empty became nil")
	}
	if arena.Clone("") != "" {
		t.Error("an empty string is not empty")
	}
}

// What cannot be cloned is refused.
func TestCloneRefuses(t *testing.T) {
	wantPanic(t, "int", "Clone of int", func() { arena.Clone(1) })
	wantPanic(t, "map", "Clone of map[int]int", func() { arena.Clone(map[int]int{}) })
}

// What Clone returned survives the reuse of the memory.
func TestCloneOutlivesRecycle(t *testing.T) {
	a := arena.NewArena()
	for range 100 {
		kept := arena.Clone(arena.String(a, "kept for later"))
		list := arena.Clone(arena.Append(a, nil, 1, 2, 3))
		a.Recycle(1 << 20)
		fillWith(a, 10)
		if kept != "kept for later" || !slices.Equal(list, []int{1, 2, 3}) {
			t.Fatal(kept, list)
		}
	}
}

// Strings of no byte and of one take no memory: they are parts of the program.
func TestStringsOfOneByte(t *testing.T) {
	a := arena.NewArena()
	defer a.Free()
	b := make([]byte, 1)
	if n := testing.AllocsPerRun(1, func() {
		for c := range 256 {
			b[0] = byte(c)
			s := arena.String(a, b)
			b[0] = 0
			if s != string([]byte{byte(c)}) || arena.String(a, b[:0]) != "" {
				t.Errorf("%d became %q", c, s)
			}
		}
	}); n != 0 || a.Bytes() != 0 {
		t.Errorf("%v allocations, %d bytes", n, a.Bytes())
	}
}
