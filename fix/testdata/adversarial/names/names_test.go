package names

import "testing"

func TestShadowed(t *testing.T) {
	if got := Shadowed([]string{"a"}); got != "a;" {
		t.Error(got)
	}
}

var (
	result string
	words  []string
	ints   []int
	count  int
)

func BenchmarkShadowed(b *testing.B) {
	list := []string{"one", "two", "three"}
	for b.Loop() {
		result = Shadowed(list)
		result = Parameter([]int{1, 2000, 3000}, ", ")
		words = Never(list)
	}
}

func BenchmarkBuiltins(b *testing.B) {
	for b.Loop() {
		ints, result = Builtins([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
		result = Types("some text").String()
	}
}

func BenchmarkImports(b *testing.B) {
	for b.Loop() {
		result = Dotted(12345, true)
		count = Renamed("one,two,three")
		words = Measured("one two three")
	}
}

func BenchmarkGeneric(b *testing.B) {
	for b.Loop() {
		ints = Sized([]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 3)
		words = Sized([]string{"one", "two", "three"}, "")
		result = Joined([]text{text("one"), text("two")})
	}
}
