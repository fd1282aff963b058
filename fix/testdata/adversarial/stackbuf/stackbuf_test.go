package stackbuf

import "testing"

func TestStackbuf(t *testing.T) {
	if Path([]string{"a", "b"}) != "/a/b" || Digits(255, 16) != "ff" || Nested(1) != "(())" {
		t.Error("wrong")
	}
}

var sink []byte

func BenchmarkStackbuf(b *testing.B) {
	b.Run("Path", func(b *testing.B) {
		for b.Loop() {
			Path([]string{"a", "bc", "def"})
		}
	})
	b.Run("Bytes", func(b *testing.B) {
		for b.Loop() {
			Bytes("some text")
		}
	})
	b.Run("Through", func(b *testing.B) {
		for b.Loop() {
			Through("some text", func(b []byte) { sink = append(sink[:0], b...) })
		}
	})
	b.Run("Nil", func(b *testing.B) {
		for b.Loop() {
			Nil([]int{1, 2, 3, -1})
		}
	})
	b.Run("Decoded", func(b *testing.B) {
		for b.Loop() {
			Decoded([]string{"00112233", "4455"})
		}
	})
	b.Run("Compared", func(b *testing.B) {
		for b.Loop() {
			Compared("00112233", "ABEiMw==")
		}
	})
	b.Run("Branches", func(b *testing.B) {
		for b.Loop() {
			Branches(40)
		}
	})
	b.Run("Room", func(b *testing.B) {
		for b.Loop() {
			Room(9)
		}
	})
	b.Run("Sent", func(b *testing.B) {
		for b.Loop() {
			Sent([]string{"a", "b"})
		}
	})
	b.Run("Digits", func(b *testing.B) {
		for b.Loop() {
			Digits(1234567, 10)
		}
	})
	b.Run("Nested", func(b *testing.B) {
		for b.Loop() {
			Nested(9)
		}
	})
	b.Run("Tail", func(b *testing.B) {
		for b.Loop() {
			Tail([]string{"a", "bc", "def"})
		}
	})
	b.Run("Given", func(b *testing.B) {
		for b.Loop() {
			Twice(100)
			Rows(9)
			Beyond("some text", 4)
			sink = Given(sink[:0], 9)
			Called([]string{"a", "bc", "def"})
		}
	})
	b.Run("Digest", func(b *testing.B) {
		left, right := []byte("some bytes of the left side"), []byte("and of the right side")
		for b.Loop() {
			sink = Digest(left, right, 1)
			Marked(left)
			Started(left)
			Halves([]string{"a", "bc", "def"})
			Word("some words of a text", 2)
		}
	})
	b.Run("Refilled", func(b *testing.B) {
		words := []string{"a", "bc", "", "some longer word that needs more room", "é"}
		for b.Loop() {
			Codes(words)
			Gifts(words)
			Doubled(words)
			Divisors([]int{12, 7, 720})
			Sums(words)
			Unless(words)
		}
	})
}
