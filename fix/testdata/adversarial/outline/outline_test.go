package outline

import "testing"

func TestOutline(t *testing.T) {
	if got := First("a,b"); got != "A!?2" {
		t.Error(got)
	}
	if n, err := Sum("1:2", "3:4"); n != 4231 || err != nil {
		t.Error(n, err)
	}
	if got := Letters("abca", 9); got != "4 2 false <nil>" {
		t.Error(got)
	}
	if n, ok := Half("7"); n != -1 || !ok {
		t.Error(n, ok)
	}
	if got := Depth([]int{1, 2, 3}); got != 3 {
		t.Error(got)
	}
	if taken, left := Cut("a b c", 2); taken != "somecc/bb" || left != 1 {
		t.Error(taken, left)
	}
	if got := Added([]string{"a", "b"}); got != 32 {
		t.Error(got)
	}
	if n, err := Distance("3:4"); n != 423 || err != nil {
		t.Error(n, err)
	}
	if n, err := Parts("3:4"); n != 67 || err != nil {
		t.Error(n, err)
	}
	if n, err := Maybe("3:4"); n != 43 || err != nil {
		t.Error(n, err)
	}
}

var (
	number int
	text   string
)

func BenchmarkOutline(b *testing.B) {
	numbers := []int{5, 3, 8, 1}
	names := []string{"one", "two"}
	for b.Loop() {
		text = First("some, text, to, scan")
		number, _ = Sum("10:20", "30:40")
		text = Letters("a text with letters", 100)
		number, _ = Half("1000")
		number = Depth(numbers)
		text, number = Cut("a b c d", 2)
		number = Added(names)
		number, _ = Distance("10:20")
		number, _ = Noted("10:20")
		number, _ = Tied("10:20")
		number, _ = Maybe("10:20")
		number, _ = Parts("10:20")
	}
}
