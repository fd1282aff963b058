package nofmt

import "testing"

func TestNofmt(t *testing.T) {
	if Named(1) != "level=high" || Spaced(1, 2, "x") != "1 2x1x" {
		t.Error(Named(1), Spaced(1, 2, "x"))
	}
}

func BenchmarkNofmt(b *testing.B) {
	b.Run("Named", func(b *testing.B) {
		for b.Loop() {
			Named(1)
		}
	})
	b.Run("Plain", func(b *testing.B) {
		for b.Loop() {
			Plain(1)
		}
	})
	b.Run("Padded", func(b *testing.B) {
		for b.Loop() {
			Padded("abc", 12)
		}
	})
	b.Run("Quoted", func(b *testing.B) {
		for b.Loop() {
			Quoted("key", "value")
		}
	})
	b.Run("Float", func(b *testing.B) {
		for b.Loop() {
			Float(1.5)
		}
	})
	b.Run("Failed", func(b *testing.B) {
		for b.Loop() {
			Failed(nil)
		}
	})
	b.Run("Bytes", func(b *testing.B) {
		for b.Loop() {
			Bytes([]byte("abc"))
		}
	})
	b.Run("Calls", func(b *testing.B) {
		for b.Loop() {
			Calls(new(int))
		}
	})
	b.Run("Wrapped", func(b *testing.B) {
		for b.Loop() {
			Wrapped("name", nil)
		}
	})
	b.Run("Spaced", func(b *testing.B) {
		for b.Loop() {
			Spaced(1, 2, "x")
		}
	})
	b.Run("Pointer", func(b *testing.B) {
		for b.Loop() {
			Pointer(nil)
		}
	})
	b.Run("Kept", func(b *testing.B) {
		p := Level(300)
		for b.Loop() {
			Kept(1000, 2000, &p)
		}
	})
	b.Run("Answered", func(b *testing.B) {
		for b.Loop() {
			Answered([]string{"some name", "another"})
		}
	})
	b.Run("Turned", func(b *testing.B) {
		for b.Loop() {
			Turned([]string{"some name", "another"})
		}
	})
	b.Run("Wide", func(b *testing.B) {
		for b.Loop() {
			Wide(1000, 1<<40, "text", []byte("bytes"))
		}
	})
	b.Run("Dated", func(b *testing.B) {
		for b.Loop() {
			Dated(2026, 1000, 1001, 1002)
		}
	})
	b.Run("Explained", func(b *testing.B) {
		for b.Loop() {
			Explained("some name", 1000, nil)
		}
	})
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted("some name")
		}
	})
	b.Run("Flagged", func(b *testing.B) {
		for b.Loop() {
			Flagged("some name", 1000, 1, []string{"a", "b"})
		}
	})
}
