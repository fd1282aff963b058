package concat

import (
	"slices"
	"testing"
)

func TestConcat(t *testing.T) {
	if At([]int{1, 3}, 1, 2)[1] != 2 || Both(nil, nil) != nil || Copied(nil, nil) == nil {
		t.Error("wrong")
	}
}

func BenchmarkConcat(b *testing.B) {
	xs := []int{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for name, f := range map[string]func(){
		"At":      func() { At(xs[:len(xs):len(xs)], 3, 5) },
		"Seen":    func() { Seen(xs[:len(xs):len(xs)], 5) },
		"Both":    func() { Both(xs, xs) },
		"Copied":  func() { Copied(xs, xs) },
		"Popped":  func() { Popped(xs) },
		"Grown":   func() { Grown(xs) },
		"Turned":  func() { Turned(xs) },
		"Keyed":   func() { Keyed(xs) },
		"Until":   func() { Until(xs) },
		"Begun":   func() { Begun(xs) },
		"Rows":    func() { Rows(xs) },
		"Stepped": func() { Stepped(xs, slices.Clone(xs)) },
		"Emptied": func() { Emptied(xs, xs) },
		"Twice":   func() { Twice(xs) },
		"Linked":  func() { Linked(xs, true) },
		"Counted": func() { Counted(xs) },
		"Shown":   func() { Shown(xs, xs) },
		"Placed":  func() { Placed(xs, 3, 5) },
		"Put":     func() { Put(xs, 3, 5) },
		"Sorted":  func() { Sorted(xs, 5) },
		"Shrunk":  func() { Shrunk(xs, 2) },
		"Last":    func() { Last(xs) },
		"Found":   func() { Found(xs, 5) },
		"Beyond":  func() { Beyond(xs, 50) },
		"Across":  func() { Across(xs, 50) },
		"Marked":  func() { Marked(xs) },
		"Shared":  func() { Shared(make([]int, 200)) },
		"Front":   func() { Front(xs, 5) },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
