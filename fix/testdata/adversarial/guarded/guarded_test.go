package guarded

import (
	"log/slog"
	"testing"
)

func TestGuarded(t *testing.T) {
	if Operand(&Counter{Limit: 5}) != 1 || Condition(&Counter{Limit: 5}) != 1 || len(First([]int{1, 2})) != 1 {
		t.Error("wrong")
	}
}

func BenchmarkGuarded(b *testing.B) {
	for name, f := range map[string]func(){
		"Operand":   func() { Operand(&Counter{Limit: 1 << 40}) },
		"Condition": func() { Condition(&Counter{Limit: 1 << 40}) },
		"Element":   func() { Element([]int{1000, 2000}, 1) },
		"Pointer":   func() { Pointer(&Counter{N: 1000}, 1000) },
		"Float":     func() { Float(0.5) },
		"Hidden":    func() { Hidden(9) },
		"First":     func() { First([]int{1000, 2000, 3000}) },
		"Missing":   func() { Missing(true, 1000) },
		"Noted":     func() { (&Log{}).Noted(1) },
		"Quotient":  func() { (&Log{}).Quotient(7000, 2) },
		"Flipped":   func() { (&Log{Loud: true}).Flipped(7000) },
		"Counted":   func() { (&Log{}).Counted(7000) },
		"Early":     func() { Early(&Log{N: 1}, 7000) },
		"Turned":    func() { (&Log{}).Turned(7000) },
		"Text":      func() { Text(&Counter{Limit: 10}, 2) },
		"Traced":    func() { Traced(slog.Default(), &Counter{N: 1000, Limit: 2000}) },
		"Walked":    func() { Walked(slog.Default(), []int{1000, 2000, 3000}, 3) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
