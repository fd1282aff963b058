package p

import "testing"

func TestHome(t *testing.T) {
	if got := Home(); got != "/home/gopher" {
		t.Errorf("got %q", got)
	}
}

var (
	xs   = make([]int, 50)
	sink any
	sum  int
)

func BenchmarkAll(b *testing.B) {
	var s string
	for b.Loop() {
		s = Join("some text that is long enough", "and more of it")
		sum += len(Grow(xs)) + len(Keep(xs)) + Same(sum) + len(s)
		sum += *Typo() + len(Home()) + len(User()) + Easy(s)
	}
	sink = s
}

func BenchmarkBoth(b *testing.B) {
	for b.Loop() {
		sum += Both(sum)
	}
}

func BenchmarkSlow(b *testing.B) {
	for b.Loop() {
		sum += Slow(sum)
	}
}

func BenchmarkMasked(b *testing.B) {
	for b.Loop() {
		sum += Masked(sum)
	}
}
