package autolink

import (
	"math/rand/v2"
	"testing"

	after "github.com/wring-go/wring/casebook/autolink/after"
	before "github.com/wring-go/wring/casebook/autolink/before"
	fixed "github.com/wring-go/wring/casebook/autolink/fixed"
)

// TestSameAnswers compares all versions on pages with few and many keywords.
func TestSameAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 30 {
		links := keywords(1 + r.IntN(200))
		text := page(links, r.IntN(3000))
		var naive []before.Keyword
		var rewritten []fixed.Keyword
		for k, url := range links {
			naive = append(naive, before.Keyword{Text: k, URL: url})
			rewritten = append(rewritten, fixed.Keyword{Text: k, URL: url})
		}
		l, err := after.New(links)
		if err != nil {
			t.Fatal(err)
		}
		want := before.HTML(naive, text)
		for name, got := range map[string]string{
			"fixed":    fixed.HTML(rewritten, text),
			"after":    string(after.HTML(nil, l, text)),
			"Replacer": replacer(links).Replace(text),
			"library":  string(newAutomaton(links).html(nil, text)),
		} {
			if got != want {
				t.Fatalf("%s: got  %s\nwant %s", name, got, want)
			}
		}
	}
}
