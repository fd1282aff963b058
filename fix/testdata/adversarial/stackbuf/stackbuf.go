// Package stackbuf has slices that seem to stay in their function, and some of them do
// not.
package stackbuf

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Path writes into memory of its own, however long.
func Path(parts []string) string {
	var b []byte
	for _, p := range parts {
		b = append(b, '/')
		b = append(b, p...)
	}
	return string(b)
}

// Bytes are the caller's.
func Bytes(s string) []byte {
	var b []byte
	for i := range len(s) {
		b = append(b, s[len(s)-1-i])
	}
	return b
}

// Through hands its slice to a function that keeps it.
func Through(s string, keep func([]byte)) {
	var b []byte
	b = append(b, s...)
	keep(b)
	b = append(b, '.')
	keep(b)
}

// Nil says whether anything was written.
func Nil(xs []int) (bool, int) {
	var out []int
	for _, x := range xs {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out == nil, len(out)
}

// Room says how much there is after one element, as far as it is no less than one.
func Room(n int) bool {
	b := make([]byte, 0, 1)
	for range n {
		b = append(b, 'x')
	}
	return cap(b) >= len(b)
}

// Sent gives its slice to a goroutine.
func Sent(words []string) string {
	done := make(chan string, len(words))
	for _, w := range words {
		var b []byte
		b = append(b, w...)
		go func() { done <- strings.ToUpper(string(b)) }()
	}
	all := make([]string, 0, len(words))
	for range words {
		all = append(all, <-done)
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// Digits has a number of them that depends on its argument.
func Digits(n uint64, base int) string {
	if base < 2 || base > 16 {
		panic(fmt.Sprintf("base %d", base))
	}
	var b []byte
	for ; n > 0 || len(b) == 0; n /= uint64(base) {
		b = append(b, "0123456789abcdef"[n%uint64(base)])
	}
	slices.Reverse(b)
	return string(b)
}

// Nested calls itself with its slice.
func Nested(depth int) string { return string(nested(nil, depth)) }

func nested(b []byte, depth int) []byte {
	b = append(b, '(')
	if depth > 0 && depth < 50 {
		b = nested(b, depth-1)
	}
	return append(b, ')')
}

// Tail keeps a part of what it built.
func Tail(words []string) [][]byte {
	var out [][]byte
	var b []byte
	for _, w := range words {
		b = append(b[:0:0], w...)
		out = append(out, b)
	}
	return out
}

// Twice has two names for one slice, and both grow.
func Twice(n int) string {
	b := make([]byte, max(0, min(n, 300)))
	c := b
	b = append(b, 'b')
	c = append(c, 'c')
	return string(b[len(b)-1:]) + string(c[len(c)-1:])
}

// Rows keeps a row of each turn.
func Rows(n int) (sum int) {
	var last []int
	for i := range max(0, min(n, 40)) {
		row := make([]int, i+1)
		for j := range last {
			row[j] = last[j] + i
		}
		row[i] = 1
		last = row
	}
	for i, x := range last {
		sum += i * x
	}
	return sum
}

// Beyond looks behind the end.
func Beyond(s string, end int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	room := make([]byte, len(s))
	copy(room, s)
	part := room[:end]
	return string(part)
}

// Given returns what it got, or what it made of that.
func Given(text []byte, n int) []byte {
	if len(text) < n && n < 1000 {
		wide := make([]byte, n)
		copy(wide, text)
		text = wide
	}
	return text
}

// Called keeps the function that has the slice.
func Called(words []string) (all []string) {
	var later []func() string
	do := func(f func() string) { later = append(later, f) }
	for i, w := range words {
		room := make([]byte, len(w)+1)
		room[0] = byte('a' + i%26)
		do(func() string { copy(room[1:], w); return string(room) })
	}
	for _, f := range later {
		all = append(all, f())
	}
	return all
}

// Decoded gives away what it decodes, in part.
func Decoded(texts []string) (list [][]byte, problem string) {
	for _, text := range texts {
		b, err := hex.DecodeString(text)
		if err != nil {
			problem += fmt.Sprint(err, len(b), ";")
		}
		list = append(list, b[:len(b)/2])
	}
	return list, problem
}

// Compared compares what was decoded before the first wrong character, too.
func Compared(text, want string) string {
	b, err := hex.DecodeString(text)
	c, other := base64.StdEncoding.DecodeString(want)
	return fmt.Sprint(bytes.Equal(b, c), len(b), len(c), b == nil, c == nil, err, other)
}

// Ranged goes over the elements as they are where append has not moved them.
func Ranged(n int) (text string) {
	list := []int{1, 2, n}
	for i, x := range list {
		if i == n%3 {
			list = append(list, 7)
			list[2] = 9
		}
		text += fmt.Sprint(x)
	}
	return text + fmt.Sprint(list)
}

// First keeps what the list began as.
func First(n int) (int, int) {
	list := []int{n}
	first := list
	for i := range max(0, min(n, 40)) {
		list = append(list, i)
		list[0]++
	}
	return first[0], len(list)
}

// Paths are those to the leaves of a tree, the deepest last.
func Paths(depth int) string {
	todo := []string{"."}
	var leaves []string
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if len(path) > max(0, min(depth, 7)) {
			leaves = append(leaves, path)
			continue
		}
		todo = append(todo, path+"l", path+"r")
	}
	return strings.Join(leaves, " ")
}

// Asked has another function ask whether anything was copied.
func Asked(words []string) string {
	own := slices.Clone(words)
	slices.Sort(own)
	return listed(own)
}

func listed(own []string) string {
	if own == nil {
		return "none"
	}
	return strings.Join(own, " ")
}

// Digest makes bytes only for the sum of them.
func Digest(left, right []byte, more int) []byte {
	data := make([]byte, len(left)+len(right)+more)
	n := copy(data, left)
	copy(data[n:], right)
	return sealed(data)
}

// sealed returns other bytes than it gets.
func sealed(b []byte) []byte {
	sum := sha256.Sum256(b)
	return sum[:4]
}

// Halves keeps parts of the bytes that each call makes.
func Halves(words []string) (parts [][]byte) {
	for _, word := range words {
		data := make([]byte, len(word))
		copy(data, word)
		parts = append(parts, half(data))
	}
	return parts
}

// Word panics behind the last word, however many there are, and splits what is given first.
func Word(s string, i int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	given := func() string {
		i--
		return s
	}
	return strings.Fields(given())[i] + strings.Split(s, " ")[1]
}

// half returns a part of what it gets.
func half(b []byte) []byte { return b[len(b)/2:] }

// mark begins a text, and has room behind it.
var mark = append(make([]byte, 0, 16), "m:"...)

// start begins a text.
var start = []byte("s:")

// Marked writes to the room behind the mark, and looks there.
func Marked(b []byte) string {
	sum := sealed(append(mark, b...))
	return string(sum) + string(mark[:cap(mark)])
}

// Started only looks at how the text starts.
func Started(b []byte) string {
	sum := sealed(append(start, b...))
	return string(sum) + string(sealed(append([]byte{'x', 0}, b...)))
}

var errNoText = errors.New("no text")

// Codes fills the same bytes again and again, and has none after an error.
func Codes(words []string) string {
	var out bytes.Buffer
	var code []byte
	var err error
	for i, w := range words {
		if code, err = coded(code[:0], w); err != nil {
			fmt.Fprint(&out, i, err, len(code), ";")
		}
		code = strconv.AppendInt(append(code, '='), int64(len(code)), 10)
		out.Write(code)
	}
	return out.String()
}

func coded(dst []byte, s string) ([]byte, error) {
	if s == "" {
		return nil, errNoText
	}
	return strconv.AppendQuoteToASCII(dst, s), nil
}

// Gifts keeps the bytes of some words, and begins with new ones then.
func Gifts(words []string) (given [][]byte, rest string) {
	var b []byte
	for _, w := range words {
		b = strconv.AppendQuote(b[:0], w)
		if len(w)%2 == 1 {
			given = append(given, b)
			b = nil
		}
	}
	return given, string(b)
}

// Doubled reads what it appends to.
func Doubled(words []string) string {
	b := []byte{}
	for _, w := range words {
		b = append(b, w...)
		b = dotted(b[len(b):], b)
		b = b[:min(len(b), 40)]
	}
	return string(b)
}

// dotted appends src to dst, with a dot behind each character.
func dotted(dst, src []byte) []byte {
	for _, c := range src {
		dst = append(dst, c, '.')
	}
	return dst
}

// Divisors collects those of some numbers in one list.
func Divisors(numbers []int) string {
	var found []int
	var out strings.Builder
	for _, n := range numbers {
		found = divisors(found[:0], n, 1)
		for _, d := range found {
			fmt.Fprint(&out, d, " ")
		}
		out.WriteByte(';')
	}
	return out.String()
}

func divisors(dst []int, n, from int) []int {
	for d := from; d <= n; d++ {
		if n%d == 0 {
			return divisors(append(dst, d), n, d+1)
		}
	}
	return dst
}

// Sums are those of the texts so far, and the first of a word alone.
func Sums(words []string) (text string) {
	h := sha256.New()
	var sum []byte
	var line []byte
	for i, w := range words {
		line = fmt.Appendf(line[:0], "%d:%s\n", i, w)
		h.Write(line)
		sum = h.Sum(sum[:0])
		text += string(strconv.AppendInt(nil, int64(sum[0]), 16))
	}
	return text
}

// Unless says what was found, or that nothing was looked for.
func Unless(words []string) string {
	var b []byte
	for _, w := range words {
		b = strconv.AppendQuote(b[:0], w)
		b = trimmed(b, len(words))
	}
	if b == nil {
		return "none"
	}
	return string(b)
}

// trimmed returns what is left without n characters.
func trimmed(dst []byte, n int) []byte { return append(dst[:0], dst[min(n, len(dst)):]...) }

// Branches of one stem end in other bytes.
func Branches(n int) bool {
	stem := make([]byte, n)
	return bytes.Equal(append(stem, 'a'), append(stem, 'b'))
}
