// Package autolink replays the account of an encyclopedia whose pages link every
// keyword that occurs in them.
package autolink

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"

	after "github.com/wring-go/wring/casebook/autolink/after"
	before "github.com/wring-go/wring/casebook/autolink/before"
	fixed "github.com/wring-go/wring/casebook/autolink/fixed"
	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/kit/linkify"
)

// textSize is how long a page is, in bytes.
const textSize = 10_000

// Cases returns the case with 500 and with 7,000 keywords.
func Cases() []diary.Case {
	return []diary.Case{site(500), site(7000)}
}

// site returns the case with n keywords.
func site(n int) diary.Case {
	links := keywords(n)
	text := page(links, textSize)
	var naive []before.Keyword
	var rewritten []fixed.Keyword
	for _, k := range sorted(links) {
		naive = append(naive, before.Keyword{Text: k, URL: links[k]})
		rewritten = append(rewritten, fixed.Keyword{Text: k, URL: links[k]})
	}
	var dst []byte
	var l *linkify.Linker
	find, kept, automaton := before.Expression(naive), replacer(links), newAutomaton(links)
	return diary.Case{
		Name: fmt.Sprintf("autolink/%d", n), Title: "keywords as links, on a page of 10 kB",
		Published: diary.Published{Text: "an expression per page → a Replacer that is kept"},
		Versions: []diary.Version{
			{Name: diary.Naive, What: "an expression per page", About: true,
				Run: repeat(func() { before.HTML(naive, text) })},
			{Name: diary.Fixed, About: true, Run: repeat(func() { fixed.HTML(rewritten, text) })},
			{Name: diary.Tuned, What: "linkify, kept", Run: func(n int) (err error) {
				if l == nil {
					l, err = after.New(links)
				}
				for range n {
					dst = after.HTML(dst[:0], l, text)
				}
				return err
			}},
			{Name: "expression kept", About: true,
				Run: repeat(func() { before.Replace(find, naive, text) })},
			{Name: "Replacer per page", About: true,
				Run: repeat(func() { replacer(links).Replace(text) })},
			{Name: "Replacer kept", Run: repeat(func() { kept.Replace(text) })},
			{Name: "petar-dambovaliev/aho-corasick", What: "kept",
				Run: repeat(func() { dst = automaton.html(dst[:0], text) })},
		},
		Notes: []string{"the naive versions vary with the order of a map and the pools of regexp"},
		Count: 3,
	}
}

// repeat returns a function that calls f n times.
func repeat(f func()) func(int) error {
	return func(n int) error {
		for range n {
			f()
		}
		return nil
	}
}

// replacer is what the account ended with: strings.Replacer, which tries its
// pairs in the order that they have, so the longest come first.
func replacer(links map[string]string) *strings.Replacer {
	var pairs []string
	for _, k := range sorted(links) {
		pairs = append(pairs, k, `<a href="`+html.EscapeString(links[k])+`">`+
			html.EscapeString(k)+`</a>`)
	}
	for _, c := range []string{"&", "<", ">", `"`, "'"} {
		pairs = append(pairs, c, html.EscapeString(c))
	}
	return strings.NewReplacer(pairs...)
}

// sorted returns the keywords, the longest first.
func sorted(links map[string]string) []string {
	var words []string
	for k := range links {
		words = append(words, k)
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
	return words
}
