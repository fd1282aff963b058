package autolink

import (
	"html"

	ahocorasick "github.com/petar-dambovaliev/aho-corasick"

	"github.com/wring-go/wring/kit/appendfmt"
)

// automaton is linking with a library that finds all keywords in one pass, the
// longest where several begin. What is between them is escaped by the kit, as
// the library knows nothing of HTML.
type automaton struct {
	find  ahocorasick.AhoCorasick
	links []string
}

func newAutomaton(links map[string]string) *automaton {
	words := sorted(links)
	builder := ahocorasick.NewAhoCorasickBuilder(ahocorasick.Opts{
		MatchKind: ahocorasick.LeftMostLongestMatch, DFA: true})
	a := &automaton{find: builder.Build(words)}
	for _, word := range words {
		a.links = append(a.links, `<a href="`+html.EscapeString(links[word])+`">`+
			html.EscapeString(word)+`</a>`)
	}
	return a
}

// html appends text as HTML with the keywords as links.
func (a *automaton) html(dst []byte, text string) []byte {
	at := 0
	for matches := a.find.Iter(text); ; {
		m := matches.Next()
		if m == nil {
			return appendfmt.HTML(dst, text[at:])
		}
		dst = appendfmt.HTML(dst, text[at:m.Start()])
		dst = append(dst, a.links[m.Pattern()]...)
		at = m.End()
	}
}
