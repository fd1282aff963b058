package loopreuse

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"sort"
	"strings"
)

// The largest set is emptied with the others.
func Sets(words []string) string {
	var largest map[rune]int
	sum := 0
	m, n := make(map[rune]int), make(map[rune]int)
	for _, w := range words {
		clear(m)
		for _, r := range w {
			m[r]++
		}
		if len(m) > len(largest) {
			largest = m
		}
		clear(n)
		for r := range m {
			n[r+1]++
		}
		sum += len(n)
	}
	return fmt.Sprint(len(largest), largest['a'], sum)
}

// What was kept is written over.
func Rows(text string) [][]string {
	var rows [][]string
	var cells, seen []string
	for i, line := range strings.Split(text, "\n") {
		cells, seen = cells[:0], seen[:0]
		for cell := range strings.SplitSeq(line, ",") {
			cells = append(cells, cell)
		}
		seen = append(seen, cells...)
		sort.Strings(seen)
		if i%2 == 0 {
			rows = append(rows, cells)
		} else {
			rows = append(rows, seen[:1])
		}
	}
	return rows
}

// What an earlier iteration wrote is still there.
func Medians(lists [][]int, size int) (sum int) {
	x := make([]int, size)
	for _, list := range lists {
		copy(x, list)
		sort.Ints(x)
		if size > 0 {
			sum = sum*10 + x[size/2]
		}
	}
	return sum
}

// What is empty is nil the first time only.
func None(words []string) (none, empty int) {
	var letters []byte
	for _, w := range words {
		letters = letters[:0]
		for i := range len(w) {
			if w[i] != 'x' {
				letters = append(letters, w[i])
			}
		}
		if letters == nil {
			none++
		}
		if len(letters) == 0 {
			empty++
		}
	}
	return none, empty
}

// The bytes that were kept are those of the last part.
func Frames(parts []string) (texts []string, heads [][]byte) {
	var b, head bytes.Buffer
	for i, part := range parts {
		b.Reset()
		fmt.Fprintf(&b, "%d:%s", i, part)
		texts = append(texts, b.String())
		head.Reset()
		head.WriteString(part)
		head.WriteByte('.')
		heads = append(heads, head.Bytes())
	}
	return texts, heads
}

// The hash goes on where it was.
func Sums(words []string) string {
	out := ""
	h := fnv.New32a()
	for _, w := range words {
		h.Write([]byte(w))
		out += fmt.Sprintf("-%x ", h.Sum32())
	}
	return out
}

// All functions look at the same slice.
func Later(n int) (sum int) {
	n = min(n, 20)
	var later []func() int
	x := make([]int, 0, max(n, 0))
	for i := range n {
		x = x[:0]
		for j := range i {
			x = append(x, i*j)
		}
		later = append(later, func() int { return len(x) + cap(x)*10 })
	}
	for _, f := range later {
		sum = sum*7 + f()
	}
	return sum
}

// The last reader is the next one.
func Halved(words []string) string {
	var out bytes.Buffer
	var last io.Reader
	r := new(strings.Reader)
	for _, w := range words {
		r.Reset(w)
		io.CopyN(&out, r, int64(len(w)/2))
		if last != nil {
			io.Copy(&out, last)
		}
		out.WriteByte('/')
		last = r
	}
	return out.String()
}

// What is left is not given again.
func Parts(text string, n int) (list []int, whole string) {
	from := strings.NewReader(text)
	var out bytes.Buffer
	r := &io.LimitedReader{R: from, N: int64(n)}
	for range 5 {
		read, err := io.Copy(&out, r)
		if again, _ := io.Copy(&out, r); err == nil {
			list = append(list, int(read+again))
		}
	}
	return list, out.String()
}

// What is broken is read once more.
func Varints(words []string) (sum uint64, problem string) {
	var r bytes.Buffer
	for _, w := range words {
		r.WriteString(w)
		for r.Len() > 0 {
			n, err := binary.ReadUvarint(&r)
			if err != nil {
				problem += err.Error()
				r.UnreadByte()
				break
			}
			sum = sum*31 + n
		}
		if len(w) > 3 {
			problem += fmt.Sprint(r.Len())
		}
	}
	return sum, problem
}

// The one before lies where the next one is written.
func Changes(text string) (n int, last string) {
	var cur, prev []byte
	for _, c := range []byte(text + " ") {
		if c != ' ' {
			cur = append(cur, c)
			continue
		}
		if string(cur) != string(prev) {
			n++
		}
		prev = cur
		cur = cur[:0]
	}
	return n, string(prev)
}

// The loop goes over what is collected.
func Splits(numbers []int) (list []int) {
	var next []int
	for _, x := range numbers {
		next = append(next, x%1000)
	}
	for round := 0; len(next) > 0 && round < 6; round++ {
		for i, x := range next {
			if i == 0 {
				next = next[:0]
			}
			if x > 1 {
				next = append(next, x/2, x/3, x/5)
			}
			list = append(list, x)
		}
	}
	return list
}

// An empty list is not nil.
func Groups(text string) (out []string, none int) {
	var words []string
	word := make([]byte, 0, 4)
	for _, c := range []byte(text + "\n") {
		if c != ' ' && c != '\n' {
			word = append(word, c)
			continue
		}
		if len(word) > 0 {
			words = append(words, string(word))
			word = word[:0]
		}
		if c == '\n' {
			if words == nil {
				none++
			}
			out = append(out, strings.Join(words, "+"))
			words = words[:0]
		}
	}
	return out, none
}

// All functions have one map.
func Seen(words []string) (sizes []int) {
	seen := map[rune]int{}
	var counts []func() int
	for _, w := range words {
		clear(seen)
		for _, r := range w {
			seen[r]++
		}
		had := seen
		counts = append(counts, func() int { return len(had) })
	}
	for _, count := range counts {
		sizes = append(sizes, count())
	}
	return sizes
}

// All words have the functions of the first.
func Hooks(words []string) string {
	list := make([]hook, len(words))
	cur, sep := &hook{n: 100}, "-"
	more := cur.more
	for i, w := range words {
		list[i].add = more
		list[i].all = func() string {
			sep += "."
			return sep + w
		}
		if len(w) > 2 {
			cur = &list[i]
		}
	}
	out := ""
	for i := range list {
		out += fmt.Sprint(list[i].add(i), list[i].all(), ";")
	}
	return out
}

// The bytes that are kept are all the last one.
func Codes(text string, most int) (string, []string) {
	var out bytes.Buffer
	var w io.Writer = &out
	if most < 3 {
		w = io.MultiWriter(w, &out)
	}
	var kept [][]byte
	var buf [2]byte
	b := make([]byte, 1)
	for i := range len(text) {
		c := text[i]
		if c == ' ' {
			buf = [2]byte{'\\', '_'}
			w.Write(buf[:])
			continue
		}
		buf = [2]byte{'\\', c}
		w.Write(buf[:])
		b[0] = c
		if w.Write(b); i >= most {
			kept = append(kept, b)
		}
		if b[0]++; i%2 == 0 {
			w.Write(b)
		}
	}
	var list []string
	for _, b := range kept {
		list = append(list, string(b))
	}
	return out.String(), list
}
