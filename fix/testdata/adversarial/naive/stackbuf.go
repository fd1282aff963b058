package stackbuf

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A path has at most 64 bytes.
func Path(parts []string) string {
	var room [64]byte
	n := 0
	for _, p := range parts {
		n += copy(room[n:], "/")
		n += copy(room[n:], p)
	}
	return string(room[:n])
}

var shared [256]byte

// All callers get the same memory.
func Bytes(s string) []byte {
	if s == "" {
		return nil
	}
	b := shared[:0]
	for i := range len(s) {
		b = append(b, s[len(s)-1-i])
	}
	return b
}

// What is kept is written over.
func Through(s string, keep func([]byte)) {
	b := shared[:0]
	b = append(b, s...)
	keep(b)
	if len(b) > 0 {
		b[0] = '.'
	}
	keep(append(b, '.'))
}

// It is never nil.
func Nil(xs []int) (bool, int) {
	var room [8]int
	out := room[:0]
	for _, x := range xs {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out == nil, len(out)
}

// There is no room for 64 digits of two.
func Digits(n uint64, base int) string {
	if base < 2 || base > 16 {
		panic(fmt.Sprintf("base %d", base))
	}
	var room [20]byte
	i := len(room)
	for ; (n > 0 || i == len(room)) && i > 0; n /= uint64(base) {
		i--
		room[i] = "0123456789abcdef"[n%uint64(base)]
	}
	return string(room[i:])
}

// The parts lie in one slice, and can grow into each other.
func Tail(words []string) [][]byte {
	var out [][]byte
	var b []byte
	for _, w := range words {
		b = append(b[:0], w...)
		out = append(out, b)
	}
	return out
}

// Both write behind the same end.
func Twice(n int) string {
	b := append(make([]byte, 0, 512), make([]byte, max(0, min(n, 300)))...)
	c := b
	b = append(b, 'b')
	c = append(c, 'c')
	return string(b[len(b)-1:]) + string(c[len(c)-1:])
}

// All rows have the same room.
func Rows(n int) (sum int) {
	var room [40]int
	var last []int
	for i := range max(0, min(n, 40)) {
		row := room[:i+1]
		clear(row)
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

// There is more behind the end.
func Beyond(s string, end int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	room := append(make([]byte, 0, 256), make([]byte, len(s))...)
	copy(room, s)
	part := room[:end]
	return string(part)
}

// All have the same room.
func Called(words []string) (all []string) {
	var later []func() string
	do := func(f func() string) { later = append(later, f) }
	var array [256]byte
	for i, w := range words {
		room := array[:min(len(w)+1, len(array))]
		room[0] = byte('a' + i%26)
		do(func() string { copy(room[1:], w); return string(room) })
	}
	for _, f := range later {
		all = append(all, f())
	}
	return all
}

// All are decoded to the same place.
func Decoded(texts []string) (list [][]byte, problem string) {
	room := make([]byte, 0, 64)
	for _, text := range texts {
		b, err := hex.AppendDecode(room, []byte(text))
		if err != nil {
			problem += fmt.Sprint(err, len(b), ";")
		}
		list = append(list, b[:len(b)/2])
	}
	return list, problem
}

// The room has a length.
func Compared(text, want string) string {
	var room [32]byte
	n, err := hex.Decode(room[:], []byte(text[:min(len(text), 64)]))
	c, other := base64.StdEncoding.DecodeString(want)
	return fmt.Sprint(bytes.Equal(room[:], c), n, len(c), false, c == nil, err, other)
}

// The loop sees what is written.
func Ranged(n int) (text string) {
	list := append(make([]int, 0, 32), 1, 2, n)
	for i, x := range list {
		if i == n%3 {
			list = append(list, 7)
			list[2] = 9
		}
		text += fmt.Sprint(x)
	}
	return text + fmt.Sprint(list)
}

// Both have the same room.
func First(n int) (int, int) {
	list := append(make([]int, 0, 32), n)
	first := list
	for i := range max(0, min(n, 40)) {
		list = append(list, i)
		list[0]++
	}
	return first[0], len(list)
}

// What comes last is taken first.
func Paths(depth int) string {
	todo := append(make([]string, 0, 32), ".")
	var leaves []string
	for len(todo) > 0 {
		path := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(path) > max(0, min(depth, 7)) {
			leaves = append(leaves, path)
			continue
		}
		todo = append(todo, path+"l", path+"r")
	}
	return strings.Join(leaves, " ")
}

// A copy of nil is none.
func Asked(words []string) string {
	own := append(make([]string, 0, 16), words...)
	slices.Sort(own)
	return listed(own)
}

// There are never more than 64 bytes.
func Digest(left, right []byte, more int) []byte {
	var room [64]byte
	data := room[:max(0, min(64, len(left)+len(right)+more))]
	n := copy(data, left)
	copy(data[n:], right)
	return sealed(data)
}

// All words have the same bytes.
func Halves(words []string) (parts [][]byte) {
	room := make([]byte, 0, 64)
	for _, word := range words {
		data := append(room[:0], word...)
		parts = append(parts, half(data))
	}
	return parts
}

// There are never more than 16 words.
func Word(s string, i int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	given := func() string {
		i--
		return s
	}
	var words [16]string
	n := 0
	for word := range strings.FieldsSeq(given()) {
		if n < len(words) {
			words[n] = word
			n++
		}
	}
	return words[:n][i] + strings.Split(s, " ")[1]
}

// Behind the mark is nothing.
func Marked(b []byte) string {
	sum := sealed(append(append(make([]byte, 0, 64), mark...), b...))
	return string(sum) + string(mark[:cap(mark)])
}

// The start is written over.
func Started(b []byte) string {
	sum := sealed(append(start[:1], b...))
	return string(sum) + string(sealed(append([]byte{'x', 0}, b...)))
}

// After an error there is what was there before.
func Codes(words []string) string {
	var out bytes.Buffer
	code := make([]byte, 0, 256)
	for i, w := range words {
		next, err := coded(code[:0], w)
		if err != nil {
			fmt.Fprint(&out, i, err, 0, ";")
		} else {
			code = next
		}
		code = strconv.AppendInt(append(code, '='), int64(len(code)), 10)
		out.Write(code)
	}
	return out.String()
}

// What was given away is written over.
func Gifts(words []string) (given [][]byte, rest string) {
	b := make([]byte, 0, 256)
	for _, w := range words {
		b = strconv.AppendQuote(b[:0], w)
		if len(w)%2 == 1 {
			given = append(given, b)
			b = b[:0]
		}
	}
	return given, string(b)
}

// It writes over what it reads.
func Doubled(words []string) string {
	b := make([]byte, 0, 256)
	for _, w := range words {
		b = append(b, w...)
		b = dotted(b[:0], b)
		b = b[:min(len(b), 40)]
	}
	return string(b)
}

// No number has more than eight.
func Divisors(numbers []int) string {
	var room [8]int
	var out strings.Builder
	for _, n := range numbers {
		found := divisors(room[:0], n, 1)
		for i := range min(len(found), len(room)) {
			fmt.Fprint(&out, room[i], " ")
		}
		out.WriteByte(';')
	}
	return out.String()
}

// A sum is appended to the one before.
func Sums(words []string) (text string) {
	h := sha256.New()
	sum, line := make([]byte, 0, 64), make([]byte, 0, 256)
	for i, w := range words {
		line = fmt.Appendf(line[:0], "%d:%s\n", i, w)
		h.Write(line)
		sum = h.Sum(sum)
		text += string(strconv.AppendInt(nil, int64(sum[0]), 16))
	}
	return text
}

// It is never nil.
func Unless(words []string) string {
	b := make([]byte, 0, 256)
	for _, w := range words {
		b = strconv.AppendQuote(b[:0], w)
		b = trimmed(b, len(words))
	}
	if b == nil {
		return "none"
	}
	return string(b)
}
