package returnedfunc

import "testing"

func TestReturnedfunc(t *testing.T) {
	if got := Late(2); got != 402 {
		t.Error(got)
	}
}

func BenchmarkReturnedfunc(b *testing.B) {
	b.Run("Order", func(b *testing.B) {
		for b.Loop() {
			Order([]string{"a", "b"})
		}
	})
	b.Run("Late", func(b *testing.B) {
		for b.Loop() {
			Late(5)
		}
	})
	b.Run("Turns", func(b *testing.B) {
		for b.Loop() {
			Turns(5)
		}
	})
	b.Run("Refused", func(b *testing.B) {
		for b.Loop() {
			Refused(4)
		}
	})
	b.Run("Recovers", func(b *testing.B) {
		for b.Loop() {
			Recovers(4)
		}
	})
	b.Run("Nested", func(b *testing.B) {
		for b.Loop() {
			Nested(9)
		}
	})
	b.Run("Rows", func(b *testing.B) {
		for b.Loop() {
			Rows(4)
		}
	})
	b.Run("Shared", func(b *testing.B) {
		for b.Loop() {
			Shared(5)
		}
	})
	b.Run("Loops", func(b *testing.B) {
		for b.Loop() {
			Loops(5)
		}
	})
	b.Run("Words", func(b *testing.B) {
		for b.Loop() {
			Words("a bc d ef g")
		}
	})
	b.Run("Gathered", func(b *testing.B) {
		for b.Loop() {
			Gathered(5)
		}
	})
	b.Run("Collected", func(b *testing.B) {
		for b.Loop() {
			Collected(5)
		}
	})
	b.Run("Stopped", func(b *testing.B) {
		for b.Loop() {
			Stopped(1)
		}
	})
}
