package together

import (
	"net/http"
	"net/url"
	"testing"
)

func TestTogether(t *testing.T) {
	if Chain([]int{1, 2}).Next.Value != 2 || *Numbers([]int{5})[0] != 5 {
		t.Error("wrong")
	}
}

func BenchmarkTogether(b *testing.B) {
	b.Run("Chain", func(b *testing.B) {
		for b.Loop() {
			Chain([]int{1, 2, 3})
		}
	})
	b.Run("Nodes", func(b *testing.B) {
		for b.Loop() {
			Nodes([]int{1, 2, 3})
		}
	})
	b.Run("Grid", func(b *testing.B) {
		for b.Loop() {
			Grid(3, 4)
		}
	})
	b.Run("Numbers", func(b *testing.B) {
		for b.Loop() {
			Numbers([]int{1, 2, 3})
		}
	})
	b.Run("Shared", func(b *testing.B) {
		for b.Loop() {
			Shared([]string{"a", "b", "a"})
		}
	})
	b.Run("Stopped", func(b *testing.B) {
		for b.Loop() {
			Stopped([]int{1, 2, 3})
		}
	})
	b.Run("Matrix", func(b *testing.B) {
		for b.Loop() {
			Matrix(7, 5)
		}
	})
	b.Run("Triangle", func(b *testing.B) {
		for b.Loop() {
			Triangle(6)
		}
	})
	b.Run("Board", func(b *testing.B) {
		for b.Loop() {
			(&Board{Width: 7, Height: 9}).Alloc()
		}
	})
	b.Run("Shrinks", func(b *testing.B) {
		for b.Loop() {
			Shrinks([]int{1, 2, 3, 4})
		}
	})
	b.Run("Boxes", func(b *testing.B) {
		for b.Loop() {
			Boxes([]string{"a", "bc", "def"})
		}
	})
	b.Run("First", func(b *testing.B) {
		for b.Loop() {
			First([]string{"a", "bc", "def"}, 1, 3)
		}
	})
	b.Run("Counted", func(b *testing.B) {
		for b.Loop() {
			Counted([]string{"a", "bc", "def"})
		}
	})
	b.Run("Gathered", func(b *testing.B) {
		for b.Loop() {
			Gathered([]int{1, 2, 3})
		}
	})
	b.Run("Padded", func(b *testing.B) {
		for b.Loop() {
			Padded([][]int{{1, 2}, {3}, {4, 5, 6}})
		}
	})
	b.Run("Copied", func(b *testing.B) {
		l := &Lists{[]string{"a", "b"}, []string{"c"}}
		for b.Loop() {
			Copied(l)
		}
	})
	b.Run("Cloned", func(b *testing.B) {
		lists := [][]byte{[]byte("a"), []byte("bc"), []byte("def"), []byte("ghij")}
		for b.Loop() {
			Cloned(lists)
		}
	})
	b.Run("Filled", func(b *testing.B) {
		src := [][]int{{1, 2}, {3}, {4, 5, 6}, {7}}
		dst := make([][]int, 4)
		for b.Loop() {
			Filled(dst, src)
		}
	})
	b.Run("Queued", func(b *testing.B) {
		for b.Loop() {
			Queued([]int{1, 2, -3})
		}
	})
	b.Run("Pairs", func(b *testing.B) {
		for b.Loop() {
			Pairs([]string{"a", "b", "c"})
		}
	})
	b.Run("Blocks", func(b *testing.B) {
		lists := map[string][]int{"a": {1}, "b": {1, 2, 3, 4}, "c": nil}
		for b.Loop() {
			Blocks(lists)
		}
	})
	b.Run("Numbered", func(b *testing.B) {
		data := []byte("0123456789abcdefghij")
		for b.Loop() {
			var kept []*[4]byte
			Numbered(data, 5, &kept)
		}
	})
	b.Run("Listed", func(b *testing.B) {
		words := []string{"a", "b", "c"}
		for b.Loop() {
			var out []*Pair
			Listed(words, 3, &out)
		}
	})
	b.Run("Rows", func(b *testing.B) {
		for b.Loop() {
			Rows([]string{"a", "b", "c"})
		}
	})
	b.Run("Tallied", func(b *testing.B) {
		for b.Loop() {
			Tallied([]string{"a", "b", "a", "a"})
		}
	})
	b.Run("Doubled", func(b *testing.B) {
		for b.Loop() {
			Doubled([][]int{{1}, {1, 2}, {3}}[:3:3])
		}
	})
	b.Run("Described", func(b *testing.B) {
		h, sizes := http.Header{}, []int{1, 2}
		for b.Loop() {
			Described(h, "text/plain", sizes)
		}
	})
	b.Run("Repeated", func(b *testing.B) {
		h := http.Header{}
		for b.Loop() {
			Repeated(h, "value")
		}
	})
	b.Run("Varied", func(b *testing.B) {
		h := http.Header{}
		for b.Loop() {
			clear(h)
			Varied(h)
		}
	})
	b.Run("Queried", func(b *testing.B) {
		q := url.Values{}
		for b.Loop() {
			Queried(q, 1234)
		}
	})
}
