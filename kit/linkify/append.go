package linkify

// Append appends text as HTML with links to dst and returns the extended slice.
// It allocates only if dst is too small.
func (l *Linker) Append(dst []byte, text string) []byte {
	return appendHTML(dst, l, text)
}

// AppendBytes is [Linker.Append] for text in bytes, which it does not keep. They
// must not overlap with the room behind dst.
func (l *Linker) AppendBytes(dst, text []byte) []byte {
	return appendHTML(dst, l, text)
}

// String returns text as HTML with links.
func (l *Linker) String(text string) string {
	return string(l.Append(make([]byte, 0, len(text)+len(text)/4), text))
}

func appendHTML[T string | []byte](dst []byte, l *Linker, text T) []byte {
	done := 0 // what comes before is written
	for i := 0; i < len(text); {
		became, n := "", 1
		if l.stops[text[i]] {
			if found, end := longest(&l.root, text, i); found != nil {
				became, n = found.html, end-i
			}
		}
		if n == 1 && became == "" {
			became = escape(text[i])
		}
		if became != "" {
			dst = append(dst, text[done:i]...)
			dst = append(dst, became...)
			done = i + n
		}
		i += n
	}
	return append(dst, text[done:]...)
}

// escape returns how b is written in HTML, or "" for as it is. These are the
// five of html.EscapeString.
func escape(b byte) string {
	switch b {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	case '"':
		return "&#34;"
	case '\'':
		return "&#39;"
	}
	return ""
}

// longest returns the longest keyword that begins at text[begin], and where it
// ends; nil if there is none.
func longest[T string | []byte](n *node, text T, begin int) (found *link, end int) {
	for i := begin; i < len(text); {
		n = n.child(text[i])
		if n == nil {
			break
		}
		i++
		if !follows(text, i, n.label) {
			break
		}
		i += len(n.label)
		if n.link != nil {
			found, end = n.link, i
		}
	}
	return found, end
}

// follows reports whether label stands at text[i].
func follows[T string | []byte](text T, i int, label string) bool {
	if len(text)-i < len(label) {
		return false
	}
	for j := range len(label) {
		if text[i+j] != label[j] {
			return false
		}
	}
	return true
}
