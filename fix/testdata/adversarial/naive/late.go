package late

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
)

// It is made of another n.
func Seeded(n int) []int {
	n *= 2
	if n > 100 {
		return nil
	}
	return append([]int{n, n}, n)
}

// There is no map when it panics early.
func Recovered(words []string) (out map[string]int) {
	defer func() { _ = recover() }()
	if len(words) == 0 {
		return out
	}
	out = make(map[string]int)
	for i, w := range words {
		out[w[1:]] = i
	}
	return out
}

// A row ends where the room of all ends.
func Grid(rows, cols int) string {
	rows, cols = max(rows, 0), max(cols, 0)
	grid, cells := make([][]int, rows), make([]int, rows*cols)
	for i := range grid {
		grid[i] = cells[i*cols : (i+1)*cols]
	}
	for i := range grid {
		grid[i] = append(grid[i], i+1)
	}
	return fmt.Sprint(grid)
}

// All pointers lead to one node.
func Linked(names []string) string {
	var one node
	all := make([]*node, 0, len(names))
	for _, name := range names {
		one = node{name: name}
		all = append(all, &one)
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

type short struct{ b []byte }

func (s *short) Error() string { return fmt.Sprintf("only %d bytes: %q", len(s.b), s.b) }

// The text is made when the bytes are gone.
func Failed(s string) error {
	buf := make([]byte, 8)
	defer clear(buf)
	if n := copy(buf, s); n < len(buf) {
		return &short{buf[:n]}
	}
	return nil
}

// Folding is not mapping.
func Alike(s, t string) bool { return strings.EqualFold(s, t) }

// Only letters of ASCII are mapped.
func Kind(s string) int {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return kinds[string(b)]
}

// What is handed out is a copy.
func Registered(names []string) int {
	r := newRegistry()
	all := map[string]int{}
	for i, name := range names {
		r.set(name, i)
	}
	all["more"] = 7
	return len(r.all())*10 + len(all)
}

// Digits overwrite the bytes that are still to come.
func Hexed(b []byte) []byte { return hex.AppendEncode(append(b[:0], "0x"...), b) }

var scratch [512]byte

// The last call's bytes are there.
func Padded(r io.Reader) (int, error) {
	n, err := r.Read(scratch[:])
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	sum := n
	for _, c := range scratch {
		sum = sum*3 + int(c)
	}
	return sum, nil
}

// A room is open as soon as it is entered, and not before.
func Lodged(steps []string) string {
	rooms := map[string]map[string]int{}
	guests := 0
	for _, step := range steps {
		switch name := step[1:]; step[0] {
		case '+':
			delete(rooms, name)
		case '-':
			delete(rooms, name)
		case '?':
			if _, ok := rooms[name]; !ok {
				guests += 100
			}
		default:
			if rooms[name] == nil {
				rooms[name] = make(map[string]int)
			}
			rooms[name][step]++
		}
	}
	for name := range rooms {
		guests += len(rooms[name])
	}
	return fmt.Sprint(len(rooms), guests)
}
