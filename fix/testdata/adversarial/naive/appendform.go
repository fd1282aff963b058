package appendform

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/netip"
	"strconv"
	"strings"
	"unsafe"
)

// The smallest number has no positive twin.
func Number(dst []byte, n int64) []byte {
	if n < 0 {
		dst, n = append(dst, '-'), -n
	}
	return strconv.AppendInt(dst, n, 10)
}

// It appends and then reads the room that it has written to.
func Quoted(dst []byte) []byte {
	room := dst[len(dst):cap(dst)]
	out := append(dst, '"')
	for _, c := range room {
		q := strconv.AppendQuote(nil, string(c))
		out = append(out, q[1:len(q)-1]...)
	}
	return append(out, '"')
}

// 64 bits are not the shortest form of 32.
func Float(dst []byte, f float64) []byte { return strconv.AppendFloat(dst, f, 'g', -1, 64) }

// It writes into the caller's room.
func Truth(dst []byte, b bool) []byte { return strconv.AppendBool(dst, b) }

// The number is read once.
func Twice(dst []byte, n *int) []byte {
	*n += 2
	return strconv.AppendInt(strconv.AppendInt(dst, int64(*n-1), 10), int64(*n-1), 10)
}

// No address has no text.
func Address(dst []byte, a netip.Addr) []byte { return a.AppendTo(dst) }

// Letters of ASCII only.
func Upper(dst []byte, s string) []byte {
	for _, c := range []byte(s) {
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}

// The first pieces are written when the second word is missing.
func Pieces(b *bytes.Buffer, words []string) {
	b.WriteString("first: ")
	b.WriteString(words[0])
	b.WriteString("; second: ")
	b.WriteString(words[1])
	b.WriteString("; all of them in one write\n")
}

// A part is written before the name is missing.
func Named(b *bytes.Buffer, of *Name) {
	b.WriteString("a name that is rather long: ")
	b.WriteString(of.Text)
	b.WriteByte('\n')
}

// An empty word has no line.
func Lines(b *bytes.Buffer, words []string) {
	for _, word := range words {
		if word != "" {
			b.WriteByte('<')
			b.WriteString(word)
			b.WriteString(", which is a word of the list\n")
		}
	}
}

// Each piece is padded.
func Encoded(p, q []byte) string {
	var b bytes.Buffer
	b.Write(base64.StdEncoding.AppendEncode(make([]byte, 0, 64), p))
	b.Write(base64.StdEncoding.AppendEncode(make([]byte, 0, 64), q))
	return b.String()
}

// The padding is missing.
func Padded(p []byte) (string, error) {
	return base64.RawURLEncoding.EncodeToString(p), nil
}

// The space is written at the end, too.
func Dumped(p []byte) string {
	var b bytes.Buffer
	for _, c := range p {
		b.Write(append(hex.AppendEncode(make([]byte, 0, 64), []byte{c}), ' '))
	}
	return b.String()
}

// Less than nothing is nothing.
func Widened(text string, width int) (padded string, problem any) {
	defer func() { problem = recover() }()
	var b strings.Builder
	defer func() { padded = b.String() }()
	b.WriteString(text)
	for range width - len(text) {
		b.WriteByte('*')
	}
	b.WriteString("|")
	return b.String(), nil
}

// What is appended is repeated, too.
func Doubled(text string, times int) string {
	dst := []byte(text)
	for range max(0, min(times, 5)) {
		for range times {
			dst = append(dst, dst...)
			if len(dst) > 2000 {
				break
			}
		}
		if len(dst) > 2000 {
			break
		}
	}
	return string(dst)
}

// What is empty is nil.
func Made(p []byte, n int64, base int) (all [][]byte, problem any) {
	defer func() { problem = recover() }()
	all = append(all, hex.AppendEncode(nil, p), base64.StdEncoding.AppendEncode(nil, p))
	text := strconv.AppendQuote(nil, string(p))
	all = append(all, text[1:len(text)-1], strconv.AppendFloat(nil, float64(n), 'f', base, 64))
	return append(all, strconv.AppendInt(nil, n, base)), nil
}

// It is written in pieces.
func Echoed(words []string) string {
	e := &echo{}
	for i, word := range words {
		tell(e, word, i)
		io.WriteString(e, word)
		io.WriteString(e, "/"+strconv.Itoa(i))
	}
	return strings.Join(e.got, "|")
}

// What is kept is the memory of all texts.
func Found(n int, names []string) (out []int, seen []string, last string) {
	x := &index{of: map[string]int{"n-7": 7, "id1": 1}}
	var room [64]byte
	view := func(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
	for i, name := range names {
		id := view(strconv.AppendInt(append(room[:0], name...), int64(n+i), 10))
		out = append(out, x.find(strconv.Itoa(n)), x.find(id), x.note("n"+strconv.Itoa(n-i)))
		if len(id) > 4 {
			x.seen = append(x.seen, id)
		}
		func() {
			defer func(text string) { x.seen = append(x.seen, text) }(strconv.Itoa(i))
			out = append(out, x.find(name[:len(name)/2]+strconv.Quote(name)))
		}()
	}
	if x.last != nil {
		last = *x.last
	}
	return out, x.seen, last
}

// What follows the folder is not looked at.
func Below(path, dir string) (bool, bool) {
	return strings.HasPrefix(path, dir) && len(path) > len(dir), !strings.HasSuffix(path, dir)
}

// They are found at both ends.
func Whole(x, a, b string) (int, string) {
	between := func(s string) bool {
		return strings.HasPrefix(x, a) && strings.HasSuffix(x, b) && strings.Contains(x, s)
	}
	switch {
	case between(""):
		return 1, x[len(a):]
	case !between("::") && a != b:
		return 2, ""
	case between("ü"):
		return 3, x
	}
	return 4, ""
}

// It is not asked for where the path has another beginning.
func Upward(f *folder, path string) (found bool, text string) {
	defer func() {
		if v, ok := recover().(error); ok {
			text = v.Error()
		}
	}()
	if strings.HasPrefix(path, "/") && strings.HasPrefix(path[1:], f.up.name) {
		return true, "below"
	}
	return strings.HasPrefix(path, f.name) && path[len(f.name):] == "/"+f.up.name, ""
}

// It asks once more where the first is found.
func Calls(path string, names []string) (found bool, n int) {
	next := func() string {
		if n++; n <= len(names) {
			return names[n-1]
		}
		return path
	}
	found = strings.HasPrefix(next(), next()) && strings.HasPrefix(next()[1:], "/")
	found = found || next() == next()+next()
	return found || strings.HasSuffix(path, next()+next()), n
}

// The operators bind in another way.
func Either(x, a, b string) bool {
	return len(x) == len(a)+1 && x[:len(a)] == a && x[len(a)] == '/' !=
		strings.HasPrefix(x, b) == !strings.HasPrefix(a, x+b) && x != a
}

// The folder is the first one.
func Several(paths []string, dir string) (n int) {
	for _, p := range paths {
		if strings.HasPrefix(p, dir) && p[len(dir):] != "" && p[len(dir)] == '/' {
			n++
		}
	}
	return n
}

// What is kept has no more than it had.
func Grown(paths []string, dir string) (n int, last string) {
	for _, p := range paths {
		if strings.HasPrefix(p, dir) && strings.HasPrefix(p[len(dir):], "/") && p != dir {
			n++
		}
	}
	if n > 2 {
		last = dir
	}
	return n, last
}

// It is what the folder is.
func Changed(paths []string, dir string) (n int) {
	for _, p := range paths {
		if dir = p; strings.HasPrefix(p, dir) && strings.HasPrefix(p[len(dir):], "/") {
			n++
		}
	}
	return n + len(dir)
}

// The other one is meant.
func Hidden(paths []string, dir, name string) (n int) {
	other := name + "/" + dir
	for i, dir := range paths {
		if dir == dir+"/"+name {
			n += i + 1
		}
		if name := dir + name; name != other {
			n += 100
		}
	}
	return n
}

// The room is made for one separator more than there is.
func Between(line []byte, at int, list []string, sep string) []byte {
	at = min(at, len(line))
	_ = joinRoomy(line[:at], list, sep)
	return line
}

func joinRoomy(dst []byte, list []string, sep string) []byte {
	n := 0
	for _, s := range list {
		n += len(s) + len(sep)
	}
	dst = append(dst, make([]byte, n)...)[:len(dst)]
	for i, s := range list {
		if i > 0 {
			dst = append(dst, sep...)
		}
		dst = append(dst, s...)
	}
	return dst
}

// The map's key changes with the bytes.
func Path(seen map[string]int, list []string) int {
	keyRoom = joinRoomy(keyRoom[:0], list, "/")
	if n, ok := seen[string(keyRoom)]; ok {
		return n
	}
	seen[unsafe.String(unsafe.SliceData(keyRoom), len(keyRoom))] = len(keyRoom)
	return -1
}

var keyRoom []byte

// It is nil where the list is.
func Blank(list []string, sep string) ([]byte, bool) {
	b := joinRoomy(nil, list, sep)
	return b, b == nil
}

// The sign is not a digit, but counted here.
func Counted(dst []byte, n int64) []byte {
	at := len(dst)
	dst = strconv.AppendInt(append(dst, 0), n, 10)
	dst[at] = byte(len(dst) - at)
	if n == 0 {
		return append(dst[:at+1], "none"...)
	}
	return dst
}

// The free space of a buffer is free.
func Redumped(data []byte) string {
	var b bytes.Buffer
	b.Grow(4 * len(data))
	b.Write(data)
	old := b.Bytes()
	b.Reset()
	b.WriteString("h'")
	b.Write(hex.AppendEncode(b.AvailableBuffer(), old))
	return b.String()
}

// The number is read when it is written.
func Framed(n int) string {
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 16)
	for range 5 {
		raised(&n)
		w.WriteByte('<')
		w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(n), 10))
		w.WriteByte('>')
	}
	framed(w, strconv.Itoa(n), 0)
	w.Flush()
	return b.String()
}
