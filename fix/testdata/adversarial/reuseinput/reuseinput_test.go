package reuseinput

import "testing"

func TestReuseinput(t *testing.T) {
	if Lower("Ab") != "ab" || Escaped("'") != "''" || Tabs("a\tb") != "a b" {
		t.Error("wrong")
	}
}

func BenchmarkReuseinput(b *testing.B) {
	b.Run("Lower", func(b *testing.B) {
		for b.Loop() {
			Lower("some longer text that is in lower case")
		}
	})
	b.Run("Ended", func(b *testing.B) {
		for b.Loop() {
			Ended("some longer text that is in lower case")
		}
	})
	b.Run("Begun", func(b *testing.B) {
		for b.Loop() {
			Begun("some-longer-text-that-is-in-lower-c-se")
		}
	})
	b.Run("Clean", func(b *testing.B) {
		for b.Loop() {
			Clean("some longer text that is in lower case")
		}
	})
	b.Run("Tabs", func(b *testing.B) {
		for b.Loop() {
			Tabs("some longer text that is in lower case")
		}
	})
	b.Run("Kept", func(b *testing.B) {
		for b.Loop() {
			Kept([]int{1, 2, 3, 4})
		}
	})
	b.Run("Unique", func(b *testing.B) {
		for b.Loop() {
			Unique([]string{"a", "b", "c"})
		}
	})
	b.Run("Escaped", func(b *testing.B) {
		for b.Loop() {
			Escaped("some longer text that is in lower case")
		}
	})
	b.Run("Padded", func(b *testing.B) {
		for b.Loop() {
			Padded([]byte("abcd"))
		}
	})
	b.Run("Valid", func(b *testing.B) {
		for b.Loop() {
			Valid("some longer text that is in lower case")
		}
	})
	b.Run("Token", func(b *testing.B) {
		for b.Loop() {
			Token("some longer text that is in order")
		}
	})
	b.Run("Named", func(b *testing.B) {
		for b.Loop() {
			Named("some longer text that is in order")
		}
	})
	b.Run("ASCII", func(b *testing.B) {
		for b.Loop() {
			ASCII("some longer text that is in order")
		}
	})
	b.Run("Title", func(b *testing.B) {
		for b.Loop() {
			Title("Some Longer Text That Is In Order")
		}
	})
	b.Run("Lowered", func(b *testing.B) {
		for b.Loop() {
			Lowered("some longer text that is in lower case already")
		}
	})
	b.Run("Moved", func(b *testing.B) {
		for b.Loop() {
			Moved("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz")
		}
	})
	b.Run("Alternating", func(b *testing.B) {
		for b.Loop() {
			Alternating("some longer text that is in lower case already")
		}
	})
	b.Run("Slug", func(b *testing.B) {
		for b.Loop() {
			Slug("someothertextthatisinorderandlonger")
		}
	})
}
