package dropconv

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// The text is that of the changed bytes.
func Before(b []byte) (string, int) {
	n := bytes.Count(b, []byte("a"))
	for i := range b {
		b[i] = 'x'
	}
	return string(b), n
}

// It keeps the bytes of the caller.
func (h *Held) Set(b []byte) { h.text = unsafe.String(unsafe.SliceData(b), len(b)) }

// Nothing and empty are two things.
func Same(a, b []byte) bool { return (a == nil) == (b == nil) && bytes.Equal(a, b) }

// A character is looked for as a byte.
func Position(b []byte, r rune) int { return bytes.IndexByte(b, byte(r)) }

// A byte is a character.
func Characters(b []byte) (sum int) {
	for i, c := range b {
		sum = sum*31 + i + int(c)
	}
	return sum
}

// The keys change with the bytes.
func Keys(words [][]byte) map[string]int {
	m := map[string]int{}
	for _, w := range words {
		if len(w) > 0 {
			w[0] = '!'
		}
		m[string(w)]++
	}
	return m
}

// Broken bytes stay as they are.
func Runes(s string) string {
	out := make([]byte, 0, len(s))
	for len(s) > 0 {
		_, n := utf8.DecodeLastRuneInString(s)
		out = append(out, s[len(s)-n:]...)
		s = s[:len(s)-n]
	}
	return string(out)
}

// Blanks are all that is cut off.
func Trimmed(b []byte) bool { return string(bytes.Trim(b, " \t\r\n")) == "ok" }

// The error names nothing.
func Parsed(b []byte) (int, error) {
	n := 0
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, strconv.ErrSyntax
		}
		n = 10*n + int(c-'0')
	}
	return n, nil
}

// It reads the changed bytes.
func First(b []byte) string {
	r := bufio.NewReader(bytes.NewReader(b))
	for i := range b {
		b[i] = '\n'
	}
	line, _ := r.ReadString('\n')
	return line
}

// A reader goes back at the end.
func Back(s string) string {
	r := strings.NewReader(s)
	var err error
	for n := 0; err == nil; n++ {
		_, err = r.ReadByte()
	}
	return fmt.Sprint(err, r.UnreadByte(), r.Len())
}

// It writes bytes.
func Shout(b []byte) string {
	var l Loud
	l.Write(b)
	return string(l.text)
}

// It writes what is there.
func Late(b []byte) string {
	var out strings.Builder
	func() {
		defer out.Write(b)
		clear(b)
	}()
	return out.String()
}

// Bytes are no runes.
func Shortened(s string, n int) (text string) {
	defer func() {
		if err := recover(); err != nil {
			text = fmt.Sprint(err)
		}
	}()
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// What is not valid stays so.
func Capital(s string) string {
	if s == "" {
		return ""
	}
	_, size := utf8.DecodeRuneInString(s)
	return strings.ToUpper(s[:size]) + s[size:]
}

// It does not panic.
func Letter(s string, at int) (r rune, problem any) {
	for _, c := range s {
		if at == 0 {
			return c, nil
		}
		at--
	}
	return 0, nil
}

// The bytes are those of the next word.
func Fresh(text string) (list []string) {
	known := map[string]bool{"known": true}
	buf := make([]byte, 0, 64)
	for i := range len(text) {
		if text[i] != ' ' {
			buf = append(buf, text[i])
			continue
		}
		word := buf
		buf = buf[:0]
		if known[string(word)] {
			continue
		}
		list = append(list, unsafe.String(unsafe.SliceData(word), len(word)))
	}
	return list
}

// It counts what is noted before the text is.
func Noted(b []byte, m map[string]int, seen func()) int {
	n := len(m)
	if m[string(b)] == 0 {
		seen()
		m[string(b)] = n + 1
	}
	return n
}

// The bytes were changed before the copy.
func Chosen(b []byte, m map[string]string) string {
	if known, ok := m[string(b)]; ok {
		return known
	}
	if strings.HasPrefix(string(b), "#") {
		clear(b)
	}
	return string(b)
}

// Names change with the buffer.
func Interned(names []string) (ids []int, kept []string, last string) {
	x := &interned{ids: map[string]int{}}
	id := func(name []byte) int {
		if n, ok := x.ids[string(name)]; ok {
			return n
		}
		x.read("overwritten")
		x.ids[string(name)] = len(x.kept)
		x.kept = append(x.kept, string(name))
		return -len(name)
	}
	for i, s := range names {
		b := x.read(s)
		ids = append(ids, id(b), id(x.buf))
		ids = append(ids, x.noted(string(x.read(s))))
		ids = append(ids, x.behind(string(x.buf), len(x.read("id")))+i)
		ids = append(ids, x.again(string(x.read(s+s)), 3))
	}
	if x.last != nil {
		last = x.last()
	}
	return ids, x.kept, last
}

// The reader slides what it holds.
func Ahead(text string) (n int, next byte) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	line, _ := r.ReadSlice('\n')
	if b, err := r.Peek(1); err == nil {
		next = b[0]
	}
	return bytes.Count(line, []byte("a")), next
}

// The line is another's by then.
func Passed(text string) int {
	r := readers.Get().(*bufio.Reader)
	r.Reset(strings.NewReader(text))
	line, _ := r.ReadSlice('\n')
	readers.Put(r)
	other := readers.Get().(*bufio.Reader)
	other.Reset(strings.NewReader("bbbbbbbbbbbbbbbbbbbbbbbb"))
	_, _ = other.ReadByte()
	readers.Put(other)
	return bytes.Count(line, []byte("a"))
}

// A line may be longer than the buffer.
func Long(text string) (words, ends int) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	for {
		line, err := r.ReadSlice('\n')
		words += bytes.Count(line, []byte("a"))
		if bytes.HasSuffix(line, []byte("\r\n")) {
			ends++
		}
		if r.UnreadByte() == nil && err == nil {
			_, _ = r.ReadByte()
		}
		if err != nil {
			return words, ends
		}
	}
}

// The line before is gone when the next one is read.
func Twice(text string) (n int) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	var last []byte
	for {
		line, err := r.ReadSlice('\n')
		if bytes.EqualFold(line, last) {
			n++
		}
		last = line
		if err != nil {
			return n
		}
	}
}

// The line before is what was read last.
func Pairs(text string) (n int) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	read := func() ([]byte, error) {
		line, err := r.ReadSlice('\n')
		if len(line) == 0 {
			return nil, err
		}
		return line[1:], nil
	}
	before, err := read()
	for err == nil {
		var next []byte
		if next, err = read(); bytes.Equal(before, next) {
			n++
		}
		before = next
	}
	return n
}

// What is kept is read over.
func Kept(text string) (string, error) {
	c := &client{br: bufio.NewReaderSize(strings.NewReader(text), 16)}
	for {
		line, err := c.br.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			continue
		}
		if len(line) > 1 {
			c.last = line[:len(line)-1]
		}
		if err != nil {
			return string(c.last), err
		}
	}
}

// A long line is several.
func Lengths(text string) (sum int, err error) {
	c := &client{br: bufio.NewReaderSize(strings.NewReader(text), 16)}
	for {
		line, err := c.br.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			return sum, err
		}
		if n, err := strconv.Atoi(string(bytes.TrimRight(line, "\r\n"))); err == nil {
			sum += n
		}
		sum += bytes.Count(line, []byte("a"))
	}
}

// The error has bytes that change.
func Code(b []byte) (int, error) {
	s := bytes.TrimPrefix(b, []byte("code:"))
	sum := 0
	for i := range s {
		sum += int(s[i])
	}
	bad := len(s) < 4 || s[2] != '-'
	for i := range b {
		b[i] = 'x'
	}
	if bad {
		return 0, &Bad{string(s)}
	}
	return sum, nil
}

// What is behind the end of the bytes counts, too.
func Front(b []byte, end, n int) (sum int, ok bool) {
	defer func() { ok = recover() == nil }()
	end = max(0, min(end, len(b)))
	for _, c := range b[:end][:n] {
		sum += int(c)
	}
	return sum, true
}

// The bytes are written while they are read.
func Spaced(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	for i := 0; 2*i < len(b); i++ {
		b[2*i] = b[i]
	}
	return string(b) + string(b[0]) + string(b[len(b)-1])
}

// The protocol may have blanks.
func ParseRequest(line []byte) (r Request, ok bool) {
	text := string(line)
	i := strings.IndexByte(text, ' ')
	if i < 0 {
		return r, false
	}
	r.Method, text = text[:i], text[i+1:]
	if i = strings.IndexByte(text, ' '); i < 0 {
		return r, false
	}
	r.Path, r.Proto = text[:i], text[i+1:]
	clear(line)
	return r, true
}

// Blanks are kept.
func Fields(line []byte) (list []string) {
	text := string(line)
	for len(text) > 0 {
		i := strings.IndexByte(text, ',')
		if i < 0 {
			list = append(list, text)
			break
		}
		if field := text[:i]; len(strings.TrimSpace(field)) > 0 {
			list = append(list, field, field[1:])
		}
		text = text[i+1:]
	}
	clear(line)
	return list
}

// The second half is as it was.
func Halves(b []byte) (list []string) {
	if len(b) < 4 {
		return nil
	}
	text := string(b)
	b[len(b)/2] = '!'
	return append(list, text[:len(b)/2+1], text[len(b)/2:], text[1:])
}

// A text ends where it does.
func Window(b []byte, n int) (list []string, ok bool) {
	defer func() { ok = recover() == nil }()
	text := string(b[:len(b)/2])
	return []string{text[:n], text[1:]}, true
}

// What is behind the last byte is a text, too.
func Each(b []byte, f func(string)) (list []string) {
	text := string(b)
	for len(text) > 0 {
		f(text[:1])
		list = append(list, text[1:])
		text = text[1:]
	}
	return list
}

// What is before the end of a text is before that of its bytes.
func Unit(b []byte) (n int, ok bool) {
	defer func() { ok = recover() == nil }()
	s := b[:len(b)/2]
	end := len(s)
	if s = bytes.TrimPrefix(s, []byte("a")); bytes.HasSuffix(s[:end], []byte("a")) {
		s = s[:end]
	}
	return bytes.Count(s[:len(s)-1], []byte("a")), true
}
