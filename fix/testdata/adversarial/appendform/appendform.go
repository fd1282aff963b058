// Package appendform has texts that are formatted to be appended, where the order, the
// nil or a panic of the formatting can be seen.
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
)

// Number appends after what is there, also after nothing.
func Number(dst []byte, n int64) []byte { return append(dst, strconv.FormatInt(n, 10)...) }

// Based panics for a base that does not exist, and dst is as it was.
func Based(dst []byte, n int64, base int) []byte {
	return append(dst, strconv.FormatInt(n, base)...)
}

// Quoted quotes what is in the room behind dst.
func Quoted(dst []byte) []byte {
	behind := string(dst[len(dst):cap(dst)])
	return append(dst, strconv.Quote(behind)...)
}

// Float appends the shortest form.
func Float(dst []byte, f float64) []byte {
	return append(dst, strconv.FormatFloat(f, 'g', -1, 32)...)
}

// Truth appends to a copy.
func Truth(dst []byte, b bool) []byte {
	return append(dst[:len(dst):len(dst)], strconv.FormatBool(b)...)
}

// Twice reads the number after it was changed in between.
func Twice(dst []byte, n *int) []byte {
	next := func() int { *n++; return *n }
	return append(append(dst, strconv.Itoa(next())...), strconv.Itoa(next())...)
}

// Hex writes digits of bytes that dst holds.
func Hex(dst []byte) []byte { return append(dst, hex.EncodeToString(dst)...) }

// Address writes what an address says of itself, also of none.
func Address(dst []byte, a netip.Addr) []byte { return append(dst, a.String()...) }

// Upper writes the letters of a text above what is there.
func Upper(dst []byte, s string) []byte { return append(dst, strings.ToUpper(s)...) }

// Joined writes nothing for no words, and keeps nil.
func Joined(dst []byte, words []string) []byte { return append(dst, strings.Join(words, ", ")...) }

// Pieces writes nothing when the last element is missing.
func Pieces(b *bytes.Buffer, words []string) {
	b.WriteString("first: " + words[0] + "; second: " + words[1] + "; all of them in one write\n")
}

// Named writes the name of what may be nil.
func Named(b *bytes.Buffer, of *Name) {
	b.WriteString("a name that is rather long: " + of.Text + "\n")
}

// Name has a text.
type Name struct{ Text string }

// Lines writes words between marks, also empty ones.
func Lines(b *bytes.Buffer, words []string) {
	for _, word := range words {
		b.WriteString("<" + word + ", which is a word of the list" + "\n")
	}
}

// Encoded encodes two pieces as one text.
func Encoded(p, q []byte) string {
	var b bytes.Buffer
	e := base64.NewEncoder(base64.StdEncoding, &b)
	e.Write(p)
	e.Write(q)
	e.Close()
	return b.String()
}

// Padded encodes what may be empty.
func Padded(p []byte) (string, error) {
	var b strings.Builder
	e := base64.NewEncoder(base64.URLEncoding, &b)
	if _, err := e.Write(p); err != nil {
		return "", err
	}
	if err := e.Close(); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Dumped writes digits with a space between bytes.
func Dumped(p []byte) string {
	var b bytes.Buffer
	e := hex.NewEncoder(&b)
	for i, c := range p {
		if i > 0 {
			b.WriteByte(' ')
		}
		e.Write([]byte{c})
	}
	return b.String()
}

// Missing encodes to a buffer that may be missing when there is nothing to encode.
func Missing(b *bytes.Buffer, p []byte) {
	e := base64.NewEncoder(base64.StdEncoding, b)
	e.Write(p)
	e.Close()
}

// Widened fails where there is less than nothing to add.
func Widened(text string, width int) (padded string, problem any) {
	defer func() { problem = recover() }()
	var b strings.Builder
	defer func() { padded = b.String() }()
	b.WriteString(text)
	b.WriteString(strings.Repeat("*", width-len(text)))
	b.WriteString("|")
	return b.String(), nil
}

// Doubled repeats what it appends to.
func Doubled(text string, times int) string {
	dst := []byte(text)
	for range max(0, min(times, 5)) {
		dst = append(dst, strings.Repeat(string(dst), times)...)
		if len(dst) > 2000 {
			break
		}
	}
	return string(dst)
}

// Made gives bytes of their own, that are never nil.
func Made(p []byte, n int64, base int) (all [][]byte, problem any) {
	defer func() { problem = recover() }()
	all = append(all, []byte(hex.EncodeToString(p)), []byte(base64.StdEncoding.EncodeToString(p)))
	text := []byte(strconv.Quote(string(p)))
	all = append(all, text[1:len(text)-1], []byte(strconv.FormatFloat(float64(n), 'f', base, 64)))
	return append(all, []byte(strconv.FormatInt(n, base))), nil
}

// echo writes a part of what it gets to itself, and keeps its text.
type echo struct{ got []string }

func (e *echo) Write(p []byte) (int, error) {
	if len(p) > 8 {
		tell(e, string(p[:len(p)/2]), len(p))
	}
	e.got = append(e.got, string(p))
	return len(p), nil
}

func tell(w io.Writer, name string, n int) {
	line := name + ":" + strconv.Itoa(n)
	io.WriteString(w, line)
}

// Echoed is written to a writer that writes.
func Echoed(words []string) string {
	e := &echo{}
	for i, word := range words {
		tell(e, word, i)
		io.Writer(e).Write([]byte(word + "/" + strconv.Itoa(i)))
	}
	return strings.Join(e.got, "|")
}

// index keeps the names that it does not have yet.
type index struct {
	of   map[string]int
	seen []string
	last *string
}

func (x *index) find(name string) int {
	if n, ok := x.of[name]; ok || len(name) > 3 && name[3] == '9' {
		return n
	}
	x.seen = append(x.seen, "["+name+"]")
	return -len(name)
}

func (x *index) note(name string) int {
	if len(x.seen)%2 == 0 {
		x.last = &name
	}
	return x.find(name)
}

// Found looks up texts, some of which are kept by what is called for them.
func Found(n int, names []string) (out []int, seen []string, last string) {
	x := &index{of: map[string]int{"n-7": 7, "id1": 1}}
	for i, name := range names {
		id := name + strconv.Itoa(n+i)
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

// Below is what lies in a folder, and not the folder.
func Below(path, dir string) (bool, bool) {
	return strings.HasPrefix(path, dir+"/"), !strings.HasSuffix(path, "/"+dir)
}

// Whole is equal to both pieces, which may overlap in it.
func Whole(x, a, b string) (int, string) {
	switch {
	case x == a+b:
		return 1, x[len(a):]
	case x != a+"::"+b && a != b:
		return 2, ""
	case a+"ü"+b == x:
		return 3, x
	}
	return 4, ""
}

type folder struct {
	name string
	up   *folder
}

// Upward has none above it, for some.
func Upward(f *folder, path string) (found bool, text string) {
	defer func() {
		if v, ok := recover().(error); ok {
			text = v.Error()
		}
	}()
	if strings.HasPrefix(path, "/"+f.up.name) {
		return true, "below"
	}
	return path == f.name+"/"+f.up.name, ""
}

// Calls counts how often it asks.
func Calls(path string, names []string) (found bool, n int) {
	next := func() string {
		if n++; n <= len(names) {
			return names[n-1]
		}
		return path
	}
	found = strings.HasPrefix(next(), next()+"/") || next() == next()+next()
	return found || strings.HasSuffix(path, next()+next()), n
}

// Either is one of two, or none.
func Either(x, a, b string) bool {
	return (x == a+"/") != (x == b+"/") == !strings.HasPrefix(a, x+b) && x != ""+a+""
}

// Several are compared with one that grows.
func Several(paths []string, dir string) (n int) {
	for _, p := range paths {
		if strings.HasPrefix(p, dir+"/") && p != dir+"/"+p {
			n++
			dir = p
		}
	}
	return n
}

// Grown has a slash more than it had, where it is kept, too.
func Grown(paths []string, dir string) (n int, last string) {
	first := dir
	dir += "/"
	for _, p := range paths {
		if strings.HasPrefix(p, dir) && p != first {
			n++
		}
	}
	first += "::"
	if n > 2 {
		last = first
	}
	return n, last
}

// Changed is what the folder was.
func Changed(paths []string, dir string) (n int) {
	prefix := dir + "/"
	for _, p := range paths {
		if dir = p; strings.HasPrefix(p, prefix) {
			n++
		}
	}
	return n + len(dir)
}

// Hidden has two names for one thing.
func Hidden(paths []string, dir, name string) (n int) {
	whole := dir + "/" + name
	other := name + "/"
	other += dir
	for i, dir := range paths {
		if dir == whole {
			n += i + 1
		}
		if name := dir + name; name != other {
			n += 100
		}
	}
	return n
}

// Between puts a list into a line whose end stays.
func Between(line []byte, at int, list []string, sep string) []byte {
	at = min(at, len(line))
	_ = append(line[:at], strings.Join(list, sep)...)
	return line
}

// Path is kept where it is new.
func Path(seen map[string]int, list []string) int {
	key := strings.Join(list, "/")
	if n, ok := seen[key]; ok {
		return n
	}
	seen[key] = len(key)
	return -1
}

// Blank is not nil where the list is.
func Blank(list []string, sep string) ([]byte, bool) {
	b := []byte(strings.Join(list, sep))
	return b, b == nil
}

// Sorted joins the list as it was before it is changed.
func Sorted(of map[string]int, list []string) (n int) {
	n = of[strings.Join(list, ",")] + first1(list)
	return n + of[strings.Join(list, ",")]
}

func first1(list []string) int {
	if len(list) > 1 {
		list[0], list[1] = list[1], list[0]
	}
	return len(list)
}

// Counted appends the length of a number before it, and the number from its first digit on.
func Counted(dst []byte, n int64) []byte {
	s := strconv.FormatInt(n, 10)
	dst = append(dst, byte(len(s)))
	if s[0] == '-' {
		return append(append(dst, s[1:]...), '-')
	}
	if s == "0" {
		return append(dst, "none"...)
	}
	return append(dst, s...)
}

// Titled writes a name with its length, unless there is none.
func Titled(first, last string) string {
	var b strings.Builder
	name := first + " " + last
	if name != " " {
		b.WriteByte(byte(len(name)))
		b.WriteString(name)
	}
	b.WriteString(name[:len(first)])
	return b.String()
}

type redumper struct{ out *bytes.Buffer }

func (d *redumper) hex(data []byte) {
	d.out.WriteString("h'")
	enc := hex.NewEncoder(d.out)
	enc.Write(data)
}

// Redumped encodes what is in the free space of the buffer, where the text goes.
func Redumped(data []byte) string {
	d := &redumper{out: &bytes.Buffer{}}
	d.out.Grow(4 * len(data))
	d.out.Write(data)
	old := d.out.Bytes()
	d.out.Reset()
	d.hex(old)
	return d.out.String()
}

func framed(w *bufio.Writer, text string, next int) int {
	w.WriteByte('<')
	w.WriteString(text)
	w.WriteByte('>')
	return next
}

func raised(n *int) int {
	*n *= 10
	return *n
}

// Framed writes a number as it was before it is raised.
func Framed(n int) string {
	var b bytes.Buffer
	w := bufio.NewWriterSize(&b, 16)
	for range 5 {
		framed(w, strconv.Itoa(n), raised(&n))
	}
	framed(w, strconv.Itoa(n), 0)
	w.Flush()
	return b.String()
}
