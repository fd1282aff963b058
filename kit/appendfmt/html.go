package appendfmt

// The characters that mean something in HTML: each has an entry in the table,
// its number in the list.
var (
	htmlSpecial = table{'&': 1, '<': 2, '>': 3, '"': 4, '\'': 5}
	htmlEscapes = [...]string{1: "&amp;", 2: "&lt;", 3: "&gt;", 4: "&#34;", 5: "&#39;"}
)

// HTML appends s for the text of an element or a quoted attribute, as
// html.EscapeString returns it.
func HTML[T Text](dst []byte, s T) []byte {
	for i := 0; ; i++ {
		start := i
		i = plain(s, i, &htmlSpecial)
		dst = append(dst, s[start:i]...)
		if i == len(s) {
			return dst
		}
		dst = append(dst, htmlEscapes[htmlSpecial[s[i]]]...)
	}
}
