package groups

import "testing"

func TestSubmatch(t *testing.T) {
	if got := Unchecked("a=b"); got != "a-b" {
		t.Error(got)
	}
}

func BenchmarkSubmatch(b *testing.B) {
	const text = "some key=value; and other=text;"
	b.Run("Optional", func(b *testing.B) {
		for b.Loop() {
			Optional(text)
		}
	})
	b.Run("Rest", func(b *testing.B) {
		for b.Loop() {
			Rest(text)
		}
	})
	b.Run("Unchecked", func(b *testing.B) {
		for b.Loop() {
			Unchecked(text)
		}
	})
	b.Run("Numbered", func(b *testing.B) {
		for b.Loop() {
			Numbered(text, 2)
		}
	})
	b.Run("Later", func(b *testing.B) {
		for b.Loop() {
			Later(text)
		}
	})
	b.Run("Hidden", func(b *testing.B) {
		for b.Loop() {
			Hidden(text)
		}
	})
	b.Run("Appended", func(b *testing.B) {
		bytes := []byte(text)
		for b.Loop() {
			Appended(bytes)
		}
	})
	b.Run("Once", func(b *testing.B) {
		for b.Loop() {
			Once(text)
		}
	})
}
