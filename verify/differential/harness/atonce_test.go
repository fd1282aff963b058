package harness

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestMixed has calls go on in step: what they share shows surely, not by
// chance.
func TestMixed(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var shared atomic.Int64
	for _, test := range []struct {
		name string
		fn   func(int64) int64
		want bool
	}{
		{"shared", func(n int64) int64 {
			shared.Store(n)
			Yield()
			return shared.Load()
		}, true},
		{"their own", func(n int64) int64 {
			own := n
			Yield()
			return own
		}, false},
	} {
		s, reason := newSession(registry(test.fn), "f", &guard{})
		if reason != "" {
			t.Fatal(reason)
		}
		const first = 2
		var want []string
		for i := range 20 {
			text, _ := s.try(newBuilder(s.reg), first+i)
			want = append(want, text)
		}
		if differ := s.mixed(first, want, 0); (differ > 0) != test.want {
			t.Errorf("%s: %d calls differ", test.name, differ)
		}
	}
}
