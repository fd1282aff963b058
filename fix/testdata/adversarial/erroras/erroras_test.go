package erroras

import "testing"

func TestErroras(t *testing.T) {
	if n, ok := First(8, 3); n != 3 || !ok {
		t.Error(n, ok)
	}
	if got := Last([]int{3, 6}, 4); got != 804 {
		t.Error(got)
	}
	if got := Chosen(1, 2); got != "failure 2" {
		t.Error(got)
	}
}

var (
	number int
	text   string
)

func BenchmarkErroras(b *testing.B) {
	kinds := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}
	for b.Loop() {
		for _, kind := range kinds {
			number, _ = First(kind, 1000)
			text = Missing(kind)
			text = Any(kind, 1000)
			number, text = Refused(kind)
			number = Later(kind, 1000)()
			text = Chosen(kind, 1000)
		}
		number = Last(kinds, 1000)
	}
}
