package alias

import "testing"

func TestReversed(t *testing.T) {
	if got := Reversed([]int{1, 2}); got[0] != 2 || got[1] != 1 {
		t.Error(got)
	}
}

var (
	text  string
	octet []byte
	ints  []int
	rows  [][]int
	table map[string]string
	fixed map[string]int
	list  []string
	lines [][]byte
	funcs []func() int
	is    bool
	count int
)

func BenchmarkCloned(b *testing.B) {
	for b.Loop() {
		octet = Cloned([]byte("some bytes"))
	}
}

func BenchmarkReversed(b *testing.B) {
	for b.Loop() {
		ints = Reversed([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	}
}

func BenchmarkExtended(b *testing.B) {
	for b.Loop() {
		ints = Extended([]int{1, 2, 3}, 4, 5)
	}
}

func BenchmarkDefaults(b *testing.B) {
	for b.Loop() {
		table = Defaults("x")
	}
}

func BenchmarkFixed(b *testing.B) {
	for b.Loop() {
		fixed = Fixed()
	}
}

func BenchmarkWeekend(b *testing.B) {
	for b.Loop() {
		list = Weekend()
	}
}

func BenchmarkIsWeekend(b *testing.B) {
	for b.Loop() {
		is = IsWeekend("Monday")
	}
}

func BenchmarkMonths(b *testing.B) {
	for b.Loop() {
		ints = Months(true)
	}
}

func BenchmarkLength(b *testing.B) {
	for b.Loop() {
		count = Length(true, 1)
	}
}

func BenchmarkEncoded(b *testing.B) {
	for b.Loop() {
		octet = Encoded(123456)
	}
}

func BenchmarkRows(b *testing.B) {
	for b.Loop() {
		rows = Rows(12)
	}
}

func BenchmarkHalves(b *testing.B) {
	for b.Loop() {
		octet, _ = Halves("some text to be cut in the middle of it")
	}
}

func BenchmarkAdders(b *testing.B) {
	for b.Loop() {
		funcs = Adders([]int{1, 2, 3})
	}
}

func BenchmarkSent(b *testing.B) {
	for b.Loop() {
		text = Sent([]string{"one", "two", "three"})
	}
}

func BenchmarkLog(b *testing.B) {
	for b.Loop() {
		var l Log
		l.Add(1, "one")
		l.Add(2, "two")
		text = l.Last()
	}
}

func BenchmarkFields(b *testing.B) {
	for b.Loop() {
		lines = Fields([]byte("one two three"))
	}
}

func BenchmarkSorted(b *testing.B) {
	for b.Loop() {
		text = Sorted([]string{"b", "c", "a", "e", "d"})
	}
}

func BenchmarkTwo(b *testing.B) {
	for b.Loop() {
		ints, _ = Two([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	}
}
