package values

import "testing"

func TestRead(t *testing.T) {
	if got := Read("1,2"); got != 1002 {
		t.Error(got)
	}
}

var (
	count int
	is    bool
	text  string
)

func BenchmarkPoints(b *testing.B) {
	xs := []int{1, 2, 3, 4}
	for b.Loop() {
		count = Read("1,2")
		count = Trusting("1,2")
		is = Same(1, 2)
		count = Moved(1, 2)
		count = Counted(5)
		count = Corners(xs)
		text = Stacked(xs)
		count = Points(xs)
		count = Kept(3)
		text = Visited(xs)
	}
}
