package autolink

import "testing"

var keywords = []Keyword{
	{"Go", "/go"}, {"Gopher", "/gopher?a&b"}, {"山", "/1"}, {"山田", "/2"}, {"<b>", "/b"}, {"a", "/a"},
}

func TestHTML(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		"x < y":        "x &lt; y",
		"Gopher":       `<a href="/gopher?a&amp;b">Gopher</a>`,
		"山田と山":         `<a href="/2">山田</a>と<a href="/1">山</a>`,
		"<b>":          `<a href="/b">&lt;b&gt;</a>`,
		"a href, Gold": `<a href="/a">a</a> href, <a href="/go">Go</a>ld`,
	} {
		if got := HTML(keywords, text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func BenchmarkHTML(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		HTML(keywords, "A Gopher writes Go, 山田 <b>reads</b> it.")
	}
}
