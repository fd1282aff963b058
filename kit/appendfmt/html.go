package appendfmt

// htmlEscapes holds the characters that mean something in HTML.
var htmlEscapes = [256]string{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;"}

// HTML appends s for the text of an element or a quoted attribute, as
// html.EscapeString returns it.
func HTML[T Text](dst []byte, s T) []byte {
	start := 0
	for i := 0; i < len(s); i++ {
		escape := htmlEscapes[s[i]]
		if escape == "" {
			continue
		}
		dst = append(dst, s[start:i]...)
		dst = append(dst, escape...)
		start = i + 1
	}
	return append(dst, s[start:]...)
}
