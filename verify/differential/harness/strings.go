package harness

import (
	"reflect"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// odd are texts on which rewrites break: kinds of space, letters whose cases
// differ in length, bytes that are no UTF-8, what formats and parsers look at.
var odd = []string{
	"", " ", "  ", "\t", "\n", "\r\n", "\v\f", "\x00", "\u00a0", "\u2003", "\ufeff", "\u0085",
	"a", "A", "aA", "é", "É", "ß", "ẞ", "İ", "ı", "ſ", "K", "Å", "ﬁ", "Ǆ",
	"ǅ", "日本語", "👩‍👩‍👧", "e\u0301",
	"\xff", "\xc3", "\xed\xa0\x80", "a\xffb", "\xe2\x82", "\xf0\x9f\x98", "\ufffd",
	"0", "-0", "+1", "-1", "007", "1e3", "0x10", "1_000", "0.1", ".5", "5.", "NaN", "Inf", "-inf",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
	"true", "false", "null", "nil", "<nil>", "%", "%d", "%s", "%v", "%!", "%%", "{}", "[]", "()",
	"'", "\"", "`", "\\", "\\n", "''", "\"\"", "a,b", ",", ",,", "a b c", " a ", "a  b", "a\tb\nc",
	"=", "a=b", "a=b=c", "&", "a&b", ";", ":", "a:b:c", "/", "a/b/c", "//", ".", "..", "a.b.c", "?",
	"??", "-", "--", "_", "|", "<a>", "&amp;", "#", "@", "$1", "*", "2006-01-02", "12:30:00",
	"2026-03-21T10:00:01Z", "http://a.b/c?d=e&f#g", "aaaa", "abab", "ababa",
	`{"id":1,"name":"a","list":[1,"b",null,true]}`, `[{"a":{"b":[]}}]`, "<a b='c'><d>e</d></a>",
	"a: b\nc:\n  - d\n", "a,b\n1,\"2,3\"\n", "YSB0ZXh0", "6120746578740a", // base64, hex
	// "a text" as gzip and as zlib write it
	"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03KT(I\xad(\x01\x00\x83*d\xa9\x06\x00\x00\x00",
	"x\x9cKT(I\xad(\x01\x00\x07O\x02G",
}

// separators are what texts are joined with.
var separators = []string{" ", ",", "\n", ", ", "=", ":", "/", ";", "\t", ".", "&", "|", "-", "  ",
	"?"}

// text returns a string.
func (s *source) text() string {
	if len(s.can.expressions) > 0 && s.rng.chance(20) {
		return s.matching()
	}
	switch n := s.rng.intn(100); {
	case n < 30:
		return s.word()
	case n < 40:
		return s.mutate(s.word())
	case n < 45:
		return s.folded(s.word())
	case n < 48:
		return s.spelled(s.word())
	case n < 65:
		return s.joined()
	case n < 78:
		return odd[s.rng.intn(len(odd))]
	case n < 88:
		return s.letters(s.rng.intn(24))
	case n < 93:
		return strconv.FormatInt(s.integer(64, true), 10)
	case n < 97:
		return s.mutate(s.joined())
	case n < 98 || s.nodes < s.budget-6 && s.rng.chance(85): // one long text is enough
		return s.letters(100 + s.rng.intn(400))
	}
	return s.long()
}

// word returns a string of the dictionary, now and then twice; without one, some letters.
func (s *source) word() string {
	if len(s.reg.Strings) == 0 || s.rng.chance(5) {
		return s.letters(s.rng.intn(12))
	}
	if s.rng.chance(3) {
		return strings.Repeat(s.entry(), 2) // a prefix may be taken off once, or more often
	}
	return s.entry()
}

// entry returns a string of the dictionary, which begins with the words of what changes: often
// one of the first, and else half of the time rather one from near its beginning.
func (s *source) entry() string {
	n := len(s.reg.Strings)
	if s.rng.chance(15) {
		n = min(n, 8)
	}
	i := s.rng.intn(n)
	if s.rng.chance(50) {
		i = s.rng.intn(i + 1)
	}
	return s.reg.Strings[i]
}

func (s *source) joined() string {
	separator := separators[s.rng.intn(len(separators))]
	var parts []string
	for n := s.rng.intn(7); n > 0; n-- {
		if s.rng.chance(30) {
			parts = append(parts, odd[s.rng.intn(len(odd))])
			continue
		}
		parts = append(parts, s.word())
	}
	return strings.Join(parts, separator)
}

// letters returns n characters that occur in the dictionary or matter elsewhere.
func (s *source) letters(n int) string {
	const plain = "abcABC019 ,.:;=/?-_'\"\\%\n\t{}[]()<>&|é\xff"
	b := make([]byte, 0, n)
	for len(b) < n {
		from := plain
		if len(s.reg.Strings) > 0 && s.rng.chance(50) {
			from = s.entry()
		}
		if from != "" {
			b = append(b, from[s.rng.intn(len(from))])
		} else {
			b = append(b, 'x')
		}
	}
	return string(b)
}

// long returns a text that does not fit in any scratch space.
func (s *source) long() string {
	piece := s.joined() + s.word() + "x"
	n := 2000 + s.rng.intn(4000)
	if s.rng.chance(10) {
		n = 70000
	}
	return strings.Repeat(piece, n/len(piece)+1)
}

// mutate changes text in one to three places.
func (s *source) mutate(text string) string {
	for n := 1 + s.rng.intn(3); n > 0; n-- {
		i := s.rng.intn(len(text) + 1)
		j := i + s.rng.intn(len(text)-i+1)
		ways := 12
		if s.bred {
			ways = 16 // what decides between blocks is mostly one byte
		}
		switch s.rng.intn(ways) {
		case 0:
			text = text[:i] + odd[s.rng.intn(len(odd))] + text[i:]
		case 1:
			text = text[:i] + text[j:]
		case 2:
			text = text[:j] + text[i:]
		case 3:
			text = text[:i] + strings.ToUpper(text[i:j]) + text[j:]
		case 4:
			text = text[:i] + s.letters(1) + text[i:]
		case 5:
			text = text[i:] + text[:i]
		case 6:
			text = text[:i]
		case 7:
			text = " " + text + " "
		case 8:
			text = s.folded(text)
		case 9:
			text = text[:i] + s.stretch(text, i) + text[i:]
		case 10:
			text = text[:i] + s.letters(1) + text[min(i+1, len(text)):]
		case 12:
			text = s.word() // what else decides is a whole word, as the cases of a switch
		default:
			text = text[:i] + s.numbered() + text[min(i+s.rng.intn(2), len(text)):]
		}
		if len(text) > 10000 {
			text = text[:10000]
		}
	}
	return text
}

// numbered returns one byte, mostly one of the package's numbers: programs that read binary data
// compare its bytes with these.
func (s *source) numbered() string {
	n := int64(s.rng.intn(256))
	if len(s.reg.Ints) > 0 && s.rng.chance(70) {
		n = s.reg.Ints[s.rng.intn(len(s.reg.Ints))]
	}
	return string([]byte{byte(n)})
}

// sizes are lengths of scratch space that code commonly has, and of the runtime's own.
var sizes = []int{8, 16, 20, 24, 32, 40, 48, 64, 80, 96, 100, 128, 192, 256, 512, 1024, 4096}

// stretch returns so much for the place i of text that what stands there no longer fits
// where it commonly does, while what stands around it is still there to be recognised.
func (s *source) stretch(text string, i int) string {
	n := sizes[s.rng.intn(len(sizes)-3)] // those are enough for most
	if s.rng.chance(15) {
		n = sizes[s.rng.intn(len(sizes))]
	}
	n += s.rng.intn(3) - 1
	if i > 0 && s.rng.chance(60) {
		return strings.Repeat(text[i-1:i], n) // a digit among digits, a letter among letters
	}
	return s.letters(n)
}

// spelled returns a word in one of the spellings that names have: all small, all large, or
// each part of it with a large letter first, as names of headers are stored.
func (s *source) spelled(word string) string {
	switch s.rng.intn(4) {
	case 0:
		return strings.ToLower(word)
	case 1:
		return strings.ToUpper(word)
	}
	b := []byte(strings.ToLower(word))
	for i := range b {
		if 'a' <= b[i] && b[i] <= 'z' && (i == 0 || b[i-1] == '-') {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// folded puts another letter for one of text, of those that are the same when case is
// folded: rather one with a look-alike in another alphabet (k and the Kelvin sign, s and
// ſ), which mapping to lower or upper case tells apart and folding does not, or the
// reverse.
func (s *source) folded(text string) string {
	var some, rare []int // where letters with others are, and with more than one other
	for i, c := range text {
		other := unicode.SimpleFold(c)
		if other == c {
			continue
		}
		some = append(some, i)
		if unicode.SimpleFold(other) != c {
			rare = append(rare, i)
		}
	}
	if len(some) == 0 {
		return text
	}
	if len(rare) > 0 && s.rng.chance(80) {
		some = rare
	}
	i := some[s.rng.intn(len(some))]
	c, size := utf8.DecodeRuneInString(text[i:])
	other := unicode.SimpleFold(c)
	if s.rng.chance(50) {
		other = unicode.SimpleFold(other)
	}
	return text[:i] + string(other) + text[i+size:]
}

// relative returns a text that some comparisons call the same as text: letters
// in another case, or with space around it.
func (s *source) relative(text string) string {
	switch s.rng.intn(4) {
	case 0:
		return strings.ToUpper(text)
	case 1:
		return " " + text + "\n"
	case 2:
		return s.mutate(text)
	}
	return strings.Map(func(c rune) rune {
		if s.rng.chance(50) {
			return unicode.SimpleFold(c)
		}
		return c
	}, text)
}

// related returns now and then a text that is a part of an earlier one of the same input, or is
// joined of it and another: what a sum is compared with, and what begins or ends with one. Of a
// text in two parts the second one comes soon.
func (s *source) related() (string, bool) {
	if s.rest != "" && s.rng.chance(60) {
		text := s.rest
		s.rest = ""
		return text, true
	}
	if len(s.made) == 0 || !s.rng.chance(6) {
		return "", false
	}
	v := s.made[s.rng.intn(len(s.made))].value
	if v.Kind() != reflect.String {
		return "", false
	}
	if s.rng.chance(40) {
		return s.combined(v.String()), true
	}
	return s.parted(v.String()), true
}

// combined joins a text with another one of the same input, or puts a separator at its end.
func (s *source) combined(text string) string {
	separator := separators[s.rng.intn(len(separators))]
	if s.rng.chance(30) {
		separator = s.word()
	}
	other := s.made[s.rng.intn(len(s.made))].value
	switch {
	case other.Kind() != reflect.String:
		return text + separator
	case s.rng.chance(50):
		return text + separator + other.String()
	}
	return other.String() + separator + text
}

// parted returns what is before a separator in a text, and keeps what is behind it.
func (s *source) parted(text string) string {
	from := s.rng.intn(len(separators))
	for i := range separators {
		separator := separators[(from+i)%len(separators)]
		if i := strings.Index(text, separator); i >= 0 {
			s.rest = text[i+len(separator):]
			return text[:i]
		}
	}
	return text
}
