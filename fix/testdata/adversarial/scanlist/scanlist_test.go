package scanlist

import "testing"

func TestScanlist(t *testing.T) {
	if !Known([]string{"a", "b"}, "b") || Number([]int{1, 3}, 3) != "odd" {
		t.Error("wrong")
	}
}

func BenchmarkScanlist(b *testing.B) {
	list := letters()
	b.Run("Known", func(b *testing.B) {
		for b.Loop() {
			Known(list, "l")
		}
	})
	b.Run("Taken", func(b *testing.B) {
		for b.Loop() {
			Taken(list, "l")
		}
	})
	b.Run("Folded", func(b *testing.B) {
		for b.Loop() {
			Folded(list, "l")
		}
	})
	b.Run("Distinct", func(b *testing.B) {
		for b.Loop() {
			Distinct(list, "l")
		}
	})
	b.Run("Some", func(b *testing.B) {
		for b.Loop() {
			Some(list, "l")
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First(list, "l")
		}
	})
	b.Run("Number", func(b *testing.B) {
		for b.Loop() {
			Number([]int{1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21}, 8)
		}
	})
	b.Run("Behind", func(b *testing.B) {
		for b.Loop() {
			Behind(&list, "long")
		}
	})
}

func letters() (list []string) {
	for c := 'a'; c < 'p'; c++ {
		list = append(list, string(c))
	}
	return list
}
