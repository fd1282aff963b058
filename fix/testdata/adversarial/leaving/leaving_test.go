package leaving

import "testing"

func TestDeferred(t *testing.T) {
	if text, err := Deferred(nil); text != "[---]" || err == nil {
		t.Error(text, err)
	}
}

var (
	text    string
	numbers []int
	list    []string
)

func BenchmarkLeaving(b *testing.B) {
	words := []string{"one", "two", "three"}
	for b.Loop() {
		text, _ = Deferred(words)
		numbers = Recovered([]int{1, 2, 3, 4, 5})
		list, _ = Empty([]int{1, 2, 3, 4, 5})
		_, text = Half("++one")
	}
	b.Run("Seen", func(b *testing.B) {
		for b.Loop() {
			text, _ = Seen(words)
		}
	})
	b.Run("Partial", func(b *testing.B) {
		for b.Loop() {
			list, text, _ = Partial(words)
		}
	})
	b.Run("Before", func(b *testing.B) {
		for b.Loop() {
			text = Before(words)
		}
	})
	b.Run("Shared", func(b *testing.B) {
		for b.Loop() {
			text = Shared(words)
			list = Later(words)
		}
	})
	b.Run("Joined", func(b *testing.B) {
		for b.Loop() {
			text = Joined(words)
		}
	})
}
