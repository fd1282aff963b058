package record

import "bytes"

// Markup reads a document part by part, and allocates nothing: what it returns is
// part of the document, or, where something was escaped, of a buffer that the
// next part overwrites. It is good for documents like those of SheetXML and
// knows neither namespaces nor declarations.
type Markup struct {
	rest   []byte
	buffer []byte
}

// Part is a tag or the text between tags.
type Part struct {
	Kind Kind
	Name []byte // of the element
	Text []byte // of a Text, or the attributes of a Start or Empty
}

// Kind says what a Part is.
type Kind int

// The kinds of parts.
const (
	End   Kind = iota // of the document
	Start             // of an element
	Stop              // of an element
	Empty             // an element that starts and stops
	Text
)

// NewMarkup returns a Markup that reads document.
func NewMarkup(document []byte) *Markup { return &Markup{rest: document} }

// Next returns the next part.
func (m *Markup) Next() Part {
	for len(m.rest) > 0 {
		if m.rest[0] != '<' {
			text := m.until('<')
			return Part{Kind: Text, Text: m.unescape(text)}
		}
		tag := m.until('>')[1:]
		m.rest = m.rest[min(1, len(m.rest)):]
		switch {
		case len(tag) == 0:
			continue
		case tag[0] == '?' || tag[0] == '!':
			continue
		case tag[0] == '/':
			return Part{Kind: Stop, Name: tag[1:]}
		case tag[len(tag)-1] == '/':
			name, attributes := cut(tag[:len(tag)-1])
			return Part{Kind: Empty, Name: name, Text: attributes}
		}
		name, attributes := cut(tag)
		return Part{Kind: Start, Name: name, Text: attributes}
	}
	return Part{}
}

// until returns what is before the next c, or everything, and goes on there.
func (m *Markup) until(c byte) []byte {
	i := bytes.IndexByte(m.rest, c)
	if i < 0 {
		i = len(m.rest)
	}
	text := m.rest[:i]
	m.rest = m.rest[i:]
	return text
}

func cut(tag []byte) (name, attributes []byte) {
	if i := bytes.IndexByte(tag, ' '); i >= 0 {
		return tag[:i], tag[i+1:]
	}
	return tag, nil
}

// Attribute returns the value of an attribute of p, or nil.
func (p Part) Attribute(name string) []byte {
	for rest := p.Text; ; {
		equals := bytes.IndexByte(rest, '=')
		if equals < 0 || equals+1 == len(rest) {
			return nil
		}
		key, value := rest[:equals], rest[equals+2:]
		for len(key) > 0 && key[0] == ' ' {
			key = key[1:]
		}
		end := bytes.IndexByte(value, rest[equals+1])
		if end < 0 {
			return nil
		}
		if string(key) == name {
			return value[:end]
		}
		rest = value[end+1:]
	}
}

// unescape replaces the entities in text.
func (m *Markup) unescape(text []byte) []byte {
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	m.buffer = m.buffer[:0]
	for len(text) > 0 {
		before, after, found := bytes.Cut(text, []byte("&"))
		m.buffer = append(m.buffer, before...)
		if !found {
			break
		}
		name, rest, _ := bytes.Cut(after, []byte(";"))
		m.buffer = append(m.buffer, entity(name)...)
		text = rest
	}
	return m.buffer
}

func entity(name []byte) string {
	switch string(name) {
	case "lt":
		return "<"
	case "gt":
		return ">"
	case "amp":
		return "&"
	case "quot":
		return `"`
	}
	return "'"
}
