package tags

import "testing"

func TestHTML(t *testing.T) {
	for text, want := range map[string]string{"": "", "a < b": "a &lt; b",
		"it's #sea": `it&#39;s <a href="/tags/sea">#sea</a>`,
		"#a#b":      `<a href="/tags/a">#a</a><a href="/tags/b">#b</a>`} {
		if got := HTML(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func BenchmarkHTML(b *testing.B) {
	const text = "fog over the hills & we met again after rain, it's worth keeping #sea #bridge"
	for b.Loop() {
		HTML(text)
	}
}
