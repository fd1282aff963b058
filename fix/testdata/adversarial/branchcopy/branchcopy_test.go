package branchcopy

import "testing"

func TestBranchcopy(t *testing.T) {
	if got := Problems([]string{"", "abc"}); got != "empty.long..---" {
		t.Error(got)
	}
	if Both(3) != 13 || Distinct([]string{"a", "b"}) != 1 || Registered(2) != 9 || Sent(4) != 8 {
		t.Error("wrong")
	}
}

var (
	number int
	at     *int
	text   string
)

func BenchmarkBranchcopy(b *testing.B) {
	words := []string{"a", "b", "c", "d", "e", "fg", "h", "a longer word", "i"}
	for b.Loop() {
		text = Problems(words)
		at = First(words)
		number = Both(1)
		number = Distinct(words)
		number = Counted(words)
		number = Deferred([]int{1, 2, 3}, 0)
		number = Through(2, 5)
		number = Again(3)
		number = Shadowed(words)
		number = Registered(3)
		number = Sent(2)
		number = Added([]int{1})
		number = Until(words)
		Closed([]int{1})
		text = Built([]string{"a"})
		text = Begun(1)
		number = Counter(1)
		number = Scanned(words)
		number = Stepped([]int{1})
		text = Turned(1)
		number = Returned(1)
		number = Known(1)
		number = Made([]int{4, 6})
		number = MadeNoted(1)
		number = MadeStepped(1)
	}
}
