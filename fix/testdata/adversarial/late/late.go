// Package late has functions in which it matters when something is made, what of
// it is shared, and whose memory a text was made from.
package late

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Seeded is made of n before n changes.
func Seeded(n int) []int {
	first := []int{n, n}
	n *= 2
	if n > 100 {
		return nil
	}
	return append(first, n)
}

// Recovered returns its map even when a word has no second letter.
func Recovered(words []string) (out map[string]int) {
	out = make(map[string]int)
	defer func() { _ = recover() }()
	if len(words) == 0 {
		return out
	}
	for i, w := range words {
		out[w[1:]] = i
	}
	return out
}

// Grid appends to each row, and no row sees what is appended to another.
func Grid(rows, cols int) string {
	rows, cols = max(rows, 0), max(cols, 0)
	grid := make([][]int, rows)
	for i := range grid {
		grid[i] = make([]int, cols)
	}
	for i := range grid {
		grid[i] = append(grid[i], i+1)
	}
	return fmt.Sprint(grid)
}

type node struct {
	name string
	next *node
}

// Linked makes a list in which each node is an object of its own.
func Linked(names []string) string {
	all := make([]*node, 0, len(names))
	for _, name := range names {
		all = append(all, &node{name: name})
	}
	for i, n := range all {
		n.next = all[(i+1)%len(all)]
		n.name += "!"
	}
	text := ""
	for _, n := range all {
		text += n.name + ">" + n.next.name + " "
	}
	return text
}

// Failed tells the bytes as they were when it failed.
func Failed(s string) error {
	buf := make([]byte, 8)
	defer clear(buf)
	if n := copy(buf, s); n < len(buf) {
		return fmt.Errorf("only %d bytes: %q", n, buf[:n])
	}
	return nil
}

// IsList knows that a long s is no s.
func IsList(s string) bool { return strings.ToLower(s) == "list" }

// Alike maps letter by letter.
func Alike(s, t string) bool { return strings.ToLower(s) == strings.ToLower(t) }

var kinds = map[string]int{"list": 1, "i": 2, "k": 3, "\u00e4": 4, "\ufffd": 5}

// Kind finds letters that are not of ASCII, and what is no UTF-8.
func Kind(s string) int { return kinds[strings.ToLower(s)] }

type registry struct{ entries map[string]int }

func newRegistry() *registry { return &registry{entries: make(map[string]int)} }

func (r *registry) set(name string, n int) { r.entries[name] = n }

func (r *registry) all() map[string]int { return r.entries }

// Registered changes the registry through the map that it hands out.
func Registered(names []string) int {
	r := newRegistry()
	all := r.all()
	for i, name := range names {
		r.set(name, i)
	}
	all["more"] = 7
	return len(r.all())*10 + len(all)
}

var ports = map[string]string{"a:1": "one", "a1:": "two", "a:11": "three", "b:-5": "four"}

// Port keeps name and number apart.
func Port(name string, n int) string { return ports[name+":"+strconv.Itoa(n)] }

// Hexed replaces bytes by their digits, in their own memory if they fit.
func Hexed(b []byte) []byte { return append(b[:0], "0x"+hex.EncodeToString(b)...) }

// Padded reads up to 512 bytes; what was not read is zero.
func Padded(r io.Reader) (int, error) {
	buf := make([]byte, 512)
	n, err := r.Read(buf)
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	sum := n
	for _, c := range buf {
		sum = sum*3 + int(c)
	}
	return sum, nil
}

type lodge struct{ rooms map[string]map[string]int }

func (l *lodge) open(name string) { l.rooms[name] = make(map[string]int) }

func (l *lodge) enter(name, guest string) { l.rooms[name][guest]++ }

func (l *lodge) has(name string) bool {
	_, ok := l.rooms[name]
	return ok
}

// Lodged opens rooms and closes them. Who enters one that is not open panics.
func Lodged(steps []string) string {
	l := &lodge{rooms: make(map[string]map[string]int)}
	guests := 0
	for _, step := range steps {
		switch name := step[1:]; step[0] {
		case '+':
			l.open(name)
		case '-':
			delete(l.rooms, name)
		case '?':
			if !l.has(name) {
				guests += 100
			}
		default:
			l.enter(name, step)
		}
	}
	for name := range l.rooms {
		guests += len(l.rooms[name])
	}
	return fmt.Sprint(len(l.rooms), guests)
}
