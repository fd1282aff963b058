package mysqltext

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// word reads a name, or a literal that begins like one.
func (s *Scanner) word(start int) Token {
	if s.dot {
		return s.name(start)
	}
	switch s.text[start] {
	case '$':
		if s.opt.Dialect == PostgreSQL {
			return s.dollar(start)
		}
	case 'n', 'N', 'x', 'X', 'b', 'B', 'e', 'E':
		if s.at(start+1) == '\'' && s.prefixes(s.text[start]) {
			s.pos++
			return s.str(start, s.escapes() || s.text[start]|0x20 == 'e')
		}
	case 'u', 'U':
		if s.opt.Dialect == PostgreSQL && s.at(start+1) == '&' {
			if c := s.at(start + 2); c == '\'' || c == '"' {
				s.pos += 2
				return s.quote(start)
			}
		}
	case '_':
		if s.opt.Dialect == MySQL {
			return s.introduced(start)
		}
	}
	return s.name(start)
}

// prefixes reports whether c before a quote belongs to the string.
func (s *Scanner) prefixes(c byte) bool {
	return s.opt.Dialect == PostgreSQL || c|0x20 != 'e'
}

// name reads a name to its end.
func (s *Scanner) name(start int) Token {
	i := start + 1
	for i < len(s.text) && named(s.text[i]) {
		i++
	}
	s.pos = i
	return s.took(Word, start)
}

// charsets are the names that may stand before a string, after an underscore.
const charsets = " armscii8 ascii big5 binary cp1250 cp1251 cp1256 cp1257 cp850 cp852 cp866 " +
	"cp932 dec8 eucjpms euckr filename gb18030 gb2312 gbk geostd8 greek hebrew hp8 keybcs2 " +
	"koi8r koi8u latin1 latin2 latin5 latin7 macce macroman sjis swe7 tis620 ucs2 ujis utf16 " +
	"utf16le utf32 utf8 utf8mb3 utf8mb4 "

// introduced reads a name that begins with an underscore. The name of a character
// set belongs to the literal after it.
func (s *Scanner) introduced(start int) Token {
	t := s.name(start)
	if !isCharset(s.text[t.Start+1 : t.End]) {
		return t
	}
	saved := *s
	next := s.Next()
	if next.Kind == String || next.Kind == Number {
		next.Start = start
		return next
	}
	*s = saved
	return t
}

func isCharset(name []byte) bool {
	var lower [16]byte
	if len(name)+2 > len(lower) {
		return false
	}
	key := append(append(append(lower[:0], ' '), name...), ' ')
	return strings.Contains(charsets, string(bytes.ToLower(key)))
}

// dollar reads what begins with a dollar sign in PostgreSQL: $1, or text between
// two equal tags.
func (s *Scanner) dollar(start int) Token {
	i := start + 1
	if classes[s.at(i)] == classDigit {
		for classes[s.at(i)] == classDigit {
			i++
		}
		s.pos = i
		return s.took(Param, start)
	}
	for named(s.at(i)) && s.at(i) != '$' {
		i++
	}
	if s.at(i) != '$' {
		return s.name(start)
	}
	tag := s.text[start : i+1]
	n := bytes.Index(s.text[i+1:], tag)
	if n < 0 {
		s.pos = len(s.text)
		t := s.took(String, start)
		t.Cut = true
		return t
	}
	s.pos = i + 1 + n + len(tag)
	return s.took(String, start)
}

// key is a word of at most 24 letters, digits and underscores, without regard to
// case, to compare and look up at once. Setting the bit of lower case makes an
// underscore the byte 0x7f, which is in no word.
type key [3]uint64

const caseBits = 0x2020202020202020

// keyOf returns the key of a word; ok is false when it is too long for one.
func keyOf(word []byte) (k key, ok bool) {
	if len(word) > 24 {
		return k, false
	}
	if len(word) <= 8 {
		k[0] = shortKey(word)
		return k, true
	}
	k[0] = binary.LittleEndian.Uint64(word) | caseBits
	if len(word) <= 16 {
		k[1] = shortKey(word[8:])
		return k, true
	}
	k[1] = binary.LittleEndian.Uint64(word[8:]) | caseBits
	k[2] = shortKey(word[16:])
	return k, true
}

// shortKey packs at most 8 bytes. Where the slice may go on, as a name within its
// text, they are read at once.
func shortKey(word []byte) (v uint64) {
	if cap(word) >= 8 {
		unused := 64 - 8*uint(len(word))
		return (binary.LittleEndian.Uint64(word[:8]) | caseBits) << unused >> unused
	}
	for i, c := range word {
		v |= uint64(c|0x20) << (8 * i)
	}
	return v
}

// hash spreads keys over a table of 1<<bits slots.
func (k key) hash(bits int) uint64 {
	h := (k[0] ^ k[1]*0x9e3779b97f4a7c15 ^ k[2]*0xc2b2ae3d27d4eb4f) * 0xff51afd7ed558ccd
	return h >> (64 - bits)
}
