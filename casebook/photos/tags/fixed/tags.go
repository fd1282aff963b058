// Package tags turns tags into links as one writes it first.
package tags

import (
	"html"
	"regexp"
)

var htmlRegexp = regexp.MustCompile(`#([a-z0-9]+)`)

// HTML returns text as HTML in which each tag, such as #sea, is a link.
func HTML(text string) string {
	safe := html.EscapeString(text)
	dst := make([]byte, 0, 512)
	last := 0
	for _, m := range htmlRegexp.FindAllStringSubmatchIndex(safe, -1) {
		if m[0] > 0 && safe[m[0]-1] == '&' {
			continue // a character reference such as &#39;
		}
		dst = append(dst, safe[last:m[0]]...)
		dst = append(dst, `<a href="/tags/`...)
		dst = append(dst, safe[m[2]:m[3]]...)
		dst = append(dst, `">`...)
		dst = append(dst, safe[m[0]:m[1]]...)
		dst = append(dst, `</a>`...)
		last = m[1]
	}
	return string(append(dst, safe[last:]...))
}
