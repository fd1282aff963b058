package later

import (
	"os"
	"testing"
)

func TestLater(t *testing.T) {
	if Ticket(new(int), true) != "ticket 1" || Branches([]byte("ab")) != "ab" {
		t.Error("wrong")
	}
}

func BenchmarkLater(b *testing.B) {
	b.Run("Ticket", func(b *testing.B) {
		for b.Loop() {
			Ticket(new(int), false)
		}
	})
	b.Run("Early", func(b *testing.B) {
		for b.Loop() {
			Early(map[string]int{}, "some key")
		}
	})
	b.Run("Panicking", func(b *testing.B) {
		for b.Loop() {
			Panicking([]int{1234}, false)
		}
	})
	b.Run("Branches", func(b *testing.B) {
		for b.Loop() {
			Branches([]byte("some longer text than there is room for it"))
		}
	})
	b.Run("Looped", func(b *testing.B) {
		for b.Loop() {
			Looped([]string{"aa", "b"})
		}
	})
	b.Run("Deferred", func(b *testing.B) {
		for b.Loop() {
			Deferred(new(string))
		}
	})
	b.Run("Failing", func(b *testing.B) {
		for b.Loop() {
			Failing([]string{"a", "b", "some longer text that is not short"}[:2])
		}
	})
	b.Run("Checked", func(b *testing.B) {
		for b.Loop() {
			Checked([]int{1, 2, 3})
		}
	})
	b.Run("Blamed", func(b *testing.B) {
		for b.Loop() {
			Blamed([]byte("aa, and some longer text than there is room for"))
		}
	})
	b.Run("Chosen", func(b *testing.B) {
		for b.Loop() {
			Chosen([]*Fault{{at: 1}, {at: 2}}, 3)
		}
	})
	b.Run("Least", func(b *testing.B) {
		for b.Loop() {
			Least([]string{"a", "b", "c"}, 4)
		}
	})
	b.Run("Traversed", func(b *testing.B) {
		for b.Loop() {
			Traversed([]string{"-a", "-b", "c"}, 1)
		}
	})
	b.Run("Roomy", func(b *testing.B) {
		for b.Loop() {
			Roomy(len(os.Args), []int{1, 2, 3})
		}
	})
	b.Run("Moved", func(b *testing.B) {
		for b.Loop() {
			Moved(len(os.Args), false)
		}
	})
	b.Run("Copied", func(b *testing.B) {
		for b.Loop() {
			Copied(&Fault{at: 3}, false)
		}
	})
	b.Run("Spanned", func(b *testing.B) {
		for b.Loop() {
			Spanned(&Fault{at: 3}, &Fault{at: 4}, false)
		}
	})
	b.Run("Switched", func(b *testing.B) {
		for b.Loop() {
			Switched(2, &Fault{at: 3})
		}
	})
}
