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
	"strings"
	"sync"
)

var kept bytes.Buffer

// The bytes are those of the next call too.
func Whole(s string) []byte {
	kept.Reset()
	kept.WriteString(s)
	kept.WriteByte('.')
	return kept.Bytes()
}

// What the last call wrote is still there.
func Text(s string, n int) string {
	for range n % 5 {
		texts.WriteString(s)
	}
	return texts.String()
}

var texts bytes.Buffer

// The inner call takes the buffer of the outer one.
func Again(s string, depth int) string {
	agains.Reset()
	agains.WriteString(s)
	if depth > 0 && depth < 9 {
		agains.WriteString(Again(s, depth-1))
	}
	agains.WriteByte('|')
	return agains.String()
}

var agains bytes.Buffer

// After a panic the buffer is not empty.
func Fails(words []string, at int) string {
	for i := range words {
		fails.WriteString(words[i])
		if i == 1 {
			fails.WriteString(words[at])
		}
	}
	s := fails.String()
	fails.Reset()
	return s
}

var fails bytes.Buffer

// The words of earlier calls count too.
func Distinct(words []string) int {
	for _, w := range words {
		known[w] = true
	}
	return len(known)
}

var known = map[string]bool{}

// The name of the last document stays.
func Packed(s string) int {
	packed.Reset()
	packer.Reset(&packed)
	if _, err := io.WriteString(packer, s); err != nil {
		return -1
	}
	if err := packer.Close(); err != nil {
		return -2
	}
	return int(crc32.ChecksumIEEE(packed.Bytes()))
}

var (
	packed bytes.Buffer
	packer = gzip.NewWriter(nil)
)

// The hash goes on from the last call.
func Sum(a, b string) uint32 {
	io.WriteString(hash, a)
	first := hash.Sum32()
	io.WriteString(hash, b)
	return first ^ hash.Sum32()
}

var hash = fnv.New32a()

// An empty copy is nil.
func Begun(words []string) []byte {
	begun.Reset()
	for _, s := range words {
		fmt.Fprintf(&begun, "%q", s)
	}
	return append([]byte(nil), begun.Bytes()...)
}

var begun bytes.Buffer

// A compressor that was closed writes nothing more.
func Deflated(s string) []byte {
	deflated.Reset()
	io.WriteString(deflater, s)
	if len(s) < 3 {
		deflater.Close()
	}
	deflater.Close()
	return append([]byte("z"), deflated.Bytes()...)
}

var (
	deflated    bytes.Buffer
	deflater, _ = flate.NewWriter(&deflated, flate.BestSpeed)
)

// What the last call read ahead comes first.
func FirstLine(r io.Reader) (string, error) {
	if firstLine == nil {
		firstLine = bufio.NewReaderSize(r, 64)
	}
	return firstLine.ReadString('\n')
}

var firstLine *bufio.Reader

var walks walk

// The list that is given away is filled anew.
func Walked(texts []string) (found []string, n int) {
	w := &walks
	*w = walk{most: 3, found: w.found[:0], seen: w.seen[:0]}
	for _, text := range texts {
		w.visit(text)
	}
	return w.found, len(w.seen)
}

// There is always room behind the end.
func Unwound(list []int) (sum int, problem any) {
	defer func() { problem = recover() }()
	s := &stacked{ends: make([]int, 0, 64)}
	for _, n := range list {
		s.push(n)
	}
	s.ends = s.ends[:max(0, len(list)-1)]
	for _, n := range s.ends[:len(list)] {
		sum += n
	}
	return sum + s.ends[:2][1], nil
}

var counts counted

// What was there when it panicked is there in the next call.
func Counted(words []string, most int) (text string) {
	defer func() { text += fmt.Sprint(recover()) }()
	c := &counts
	for _, word := range words {
		c.add(word)
		if c.counts[0] > most {
			panic("too many")
		}
	}
	for i := range c.words {
		text += fmt.Sprint(c.words[i], c.counts[i], ";")
	}
	*c = counted{words: c.words[:0], counts: c.counts[:0]}
	return text
}

var numbers bytes.Buffer

// What a call wrote before is still there.
func Numbered(words []string) string {
	each(words, func(i int, word string) {
		if i == 1 {
			numbers.Reset()
		}
		if i < 99 {
			fmt.Fprintf(&numbers, "%d %s,", i, word)
		}
	})
	return numbers.String()
}

var heardBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// The next listener gets the buffer of the last one.
func Listeners(words []string) []func(word string) string {
	l := &listeners{}
	for _, word := range words {
		func() {
			heard := heardBuffers.Get().(*bytes.Buffer)
			defer func() {
				heard.Reset()
				heardBuffers.Put(heard)
			}()
			fmt.Fprintf(heard, "%s:", word)
			l.add(func(word string) string {
				fmt.Fprintf(heard, " %s", word)
				return heard.String()
			})
		}()
	}
	return l.list
}

var paddedSlices = sync.Pool{New: func() any { return new([]byte) }}

// What the last call read is there, and nothing is nil.
func Padded(r io.Reader, n int) (text string, nothing bool) {
	room := paddedSlices.Get().(*[]byte)
	defer paddedSlices.Put(room)
	if n > cap(*room) {
		*room = make([]byte, n)
	}
	buf := (*room)[:n]
	r.Read(buf)
	return string(buf), buf == nil || cap(buf) > n
}

// The bytes are those of the next call, too.
func Chained(r io.Reader, n int) []byte {
	room := paddedSlices.Get().(*[]byte)
	defer paddedSlices.Put(room)
	if n > cap(*room) {
		*room = make([]byte, n)
	}
	buf := (*room)[:n:n]
	clear(buf)
	r.Read(buf)
	return trimmed(buf)
}

// Both go on in the same room.
func Branched(w io.Writer, s string) {
	room := paddedSlices.Get().(*[]byte)
	b := append((*room)[:0], s...)
	if cap(b) == len(b) {
		b = append(make([]byte, 0, 2*len(b)+8), b...)
	}
	one := append(b, 'x')
	two := append(b, 'y')
	w.Write(one)
	w.Write(two)
	*room = b
	paddedSlices.Put(room)
}

// What waited is not nil.
func Listed(w io.Writer, words []string) bool {
	room := paddedSlices.Get().(*[]byte)
	b := append((*room)[:0], "x"...)[:0]
	for _, word := range words {
		b = append(b, word...)
		b = append(b, ',')
	}
	w.Write(b)
	*room = b
	paddedSlices.Put(room)
	return b == nil
}

// Each body is in the memory of the last one.
func Bodies(texts []string) (all [][]byte) {
	var buf bytes.Buffer
	for _, s := range texts {
		buf.Reset()
		_, _ = buf.ReadFrom(strings.NewReader(s))
		all = append(all, bytes.TrimSpace(buf.Bytes()))
	}
	return all
}

// The longest is written over.
func Longest(texts []string) (longest []byte) {
	var buf bytes.Buffer
	for _, s := range texts {
		buf.Reset()
		_, _ = buf.ReadFrom(strings.NewReader(s))
		if b := buf.Bytes(); len(b) > len(longest) {
			longest = b
		}
	}
	return longest
}

// One buffer serves both loops.
func Vowels(texts []string, limit int64) (n int, failed error) {
	var buf bytes.Buffer
	for i, s := range texts {
		buf.Reset()
		_, err := buf.ReadFrom(io.LimitReader(strings.NewReader(s), limit))
		if err != nil {
			failed = err
			continue
		}
		b := buf.Bytes()
		for range i % 3 {
			buf.Reset()
			_, _ = buf.ReadFrom(strings.NewReader("e"))
			n += bytes.Count(buf.Bytes(), []byte("e"))
		}
		if n += bytes.Count(b, []byte("a")); n > 1000 {
			break
		}
	}
	return n, failed
}

// A body is read into itself.
func Reversed(s string, times int) string {
	var r io.Reader = strings.NewReader(s)
	var buf bytes.Buffer
	last := ""
	for range times % 4 {
		buf.Reset()
		_, _ = buf.ReadFrom(r)
		b := buf.Bytes()
		if b == nil {
			return "nil"
		}
		for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
		r = &buf
		last = string(b)
	}
	return last
}

// What was written before stands in it, too.
func Announced(s string) (string, error) {
	buf := announcements.Get().(*bytes.Buffer)
	defer announcements.Put(buf)
	if s == "" {
		return "", io.ErrUnexpectedEOF
	}
	buf.WriteString(s)
	return buf.String() + "!", nil
}

// The bytes are those of the next call too.
func Body(s string) []byte {
	buf := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(buf)
	buf.Reset()
	buf.WriteString(s)
	buf.WriteByte('.')
	return buf.Bytes()
}

// Whoever takes it next writes to what is read later.
func Wording(s string) func() string {
	buf := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(buf)
	buf.Reset()
	buf.WriteString(s)
	return func() string { return buf.String() }
}

// The pool no longer holds what it begins with.
func Quoted(s string) string {
	buf := quotes.Get().(*bytes.Buffer)
	defer func() {
		buf.Reset()
		quotes.Put(buf)
	}()
	buf.WriteString(s)
	return buf.String()
}

// It is in the pool twice.
func Paired(a, b string) string {
	one := pairs.Get().(*bytes.Buffer)
	defer pairs.Put(one)
	two := pairs.Get().(*bytes.Buffer)
	one.WriteString(a)
	two.WriteString(b)
	return finished(one) + "," + finished(two)
}

// It is given back although what is returned reads of it.
func Held(s string) *bufio.Reader {
	buf := fields.Get().(*bytes.Buffer)
	defer fields.Put(buf)
	buf.Reset()
	buf.WriteString(s)
	return bufio.NewReader(buf)
}

// Both numbers that are left are the same.
func Fibs(n int) (list []string) {
	a, b := big.NewInt(0), big.NewInt(1)
	c := new(big.Int)
	for range n % 50 {
		c.Add(a, b)
		a, b = b, c
		list = append(list, a.String())
	}
	return list
}

// They are all one.
func Shifted(list []int64) (all []*big.Int) {
	x := new(big.Int)
	for _, n := range list {
		x.SetInt64(n)
		x.Lsh(x, 3)
		all = append(all, x)
	}
	return all
}

// The sum goes on from the last one.
func Totals(lists [][]int64) (text string) {
	sum := new(big.Int)
	for _, list := range lists {
		for _, n := range list {
			sum.Add(sum, big.NewInt(n))
		}
		text += sum.String() + ";"
	}
	return text
}

// It is compared with itself.
func Highest(list []int64) string {
	most := big.NewInt(0)
	x := new(big.Int)
	for _, n := range list {
		x.SetInt64(n)
		x.Mul(x, x)
		if x.Cmp(most) > 0 {
			most = x
		}
	}
	return most.String()
}

// What the fields lead to is the next one's.
func Parsed(s string) ([]string, map[string]bool, int) {
	p := parses.Get().(*parsed)
	defer parses.Put(p)
	p.words, p.count = p.words[:0], [4]int{}
	clear(p.seen)
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

// A part of the struct goes back with it.
func Counts(s string) []int {
	p := parses.Get().(*parsed)
	defer func() {
		*p = parsed{}
		parses.Put(p)
	}()
	for i := range len(s) {
		p.count[s[i]%4]++
	}
	return p.count[:]
}

// The first one is given back before it is looked at.
func Linked(words []string) (n int) {
	p := parses.Get().(*parsed)
	p.words = words
	*p = parsed{}
	parses.Put(p)
	q := parses.Get().(*parsed)
	if q != p {
		q.up = p
	}
	for at := q; at != nil; at = at.up {
		n = n*10 + len(at.words) + at.count[0]
	}
	return n
}

var writerTexts = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func pooledText(w writes, s string, times int) string {
	b := writerTexts.Get().(*bytes.Buffer)
	defer func() {
		b.Reset()
		writerTexts.Put(b)
	}()
	b.WriteString(s)
	for range times {
		w.write(b)
	}
	return b.String()
}

// What is written late is in the next text.
func Followed(texts []string) (out []string) {
	f := &follower{}
	for _, s := range texts {
		out = append(out, pooledText(f, s, 2))
	}
	return out
}

// It gets another writer.
func Told(list []string) string { return pooledText(telling{list}, "", 1) }

var opened = bufio.NewReader(nil)

// A buffer that is there is not used.
func Opened(s string, wide bool) string {
	count := 0
	under := bufio.NewReaderSize(strings.NewReader(s), 1<<13)
	open := func() io.Reader {
		if count++; wide {
			return under
		}
		return strings.NewReader(s)
	}
	opened.Reset(open())
	line, err := opened.ReadString('\n')
	rest, _ := io.ReadAll(under)
	return fmt.Sprint(line, err, count, string(rest))
}

// The reader is of another size.
func Limited(s string, n int64) string {
	r := strings.NewReader(s)
	opened.Reset(io.LimitReader(r, n))
	word, err := opened.ReadString(' ')
	return fmt.Sprint(word, err, opened.Buffered(), r.Len())
}

// The newline of the encoder stays.
func Lines(words []string) string {
	var out, buf bytes.Buffer
	for _, w := range words {
		buf.Reset()
		if err := json.NewEncoder(&buf).Encode(w); err != nil || buf.Len() > 1000 {
			continue
		}
		buf.WriteByte('\n')
		out.Write(buf.Bytes())
		out.WriteByte(byte(buf.Len()))
	}
	return out.String()
}

// One recorder serves all, also those within.
func Served(text string, n int) string {
	var depth int
	var h http.HandlerFunc
	rec := &recorder{}
	inner := func(w http.ResponseWriter, r *http.Request) (int, int) {
		rec.ResponseWriter, rec.status, rec.size = w, 200, 0
		h(rec, r)
		return rec.status, rec.size
	}
	p := &page{}
	h = func(w http.ResponseWriter, r *http.Request) {
		if n%3 == 1 {
			p.WriteHeader(400 + depth)
			rec.status = 400 + depth
		}
		size, _ := io.WriteString(p, text[:len(text)/(depth+1)])
		rec.size += size
		if depth++; depth < n%4 {
			status, size := inner(w, r)
			more, _ := fmt.Fprint(p, status, size)
			rec.size += more
		}
	}
	status, size := inner(p, &http.Request{})
	return fmt.Sprint(status, size, p.code, p.String())
}

var restReaders = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

// The beginnings lie in the memory that the next reader gets.
func rest(r io.Reader, heads *[][]byte) string {
	br := restReaders.Get().(*bufio.Reader)
	br.Reset(r)
	defer restReaders.Put(br)
	if c, err := beginning(br, heads); err != nil || c == ' ' {
		return ""
	}
	s, _ := br.ReadString(' ')
	return s
}

func Beginnings(texts []string) string {
	var all string
	var heads [][]byte
	for i := range texts {
		all += rest(strings.NewReader(texts[i]), &heads)
	}
	return all + string(bytes.Join(heads, []byte("|")))
}

// The longest word lies in a buffer that the next text is written to.
func (s *spans) repeated(text string, times int) int {
	buf := spanBuffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer spanBuffers.Put(buf)
	for range times {
		buf.WriteString(text)
		buf.WriteByte(' ')
	}
	return s.scan(buf.Bytes())
}

var spanBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func Spans(texts []string) string {
	var s spans
	var n int
	for i := range texts {
		n += s.repeated(texts[i], i%3)
	}
	return fmt.Sprint(n, s.seen, string(s.longest))
}

var weightBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A buffer that was written to before has bytes, though none.
func weighed(text string) int {
	buf := weightBuffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer weightBuffers.Put(buf)
	for _, word := range strings.Split(text, " ") {
		buf.WriteString(word)
	}
	return weight(buf.Bytes())
}

func Weights(texts []string) string {
	all := make([]int, 0, len(texts))
	for _, text := range texts {
		all = append(all, weighed(text))
	}
	return fmt.Sprint(all)
}

var recordReaders = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 32) }}

// How a text begins lies in the buffer of a reader that others get.
func twoOf(text string, n int) (string, []byte) {
	br := recordReaders.Get().(*bufio.Reader)
	br.Reset(strings.NewReader(text))
	defer recordReaders.Put(br)
	c := &records{r: br, left: n}
	return c.next() + c.next(), c.head
}

func Records(texts []string, n int) string {
	heads := make([][]byte, 0, len(texts))
	var all string
	for _, s := range texts {
		text, head := twoOf(s, n)
		all += text
		heads = append(heads, head)
	}
	return all + string(bytes.Join(heads, []byte("|")))
}

var doubledArrays = sync.Pool{New: func() any { return new([1 << 16]uint32) }}

// What the last call counted is counted again.
func Doubled(s string) (n uint32) {
	seen := doubledArrays.Get().(*[1 << 16]uint32)
	defer doubledArrays.Put(seen)
	for i := 1; i < len(s); i++ {
		seen[int(s[i-1])<<8|int(s[i])]++
	}
	for c := range 256 {
		n += seen[c<<8|c]
	}
	return n
}

var zippedWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

func newZipped(w io.Writer, own *gzip.Writer) *zipped {
	if own != nil {
		return &zipped{w: own}
	}
	z := zippedWriters.Get().(*gzip.Writer)
	z.Reset(w)
	return &zipped{w: z}
}

// It gives back the writer that it was given.
func zipTo(w io.Writer, own *gzip.Writer, text string) error {
	z := newZipped(w, own)
	defer func() {
		if z, ok := z.w.(*gzip.Writer); ok {
			z.Reset(nil)
			zippedWriters.Put(z)
		}
	}()
	_, err := z.w.Write([]byte(text))
	return err
}

var shrunkWriters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, 1)
	return w
}}

func newShrunk(kind string, w io.Writer) (*shrunk, error) {
	switch kind {
	case "gzip":
		return &shrunk{w: gzip.NewWriter(w), kind: kind}, nil
	case "flate":
		f := shrunkWriters.Get().(*flate.Writer)
		f.Reset(w)
		return &shrunk{w: f, kind: kind}, nil
	}
	return nil, fmt.Errorf("no kind %q", kind)
}

// It gives the writer back before it is closed.
func shrink(kind string, w io.Writer, text string) (string, error) {
	s, err := newShrunk(kind, w)
	if err != nil {
		return "", err
	}
	defer s.w.Close()
	_, err = s.w.Write([]byte(text))
	if f, ok := s.w.(*flate.Writer); ok {
		f.Reset(io.Discard)
		shrunkWriters.Put(f)
	}
	return s.kind, err
}

var tallies = sync.Pool{New: func() any { return new(tally) }}

// It is empty again when the older literal looks at it.
func tallied(w io.Writer, s string) (n int) {
	var last *tally
	defer func() { n += last.n }()
	t := tallies.Get().(*tally)
	t.n = len(s)
	defer func() {
		*t = tally{}
		tallies.Put(t)
	}()
	w.Write(t.room[:copy(t.room[:], s)])
	last = t
	return 1
}

var machineReaders = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 16) }}

// What a step keeps reads from what others get.
func runMachine(s string, n int, done *[]*machine) {
	br := machineReaders.Get().(*bufio.Reader)
	br.Reset(strings.NewReader(s))
	defer machineReaders.Put(br)
	m := &machine{in: br, next: skips, left: n, done: done}
	for m.next != nil {
		m.next = m.next(m)
	}
}

var inkeds = sync.Pool{New: func() any { return new(inked) }}

// The sheet returns what others get.
func sheetOf(w io.Writer, s string) *inked {
	i := inkeds.Get().(*inked)
	defer inkeds.Put(i)
	i.n = copy(i.text[:], s)
	h := &sheet{ink: i}
	w.Write(i.text[:i.n])
	return h.last()
}

func Inked(texts []string) string {
	var all strings.Builder
	list := make([]*inked, 0, len(texts))
	for _, s := range texts {
		list = append(list, sheetOf(&all, s))
	}
	for _, i := range list {
		all.Write(i.text[:i.n])
	}
	return all.String()
}
