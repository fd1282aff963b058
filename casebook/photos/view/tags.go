package view

import (
	"html/template"
	"slices"
	"strings"

	before "github.com/wring-go/wring/casebook/photos/tags/before"
	fixed "github.com/wring-go/wring/casebook/photos/tags/fixed"
)

// TaggedByExpression finds tags with an expression.
func TaggedByExpression(text string) template.HTML { return template.HTML(before.HTML(text)) }

// TaggedFixed is TaggedByExpression as wring fix has rewritten it.
func TaggedFixed(text string) template.HTML { return template.HTML(fixed.HTML(text)) }

// TaggedByScan finds tags by looking at each byte.
func TaggedByScan(text string) template.HTML {
	safe := template.HTMLEscapeString(text)
	var out strings.Builder
	out.Grow(len(safe) + 64)
	for safe != "" {
		i := strings.IndexByte(safe, '#')
		if i < 0 {
			break
		}
		end := i + 1
		for end < len(safe) && inTag(safe[end]) {
			end++
		}
		out.WriteString(safe[:i])
		if end == i+1 || i > 0 && safe[i-1] == '&' {
			out.WriteString(safe[i:end])
		} else {
			out.WriteString(`<a href="/tags/` + safe[i+1:end] + `">` + safe[i:end] + `</a>`)
		}
		safe = safe[end:]
	}
	out.WriteString(safe)
	return template.HTML(out.String())
}

func inTag(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// Tags returns the tags of a text, each once, in their order.
func Tags(text string) []string {
	var tags []string
	for _, field := range strings.Split(text, "#")[1:] {
		end := 0
		for end < len(field) && inTag(field[end]) {
			end++
		}
		if tag := field[:end]; tag != "" && len(tag) <= MaxTag && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// MaxTag is how many bytes a tag may have that can be looked for.
const MaxTag = 32
