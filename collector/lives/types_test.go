package lives

import (
	"testing"

	"github.com/wring-go/wring/alloc"
)

// TestTypes tells types apart by line, by size, and by who called a library; and
// names all that are possible where nothing tells.
func TestTypes(t *testing.T) {
	frames := []alloc.Frame{{Func: "runtime.newobject", File: "malloc.go", Line: 7},
		{Func: "lib.New", File: "lib.go", Line: 1}, {Func: "m.A", File: "m.go", Line: 1},
		{Func: "m.B", File: "m.go", Line: 2}, {Func: "m.C", File: "m.go", Line: 3}}
	stacks := [][]int{{0, 1, 2}, {0, 1, 3}, {0, 4}, {4}}
	books := &alloc.Record{Frames: frames, Stacks: stacks, Samples: []alloc.Sample{
		{Stack: 0, Type: "lib.X", Size: 24, Charged: 24},
		{Stack: 1, Type: "lib.Y", Size: 24, Charged: 24},
		{Stack: 2, Type: "m.P", Size: 60, Charged: 64},
		{Stack: 2, Type: "m.Q", Size: 128, Charged: 128},
		{Stack: 2, Type: "m.R", Size: 64, Charged: 64, Objects: 5},
		{Stack: 2, Size: 256},
	}}
	known := typesOf(books)
	other := append([]alloc.Frame{}, frames...)
	other = append(other, alloc.Frame{Func: "m.D", File: "m.go", Line: 9})
	rec := &alloc.Record{Frames: other,
		Stacks: [][]int{{1, 2}, {0, 1, 3}, {4}, {0, 1, 5}, {5}}}
	for _, c := range []struct {
		stack int
		size  uint64
		want  string
	}{
		{0, 24, "lib.X"}, {1, 24, "lib.Y"}, {2, 128, "m.Q"}, {2, 64, "m.R, m.P"},
		{2, 999, "m.R, m.P, m.Q"}, {3, 24, "lib.X, lib.Y"}, {4, 24, ""},
	} {
		if got := known.of(rec, alloc.Sample{Stack: c.stack, Size: c.size}); got != c.want {
			t.Errorf("stack %d of %d bytes: %q, want %q", c.stack, c.size, got, c.want)
		}
	}
}

// TestMiddle takes the median over all cycles, also those with nothing at a place.
func TestMiddle(t *testing.T) {
	at := place{"m.go:1", "m.T"}
	cycles := []map[place]*Line{{at: {Bytes: 7}}, {}, {at: {Bytes: 3}}}
	if got := middle(cycles, at); got != 3 {
		t.Errorf("%d, want 3", got)
	}
}
