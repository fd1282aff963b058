package builder

import "testing"

func TestBuilder(t *testing.T) {
	if Behind("abc", 2) != "ab" || Both("a") != "aaxay" || Wide("aé") != "a\xe9" {
		t.Error("wrong")
	}
	if got := Shortened([]string{"a", "b"}, 1); got != "a,b" {
		t.Error(got)
	}
}

var (
	text  string
	texts []string
)

func BenchmarkBuilder(b *testing.B) {
	words := []string{"some", "words", "that are longer than others", "", "and more"}
	long := "some text that is longer than what the compiler has room for on the stack"
	for b.Loop() {
		text = Behind(long, 60)
		texts = Again(words)
		text = Both(long)
		text = Doubled(long, 2)
		text, _ = Changed(long)
		text = Partly(long, []int{1, 2, 40})
		text = Measured(long, 2*len(long))
		text = Wide(long)
		text = Missing(words)
		text = Shortened(words, 1)
		text = Overlaid(long, "abc")
		text = Padded(long, "value")
		text = Renamed([]string{long, "x"})
		text = Labeled(long, "label")
		text = Restarted(long, "abc")
	}
}
