package together

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
)

// The order is turned round.
func Chain(xs []int) *Node {
	nodes := make([]Node, len(xs))
	var head *Node
	for i, x := range xs {
		nodes[i] = Node{x, head}
		head = &nodes[i]
	}
	return head
}

// None is nil.
func Nodes(xs []int) []*Node {
	nodes := make([]Node, len(xs))
	out := make([]*Node, len(xs))
	for i, x := range xs {
		out[i] = &nodes[i]
		if x > 0 {
			nodes[i].Value = x
		}
	}
	return out
}

// Rows grow into each other.
func Grid(rows, cols int) [][]byte {
	rows, cols = max(0, min(rows, 20)), max(0, min(cols, 20))
	all := make([]byte, rows*cols)
	var out [][]byte
	for i := range rows {
		row := all[i*cols : (i+1)*cols]
		for j := range row {
			row[j] = byte(i * j)
		}
		out = append(out, row)
	}
	return out
}

// They point into the argument.
func Numbers(xs []int) (out []*int) {
	for i := range xs {
		out = append(out, &xs[i])
	}
	return out
}

// Equal ones are several.
func Shared(words []string) []*string {
	var out []*string
	for _, w := range words {
		out = append(out, &w)
	}
	return out
}

// Nothing panics after the end.
func Stopped(xs []int) (out []*Node) {
	nodes := make([]Node, len(xs))
	for i, x := range xs {
		if x <= 0 {
			return out
		}
		nodes[i].Value = 100 / x
		if i > 0 {
			out[i-1].Next = &nodes[i]
		}
		out = append(out, &nodes[i])
	}
	return out
}

// The data has no room behind it.
func Boxes(words []string) (out []string) {
	for _, w := range words {
		whole := &struct {
			box  box
			data [2]byte
			peer peer
		}{peer: peer{name: w}}
		whole.box = box{len(w), whole.data[:], &whole.peer}
		b := &whole.box
		c := *b
		b.data = append(b.data, w...)
		c.data = append(c.data, 'x')
		c.peer.name += "!"
		out = append(out, string(b.data)+b.peer.name+string(c.data[:cap(c.data)]))
	}
	return out
}

// What is inside is made first.
func First(words []string, i, by int) (said string) {
	defer func() {
		if r := recover(); r != nil {
			said = fmt.Sprint(r)
		}
	}()
	whole := &struct {
		box  box
		data [1]byte
		peer peer
	}{peer: peer{name: words[i]}}
	whole.box = box{size: 100 / by, data: whole.data[:], peer: &whole.peer}
	b := &whole.box
	b.data[0] = byte(b.size)
	return fmt.Sprint(b.size, b.data, b.peer.name)
}

// All turns share one.
func Counted(words []string) (out []int) {
	var all []func(int) int
	var shared struct{ sum, turns int }
	for range words {
		shared.sum, shared.turns = 0, 0
		add := func(n int) int {
			shared.sum += n
			shared.turns++
			return shared.sum*10 + shared.turns
		}
		all = append(all, add)
		keep(add, &all)
		shared.sum++
	}
	for i, f := range all {
		out = append(out, f(i), f(1))
	}
	return out
}

// The error is not the one that is shared.
func Gathered(xs []int) (int, error) {
	var shared struct {
		wg    sync.WaitGroup
		mu    sync.Mutex
		total int
	}
	var failed error
	for _, x := range xs {
		shared.wg.Add(1)
		go func(failed error) {
			defer shared.wg.Done()
			shared.mu.Lock()
			defer shared.mu.Unlock()
			shared.total += x
			if x < 0 {
				failed = errors.New("negative")
			}
			_ = failed
		}(failed)
	}
	shared.wg.Wait()
	return shared.total, failed
}

// One block is as long as the rows were at first.
func Padded(rows [][]int) [][]int {
	total := 0
	for _, row := range rows {
		total += len(row)
	}
	block := make([]int, total)
	out := make([][]int, len(rows))
	for i := range rows {
		out[i], block = block[:len(rows[i])], block[len(rows[i]):]
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

// What is added to the heads is the first of the tails.
func Copied(l *Lists) *Lists {
	block := make([]string, len(l.Heads)+len(l.Tails))
	c := new(Lists)
	if n := len(l.Heads); n > 0 {
		c.Heads, block = block[:n], block[n:]
		copy(c.Heads, l.Heads)
	}
	if n := len(l.Tails); n > 0 {
		c.Tails = block[:n]
		copy(c.Tails, l.Tails)
	}
	c.Heads = append(c.Heads, "more")
	return c
}

// What grows, grows into the next.
func Cloned(lists [][]byte) (out [][]byte) {
	total := 0
	for _, b := range lists {
		total += len(b)
	}
	block := make([]byte, 0, total)
	for i, b := range lists {
		var c []byte
		if i%2 == 0 {
			c = append(c, b...)
		}
		d := append([]byte{}, b...)
		block = append(block, b...)
		out = append(out, block[len(block)-len(b):], c)
		out = append(out, d)
	}
	for i := range out {
		if len(out[i]) > 1 {
			out[i] = append(out[i], byte(i))
		}
	}
	return out
}

// The lengths are looked up before anything is done, beyond the end of src.
func Filled(dst, src [][]int) (done int) {
	defer func() { _ = recover() }()
	total := 0
	for i := range dst {
		total += len(src[i])
	}
	block := make([]int, total)
	for i := range dst {
		n := len(src[i])
		dst[i], block = block[:n:n], block[n:]
		done++
	}
	return done
}

// All queues have one entry.
func Queued(xs []int) string {
	var all []*Queue
	var parts struct{ spare, head Entry }
	for i, x := range xs {
		parts.spare = Entry{N: -x}
		q := &Queue{spare: &parts.spare}
		q.cond = sync.NewCond(&q.mu)
		parts.head = Entry{N: x, next: q.spare}
		q.head = &parts.head
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

// All blocks are one.
func Blocks(lists map[string][]int) map[string]*[3]int {
	out := map[string]*[3]int{}
	var b [3]int
	for name, list := range lists {
		b = [3]int{}
		copy(b[:], list)
		for i, n := range b {
			b[2-i] += n
		}
		out[name] = &b
	}
	return out
}

// A pair that is replaced is another one.
func Pairs(words []string) (out []*Pair, n int) {
	for i, word := range words {
		p := &Pair{}
		add := func(n int) { p.N[1] += n }
		p.Key = word
		if i > 0 {
			p.Last = out[len(out)-1]
			q := *p
			q.N[1]--
			later := q.Later(i)
			if p = &later; *p == *p.Last {
				p = &Pair{Last: p.Last}
			}
			at := p
			defer func() { at.N[0]++ }()
		}
		add(len(word))
		out = append(out, p)
		n += p.Later(1).N[0]
	}
	return out, n
}

// What fails keeps what was there before, too.
func Numbered(b []byte, n uint8, kept *[]*[4]byte) (int, error) {
	list := make([]*[4]byte, n)
	parts := make([][4]byte, n)
	for i := uint8(0); i < n; i++ {
		list[i] = &parts[i]
	}
	*kept = list
	for i := uint8(0); i < n; i++ {
		part := list[i]
		if copy(part[:], b) < 2 {
			return int(i), errStop
		}
		b = b[min(len(b), 4):]
		if part[0] == 'x' {
			return -int(i), errStop
		}
		part[3] ^= i
	}
	return len(list), nil
}

// A number below none makes no slice.
func Listed(words []string, n int, out *[]*Pair) error {
	pairs := make([]Pair, max(n, 0))
	for i := 0; i < n; i++ {
		if i >= len(words) || words[i] == "" {
			return errStop
		}
		pairs[i] = Pair{Key: words[i]}
		pairs[i].N[0] = i
		*out = append(*out, &pairs[i])
	}
	return nil
}

// A word that is there before has one pair.
func Tallied(words []string) map[string]*Tally {
	out := map[string]*Tally{}
	pairs := make([]Pair, len(words)+1)
	for i, word := range words {
		if t, ok := out[word]; ok {
			pairs[len(out)] = Pair{Key: word, N: [2]int{i, len(t.Places)}}
			t.Places = append(t.Places, &pairs[len(out)])
		} else {
			pairs[len(out)] = Pair{Key: word, N: [2]int{i, -1}}
			out[word] = &Tally{Places: []*Pair{&pairs[len(out)]}}
		}
	}
	return out
}

// A list that is appended to runs into the next one.
func Doubled(lists [][]int) (out [][]int) {
	total := len(lists)
	for _, list := range lists {
		total += len(list)
	}
	block := make([]int, 0, total)
	for i, list := range lists {
		at := len(block)
		for _, n := range lists[i] {
			block = append(block, 2*n)
		}
		out = append(out, block[at:])
		if list == nil {
			out[i] = nil
		}
		if i+1 < len(lists) {
			lists[i+1] = append(lists[i+1], i)
		}
	}
	return out
}

// What is added to one key is in the next one.
func Described(h http.Header, kind string, sizes []int) {
	values := make([]string, 3)
	h["Content-Type"] = append(values[:0], kind)
	h["X-Sizes"] = append(values[1:1], fmt.Sprint(sizes))
	h["X-First"] = append(values[2:2], strconv.Itoa(sizes[0]))
}

// What was there is gone.
func Varied(h http.Header, more ...string) {
	h["Vary"] = append([]string{"Origin", "Cookie"}, more...)
}
