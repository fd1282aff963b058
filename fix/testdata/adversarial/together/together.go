// Package together has elements that a loop makes one by one, which their callers may
// keep one by one.
package together

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"
)

// Node is kept.
type Node struct {
	Value int
	Next  *Node
}

// Chain links its nodes.
func Chain(xs []int) *Node {
	var head *Node
	for i := len(xs) - 1; i >= 0; i-- {
		head = &Node{xs[i], head}
	}
	return head
}

// Nodes are nil where nothing is positive.
func Nodes(xs []int) []*Node {
	out := make([]*Node, len(xs))
	for i, x := range xs {
		if x > 0 {
			out[i] = &Node{Value: x}
		}
	}
	return out
}

// Grid has rows that may be appended to.
func Grid(rows, cols int) [][]byte {
	var out [][]byte
	for i := range max(0, min(rows, 20)) {
		row := make([]byte, max(0, min(cols, 20)))
		for j := range row {
			row[j] = byte(i * j)
		}
		out = append(out, row)
	}
	return out
}

// Numbers are pointers to copies.
func Numbers(xs []int) (out []*int) {
	for _, x := range xs {
		out = append(out, &x)
	}
	return out
}

// Shared is one for all equal ones.
func Shared(words []string) []*string {
	known := map[string]*string{}
	var out []*string
	for _, w := range words {
		p := known[w]
		if p == nil {
			p = new(string)
			*p = w
			known[w] = p
		}
		out = append(out, p)
	}
	return out
}

// Stopped has those before the first zero.
func Stopped(xs []int) (out []*Node) {
	for i, x := range xs {
		n := &Node{Value: 100 / x}
		if x < 0 {
			return out
		}
		if i > 0 {
			out[i-1].Next = n
		}
		out = append(out, n)
	}
	return out
}

// Matrix panics where a number is negative and the other is positive.
func Matrix(rows, cols int) [][]int16 {
	rows, cols = rows%30, cols%30
	out := make([][]int16, 0, 4)
	for i := 0; i < rows; i++ {
		out = append(out, make([]int16, cols))
		if i%4 == 3 {
			continue
		}
		for j := range out[i] {
			if j == i {
				out[i][j] = 1
				break
			}
		}
	}
	return out
}

// Triangle has rows that become longer.
func Triangle(n int) [][]int {
	n %= 30
	out, width := [][]int{}, 1
	longer := func() { width++ }
	for i := 0; i < n; i++ {
		out = append(out, make([]int, width))
		longer()
	}
	return out
}

// Board remembers its width.
type Board struct {
	Width, Height int
	Rows          [][]byte
}

// Alloc makes rows until the board has become too high, or narrow.
func (b *Board) Alloc() int {
	b.Width, b.Height = b.Width%30, b.Height%30
	for i := 0; i < b.Height; i++ {
		row := make([]byte, b.Width)
		b.Rows = append(b.Rows, row)
		if i > 20 {
			b.narrow()
		}
	}
	return len(b.Rows)
}

func (b *Board) narrow() { b.Width = 1 }

// Shrinks takes away what it counts to.
func Shrinks(xs []int) (out [][]int) {
	for i := 0; i < len(xs); i++ {
		out = append(out, make([]int, 2))
		xs = xs[:len(xs)-1]
	}
	return out
}

type box struct {
	size int
	data []byte
	peer *peer
}

type peer struct{ name string }

// Boxes have data that their copies share, as long as it fits.
func Boxes(words []string) (out []string) {
	for _, w := range words {
		b := &box{len(w), make([]byte, 2, 4), &peer{name: w}}
		c := *b
		b.data = append(b.data, w...)
		c.data = append(c.data, 'x')
		c.peer.name += "!"
		out = append(out, string(b.data)+b.peer.name+string(c.data[:cap(c.data)]))
	}
	return out
}

// First says which of two mistakes comes first.
func First(words []string, i, by int) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprint(r)
		}
	}()
	b := &box{size: 100 / by, data: make([]byte, 1), peer: &peer{name: words[i]}}
	b.data[0] = byte(b.size)
	return fmt.Sprint(b.size, b.data, b.peer.name)
}

// Counted has counters for each turn, which their functions share.
func Counted(words []string) (out []int) {
	var all []func(int) int
	for range words {
		sum := 0
		var turns int
		add := func(n int) int {
			sum += n
			turns++
			return sum*10 + turns
		}
		all = append(all, add)
		keep(add, &all)
		sum++
	}
	for i, f := range all {
		out = append(out, f(i), f(1))
	}
	return out
}

var keep = func(f func(int) int, all *[]func(int) int) { f(2) }

// Gathered waits for all.
func Gathered(xs []int) (int, error) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	total, most := 0, 1
	var failed error
	for i, x := range xs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			total += x
			if x < 0 && most >= i {
				failed, most = errors.New("negative"), i
			}
		}()
	}
	wg.Wait()
	if err := failed; err != nil {
		failed := fmt.Errorf("%w in %d", err, len(xs))
		return total, failed
	}
	return total, nil
}

// Padded makes rows as long as those before, and lengthens the next one meanwhile.
func Padded(rows [][]int) [][]int {
	out := make([][]int, len(rows))
	for i := range rows {
		out[i] = make([]int, len(rows[i]))
		copy(out[i], rows[i])
		if i+1 < len(rows) {
			rows[i+1] = append(rows[i+1], i, i, i)
		}
	}
	for i := range out {
		out[i] = append(out[i], -i)
	}
	return out
}

// Lists are copied, and grow apart from each other.
type Lists struct{ Heads, Tails []string }

// Copied copies lists; what is empty is nil.
func Copied(l *Lists) *Lists {
	c := new(Lists)
	if len(l.Heads) > 0 {
		c.Heads = make([]string, len(l.Heads))
		copy(c.Heads, l.Heads)
	}
	if len(l.Tails) > 0 {
		c.Tails = make([]string, len(l.Tails))
		copy(c.Tails, l.Tails)
	}
	c.Heads = append(c.Heads, "more")
	return c
}

// Cloned copies lists, which then grow: nil stays nil, and empty stays empty.
func Cloned(lists [][]byte) (out [][]byte) {
	for i, b := range lists {
		var c []byte
		if i%2 == 0 {
			c = append(c, b...)
		}
		d := append([]byte{}, b...)
		out = append(out, append([]byte(nil), b...), c)
		out = append(out, d)
	}
	for i := range out {
		if len(out[i]) > 1 {
			out[i] = append(out[i], byte(i))
		}
	}
	return out
}

// Filled makes dst as long as src, place by place; src may be shorter, and a part of dst.
func Filled(dst, src [][]int) (done int) {
	defer func() { _ = recover() }()
	for i := range dst {
		dst[i] = make([]int, len(src[i]))
		done++
	}
	return done
}

// Queue has a lock that its condition shares, and numbers that it may give away.
type Queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	head   *Entry
	spare  *Entry
	counts []int
}

// Entry is one of a queue's.
type Entry struct {
	N    int
	next *Entry
}

// Queued fills several queues, one of which gets what another one has.
func Queued(xs []int) string {
	var all []*Queue
	for i, x := range xs {
		q := &Queue{spare: &Entry{N: -x}}
		q.cond = sync.NewCond(&q.mu)
		q.head = &Entry{N: x, next: q.spare}
		if x < 0 {
			q.head = q.spare
		}
		q.counts = make([]int, 2)
		if i > 0 {
			q.counts[1] = all[i-1].head.N
			q.spare = all[i-1].spare
			q.spare.N++
		}
		all = append(all, q)
	}
	said := ""
	for _, q := range all {
		q.cond.L.Lock()
		q.counts = append(q.counts[:1], q.counts...)
		said += fmt.Sprint(q.counts, q.head.N, q.spare.N, q.head.next == q.spare, " ")
		q.mu.Unlock()
	}
	return said
}

// Pair is kept by its address, and copied.
type Pair struct {
	Key  string
	N    [2]int
	Last *Pair
}

// Later changes a copy.
func (p Pair) Later(n int) Pair {
	p.N[0] += n
	return p
}

// Pairs keeps each pair, also those that are replaced as a whole.
func Pairs(words []string) (out []*Pair, n int) {
	for i, word := range words {
		var p Pair
		add := func(n int) { p.N[1] += n }
		p.Key = word
		if i > 0 {
			p.Last = out[len(out)-1]
			q := p
			q.N[1]--
			if p = q.Later(i); p == *p.Last {
				p = Pair{Last: p.Last}
			}
			defer add(1)
		}
		add(len(word))
		out = append(out, &p)
		n += p.Later(1).N[0]
	}
	return out, n
}

// Blocks keeps arrays, and goes over one as it was.
func Blocks(lists map[string][]int) map[string]*[3]int {
	out := map[string]*[3]int{}
	for name, list := range lists {
		var b [3]int
		copy(b[:], list)
		for i, n := range b {
			b[2-i] += n
		}
		out[name] = &b
	}
	return out
}

// errStop ends what Numbered and Listed do.
var errStop = errors.New("stop")

// Numbered keeps what it has read when it fails, and tells how far it came.
func Numbered(b []byte, n uint8, kept *[]*[4]byte) (int, error) {
	list := make([]*[4]byte, n)
	for i := uint8(0); i < n; i++ {
		var part [4]byte
		if copy(part[:], b) < 2 {
			*kept = list[:i]
			return int(i), errStop
		}
		b = b[min(len(b), 4):]
		if part[0] == 'x' {
			list[i] = &part
			*kept = list
			return -int(i), errStop
		}
		part[3] ^= i
		list[i] = &part
	}
	*kept = list
	return len(list), nil
}

// Listed adds its pairs to those of an earlier call, up to the one that fails.
func Listed(words []string, n int, out *[]*Pair) error {
	more := make([]*Pair, 0, n)
	defer func() { *out = append(*out, more...) }()
	for i := 0; i < n; i++ {
		if i >= len(words) || words[i] == "" {
			return errStop
		}
		p := &Pair{Key: words[i]}
		p.N[0] = i
		more = append(more, p)
	}
	return nil
}

// Rows has rows of which one is appended to, and one is kept alone.
func Rows(words []string) (rows [][]string, kept []string) {
	rows = make([][]string, 0, len(words))
	for i, w := range words {
		rows = append(rows, []string{w, fmt.Sprint(i)})
	}
	for i := range rows {
		if i%2 == 0 {
			rows[i] = append(rows[i], "more")
		} else {
			kept = rows[i][:1]
		}
	}
	if len(kept) > 0 {
		kept = append(kept, "other")
	}
	return rows, kept
}

// Tally is where a word stands.
type Tally struct{ Places []*Pair }

// Tallied has a pair for each word, also for one that was there before.
func Tallied(words []string) map[string]*Tally {
	out := map[string]*Tally{}
	for i, word := range words {
		if t, ok := out[word]; ok {
			t.Places = append(t.Places, &Pair{Key: word, N: [2]int{i, len(t.Places)}})
		} else {
			out[word] = &Tally{Places: []*Pair{{Key: word, N: [2]int{i, -1}}}}
		}
	}
	return out
}

// Doubled has lists that may be appended to.
func Doubled(lists [][]int) (out [][]int) {
	for i := range lists {
		out = append(out, twice(lists[i]))
		if i+1 < len(lists) {
			lists[i+1] = append(lists[i+1], i)
		}
	}
	return out
}

// twice is nil for nil alone.
func twice(list []int) []int {
	if list == nil {
		return nil
	}
	out := make([]int, len(list))
	for i, n := range list {
		out[i] = 2 * n
	}
	return out
}

// Described sets what its callers add to, and panics without sizes.
func Described(h http.Header, kind string, sizes []int) {
	h.Set("Content-Type", kind)
	h.Set("X-Sizes", fmt.Sprint(sizes))
	h.Set("X-First", strconv.Itoa(sizes[0]))
}

// Repeated sets keys to what others of them are, and one of them twice.
func Repeated(h http.Header, value string) []string {
	h.Set("X-One", value)
	h.Set("X-Two", h.Get("X-One")+"!")
	first := h["X-One"]
	h.Set("X-One", h.Get("X-Two"))
	h.Del("X-Two")
	h.Set("X-Three", h.Get("X-Two")+value)
	return append(first, h["X-One"]...)
}

// Varied adds to what is there.
func Varied(h http.Header, more ...string) {
	h.Add("Vary", "Origin")
	h.Add("Vary", "Cookie")
	for _, value := range more {
		h.Add("Vary", value)
	}
}

// Queried begins anew below zero.
func Queried(q url.Values, n int) url.Values {
	q.Set("n", strconv.Itoa(n))
	if n < 0 {
		q = url.Values{}
	}
	q.Set("m", strconv.Itoa(n/2))
	q.Add("m", "more")
	return q
}
