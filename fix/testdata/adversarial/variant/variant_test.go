package variant

import "testing"

func TestAppended(t *testing.T) {
	if got := Appended([]string{"a"}); got != "a!1" {
		t.Error(got)
	}
}

var text string

func BenchmarkVariants(b *testing.B) {
	names := []string{"one", "two", "three"}
	for b.Loop() {
		text = Header(names)
		text = Footer(5)
		text = Appended(names)
		text = Generated(names)
		text = Twice([]int{1000, 2000, 3000})
	}
}
