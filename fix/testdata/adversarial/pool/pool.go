// Package pool has buffers that a function seems to need only while it runs.
package pool

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Whole returns the bytes of its buffer.
func Whole(s string) []byte {
	var buf bytes.Buffer
	buf.WriteString(s)
	buf.WriteByte('.')
	return buf.Bytes()
}

// Text returns a copy of them.
func Text(s string, n int) string {
	var buf bytes.Buffer
	for range n % 5 {
		buf.WriteString(s)
	}
	return buf.String()
}

// Again calls itself while it has a buffer.
func Again(s string, depth int) string {
	buf := new(bytes.Buffer)
	buf.WriteString(s)
	if depth > 0 && depth < 9 {
		buf.WriteString(Again(s, depth-1))
	}
	buf.WriteByte('|')
	return buf.String()
}

// Fails panics half-way, and the next call begins with nothing.
func Fails(words []string, at int) string {
	buf := new(bytes.Buffer)
	for i := range words {
		buf.WriteString(words[i])
		if i == 1 {
			buf.WriteString(words[at])
		}
	}
	return buf.String()
}

// Distinct counts with a map.
func Distinct(words []string) int {
	seen := make(map[string]bool)
	for _, w := range words {
		seen[w] = true
	}
	return len(seen)
}

// Calls hands its buffer to a function that may call back.
func Calls(s string, f func(io.Writer)) string {
	buf := new(bytes.Buffer)
	buf.WriteString(s)
	f(buf)
	return buf.String()
}

// Packed is a whole document.
func Packed(s string) int {
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	w.Name = s[:min(len(s), 1)]
	if _, err := io.WriteString(w, s); err != nil {
		return -1
	}
	if err := w.Close(); err != nil {
		return -2
	}
	return int(crc32.ChecksumIEEE(buf.Bytes()))
}

// Sum hashes two texts, one after the other.
func Sum(a, b string) uint32 {
	h := fnv.New32a()
	io.WriteString(h, a)
	first := h.Sum32()
	io.WriteString(h, b)
	return first ^ h.Sum32()
}

// Rows keep parts of a buffer that are copied in time.
func Rows(words []string) (out []string) {
	buf := new(bytes.Buffer)
	for _, w := range words {
		buf.Reset()
		buf.WriteString(w)
		buf.WriteByte(';')
		out = append(out, buf.String())
	}
	return out
}

// Frames reads frames, and the frames in them while it still needs their header.
func Frames(data string) (out []string) { return frames(strings.NewReader(data), 0) }

func frames(r io.Reader, depth int) (out []string) {
	var head [40]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || depth > 9 {
		return append(out, fmt.Sprint(err, head[:3], head[39]))
	}
	if head[0]%2 == 1 {
		out = frames(r, depth+1)
	}
	return append(out, string(head[:head[1]%41]))
}

// Heads keeps the beginning of each piece, which is a part of what it was read into.
func Heads(data string) (out [][]byte) {
	r := strings.NewReader(data)
	for len(out) < 9 {
		head := headOf(r)
		if head == nil {
			break
		}
		out = append(out, head)
	}
	return out
}

func headOf(r io.Reader) []byte {
	var head [33]byte
	n, err := io.ReadFull(r, head[:])
	if err != nil {
		return nil
	}
	return head[:n%5]
}

// Flushed writes lines to w, which may have a buffer of its own: then that is flushed.
func Flushed(w io.Writer, words []string) error {
	bw := bufio.NewWriter(w)
	for _, s := range words {
		bw.WriteString(s)
		bw.WriteByte('\n')
	}
	return bw.Flush()
}

// FirstLine leaves what follows in a reader that has a buffer of its own.
func FirstLine(r io.Reader) (string, error) {
	br := bufio.NewReaderSize(r, 64)
	return br.ReadString('\n')
}

// Begun returns bytes that are never nil.
func Begun(words []string) []byte {
	buf := bytes.NewBuffer(make([]byte, 0, 4*len(words)))
	for _, s := range words {
		fmt.Fprintf(buf, "%q", s)
	}
	return buf.Bytes()
}

// Deflated closes its writer twice where the text is short.
func Deflated(s string) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestSpeed)
	io.WriteString(w, s)
	if len(s) < 3 {
		w.Close()
	}
	w.Close()
	return append([]byte("z"), out.Bytes()...)
}

type walk struct {
	seen  []string
	found []string
	most  int
}

func (w *walk) visit(text string) {
	if len(w.seen) < w.most {
		w.seen = append(w.seen, text)
	}
	for i := range text {
		if text[i] == 'a' {
			w.found = append(w.found, text[i:])
		}
	}
}

// Walked gives away one of the lists that it fills.
func Walked(texts []string) (found []string, n int) {
	w := &walk{most: 3}
	for _, text := range texts {
		w.visit(text)
	}
	return w.found, len(w.seen)
}

type stacked struct {
	ends []int
	top  int
}

func (s *stacked) push(n int) { s.ends, s.top = append(s.ends, n), n }

// Unwound looks behind the end, where there may be nothing.
func Unwound(list []int) (sum int, problem any) {
	defer func() { problem = recover() }()
	s := &stacked{}
	for _, n := range list {
		s.push(n)
	}
	s.ends = s.ends[:max(0, len(list)-1)]
	for _, n := range s.ends[:len(list)] {
		sum += n
	}
	return sum + s.ends[:2][1], nil
}

type counted struct {
	words  []string
	counts []int
}

func (c *counted) add(word string) {
	for i := range c.words {
		if c.words[i] == word {
			c.counts[i]++
			return
		}
	}
	c.words = append(c.words, word)
	c.counts = append(c.counts, 1)
}

// Counted starts from nothing in each call, also after one that panicked.
func Counted(words []string, most int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	c := &counted{}
	for _, word := range words {
		c.add(word)
		if c.counts[0] > most {
			panic("too many")
		}
	}
	for i := range c.words {
		text += fmt.Sprint(c.words[i], c.counts[i], ";")
	}
	return text
}

func each(words []string, f func(i int, word string)) {
	for i, word := range words {
		f(i, word)
	}
}

// Numbered writes in a function that another one calls.
func Numbered(words []string) string {
	buf := new(bytes.Buffer)
	each(words, func(i int, word string) {
		if i < 99 {
			fmt.Fprintf(buf, "%d %s,", i, word)
		}
	})
	return buf.String()
}

type listeners struct{ list []func(word string) string }

func (l *listeners) add(f func(word string) string) { l.list = append(l.list, f) }

// Listeners have a buffer each, which they keep.
func Listeners(words []string) []func(word string) string {
	l := &listeners{}
	for _, word := range words {
		l.listen(word)
	}
	return l.list
}

func (l *listeners) listen(word string) {
	heard := new(bytes.Buffer)
	fmt.Fprintf(heard, "%s:", word)
	l.add(func(word string) string {
		fmt.Fprintf(heard, " %s", word)
		return heard.String()
	})
}

// Padded reads n bytes, or fewer with zeros behind them. What is empty is not nil.
func Padded(r io.Reader, n int) (text string, nothing bool) {
	buf := make([]byte, n)
	r.Read(buf)
	return string(buf), buf == nil || cap(buf) > n
}

// Chained returns a part of what it has, by way of a function that returns it.
func Chained(r io.Reader, n int) []byte {
	buf := make([]byte, n)
	r.Read(buf)
	return trimmed(buf)
}

func trimmed(b []byte) []byte {
	for len(b) > 0 && b[0] == ' ' {
		b = b[1:]
	}
	return b
}

// Branched goes on in two ways from what it has, which is theirs alone as it grows.
func Branched(w io.Writer, s string) {
	var b []byte
	b = append(b, s...)
	one := append(b, 'x')
	two := append(b, 'y')
	w.Write(one)
	w.Write(two)
}

// Listed writes a list, and nothing for none.
func Listed(w io.Writer, words []string) bool {
	var b []byte
	for _, word := range words {
		b = append(b, word...)
		b = append(b, ',')
	}
	w.Write(b)
	return b == nil
}

// Behind returns a part of what it has read.
func Behind(r io.Reader) (head string, tail []byte, err error) {
	all, err := io.ReadAll(r)
	before, after, found := bytes.Cut(all, []byte("e"))
	if found {
		tail = after
	}
	return string(before), tail, err
}

// CountedIn counts, and says whether nothing is nil.
func CountedIn(r io.Reader) (n int, nothing bool, err error) {
	all, err := io.ReadAll(r)
	before, after, _ := bytes.Cut(all, []byte(" "))
	before = bytes.TrimSpace(before)
	return len(before) + bytes.Count(after, before), all == nil, err
}

// Nested reads by itself while it holds what it has read.
func Nested(s string) string {
	all, _ := io.ReadAll(strings.NewReader(s))
	if len(all) > 1 {
		s = Nested(s[:len(s)/2]) + "|"
	}
	return s + string(all)
}

// Bodies keeps each body.
func Bodies(texts []string) (all [][]byte) {
	for _, s := range texts {
		b, _ := io.ReadAll(strings.NewReader(s))
		all = append(all, bytes.TrimSpace(b))
	}
	return all
}

// Longest keeps one of the bodies.
func Longest(texts []string) (longest []byte) {
	for _, s := range texts {
		b, _ := io.ReadAll(strings.NewReader(s))
		if len(b) > len(longest) {
			longest = b
		}
	}
	return longest
}

// Vowels counts in each body, some of which break, or are read by a body of their own.
func Vowels(texts []string, limit int64) (n int, failed error) {
	for i, s := range texts {
		b, err := io.ReadAll(io.LimitReader(strings.NewReader(s), limit))
		if err != nil {
			failed = err
			continue
		}
		for range i % 3 {
			b, _ := io.ReadAll(bytes.NewReader(b))
			n += bytes.Count(b, []byte("e"))
		}
		if n += bytes.Count(b, []byte("a")); n > 1000 {
			break
		}
	}
	return n, failed
}

// Reversed reads a body from the one before.
func Reversed(s string, times int) string {
	var r io.Reader = strings.NewReader(s)
	last := ""
	for range times % 4 {
		b, _ := io.ReadAll(r)
		if b == nil {
			return "nil"
		}
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		r = bytes.NewReader(b)
		last = string(b)
	}
	return last
}

var announcements = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Announced takes a buffer from a pool in which nothing ever waits.
func Announced(s string) (string, error) {
	buf := announcements.Get().(*bytes.Buffer)
	if s == "" {
		return "", io.ErrUnexpectedEOF
	}
	buf.WriteString(s)
	return buf.String() + "!", nil
}

// Halved takes one while it has one.
func Halved(s string) string {
	buf := announcements.Get().(*bytes.Buffer)
	buf.WriteString(s)
	if len(s) > 1 {
		buf.WriteString("|" + Halved(s[:len(s)/2]))
	}
	return buf.String()
}

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Body returns the bytes of what it takes.
func Body(s string) []byte {
	buf := bodies.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(s)
	buf.WriteByte('.')
	return buf.Bytes()
}

// Wording returns what reads of it later.
func Wording(s string) func() string {
	buf := bodies.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(s)
	return func() string { return buf.String() }
}

var quotes = sync.Pool{New: func() any { return bytes.NewBufferString("> ") }}

// Quoted relies on what the pool begins with.
func Quoted(s string) string {
	buf := quotes.Get().(*bytes.Buffer)
	buf.WriteString(s)
	return buf.String()
}

var pairs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func finished(buf *bytes.Buffer) string {
	s := buf.String()
	buf.Reset()
	pairs.Put(buf)
	return s
}

// Paired has another function give both back.
func Paired(a, b string) string {
	one := pairs.Get().(*bytes.Buffer)
	two := pairs.Get().(*bytes.Buffer)
	one.WriteString(a)
	two.WriteString(b)
	return finished(one) + "," + finished(two)
}

var fields = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Fields gives it back where it ends, and not where it returns early.
func Fields(list []string) (text string, n int) {
	for _, s := range list {
		buf := fields.Get().(*bytes.Buffer)
		buf.Reset()
		if s == "b" {
			continue
		}
		fmt.Fprintf(buf, "%q", s)
		if buf.Len() > 12 {
			return text, -1
		}
		text += buf.String()
		n += buf.Len()
		fields.Put(buf)
	}
	return text, n
}

// Held lets what it returns hold it.
func Held(s string) *bufio.Reader {
	buf := fields.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(s)
	return bufio.NewReader(buf)
}

// Digits writes the digits of a number, the last one first.
func Digits(n, base int64) (text string) {
	if base < 2 || base > 36 {
		return ""
	}
	x := big.NewInt(n)
	for range 70 {
		if x.Sign() == 0 {
			break
		}
		rest := new(big.Int)
		x.DivMod(x, big.NewInt(base), rest)
		text += rest.Text(36)
	}
	return text
}

// Fibs has two numbers left of the iterations before.
func Fibs(n int) (list []string) {
	a, b := big.NewInt(0), big.NewInt(1)
	for range n % 50 {
		c := new(big.Int).Add(a, b)
		a, b = b, c
		list = append(list, a.String())
	}
	return list
}

// Shifted keeps the number of each iteration.
func Shifted(list []int64) (all []*big.Int) {
	for _, n := range list {
		x := new(big.Int).SetInt64(n)
		x.Lsh(x, 3)
		all = append(all, x)
	}
	return all
}

// Totals adds to what begins with zero.
func Totals(lists [][]int64) (text string) {
	for _, list := range lists {
		sum := new(big.Int)
		for _, n := range list {
			sum.Add(sum, big.NewInt(n))
		}
		text += sum.String() + ";"
	}
	return text
}

// Highest remembers the number of one iteration.
func Highest(list []int64) string {
	most := big.NewInt(0)
	for _, n := range list {
		x := big.NewInt(n)
		x.Mul(x, x)
		if x.Cmp(most) > 0 {
			most = x
		}
	}
	return most.String()
}

// Negated computes with what it has, and says so in a literal that runs at once.
func Negated(list []int64) (text string) {
	for _, n := range list {
		x := big.NewInt(n)
		if n < 0 {
			continue
		}
		func() { x.Neg(x) }()
		text += x.String()
	}
	return text
}

type parsed struct {
	words []string
	seen  map[string]bool
	count [4]int
	up    *parsed
}

var parses = sync.Pool{New: func() any { return new(parsed) }}

// Parsed hands out what the fields lead to, and never gives the struct back.
func Parsed(s string) ([]string, map[string]bool, int) {
	p := parses.Get().(*parsed)
	if p.seen == nil {
		p.seen = map[string]bool{}
	}
	for _, w := range strings.Fields(s) {
		p.words = append(p.words, w)
		p.seen[w] = true
		p.count[len(w)%4]++
	}
	return p.words, p.seen, p.count[1]
}

// Counts hands out a part of the struct itself.
func Counts(s string) []int {
	p := parses.Get().(*parsed)
	for i := range len(s) {
		p.count[s[i]%4]++
	}
	return p.count[:]
}

// Linked keeps each struct in the next one.
func Linked(words []string) (n int) {
	p := parses.Get().(*parsed)
	p.words = words
	q := parses.Get().(*parsed)
	q.up = p
	for at := q; at != nil; at = at.up {
		n = n*10 + len(at.words) + at.count[0]
	}
	return n
}

type writes interface{ write(w io.Writer) }

// follower writes to the writer that it got before, too.
type follower struct {
	before io.Writer
	n      int
}

func (f *follower) write(w io.Writer) {
	f.n++
	if f.before != nil {
		io.WriteString(f.before, "late")
	}
	fmt.Fprint(w, f.n, ";")
	f.before = w
}

func followed(w writes, s string) string {
	var b strings.Builder
	b.WriteString(s)
	w.write(&b)
	w.write(&b)
	return b.String()
}

// Followed has a writer that is kept, and written to in the next call.
func Followed(texts []string) (out []string) {
	f := &follower{}
	for _, s := range texts {
		out = append(out, followed(f, s))
	}
	return out
}

type telling struct{ list []string }

func (t telling) write(w io.Writer) {
	for _, s := range t.list {
		if _, ok := w.(*strings.Builder); ok {
			s += "!"
		}
		io.WriteString(w, s)
	}
}

func told(w writes) string {
	b := &strings.Builder{}
	w.write(b)
	return b.String()
}

// Told has a function that asks what it writes to.
func Told(list []string) string { return told(telling{list}) }

// Opened reads a line from what it opens, which may have a buffer that is read on.
func Opened(s string, wide bool) string {
	opened := 0
	under := bufio.NewReaderSize(strings.NewReader(s), 1<<13)
	open := func() io.Reader {
		if opened++; wide {
			return under
		}
		return strings.NewReader(s)
	}
	br := bufio.NewReader(open())
	line, err := br.ReadString('\n')
	rest, _ := io.ReadAll(under)
	return fmt.Sprint(line, err, opened, string(rest))
}

// Limited reads no more than it may, and asks how much is left.
func Limited(s string, n int64) string {
	r := strings.NewReader(s)
	br := bufio.NewReaderSize(io.LimitReader(r, n), 16)
	word, err := br.ReadString(' ')
	return fmt.Sprint(word, err, br.Buffered(), r.Len())
}

// Coded encodes what may be no JSON, and a part of it again while it has the bytes.
func Coded(s string, depth int) string {
	var v any = map[string]any{s: depth, "n": nil}
	if depth%4 == 3 {
		v = func() {}
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(len(b), b == nil, err)
	}
	if depth > 0 && depth < 9 {
		return string(append(b, Coded(s, depth-1)...)) + strconv.Itoa(len(b))
	}
	return string(b)
}

// Lines encodes each text on its line, and the lengths.
func Lines(words []string) string {
	var out bytes.Buffer
	for _, w := range words {
		b, err := json.Marshal(w)
		if err != nil || len(b) > 1000 {
			continue
		}
		b = append(b, '\n')
		out.Write(b)
		out.WriteByte(byte(len(b)))
	}
	return out.String()
}

// recorder sees what is written through it.
type recorder struct {
	http.ResponseWriter
	status, size int
}

func (r *recorder) WriteHeader(code int) {
	r.status = code
	r.ResponseWriter.WriteHeader(code)
}

func (r *recorder) Write(b []byte) (int, error) {
	n, err := r.ResponseWriter.Write(b)
	r.size += n
	return n, err
}

// page is a response in memory.
type page struct {
	strings.Builder
	code int
}

func (p *page) Header() http.Header { return nil }

func (p *page) WriteHeader(code int) { p.code = code }

func served(next http.Handler, w http.ResponseWriter, r *http.Request) (status, size int) {
	rec := &recorder{ResponseWriter: w, status: 200}
	next.ServeHTTP(rec, r)
	return rec.status, rec.size
}

// Served writes a text in parts, perhaps with a status; some handlers serve others.
func Served(text string, n int) string {
	var depth int
	var h http.HandlerFunc
	h = func(w http.ResponseWriter, r *http.Request) {
		if n%3 == 1 {
			w.WriteHeader(400 + depth)
		}
		io.WriteString(w, text[:len(text)/(depth+1)])
		if depth++; depth < n%4 {
			status, size := served(h, w, r)
			fmt.Fprint(w, status, size)
		}
	}
	p := &page{}
	status, size := served(h, p, &http.Request{})
	return fmt.Sprint(status, size, p.code, p.String())
}

// ahead is what heads are read from, and what follows.
type ahead interface {
	io.ByteReader
	Peek(n int) ([]byte, error)
}

// beginning returns the first byte, and notes it with the next ones.
func beginning(r ahead, heads *[][]byte) (byte, error) {
	if b, err := r.Peek(3); err == nil {
		*heads = append(*heads, b)
	}
	return r.ReadByte()
}

func rest(r io.Reader, heads *[][]byte) string {
	br := bufio.NewReader(r)
	if c, err := beginning(br, heads); err != nil || c == ' ' {
		return ""
	}
	s, _ := br.ReadString(' ')
	return s
}

// Beginnings reads the first word of each text, and has all their beginnings in the end.
func Beginnings(texts []string) string {
	var heads [][]byte
	var all string
	for _, s := range texts {
		all += rest(strings.NewReader(s), &heads)
	}
	return all + string(bytes.Join(heads, []byte("|")))
}

// spans counts the words of what it looks at, and keeps the longest.
type spans struct {
	longest []byte
	seen    int
}

func (s *spans) scan(b []byte) (n int) {
	s.seen++
	for ; len(b) > 0; n++ {
		word, rest, _ := bytes.Cut(b, []byte(" "))
		if len(word) > len(s.longest) {
			s.longest = word
		}
		b = rest
	}
	return n
}

func (s *spans) repeated(text string, times int) int {
	buf := new(bytes.Buffer)
	for range times {
		buf.WriteString(text)
		buf.WriteByte(' ')
	}
	return s.scan(buf.Bytes())
}

// Spans counts words, and tells the longest of all.
func Spans(texts []string) string {
	var s spans
	var n int
	for i, text := range texts {
		n += s.repeated(text, i%3)
	}
	return fmt.Sprint(n, s.seen, string(s.longest))
}

// weight tells bytes that were never there from none.
func weight(b []byte) (n int) {
	if b == nil {
		return -1
	}
	for len(b) > 0 {
		n = n*3 + int(b[0])
		b = b[1:]
	}
	return n
}

func weighed(text string) int {
	var buf bytes.Buffer
	for _, word := range strings.Split(text, " ") {
		buf.WriteString(word)
	}
	return weight(buf.Bytes())
}

// Weights weighs each text without its spaces.
func Weights(texts []string) string {
	var all []int
	for _, text := range texts {
		all = append(all, weighed(text))
	}
	return fmt.Sprint(all)
}

// records reads texts of a length, and knows how the first of them begins.
type records struct {
	r    *bufio.Reader
	head []byte
	left int
}

func newRecords(r io.Reader, n int) *records {
	return &records{r: bufio.NewReaderSize(r, 32), left: n}
}

func (c *records) next() string {
	if c.head == nil {
		c.head, _ = c.r.Peek(2)
	}
	b := make([]byte, c.left)
	n, _ := io.ReadFull(c.r, b)
	return string(b[:n])
}

func twoOf(text string, n int) (string, []byte) {
	c := newRecords(strings.NewReader(text), n)
	return c.next() + c.next(), c.head
}

// Records reads two records of each text, and has how all of them begin in the end.
func Records(texts []string, n int) string {
	var heads [][]byte
	var all string
	for _, s := range texts {
		text, head := twoOf(s, n)
		all += text
		heads = append(heads, head)
	}
	return all + string(bytes.Join(heads, []byte("|")))
}

// pairCounts counts pairs of bytes.
type pairCounts struct {
	seen [1 << 16]uint32
	most uint32
}

func (p *pairCounts) add(a, b byte) {
	at := int(a)<<8 | int(b)
	p.seen[at]++
	p.most = max(p.most, p.seen[at])
}

// Pairs returns how often the most frequent pair of bytes is in a text, or in that and the next.
func Pairs(s, next string) string {
	var p pairCounts
	for i := 1; i < len(s); i++ {
		p.add(s[i-1], s[i])
	}
	before := p
	for i := 1; i < len(next); i++ {
		p.add(next[i-1], next[i])
	}
	return fmt.Sprint(before.most, p.most)
}

// Doubled returns how often a byte stands twice in a text.
func Doubled(s string) (n uint32) {
	var seen [1 << 16]uint32
	for i := 1; i < len(s); i++ {
		seen[int(s[i-1])<<8|int(s[i])]++
	}
	for c := range 256 {
		n += seen[c<<8|c]
	}
	return n
}

// zipped writes to a writer of its own, or to one that it was given.
type zipped struct{ w io.WriteCloser }

func newZipped(w io.Writer, own *gzip.Writer) *zipped {
	if own != nil {
		return &zipped{w: own}
	}
	return &zipped{w: gzip.NewWriter(w)}
}

func zipTo(w io.Writer, own *gzip.Writer, text string) error {
	z := newZipped(w, own)
	_, err := z.w.Write([]byte(text))
	return err
}

// Zipped writes all texts to one writer, and each to another.
func Zipped(texts []string) string {
	var all, other bytes.Buffer
	own := gzip.NewWriter(&all)
	for _, s := range texts {
		if err := errors.Join(zipTo(&all, own, s), zipTo(&other, nil, s)); err != nil {
			return err.Error()
		}
	}
	own.Close()
	r, err := gzip.NewReader(&all)
	if err != nil {
		return err.Error()
	}
	text, err := io.ReadAll(r)
	return fmt.Sprint(string(text), err, other.Len())
}

// shrunk chooses what it writes to.
type shrunk struct {
	w    io.WriteCloser
	kind string
}

func newShrunk(kind string, w io.Writer) (*shrunk, error) {
	switch kind {
	case "gzip":
		return &shrunk{w: gzip.NewWriter(w), kind: kind}, nil
	case "flate":
		f, err := flate.NewWriter(w, 1)
		if err != nil {
			return nil, err
		}
		return &shrunk{w: f, kind: kind}, nil
	}
	return nil, fmt.Errorf("no kind %q", kind)
}

func shrink(kind string, w io.Writer, text string) (string, error) {
	s, err := newShrunk(kind, w)
	if err != nil {
		return "", err
	}
	defer s.w.Close()
	_, err = s.w.Write([]byte(text))
	return s.kind, err
}

// Shrunk compresses texts in turn.
func Shrunk(texts []string) string {
	var all strings.Builder
	for i, s := range texts {
		kind, err := shrink([]string{"gzip", "flate", "other"}[i%3], &all, s)
		fmt.Fprint(&all, kind, err)
	}
	return all.String()
}

// tally counts bytes.
type tally struct {
	n    int
	room [1024]byte
}

// tallied adds what it has when it returns.
func tallied(w io.Writer, s string) (n int) {
	var last *tally
	defer func() { n += last.n }()
	t := &tally{n: len(s)}
	w.Write(t.room[:copy(t.room[:], s)])
	last = t
	return 1
}

// Tallied counts the bytes of texts.
func Tallied(texts []string) string {
	var all strings.Builder
	n := 0
	for _, s := range texts {
		n += tallied(&all, s)
	}
	return fmt.Sprint(n, all.String())
}

// machine goes from step to step.
type machine struct {
	in   *bufio.Reader
	next step
	left int
	done *[]*machine
}

type step func(m *machine) step

func skips(m *machine) step {
	if m.left--; m.left < 0 {
		return ends
	}
	m.in.ReadByte()
	return skips
}

// ends keeps the machine.
func ends(m *machine) step {
	*m.done = append(*m.done, m)
	return nil
}

func runMachine(s string, n int, done *[]*machine) {
	m := &machine{in: bufio.NewReaderSize(strings.NewReader(s), 16), next: skips, left: n, done: done}
	for m.next != nil {
		m.next = m.next(m)
	}
}

// Machines skips bytes of texts, and reads the rest of all in the end.
func Machines(texts []string, n int) string {
	var done []*machine
	for _, s := range texts {
		runMachine(s, n, &done)
	}
	var all strings.Builder
	for _, m := range done {
		m.in.WriteTo(&all)
		all.WriteByte('|')
	}
	return all.String()
}

// inked is a text on a sheet.
type inked struct {
	n    int
	text [256]byte
}

type sheet struct{ ink *inked }

func (s *sheet) last() *inked { return s.ink }

func sheetOf(w io.Writer, s string) *inked {
	i := &inked{}
	i.n = copy(i.text[:], s)
	h := &sheet{ink: i}
	w.Write(i.text[:i.n])
	return h.last()
}

// Inked has all texts in the end.
func Inked(texts []string) string {
	var all strings.Builder
	var list []*inked
	for _, s := range texts {
		list = append(list, sheetOf(&all, s))
	}
	for _, i := range list {
		all.Write(i.text[:i.n])
	}
	return all.String()
}
