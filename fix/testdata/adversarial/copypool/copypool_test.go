package copypool

import "testing"

func TestCopypool(t *testing.T) {
	if got := Small("abcdef"); got != `["abcd" "ef"] 6 <nil>` {
		t.Error(got)
	}
	if got := Deep(1); got != "1(0())" {
		t.Error(got)
	}
}

func BenchmarkCopypool(b *testing.B) {
	list := []string{"some", "text"}
	b.Run("Pieces", func(b *testing.B) {
		for b.Loop() {
			Pieces(list, 100)
		}
	})
	b.Run("Small", func(b *testing.B) {
		for b.Loop() {
			Small("some text")
		}
	})
	b.Run("Broken", func(b *testing.B) {
		for b.Loop() {
			Broken("some text", 12)
		}
	})
	b.Run("Deep", func(b *testing.B) {
		for b.Loop() {
			Deep(3)
		}
	})
	b.Run("Itself", func(b *testing.B) {
		for b.Loop() {
			Itself(list, false)
		}
	})
	b.Run("Wrong", func(b *testing.B) {
		for b.Loop() {
			Wrong("text", 0)
		}
	})
}
