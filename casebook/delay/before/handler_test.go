package before

import (
	"net/http"
	"testing"
)

// nowhere is a response that is never read.
type nowhere http.Header

func (w nowhere) Header() http.Header         { return http.Header(w) }
func (w nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (w nowhere) WriteHeader(int)             {}

// BenchmarkHandler is one answer, without what net/http needs for it.
func BenchmarkHandler(b *testing.B) {
	h := Handler(0)
	w := nowhere{}
	for b.Loop() {
		h.ServeHTTP(w, nil)
	}
}
