package trace

import "testing"

func TestFixedPart(t *testing.T) {
	for _, c := range []struct {
		name        string
		long, short uint64 // over 100 and over 10 operations
		want        uint64
	}{
		{"steady", 300, 30, 0},
		{"made once per run", 1, 1, 1},
		{"steady, and five made once", 105, 15, 5},
		{"only in the long run", 3, 0, 0},
		{"a growing buffer", 7, 4, 3},
		{"by chance one more in the short run", 31, 4, 0},
		{"half of the operations", 50, 5, 0},
		{"gone in the long run", 0, 6, 0},
	} {
		if got := fixedPart(c.long, c.short, 100, 10); got != c.want {
			t.Errorf("%s: fixedPart(%d, %d) = %d, want %d", c.name, c.long, c.short, got, c.want)
		}
	}
}

// TestFirstUseTiny proves that tiny objects, charged in turn, are judged
// together: 51 charged and 49 uncharged ones are still one per operation.
func TestFirstUseTiny(t *testing.T) {
	charged := sampleKey{typ: "int8", size: 1, charged: 16}
	joined := sampleKey{typ: "int8", size: 1, charged: 0}
	long := map[sampleKey]uint64{charged: 49, joined: 51}
	short := map[sampleKey]uint64{charged: 9, joined: 1}
	if got := firstUse(long, short, 100, 10); len(got) != 0 {
		t.Errorf("got %v, want no first use", got)
	}
}

// TestFirstUseSpread proves that the part goes to the size that recurs less.
func TestFirstUseSpread(t *testing.T) {
	table := sampleKey{typ: "[]int", size: 4096, charged: 4096}
	item := sampleKey{typ: "[]int", size: 16, charged: 16}
	long := map[sampleKey]uint64{table: 2, item: 100}
	short := map[sampleKey]uint64{table: 2, item: 10}
	got := firstUse(long, short, 100, 10)
	if got[table] != 2 || got[item] != 0 {
		t.Errorf("got %v, want 2 of the table", got)
	}
}
