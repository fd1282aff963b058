package stackdump

import (
	"bytes"
	"encoding/json"
)

// prefix is what a log writes before each line of a dump, known from the first
// header. Another line has the same prefix when the same punctuation stands
// between its words, whatever the words are:
//
//	Nov 22 06:15:24 web1 app[812]: goroutine 7 [running]:
//	Nov 22 06:15:24 web1 app[812]: main.main()
type prefix struct {
	shape   string // the prefix, each word replaced by x and each run of blanks by one
	example string
	quoted  bool // it opens a string of JSON, as docker's log does
}

// newPrefix returns the prefix that ends before a header.
func newPrefix(b []byte) prefix {
	p := prefix{example: string(b), quoted: bytes.HasSuffix(b, []byte(`"`))}
	var shape []byte
	for i := 0; i < len(b); {
		switch {
		case isWord(b[i]):
			shape = append(shape, 'x')
			for i < len(b) && isWord(b[i]) {
				i++
			}
		case b[i] == ' ':
			shape = append(shape, ' ')
			for i < len(b) && b[i] == ' ' {
				i++
			}
		default:
			shape = append(shape, b[i])
			i++
		}
	}
	p.shape = string(shape)
	return p
}

// cut returns the line without the prefix, or false where it has another one.
func (p prefix) cut(line []byte) ([]byte, bool) {
	i := 0
	for s := 0; s < len(p.shape); s++ {
		switch c := p.shape[s]; {
		case c == 'x':
			if i == len(line) || !isWord(line[i]) {
				return nil, false
			}
			for i < len(line) && isWord(line[i]) {
				i++
			}
		case c == ' ':
			if i == len(line) && s == len(p.shape)-1 {
				return nil, true // an empty line whose last blank was trimmed
			}
			if i == len(line) || line[i] != ' ' {
				return nil, false
			}
			for i < len(line) && line[i] == ' ' {
				i++
			}
		default:
			if i == len(line) || line[i] != c {
				return nil, false
			}
			i++
		}
	}
	return p.text(line[i:]), true
}

// text returns what stands in the line's string of JSON, or the line itself.
func (p prefix) text(rest []byte) []byte {
	if !p.quoted {
		return rest
	}
	return bytes.TrimRight(unquote(rest), "\r\n")
}

// unquote decodes a string of JSON whose opening quote is before b, up to the
// quote that closes it or the end.
func unquote(b []byte) []byte {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return decode(b[:i])
		}
	}
	return decode(b)
}

func decode(b []byte) []byte {
	if bytes.IndexByte(b, '\\') < 0 {
		return b
	}
	var s string
	if err := json.Unmarshal(append(append([]byte{'"'}, b...), '"'), &s); err != nil {
		return b
	}
	return []byte(s)
}

// folded reports whether a header is followed, in the same line, by its frames:
// a whole dump in one string of JSON or in one quoted field of a log.
func folded(fromHeader []byte) bool {
	return bytes.Contains(fromHeader, []byte(`:\n`)) &&
		bytes.Contains(fromHeader, []byte(`\n\t`))
}
