package sortfunc

import "testing"

func TestSortfunc(t *testing.T) {
	xs := []int{3, 1, 2}
	if Descending(xs); xs[0] != 3 || xs[2] != 1 || Found(xs, 2) != 1 {
		t.Error(xs)
	}
}

func BenchmarkSortfunc(b *testing.B) {
	b.Run("ByAge", func(b *testing.B) {
		for b.Loop() {
			ByAge([]Person{{"a", 3}, {"b", 2}, {"c", 1}})
		}
	})
	b.Run("Numbers", func(b *testing.B) {
		for b.Loop() {
			Numbers([]float64{3, 2, 1, 5})
		}
	})
	b.Run("Descending", func(b *testing.B) {
		for b.Loop() {
			Descending([]int{3, 2, 1, 5})
		}
	})
	b.Run("Texts", func(b *testing.B) {
		for b.Loop() {
			Texts([]string{"ccc", "bb", "a", "dd"})
		}
	})
	b.Run("Part", func(b *testing.B) {
		for b.Loop() {
			Part([]int{3, 2, 1, 5, 4})
		}
	})
	b.Run("Sorted", func(b *testing.B) {
		for b.Loop() {
			Sorted([]int{3, 2, 1, 5, 4})
		}
	})
	b.Run("Differences", func(b *testing.B) {
		for b.Loop() {
			Differences([]int{3, 2, 1, 5, 4})
		}
	})
	b.Run("IsSorted", func(b *testing.B) {
		for b.Loop() {
			IsSorted([]int{1, 2, 3, 5, 4})
		}
	})
	b.Run("Found", func(b *testing.B) {
		for b.Loop() {
			Found([]int{1, 2, 3, 5, 4}, 4)
		}
	})
	people := []Person{{"a", 3}, {"b", 2}, {"c", 1}, {"d", 2}}
	for name, f := range map[string]func([]Person){"ByName": ByName, "Oldest": Oldest,
		"Beside": Beside, "Younger": Younger, "Half": Half,
		"Comparisons": func(list []Person) { Comparisons(list) }} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(append([]Person(nil), people...))
			}
		})
	}
	b.Run("ByRank", func(b *testing.B) {
		rank := map[string]int{"a": 3, "b": 1}
		for b.Loop() {
			ByRank(append([]Person(nil), people...), rank)
		}
	})
	b.Run("Modulo", func(b *testing.B) {
		for b.Loop() {
			Modulo(append([]Person(nil), people...), 2)
		}
	})
}
