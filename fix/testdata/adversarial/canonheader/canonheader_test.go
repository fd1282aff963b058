package canonheader

import (
	"net/http"
	"testing"
)

func TestCanonheader(t *testing.T) {
	h := http.Header{}
	if SetID(h, "1"); Direct(h) != 10 {
		t.Error(h)
	}
}

func BenchmarkCanonheader(b *testing.B) {
	b.Run("Type", func(b *testing.B) {
		for b.Loop() {
			Type(http.Header{"Content-Type": {"x"}})
		}
	})
	b.Run("SetID", func(b *testing.B) {
		for b.Loop() {
			SetID(http.Header{}, "x")
		}
	})
	b.Run("Direct", func(b *testing.B) {
		for b.Loop() {
			Direct(http.Header{"X-Request-Id": {"x"}})
		}
	})
	b.Run("Odd", func(b *testing.B) {
		for b.Loop() {
			Odd(http.Header{"X Odd": {"x"}})
		}
	})
	b.Run("Added", func(b *testing.B) {
		for b.Loop() {
			Added(http.Header{}, "x")
		}
	})
	b.Run("Gone", func(b *testing.B) {
		for b.Loop() {
			Gone(http.Header{"Www-Authenticate": {"x"}})
		}
	})
}
