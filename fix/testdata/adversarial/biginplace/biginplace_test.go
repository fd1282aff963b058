package biginplace

import "testing"

func TestBiginplace(t *testing.T) {
	if Power("3", "5", "100") != "43" || Divisor("12", "18") != "6" {
		t.Error("wrong")
	}
}

func BenchmarkBiginplace(b *testing.B) {
	const m, n = "123456789012345678901234567890", "98765432109876543210"
	b.Run("Power", func(b *testing.B) {
		for b.Loop() {
			Power(m, "12345678", n)
		}
	})
	b.Run("Sequence", func(b *testing.B) {
		for b.Loop() {
			Sequence(m, n, 30)
		}
	})
	b.Run("History", func(b *testing.B) {
		for b.Loop() {
			History(m, 20)
		}
	})
	b.Run("Peak", func(b *testing.B) {
		for b.Loop() {
			Peak(m)
		}
	})
	b.Run("Divisor", func(b *testing.B) {
		for b.Loop() {
			Divisor(m, n)
		}
	})
	b.Run("Mixed", func(b *testing.B) {
		for b.Loop() {
			Mixed(m, n, "1234567")
		}
	})
	b.Run("Later", func(b *testing.B) {
		for b.Loop() {
			Later(m, 20)
		}
	})
	b.Run("Inverse", func(b *testing.B) {
		for b.Loop() {
			Inverse(m, []string{n, "3", "8"})
		}
	})
}
