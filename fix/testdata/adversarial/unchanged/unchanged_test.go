package unchanged

import "testing"

func TestEscaped(t *testing.T) {
	if got := Escaped("a<b"); got != "a&lt;b" {
		t.Error(got)
	}
}

var (
	text string
	n    int
	fail any
)

func BenchmarkUnchanged(b *testing.B) {
	s := "atextofmanylettersthathasnothingtochangeinit"
	for b.Loop() {
		text = Escaped(s)
		text = Spaced(s)
		text = Words(s, &n)
		text, n = Within(s, 'a', 'z')
		text = Named(s)
		text = Low(s)
		text = Runes(s)
		text, fail = Table(s)
		text = Upto(s)
		text = Percent(s)
	}
}
