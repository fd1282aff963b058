package accesslog

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonLines splits lines that are JSON objects. Names below an object have the
// names above in front, as in request>method. Like ltsv, it first tries what it
// found at the same place of earlier lines.
type jsonLines struct {
	roles   map[string]role
	parents map[string]int // by name; 0 is the top
	names   []string
	guess   []jsonKey
	decoded []byte // texts that had escapes
	full    []byte // the name that is looked up
	fresh   jsonKey
}

type jsonKey struct {
	prefix // with the closing quotation mark and the colon
	parent int
	self   int // as a parent
	role   role
}

// Limits of what a line may be.
const (
	maxDepth   = 8
	maxParents = 1000
)

// jsonCursor is where a line is being read.
type jsonCursor struct {
	line  []byte
	place int
	to    *fields
}

func (f *jsonLines) split(line []byte, to *fields) Kind {
	f.decoded = f.decoded[:0]
	c := jsonCursor{line: line, to: to}
	rest := c.blank(line)
	if len(rest) == 0 || rest[0] != '{' {
		return Malformed
	}
	rest, kind := f.object(&c, rest[1:], 0, 0)
	if kind == Understood && len(c.blank(rest)) > 0 {
		return Malformed
	}
	return kind
}

func (c *jsonCursor) blank(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t' || b[0] == '\r') {
		b = b[1:]
	}
	return b
}

// object reads what follows an opening brace.
func (f *jsonLines) object(c *jsonCursor, b []byte, parent, depth int) ([]byte, Kind) {
	if b = c.blank(b); len(b) > 0 && b[0] == '}' {
		return b[1:], Understood
	}
	for {
		key, rest, kind := f.key(c, b, parent)
		if kind != Understood {
			return nil, kind
		}
		if b, kind = f.value(c, c.blank(rest), key, depth); kind != Understood {
			return nil, kind
		}
		b = c.blank(b)
		if len(b) == 0 {
			return nil, Cut
		}
		if b[0] == '}' {
			return b[1:], Understood
		}
		if b[0] != ',' {
			return nil, Malformed
		}
		b = c.blank(b[1:])
	}
}

// key reads a name and the colon.
func (f *jsonLines) key(c *jsonCursor, b []byte, parent int) (*jsonKey, []byte, Kind) {
	if len(b) == 0 {
		return nil, nil, Cut
	}
	if b[0] != '"' {
		return nil, nil, Malformed
	}
	b = b[1:]
	place := c.place
	c.place++
	if place < len(f.guess) {
		g := &f.guess[place]
		if g.parent == parent && len(b) > len(g.text) && g.begins(b) {
			return g, b[len(g.text):], Understood
		}
	}
	end := quote(b)
	if end < 0 {
		return nil, nil, Cut
	}
	rest := c.blank(b[end+1:])
	if len(rest) == 0 {
		return nil, nil, Cut
	}
	if rest[0] != ':' {
		return nil, nil, Malformed
	}
	return f.learn(place, b[:end], b[:len(b)-len(rest)+1], parent), rest[1:], Understood
}

// learn finds the role of a name. It makes texts only for names that are new at
// their place.
func (f *jsonLines) learn(place int, name, text []byte, parent int) *jsonKey {
	full := append(append(f.full[:0], f.names[parent]...), name...)
	k := &f.fresh
	*k = jsonKey{parent: parent, role: f.roles[string(full)]}
	full = append(full, '>')
	f.full = full
	if self, ok := f.parents[string(full)]; ok {
		k.self = self
	} else if len(f.names) < maxParents {
		k.self = len(f.names)
		f.names = append(f.names, string(full))
		f.parents[string(full)] = k.self
	}
	if place == len(f.guess) && place < 256 {
		k.prefix = newPrefix(text)
		f.guess = append(f.guess, *k)
	}
	return k
}

// value reads a value, and keeps it if it has a role.
func (f *jsonLines) value(c *jsonCursor, b []byte, key *jsonKey, depth int) ([]byte, Kind) {
	if len(b) == 0 {
		return nil, Cut
	}
	switch b[0] {
	case '"':
		return f.text(c, b[1:], key)
	case '{':
		if depth == maxDepth || key.self == 0 {
			return skipNested(b)
		}
		return f.object(c, b[1:], key.self, depth+1)
	case '[':
		return skipNested(b)
	}
	i := 0
	for i < len(b) && (b[i]-'0' <= 9 || b[i] == '.') {
		i++
	}
	digits := i
	for i < len(b) && b[i] != ',' && b[i] != '}' && b[i] != ' ' {
		i++
	}
	if i == len(b) {
		return nil, Cut
	}
	if (digits < i || i == 0) && !literal(b[:i]) {
		return nil, Malformed
	}
	if key.role != roleNone && b[0] != 'n' {
		c.to.put(key.role, b[:i])
	}
	return b[i:], Understood
}

// literal reports whether b is a number, or one of the three words, judged by
// its letters: what it is worth is seen where it is used.
func literal(b []byte) bool {
	switch string(b) {
	case "null", "true", "false":
		return true
	}
	for _, c := range b {
		if c-'0' > 9 && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return false
		}
	}
	return len(b) > 0
}

// text reads what follows an opening quotation mark.
func (f *jsonLines) text(c *jsonCursor, b []byte, key *jsonKey) ([]byte, Kind) {
	end := indexQuote(b)
	escaped := false
	if end < 0 {
		return nil, Cut
	}
	if b[end] == '\\' {
		escaped = true
		if end = quote(b); end < 0 {
			return nil, Cut
		}
	}
	if key.role != roleNone {
		value := b[:end]
		if escaped {
			value = f.unescape(value)
		}
		c.to.put(key.role, value)
	}
	return b[end+1:], Understood
}

// quote returns where the quotation mark is that ends a text, or -1.
func quote(b []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(b[i:], '"')
		if n < 0 {
			return -1
		}
		end := i + n
		slashes := 0
		for slashes < end && b[end-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end
		}
		i = end + 1
	}
}

// unescape returns the text in a buffer that is used again for the next line.
func (f *jsonLines) unescape(b []byte) []byte {
	from := len(f.decoded)
	out := f.decoded
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			out = append(out, b[i])
			continue
		}
		i++
		switch b[i] {
		case 'u':
			r, n := unicodeEscape(b[i+1:])
			out = utf8.AppendRune(out, r)
			i += n
		case 'n', 'r', 't', 'b', 'f':
			out = append(out, ' ')
		default:
			out = append(out, b[i])
		}
	}
	f.decoded = out
	return out[from:]
}

// unicodeEscape reads what follows \u, also a pair of surrogates.
func unicodeEscape(b []byte) (r rune, length int) {
	r, ok := hex4(b)
	if !ok {
		return utf8.RuneError, 0
	}
	if utf16.IsSurrogate(r) && len(b) >= 10 && b[4] == '\\' && b[5] == 'u' {
		if low, ok := hex4(b[6:]); ok {
			return utf16.DecodeRune(r, low), 10
		}
	}
	return r, 4
}

func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch {
		case c-'0' <= 9:
			r = r<<4 | rune(c-'0')
		case c|32-'a' <= 5:
			r = r<<4 | rune((c|32)-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// skipNested passes over an object or an array.
func skipNested(b []byte) ([]byte, Kind) {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			end := quote(b[i+1:])
			if end < 0 {
				return nil, Cut
			}
			i += end + 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return b[i+1:], Understood
			}
		}
	}
	return nil, Cut
}

// newJSON learns the names in the first lines.
func newJSON(head [][]byte, opt Options) (*jsonLines, assigned) {
	f := &jsonLines{parents: map[string]int{}, names: []string{""}}
	columns := f.columns(head)
	for i := range columns {
		columns[i].name = columns[i].name[:len(columns[i].name)-1]
	}
	// Dots are what users write.
	named := opt
	named.Map = map[string]string{}
	for name, r := range opt.Map {
		named.Map[nested(name, columns)] = r
	}
	named.Extra = nil
	for _, name := range opt.Extra {
		named.Extra = append(named.Extra, nested(name, columns))
	}
	a := assign(columns, named)
	f.roles = a.roles
	f.guess = nil
	f.parents, f.names = map[string]int{}, []string{""}
	return f, a
}

// nested returns the name of the field that a user calls request.method.
func nested(name string, columns []column) string {
	inside := string(bytes.ReplaceAll([]byte(name), []byte("."), []byte(">")))
	for _, c := range columns {
		if c.name == inside {
			return inside
		}
	}
	return name
}

// columns reads the first lines with every name as a role of its own in turn.
func (f *jsonLines) columns(head [][]byte) []column {
	var columns []column
	at := map[string]int{}
	for _, line := range head {
		var to fields
		f.roles, f.guess = nil, nil
		if f.split(line, &to) != Understood {
			continue
		}
		for parent := 1; parent < len(f.names); parent++ {
			name := f.names[parent]
			i, ok := at[name]
			if !ok {
				i = len(columns)
				at[name] = i
				columns = append(columns, column{name: name})
			}
			to.of[roleExtra] = nil
			f.roles, f.guess = map[string]role{name[:len(name)-1]: roleExtra}, nil
			f.split(line, &to)
			if to.of[roleExtra] != nil && len(columns[i].samples) < 200 {
				columns[i].samples = append(columns[i].samples, bytes.Clone(to.of[roleExtra]))
			}
		}
	}
	return columns
}
