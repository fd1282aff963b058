// Package dropconv has conversions between bytes and texts, of which some are copies that
// are needed.
package dropconv

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Before is the text as it was before it is changed.
func Before(b []byte) (string, int) {
	s := string(b)
	for i := range b {
		b[i] = 'x'
	}
	return s, strings.Count(s, "a")
}

// Held is a text that outlives its bytes.
type Held struct{ text string }

// Set keeps a copy.
func (h *Held) Set(b []byte) { h.text = string(b) }

// Text returns it.
func (h *Held) Text() string { return h.text }

// Own has bytes that may be written to.
func Own(s string) []byte {
	b := []byte(s)
	if len(b) > 0 {
		b[0] = '#'
	}
	return b
}

// Same compares content, so nothing equals empty.
func Same(a, b []byte) bool { return string(a) == string(b) }

// Position looks for a character, which is not a byte.
func Position(b []byte, r rune) int { return strings.IndexRune(string(b), r) }

// Characters ranges over characters: broken bytes are one each.
func Characters(b []byte) (sum int) {
	for i, r := range string(b) {
		sum = sum*31 + i + int(r)
	}
	return sum
}

// Keys are texts, and stay when the bytes change.
func Keys(words [][]byte) map[string]int {
	m := map[string]int{}
	for _, w := range words {
		m[string(w)]++
		if len(w) > 0 {
			w[0] = '!'
		}
	}
	return m
}

// Runes converts there and back.
func Runes(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

// Trimmed compares what is left of it.
func Trimmed(b []byte) bool { return strings.TrimSpace(string(b)) == "ok" }

// Parsed names the whole text in its error.
func Parsed(b []byte) (int, error) { return strconv.Atoi(string(b)) }

// First reads a line of bytes that have changed meanwhile.
func First(b []byte) string {
	r := bufio.NewReader(strings.NewReader(string(b)))
	for i := range b {
		b[i] = '\n'
	}
	line, _ := r.ReadString('\n')
	return line
}

// Back goes back at the end of a buffer, which refuses.
func Back(s string) string {
	r := bytes.NewBufferString(s)
	var err error
	for n := 0; err == nil; n++ {
		_, err = r.ReadByte()
	}
	return fmt.Sprint(err, r.UnreadByte(), r.Len())
}

// Loud is a writer that does with a string what it does not do with bytes.
type Loud struct{ text []byte }

// Write writes bytes.
func (l *Loud) Write(b []byte) (int, error) {
	l.text = append(l.text, b...)
	return len(b), nil
}

// WriteString writes a string.
func (l *Loud) WriteString(s string) (int, error) {
	l.text = append(l.text, strings.ToUpper(s)...)
	return len(s), nil
}

// Shout writes a string.
func Shout(b []byte) string {
	var l Loud
	io.WriteString(&l, string(b))
	return string(l.text)
}

// Late writes what was there.
func Late(b []byte) string {
	var out strings.Builder
	func() {
		defer io.WriteString(&out, string(b))
		clear(b)
	}()
	return out.String()
}

// Shortened has the first runes, or panics.
func Shortened(s string, n int) (text string) {
	defer func() {
		if err := recover(); err != nil {
			text = fmt.Sprint(err)
		}
	}()
	return string([]rune(s)[:n])
}

// Capital begins with another letter; what is not valid becomes so.
func Capital(s string) string {
	runes := []rune(s)
	if len(runes) == 0 {
		return ""
	}
	return strings.ToUpper(string(runes[0])) + string(runes[1:])
}

// Letter is one of them, as a number.
func Letter(s string, at int) (r rune, problem any) {
	defer func() { problem = recover() }()
	return []rune(s)[at], nil
}

// Ends looks at the runes as they were.
func Ends(s string) string {
	runes := []rune(s + ".")
	s = "changed"
	return string(runes[:1]) + s + string(runes[len(runes)-1])
}

// Fresh keeps each word that is new, from bytes that the next word takes.
func Fresh(text string) (list []string) {
	known := map[string]bool{"known": true}
	buf := make([]byte, 0, 64)
	for i := range len(text) {
		if text[i] != ' ' {
			buf = append(buf, text[i])
			continue
		}
		word := string(buf)
		buf = buf[:0]
		if known[word] {
			continue
		}
		list = append(list, word)
	}
	return list
}

// Noted keeps the text after a function has seen that it is new.
func Noted(b []byte, m map[string]int, seen func()) int {
	key := string(b)
	if m[key] == 0 {
		seen()
		m[key] = len(m) + 1
	}
	return len(m)
}

// Chosen returns the text, unless it is known.
func Chosen(b []byte, m map[string]string) string {
	s := string(b)
	if known, ok := m[s]; ok {
		return known
	}
	if strings.HasPrefix(s, "#") {
		clear(b)
	}
	return s
}

// interned knows names, and reads them into one buffer.
type interned struct {
	ids  map[string]int
	kept []string
	buf  []byte
	last func() string
}

func (x *interned) read(s string) []byte {
	x.buf = append(x.buf[:0], s...)
	return x.buf
}

func (x *interned) id(name string) int {
	if n, ok := x.ids[name]; ok {
		return n
	}
	x.read("overwritten")
	x.ids[name] = len(x.kept)
	x.kept = append(x.kept, name)
	return -len(name)
}

func (x *interned) noted(name string) (n int) {
	defer func() { n += len(name) }()
	if name == "" || name[0] == '-' {
		return 1
	}
	x.last = func() string { return name }
	x.buf = bytes.ToUpper(x.buf)
	return x.ids[name]
}

func (x *interned) behind(name string, n int) int {
	if x.ids[name] > 0 {
		return n
	}
	return len(name) + n
}

func (x *interned) again(name string, depth int) int {
	n, ok := x.ids[name]
	if ok || depth == 0 {
		return n
	}
	if len(x.buf) > 1 {
		x.buf[0]++
		n += x.again(string(x.buf[1:]), depth-1)
	}
	x.kept = append(x.kept, name+"/")
	return n + len(name)
}

// Interned hands over the buffer, which is read into meanwhile.
func Interned(names []string) (ids []int, kept []string, last string) {
	x := &interned{ids: map[string]int{}}
	for i, s := range names {
		b := x.read(s)
		ids = append(ids, x.id(string(b)), x.id(string(x.buf)))
		ids = append(ids, x.noted(string(x.read(s))))
		ids = append(ids, x.behind(string(x.buf), len(x.read("id")))+i)
		ids = append(ids, x.again(string(x.read(s+s)), 3))
	}
	if x.last != nil {
		last = x.last()
	}
	return ids, x.kept, last
}

// Ahead looks at what follows before it looks at the line.
func Ahead(text string) (n int, next byte) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	line, _ := r.ReadString('\n')
	if b, err := r.Peek(1); err == nil {
		next = b[0]
	}
	return strings.Count(line, "a"), next
}

var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

// Passed looks at a line of a reader that others have by then.
func Passed(text string) int {
	r := readers.Get().(*bufio.Reader)
	r.Reset(strings.NewReader(text))
	line, _ := r.ReadString('\n')
	readers.Put(r)
	other := readers.Get().(*bufio.Reader)
	other.Reset(strings.NewReader("bbbbbbbbbbbbbbbbbbbbbbbb"))
	_, _ = other.ReadByte()
	readers.Put(other)
	return strings.Count(line, "a")
}

// Rest copies what follows before it looks at the line.
func Rest(text string, w io.Writer) (int, int64) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	line, _ := r.ReadString('\n')
	n, _ := io.Copy(w, r)
	return strings.Count(line, "a"), n
}

// Header is what the first line says, which its other lines must not change.
type Header struct {
	in   *bufio.Reader
	name string
}

// Read keeps a part of the first line, and reads the second.
func (h *Header) Read(text string) (string, error) {
	h.in = bufio.NewReaderSize(strings.NewReader(text), 16)
	line, err := h.in.ReadString('\n')
	if err != nil {
		return "", err
	}
	h.name = strings.TrimRight(line, "\r\n")
	line, err = h.in.ReadString('\n')
	return h.name + "|" + line, err
}

// Long has lines that are longer than the buffer, the end of one among them.
func Long(text string) (words, ends int) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	for {
		line, err := r.ReadString('\n')
		words += strings.Count(line, "a")
		if strings.HasSuffix(line, "\r\n") {
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

// Through looks at the line after a callback has read on.
func Through(text string) (n int) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	on := func() byte { b, _ := r.ReadByte(); return b }
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return n
		}
		if on() != 'x' {
			n += strings.Count(line, "a")
		}
	}
}

// Twice compares a line with the one before.
func Twice(text string) (n int) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	last := ""
	for {
		line, err := r.ReadString('\n')
		if strings.EqualFold(line, last) {
			n++
		}
		last = line
		if err != nil {
			return n
		}
	}
}

// Unread puts the end of a line back before it looks at the line.
func Unread(text string) (n int, b byte) {
	r := bufio.NewReaderSize(strings.NewReader(text), 16)
	line, _ := r.ReadString('\n')
	if r.UnreadByte() == nil {
		b, _ = r.ReadByte()
	}
	return strings.Count(line, "\n"), b
}

// client reads lines.
type client struct {
	br   *bufio.Reader
	last []byte
}

func (c *client) line() ([]byte, error) {
	line, err := c.br.ReadBytes('\n')
	if err != nil {
		return nil, err
	}
	return bytes.TrimRight(line, "\r\n"), nil
}

// Lengths adds up what lines say.
func Lengths(text string) (sum int, err error) {
	c := &client{br: bufio.NewReaderSize(strings.NewReader(text), 16)}
	for {
		line, err := c.line()
		if err != nil {
			return sum, err
		}
		if n, err := strconv.Atoi(string(line)); err == nil {
			sum += n
		}
		sum += bytes.Count(line, []byte("a"))
	}
}

// tagged reads lines that are compared with the next one.
type tagged struct{ br *bufio.Reader }

func (t *tagged) line() ([]byte, error) {
	line, err := t.br.ReadBytes('\n')
	if len(line) == 0 {
		return nil, err
	}
	return line[1:], nil
}

// Pairs counts the lines that are like the one before.
func Pairs(text string) (n int) {
	t := &tagged{bufio.NewReaderSize(strings.NewReader(text), 16)}
	before, err := t.line()
	for err == nil {
		var next []byte
		if next, err = t.line(); bytes.Equal(before, next) {
			n++
		}
		before = next
	}
	return n
}

// Kept has the last line still.
func Kept(text string) (string, error) {
	c := &client{br: bufio.NewReaderSize(strings.NewReader(text), 16)}
	for {
		line, err := c.br.ReadBytes('\n')
		if len(line) > 1 {
			c.last = line[:len(line)-1]
		}
		if err != nil {
			return string(c.last), err
		}
	}
}

// Bad is an error with the text that it is about.
type Bad struct{ Text string }

func (b *Bad) Error() string { return "bad: " + b.Text }

// ParseCode returns the sum of the letters of a code, which is spelled in two ways.
func ParseCode(s string) (sum int, err error) {
	s = strings.TrimPrefix(s, "code:")
	if len(s) < 4 || s[2] != '-' {
		return 0, &Bad{s}
	}
	for i := 0; i < len(s); i++ {
		sum += int(s[i])
	}
	return sum, nil
}

// Code parses bytes, and overwrites them.
func Code(b []byte) (int, error) {
	sum, err := ParseCode(string(b))
	for i := range b {
		b[i] = 'x'
	}
	return sum, err
}

// SumTo adds up what is before a place, which must be in the text.
func SumTo(s string, n int) (sum int) {
	for i := 0; i < len(s[:n]); i++ {
		sum += int(s[i])
	}
	return sum
}

// Front adds up the front of bytes that are part of more.
func Front(b []byte, end, n int) (sum int, ok bool) {
	defer func() { ok = recover() == nil }()
	end = max(0, min(end, len(b)))
	front := b[:end]
	return SumTo(string(front), n), true
}

// Spread writes the bytes of a text to every other place, and returns the first and last one of
// the text.
func Spread(dst []byte, s string) (first, last byte) {
	for i := 0; i < len(s) && 2*i < len(dst); i++ {
		dst[2*i] = s[i]
	}
	return s[0], s[len(s)-1]
}

// Spaced spreads bytes over themselves.
func Spaced(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	first, last := Spread(b, string(b))
	return string(b) + string(first) + string(last)
}

// Request is a line in three parts.
type Request struct{ Method, Path, Proto string }

// ParseRequest overwrites the line when it has its parts.
func ParseRequest(line []byte) (r Request, ok bool) {
	i, j := bytes.IndexByte(line, ' '), bytes.LastIndexByte(line, ' ')
	if i < 0 || j <= i {
		return r, false
	}
	r.Method = string(line[:i])
	r.Path = string(line[i+1 : j])
	r.Proto = string(line[j+1:])
	clear(line)
	return r, true
}

// Fields are the fields of a line.
func Fields(line []byte) (list []string) {
	list = fieldsOf(line)
	clear(line)
	return list
}

func fieldsOf(line []byte) (list []string) {
	for len(line) > 0 {
		i := bytes.IndexByte(line, ',')
		if i < 0 {
			return append(list, string(line))
		}
		field := bytes.TrimSpace(line[:i])
		if len(field) > 0 {
			list = append(list, string(field), string(field[1:]))
		}
		line = line[i+1:]
	}
	return list
}

// Halves writes to the first half before it takes the second one, which overlaps it.
func Halves(b []byte) (list []string) {
	if len(b) < 4 {
		return nil
	}
	list = append(list, string(b[:len(b)/2+1]))
	b[len(b)/2] = '!'
	return append(list, string(b[len(b)/2:]), string(b[1:]))
}

// Window returns the text of n bytes of a part of b, and what is behind the first one of them.
func Window(b []byte, n int) (list []string, ok bool) {
	defer func() { ok = recover() == nil }()
	return windowOf(b[:len(b)/2], n), true
}

func windowOf(b []byte, n int) []string {
	first := string(b[:n])
	return []string{first, string(b[1:])}
}

// Each gives texts to a function, which may overwrite the bytes.
func Each(b []byte, f func(string)) (list []string) {
	for len(b) > 1 {
		f(string(b[:1]))
		list = append(list, string(b[1:]))
		b = b[1:]
	}
	return list
}

// Unit cuts a unit off a text that has lost its sign: the bound is that of the text before.
func Unit(b []byte) (n int, ok bool) {
	defer func() { ok = recover() == nil }()
	s := string(b[:len(b)/2])
	end := len(s)
	if s = strings.TrimPrefix(s, "a"); strings.HasSuffix(s[:end], "a") {
		s = s[:end]
	}
	return strings.Count(s[:len(s)-1], "a"), true
}
