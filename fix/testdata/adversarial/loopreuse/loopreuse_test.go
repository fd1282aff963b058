package loopreuse

import (
	"fmt"
	"testing"
)

func TestLoopreuse(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Sets([]string{"banana", "ab", "xyz"}), "3 3 8"},
		{fmt.Sprint(Rows("b,a\nd,c\nf")), "[[b a] [c] [f]]"},
		{fmt.Sprint(Medians([][]int{{3, 1, 2}, {9}}, 3)), "20"},
		{fmt.Sprint(None([]string{"a", "x", ""})), "2 2"},
		{fmt.Sprint(Frames([]string{"a", "b"})), "[0:a 1:b] [[97 46] [98 46]]"},
		{fmt.Sprint(Halves([]int{1, 2}, 0)), "0runtime error: integer divide by zero"},
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

func BenchmarkLoopreuse(b *testing.B) {
	words := []string{"several", "words", "of", "different lengths", "to count", "the letters of"}
	for b.Loop() {
		text = Sets(words)
		number = len(Rows("a,b,c\nd,e,f\ng,h"))
		number = Medians([][]int{{3, 1, 2}, {9}, {1, 2, 3, 4}}, 40)
		number, _ = None(words)
		texts, _ := Frames(words)
		number = len(texts)
		text = Sums(words)
		text, texts = Codes(words[3], 12)
		number += len(texts)
		number = Later(5)
		text = Halved(words)
		_, text = Parts(words[0], 3)
		_, text = Varints(words)
		number = Nested(6)
		number, text = Changes("one one two three")
		number = len(Splits([]int{9, 30}))
		texts, number = Groups("some words\nand others\n\n")
		number = len(Seen(words))
		number = len(Hooks(words)) + len(Counters(words))
		number, text = Halves([]int{3, 4, 6, 7}, 2)
	}
}
