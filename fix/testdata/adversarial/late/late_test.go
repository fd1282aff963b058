package late

import (
	"strings"
	"testing"
)

func TestSeeded(t *testing.T) {
	if got := Seeded(3); len(got) != 3 || got[2] != 6 {
		t.Error(got)
	}
}

var (
	count int
	is    bool
	text  string
	list  []int
	table map[string]int
	fail  error
	hexed []byte
)

func BenchmarkLate(b *testing.B) {
	words := []string{"one", "two", "three", "four", "five", "six"}
	for b.Loop() {
		list = Seeded(200)
		table = Recovered(words)
		text = Grid(4, 20)
		text = Linked(words)
		text = Lodged([]string{"+1", "+2", "+3", "+4", "a1", "b1", "-2"})
		fail = Failed("12345678")
		is = IsList("LIST")
		is = Alike("Some TEXT", "some text")
		count = Kind("LIST")
		count = Registered(words)
		text = Port("a name of more than thirty-two bytes", 123456)
		hexed = Hexed(make([]byte, 40))
		count, fail = Padded(strings.NewReader("some text"))
	}
}
