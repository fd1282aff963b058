// Package autolink links keywords as one writes it first: a regular expression
// of all keywords finds them, marks take their places while the text is
// escaped, and links take the places of the marks.
package autolink

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
)

// Keyword is a word and what it links to.
type Keyword struct {
	Text, URL string
}

// Expression returns the expression that finds the longest keyword at each
// place. The keywords are put in that order.
func Expression(keywords []Keyword) *regexp.Regexp {
	slices.SortFunc(keywords, func(a, b Keyword) int {
		return cmp.Compare(len(b.Text), len(a.Text))
	})
	var quoted []string
	for _, k := range keywords {
		quoted = append(quoted, regexp.QuoteMeta(k.Text))
	}
	return regexp.MustCompile(strings.Join(quoted, "|"))
}

// HTML returns text as HTML with the keywords as links. The expression is made
// for each text, because keywords come and go.
func HTML(keywords []Keyword, text string) string {
	return Replace(Expression(keywords), keywords, text)
}

// Replace is HTML with an expression that was made before.
func Replace(find *regexp.Regexp, keywords []Keyword, text string) string {
	links := make(map[string]string)
	for _, k := range keywords {
		url, text := html.EscapeString(k.URL), html.EscapeString(k.Text)
		links[k.Text] = fmt.Sprintf(`<a href="%s">%s</a>`, url, text)
	}
	marked := make(map[string]string)
	text = find.ReplaceAllStringFunc(text, func(found string) string {
		mark := fmt.Sprintf("\x00%x\x00", found)
		marked[mark] = links[found]
		return mark
	})
	text = html.EscapeString(text)
	for mark, link := range marked {
		text = strings.ReplaceAll(text, mark, link)
	}
	return text
}
