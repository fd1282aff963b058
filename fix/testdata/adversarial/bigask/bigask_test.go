package bigask

import "testing"

func TestBigask(t *testing.T) {
	if Order("3", "20") != "<" || Parity("-4") != "even" || Size("300") != 2 {
		t.Error("wrong")
	}
}

func BenchmarkBigask(b *testing.B) {
	const m, n = "123456789012345678901234567890", "-98765432109876543210"
	b.Run("Order", func(b *testing.B) {
		for b.Loop() {
			Order(m, n)
		}
	})
	b.Run("Parity", func(b *testing.B) {
		for b.Loop() {
			Parity(m)
		}
	})
	b.Run("Size", func(b *testing.B) {
		for b.Loop() {
			Size(n)
		}
	})
	b.Run("Padded", func(b *testing.B) {
		for b.Loop() {
			Padded("1234567")
		}
	})
	b.Run("Sum", func(b *testing.B) {
		for b.Loop() {
			Sum([]string{m, n})
		}
	})
	b.Run("Far", func(b *testing.B) {
		for b.Loop() {
			Far(m, n)
		}
	})
	b.Run("Bits", func(b *testing.B) {
		for b.Loop() {
			Bits(m, n)
		}
	})
}
