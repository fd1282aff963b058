package record

import "bytes"

// Markup reads a document part by part, and allocates nothing: what it shows is
// part of the document, or, where something was escaped, of a buffer that the
// next part overwrites. It is good for documents like those of SheetXML and
// knows neither namespaces nor declarations.
type Markup struct {
	Name []byte // of the element, of all kinds but Text
	Text []byte // of a Text, or the attributes of a Start or Empty

	rest   []byte
	buffer []byte
}

// Kind says what a part of a document is.
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

// Next goes to the next part and returns its kind.
func (m *Markup) Next() Kind {
	for len(m.rest) > 0 {
		if m.rest[0] != '<' {
			m.Text = m.unescape(m.until('<'))
			return Text
		}
		tag := m.until('>')[1:]
		m.rest = m.rest[min(1, len(m.rest)):]
		switch {
		case len(tag) == 0 || tag[0] == '?' || tag[0] == '!':
			continue
		case tag[0] == '/':
			m.Name = tag[1:]
			return Stop
		case tag[len(tag)-1] == '/':
			m.cut(tag[:len(tag)-1])
			return Empty
		}
		m.cut(tag)
		return Start
	}
	return End
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

// cut divides a tag at its first space. Names and values are a few bytes long:
// that is over before a call of bytes.IndexByte has begun.
func (m *Markup) cut(tag []byte) {
	for i, c := range tag {
		if c == ' ' {
			m.Name, m.Text = tag[:i], tag[i+1:]
			return
		}
	}
	m.Name, m.Text = tag, nil
}

// Attribute returns the value of an attribute, or nil.
func (m *Markup) Attribute(name string) []byte {
	for rest := m.Text; ; {
		key, after := split(rest, '=')
		if len(after) == 0 {
			return nil
		}
		value, next := split(after[1:], after[0])
		for len(key) > 0 && key[0] == ' ' {
			key = key[1:]
		}
		if string(key) == name {
			return value
		}
		rest = next
	}
}

// split returns what is before and after the first c in b; without one, all of
// it is before.
func split(b []byte, c byte) (before, after []byte) {
	for i := range b {
		if b[i] == c {
			return b[:i], b[i+1:]
		}
	}
	return b, nil
}

// unescape replaces the entities in text.
func (m *Markup) unescape(text []byte) []byte {
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	m.buffer = m.buffer[:0]
	for len(text) > 0 {
		before, after := split(text, '&')
		m.buffer = append(m.buffer, before...)
		if after == nil {
			break
		}
		name, rest := split(after, ';')
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
