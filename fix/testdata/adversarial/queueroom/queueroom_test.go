package queueroom

import (
	"fmt"
	"strings"
	"testing"
)

func TestQueueroom(t *testing.T) {
	var line Line
	var round Round
	var log Log
	var marks Marks
	round.Add("ab")
	round.Add("c")
	for _, test := range []struct{ got, want any }{
		{len(Breadth(7)) > 8, true},
		{Firsts("abcde"), 97 + 2*98 + 3*99},
		{fmt.Sprint(Windows("a b c d")), "[[a] [a b] [b c] [c d]]"},
		{Given([]int{3, 1}), 3*(3*3+1) + 1},
		{Over("abc"), "abcaa,bb,cc"},
		{Short("ab c ", 2), 1},
		{fmt.Sprint(Drained(6)), "[nil empty]"},
		{line.Add("abc"), 2},
		{line.Drop("bc"), 1},
		{round.All(), "ab-abc"},
		{line.Both(), ""},
		{marks.Set(3), 4},
		{marks.Limit(5), "00010"},
		{log.Write("a\nb\nc\nd\ne"), 1},
		{fmt.Sprint(log.Last()), "[b c d]"},
	} {
		if test.got != test.want {
			t.Errorf("got %v, want %v", test.got, test.want)
		}
	}
}

func BenchmarkQueueroom(b *testing.B) {
	text := strings.Repeat("some words\n", 9)
	b.Run("Breadth", func(b *testing.B) {
		for b.Loop() {
			Breadth(7)
		}
	})
	b.Run("Firsts", func(b *testing.B) {
		for b.Loop() {
			Firsts(text)
		}
	})
	b.Run("Windows", func(b *testing.B) {
		for b.Loop() {
			Windows(text)
		}
	})
	b.Run("Given", func(b *testing.B) {
		for b.Loop() {
			Given([]int{70, 80})
		}
	})
	b.Run("Over", func(b *testing.B) {
		for b.Loop() {
			Over(text)
		}
	})
	b.Run("Short", func(b *testing.B) {
		for b.Loop() {
			Short(text, 2)
		}
	})
	b.Run("Drained", func(b *testing.B) {
		for b.Loop() {
			Drained(11)
		}
	})
	b.Run("Marks", func(b *testing.B) {
		for b.Loop() {
			var marks Marks
			for i := range 20 {
				marks.Set(i)
			}
			marks.Limit(9)
			marks.Limit(30)
		}
	})
	b.Run("Line", func(b *testing.B) {
		for b.Loop() {
			var line Line
			for range 20 {
				line.Add("long")
				line.Add("a")
				line.Next()
				line.Next()
				line.Both()
				line.Drop("a")
			}
			var round Round
			for range 9 {
				round.Add("name")
				round.Add("a")
			}
			round.All()
		}
	})
	b.Run("Log", func(b *testing.B) {
		for b.Loop() {
			var log Log
			log.Write(text)
			log.Last()
		}
	})
}
