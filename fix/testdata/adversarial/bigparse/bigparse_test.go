package bigparse

import (
	"math/big"
	"testing"
)

func TestBigparse(t *testing.T) {
	if n, ok := Decimal("-12"); !ok || n.Int64() != -12 || Product("2", "3") != "6" {
		t.Error(n)
	}
}

func BenchmarkBigparse(b *testing.B) {
	b.Run("Decimal", func(b *testing.B) {
		for b.Loop() {
			Decimal("123456")
		}
	})
	b.Run("Any", func(b *testing.B) {
		for b.Loop() {
			Any("0x12")
		}
	})
	b.Run("Hex", func(b *testing.B) {
		for b.Loop() {
			Hex("ff")
		}
	})
	b.Run("Into", func(b *testing.B) {
		for b.Loop() {
			Into(new(big.Int), "123456")
		}
	})
	b.Run("Half", func(b *testing.B) {
		for b.Loop() {
			Half("7")
		}
	})
	b.Run("Product", func(b *testing.B) {
		for b.Loop() {
			Product("123", "456")
		}
	})
}
