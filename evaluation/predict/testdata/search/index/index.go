// Package index finds documents by their words.
package index

import (
	"fmt"
	"sort"
	"strings"
)

// Words returns the words of a text that are long enough, in lower case.
func Words(text string) []string {
	var words []string
	for _, w := range strings.Split(text, " ") {
		w = strings.ToLower(w)
		if len(w) > 2 {
			words = append(words, w)
		}
	}
	return words
}

// Has reports whether a text has a word, whatever its case.
func Has(text, word string) bool {
	for _, w := range strings.Split(text, " ") {
		if strings.ToLower(w) == strings.ToLower(word) {
			return true
		}
	}
	return false
}

// Hit is a document that was found.
type Hit struct {
	Title string
	Score int
}

// Page returns hits as text, the best first.
func Page(hits []Hit) string {
	sort.Slice(hits, func(i, j int) bool { return hits[i].Score > hits[j].Score })
	var lines []string
	for i, h := range hits {
		lines = append(lines, fmt.Sprintf("%d. %s (%d)", i+1, h.Title, h.Score))
	}
	return strings.Join(lines, "\n")
}

// Highlight marks a word in a title.
func Highlight(title, word string) string {
	out := ""
	for _, w := range strings.Fields(title) {
		if strings.EqualFold(w, word) {
			out += "<" + w + "> "
		} else {
			out += w + " "
		}
	}
	return out
}
