// Command search serves what it finds in a few documents.
package main

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"example.com/search/index"
)

var documents = []string{"The quick brown fox jumps over the lazy dog",
	"A garden of roses and of thyme and of nothing else", "How to bake Bread at home",
	"Over the hills and far away", "The lazy gardener and the quick fox"}

var asked = []string{"fox", "the", "garden", "bread", "away"}

func main() {
	http.HandleFunc("/find", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.URL.Query().Get("id"))
		word := asked[id%len(asked)]
		var hits []index.Hit
		for i, d := range documents {
			if index.Has(d, word) {
				hits = append(hits, index.Hit{Title: d, Score: (id + i) % 11})
			}
		}
		io.WriteString(w, index.Page(hits))
		if len(hits) > 0 {
			io.WriteString(w, index.Highlight(hits[0].Title, word))
		}
	})
	http.HandleFunc("/words", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.URL.Query().Get("id"))
		io.WriteString(w, strings.Join(index.Words(documents[id%len(documents)]), " "))
	})
	serve()
}
