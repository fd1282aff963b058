package maprange

import "testing"

func TestMaprange(t *testing.T) {
	if got := Moved(map[string]int{"a": 1}); got["a'"] != 1 || len(got) != 1 {
		t.Error(got)
	}
	if got := Inner(map[string]int{"a": 2, "b": 3}, map[string]int{"a": 5}); got != 10 {
		t.Error(got)
	}
	if got := Kept(map[string]int{"a": 2, "b": 3}); got != "a 2,b 3" {
		t.Error(got)
	}
}

var (
	number int
	sum    int64
	text   string
)

func BenchmarkMaprange(b *testing.B) {
	m := map[string]int{"one": 1000, "two": 2000, "three": 3000}
	for b.Loop() {
		number = len(Moved(map[string]int{"one": 1000, "two": 2000}))
		number = Halved(map[string]string{"a": "b", "b": "a", "c": "d"})
		number, _ = Numbers(map[float64]int{1: 1, 2.5: 2})
		number, text = Kind(m)
		text = Kept(m)
		sum = Inner(m, m)
		sum = Doubled(m, 8)
		sum = Replaced(m, m)
		sum = Turned(m)
		number = Skipped(m)
	}
}
