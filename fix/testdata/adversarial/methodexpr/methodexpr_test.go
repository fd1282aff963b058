package methodexpr

import "testing"

func TestMethodexpr(t *testing.T) {
	if Sum([]int{1, -2}) != 3 || Missing(false, []int{1}) != 1 || Ended([]int{1, 2}) != "3" {
		t.Error("wrong")
	}
}

func BenchmarkMethodexpr(b *testing.B) {
	list := []int{1, -2, 5, 4, -7}
	for name, f := range map[string]func(){
		"Sum":     func() { Sum(list) },
		"Chain":   func() { Chain(list) },
		"Both":    func() { Both(list) },
		"Copied":  func() { Copied(list) },
		"Later":   func() { Later(list) },
		"Ended":   func() { Ended(list) },
		"Missing": func() { Missing(true, list) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
	b.Run("States", func(b *testing.B) {
		for b.Loop() {
			States([]int{1, 4, 5, 2, 6, 3, 4})
		}
	})
	b.Run("Phases", func(b *testing.B) {
		for b.Loop() {
			Phases([]int{1, 4, 2})
		}
	})
	b.Run("Taken", func(b *testing.B) {
		for b.Loop() {
			Taken([]int{1, -4, 2, 5})
		}
	})
}
