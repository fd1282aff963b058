// Package tags turns tags into links as one writes it first.
package tags

import (
	"html"
	"regexp"
)

// HTML returns text as HTML in which each tag, such as #sea, is a link.
func HTML(text string) string {
	tag := regexp.MustCompile(`#([a-z0-9]+)`)
	safe := html.EscapeString(text)
	out := ""
	last := 0
	for _, m := range tag.FindAllStringSubmatchIndex(safe, -1) {
		if m[0] > 0 && safe[m[0]-1] == '&' {
			continue // a character reference such as &#39;
		}
		out += safe[last:m[0]] + `<a href="/tags/` + safe[m[2]:m[3]] + `">` + safe[m[0]:m[1]] +
			`</a>`
		last = m[1]
	}
	return out + safe[last:]
}
