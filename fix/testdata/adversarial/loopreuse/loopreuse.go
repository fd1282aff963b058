// Package loopreuse has loops that make something for each iteration, of which more or less
// is left afterwards.
package loopreuse

import (
	"bytes"
	"crypto/md5"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"sort"
	"strings"
)

// Sets counts letters in words, and remembers the largest set.
func Sets(words []string) string {
	var largest map[rune]int
	sum := 0
	for _, w := range words {
		m := make(map[rune]int)
		for _, r := range w {
			m[r]++
		}
		if len(m) > len(largest) {
			largest = m
		}
		n := make(map[rune]int, len(w))
		for r := range m {
			n[r+1]++
		}
		sum += len(n)
	}
	return fmt.Sprint(len(largest), largest['a'], sum)
}

// Rows keeps every second slice.
func Rows(text string) [][]string {
	var rows [][]string
	for i, line := range strings.Split(text, "\n") {
		var cells, seen []string
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

// Medians has zeros where nothing is written.
func Medians(lists [][]int, size int) (sum int) {
	for _, list := range lists {
		x := make([]int, size)
		copy(x, list)
		sort.Ints(x)
		if size > 0 {
			sum = sum*10 + x[size/2]
		}
		x = append(x, sum)
		x = x[1:]
	}
	return sum
}

// None tells what has no element from what has none left.
func None(words []string) (none, empty int) {
	for _, w := range words {
		var letters []byte
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

// Frames has one text per part, and bytes that are kept.
func Frames(parts []string) (texts []string, heads [][]byte) {
	for i, part := range parts {
		var b bytes.Buffer
		fmt.Fprintf(&b, "%d:%s", i, part)
		texts = append(texts, b.String())
		var head bytes.Buffer
		head.WriteString(part)
		head.WriteByte('.')
		heads = append(heads, head.Bytes())
	}
	return texts, heads
}

// Sums hashes words, each after those before, or by itself.
func Sums(words []string) string {
	out := ""
	for i, w := range words {
		h := fnv.New32a()
		h.Write([]byte(w))
		for j := range i {
			all := md5.New()
			fmt.Fprint(all, w, j)
			out += fmt.Sprintf("%x", all.Sum(nil)[:2])
		}
		out += fmt.Sprintf("-%x ", h.Sum32())
	}
	return out
}

// Later are functions that look at what their iteration had.
func Later(n int) (sum int) {
	n = min(n, 20)
	var later []func() int
	for i := range n {
		x := make([]int, 0, n)
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

// Nested has what the inner loop needs, and the outer one does not.
func Nested(n int) (sum int) {
	n = min(n, 20)
	last := []int{n}
	for i := range n {
		for j := range n {
			x := make([]int, j+1)
			x[j] += i + last[0]
			last = x[j:]
		}
		y := []int{}
		for j := range i {
			y = append(y, last[0]+j)
		}
		sum += len(y) * i
		for _, v := range y {
			sum += v
		}
	}
	return sum
}

// Halves panics in the middle of an iteration.
func Halves(numbers []int, by int) (sum int, text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	for _, n := range numbers {
		x := make([]int, 0, 4)
		x = append(x, n, n/by)
		m := map[int]int{}
		m[n], m[x[1]] = 1, 2
		sum += len(m)*100 + x[len(x)-1] + x[n%3]
	}
	return sum, "done"
}

// Halved reads half of each word, and the rest of the one before.
func Halved(words []string) string {
	var out bytes.Buffer
	var last io.Reader
	for _, w := range words {
		r := strings.NewReader(w)
		io.CopyN(&out, r, int64(len(w)/2))
		if last != nil {
			io.Copy(&out, last)
		}
		out.WriteByte('/')
		last = r
	}
	return out.String()
}

// Parts reads some bytes after the others, which may be none.
func Parts(text string, n int) (list []int, whole string) {
	from := strings.NewReader(text)
	var out bytes.Buffer
	for range 5 {
		r := io.LimitReader(from, int64(n))
		read, err := io.Copy(&out, r)
		if again, _ := io.Copy(&out, r); err == nil {
			list = append(list, int(read+again))
		}
	}
	return list, out.String()
}

// Varints reads numbers until one is broken.
func Varints(words []string) (sum uint64, problem string) {
	for _, w := range words {
		r := bytes.NewReader([]byte(w))
		for r.Len() > 0 {
			n, err := binary.ReadUvarint(r)
			if err != nil {
				problem += err.Error()
				break
			}
			sum = sum*31 + n
		}
		if r.Size() > 3 {
			problem += fmt.Sprint(r.Len())
		}
	}
	return sum, problem
}

// Changes counts the words that differ from the one before, which it still has.
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
		cur = nil
	}
	return n, string(prev)
}

// Splits goes over numbers while it collects the next ones.
func Splits(numbers []int) (list []int) {
	var next []int
	for _, x := range numbers {
		next = append(next, x%1000)
	}
	for round := 0; len(next) > 0 && round < 6; round++ {
		for i, x := range next {
			if i == 0 {
				next = nil
			}
			if x > 1 {
				next = append(next, x/2, x/3, x/5)
			}
			list = append(list, x)
		}
	}
	return list
}

// Groups returns the words of each line, and whether a line has had any.
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
			word = make([]byte, 0, 4)
		}
		if c == '\n' {
			if words == nil {
				none++
			}
			out = append(out, strings.Join(words, "+"))
			words = nil
		}
	}
	return out, none
}

// Seen returns how many letters each word has, by a function that is called later.
func Seen(words []string) (sizes []int) {
	seen := map[rune]int{}
	var counts []func() int
	for _, w := range words {
		for _, r := range w {
			seen[r]++
		}
		had := seen
		counts = append(counts, func() int { return len(had) })
		seen = make(map[rune]int)
	}
	for _, count := range counts {
		sizes = append(sizes, count())
	}
	return sizes
}

type hook struct {
	n   int
	add func(int) int
	all func() string
}

func (h *hook) more(n int) int {
	h.n += n
	return h.n
}

// Hooks gives each word functions of its own, some of them those of a word before.
func Hooks(words []string) string {
	list := make([]hook, len(words))
	cur, sep := &hook{n: 100}, "-"
	for i, w := range words {
		list[i].add = cur.more
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

// Counters gives all words the same functions.
func Counters(words []string) (out string) {
	n, h := 0, &hook{}
	var list []func(int) int
	for _, w := range words {
		if w == "" {
			h.n, n = 7, 5
		}
		list = append(list, h.more, func(k int) int {
			n += k
			return n
		})
	}
	for i, f := range list {
		out += fmt.Sprint(f(i), ",")
	}
	return out
}

// Codes writes each byte with a mark before it, and some bytes alone; what it writes last it keeps
// as well.
func Codes(text string, most int) (string, []string) {
	var out bytes.Buffer
	var w io.Writer = &out
	if most < 3 {
		w = io.MultiWriter(w, &out)
	}
	var kept [][]byte
	for i := range len(text) {
		c := text[i]
		if c == ' ' {
			w.Write([]byte{'\\', '_'})
			continue
		}
		w.Write([]byte{'\\', c})
		b := []byte{c}
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
