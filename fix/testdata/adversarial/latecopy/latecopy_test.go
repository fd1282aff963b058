package latecopy

import "testing"

func TestLatecopy(t *testing.T) {
	if _, err := Number("x"); err == nil || Checked([]byte("ab")) != nil {
		t.Error(err)
	}
}

func BenchmarkLatecopy(b *testing.B) {
	b.Run("Checked", func(b *testing.B) {
		for b.Loop() {
			Checked([]byte("abcdefgh"))
		}
	})
	b.Run("Kept", func(b *testing.B) {
		for b.Loop() {
			Kept(new([][]byte), []byte("abc"))
		}
	})
	b.Run("Number", func(b *testing.B) {
		for b.Loop() {
			Number("123")
		}
	})
	b.Run("All", func(b *testing.B) {
		for b.Loop() {
			All([]string{"a", "b"})
		}
	})
	b.Run("Deferred", func(b *testing.B) {
		for b.Loop() {
			Deferred([]int{3, 4, 5})
		}
	})
	b.Run("Allowed", func(b *testing.B) {
		for b.Loop() {
			Allowed(2, 3, 2)
		}
	})
	b.Run("Shelved", func(b *testing.B) {
		for b.Loop() {
			Shelved("ab", "abcd")
		}
	})
	b.Run("Rows", func(b *testing.B) {
		for b.Loop() {
			Rows(7)
		}
	})
	b.Run("Panics", func(b *testing.B) {
		for b.Loop() {
			Panics([]byte("ab"))
		}
	})
}
