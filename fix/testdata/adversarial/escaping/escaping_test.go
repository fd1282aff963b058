package escaping

import (
	"fmt"
	"testing"
)

func TestEscaping(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Events([]string{`{"ID":3,"Tags":["a"]}`, `{}`}),
			"3 1 [a] map[lines:0] false;-1 0 [] map[lines:1] false;"},
		{fmt.Sprint(Links([]string{`{"ID":3}`, `{"ID":4}`})), "34"},
		{Letters([]string{`{"ID":3}`, `{"ID":4}`}), "3 []|4 []"},
		{fmt.Sprint(Heard([]string{"1", "22"})), "32"},
		{Largest([]string{`{"ID":3}`, `{"ID":4}`}), "4 3"},
		{Words([]string{"a 1 b", "c"}), "3 falsea1b;1 truec0;"},
		{fmt.Sprint(Blocks("\x00\x00\x00\x01\x02")), "[5 33554433 0]"},
		{Pairs([]string{"ab", "c"}), "ab=0 c=1 ab=-1\nc=0\nab=0c=1"},
		{fmt.Sprint(Nestings([]string{"", `{"Next":{"ID":5}}`})), "5"},
		{Digits([]string{"", "a", "b"}, 3), "0 false;97 false;98 false;309"},
		{fmt.Sprint(Bits([]int64{3, 4})), "[[34] [16]]"},
	} {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
}

var (
	number int
	text   string
)

func BenchmarkEscaping(b *testing.B) {
	records := []string{`{"ID":3,"Tags":["a"]}`, `{"ID":4,"Tags":["b"]}`, `{"Next":{"ID":5}}`}
	words := []string{"one 1 eins", "two", "three 3", "", "four x vier", "five 5 fünf"}
	for b.Loop() {
		text = Events(records)
		number = Links(records)
		text = Letters(records)
		number = Heard(records)
		text = Largest(records)
		text = Words(words)
		number = len(Blocks("some bytes for blocks"))
		text = Pairs(words)
		number = Nestings(records)
		text = Digits(words, 10)
		number = len(Bits([]int64{5, 0, -1 << 40, 7, 1 << 62}))
	}
}
