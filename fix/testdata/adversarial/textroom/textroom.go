// Package textroom has slices of bytes with little room, whose length, memory or
// capacity matters.
package textroom

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Pair begins with its key.
func Pair(key, value string) []byte {
	b := make([]byte, 0, 8)
	b = append(b, key...)
	b = append(b, ": "...)
	b = append(b, value...)
	return b
}

// Joined is empty, and not nil, where both texts are.
func Joined(s, t string) []byte {
	b := make([]byte, 0, 2)
	b = append(b, s...)
	b = append(b, t...)
	return b
}

// Based writes up to 65 digits and signs, and panics where there is no such base.
func Based(n int64, base int) []byte {
	b := make([]byte, 0, 2)
	b = append(b, '<')
	b = strconv.AppendInt(b, n, base)
	b = append(b, '>')
	return b
}

// Float writes up to 300 digits.
func Float(f float64) []byte {
	b := make([]byte, 0, 4)
	b = append(b, '~')
	b = strconv.AppendFloat(b, f, 'f', -1, 64)
	return b
}

// Rows returns lines of their own, which callers append to.
func Rows(ns []int64) [][]byte {
	var rows [][]byte
	for i, n := range ns {
		b := make([]byte, 0, 2)
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, '=')
		b = strconv.AppendInt(b, n, 10)
		rows = append(rows, b)
	}
	return rows
}

// Siblings share what fits behind the number.
func Siblings(n int64) string {
	b := make([]byte, 0, 2)
	b = strconv.AppendInt(b, n, 10)
	b = append(b, '-')
	x := append(b, 'a')
	y := append(b, 'b')
	return string(x) + string(y)
}

func head(n int64) []byte {
	b := make([]byte, 0, 2)
	b = append(b, '#')
	b = strconv.AppendInt(b, n, 10)
	return b
}

// Titles are two lines that begin alike, as far as they share memory.
func Titles(n int64) string {
	h := head(n)
	x := append(h, 'x')
	y := append(h, 'y')
	return string(x) + string(y)
}

// Chunks cuts where the slice is full.
func Chunks(s string) []string {
	var out []string
	b := make([]byte, 0, 4)
	b = append(b, "<->"...)
	for i := range len(s) {
		if len(b) == cap(b) {
			out = append(out, string(b))
			b = b[:0]
		}
		b = append(b, s[i])
	}
	return append(out, string(b))
}

// Partly returns what was written before it panics.
func Partly(xs []int, at int) (out []byte) {
	b := make([]byte, 0, 2)
	defer func() {
		recover()
		out = b
	}()
	b = append(b, '[')
	b = strconv.AppendInt(b, int64(xs[at]), 10)
	b = append(b, ']')
	return b
}

// Shadowed has a len that is not the length, and may be negative.
func Shadowed(s string) []byte {
	len := func(s string) int { return strings.Count(s, "a") - 1 }
	b := make([]byte, 0, 2)
	b = append(b, s...)
	b = strconv.AppendInt(b, int64(len(s)), 10)
	return b
}

// Doubled appends a text that changes through its address.
func Doubled(s string) []byte {
	p := &s
	b := make([]byte, 0, 2)
	b = append(b, s...)
	*p += "/" + *p
	b = append(b, s...)
	return b
}

// Sent gives a slice to each goroutine.
func Sent(words []string) string {
	done := make(chan []byte, len(words))
	for i, w := range words {
		go func() {
			b := make([]byte, 0, 2)
			b = append(b, w...)
			b = append(b, '#')
			b = strconv.AppendInt(b, int64(i), 10)
			done <- b
		}()
	}
	var all []string
	for range words {
		all = append(all, string(<-done))
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// Arguments are those that are wanted.
func Arguments(names []string, all, long bool) []string {
	args := []string{"list"}
	if all {
		args = append(args, "-a", "-")
	}
	args = append(args, names...)
	if long {
		args = append(args, "-l")
	}
	return args
}

// Old is what the list was.
func Old(names []string) ([]string, []string) {
	list := append([]string{}, names...)
	old := list
	list = append(list, "new")
	list[0] = "first"
	return old, list
}

// Kept gives each list to the next one before it grows.
func Kept(ns []int) (out [][]int) {
	keep := func(list []int) { out = append(out, list) }
	for _, n := range ns {
		list := []int{n}
		keep(list)
		list = append(list, n+1, n+2)
		list[0]++
		keep(list)
	}
	return out
}

// None is nil where there is nothing.
func None(a, b []int, mark bool) []int {
	var all []int
	all = append(all, a...)
	all = append(all, b...)
	if mark {
		all = append(all, -1)
	}
	return all
}

// Gone has another length when it is appended.
func Gone(words []string) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, len(words)-1)
	copy(all, words)
	words = words[:1]
	all = append(all, words...)
	return all, nil
}

// Branches grow from one list.
func Branches(n int) ([]int, []int) {
	list := []int{n}
	list = append(list, n, n)
	return append(list, 1), append(list, 2)
}

// Headed is not nil where nothing is in it.
func Headed(name string, more []byte) ([]byte, bool) {
	b := []byte(name)
	b = append(b, more...)
	return b, b == nil
}

// Message may have no sender.
type Message struct {
	Kind byte
	Body []byte
	From *Message
}

// Forwarded panics behind what it logs.
func Forwarded(m *Message, log *[]string) (b []byte, problem any) {
	defer func() { problem = recover() != nil }()
	out := []byte{m.Kind, ' '}
	*log = append(*log, string(out))
	out = append(out, m.From.Body...)
	return append(out, m.Body...), nil
}

// Marshal has a body that is longer when it is appended.
func Marshal(m *Message) []byte {
	b := []byte{m.Kind, byte(len(m.Body))}
	m.Body = append(m.Body, "..."...)
	b = append(b, m.Body...)
	return b
}

// Tag appends nothing to nil where it has no name.
type Tag struct {
	Name  string
	Inner *Tag
}

func (t *Tag) appendTo(dst []byte) []byte {
	dst = append(dst, t.Name...)
	return append(dst, t.Inner.Name...)
}

// Tagged panics behind what it logs, and may be nil.
func Tagged(t *Tag, log *[]string) (b []byte, problem bool) {
	defer func() { problem = recover() != nil }()
	*log = append(*log, t.Name)
	return t.appendTo(nil), false
}

// Heads has a head that is filled anew for each part.
func Heads(parts []string) (all [][]byte) {
	var head [2]byte
	for i, p := range parts {
		head[0] = byte(i)
		all = append(all, append(head[:1], p...))
	}
	last := append(head[:], "last"...)
	head[1] = 7
	return append(all, last, head[:])
}

// Entry has room for its name, so that what callers append to one does not move.
func Entry(name, value string) ([]byte, int) {
	b := make([]byte, 0, len(name))
	b = append(b, name...)
	shared := b
	b = append(b, '=')
	b = append(b, value...)
	_ = append(shared, '!')
	return b, len(shared)
}

// Stamp notes the time before it looks at the name that another one may lack.
type Stamp struct {
	At    time.Time
	Owner *Tag
}

func (s *Stamp) appendTo(dst []byte, log *[]string) []byte {
	dst = s.At.In(time.UTC).AppendFormat(dst, time.RFC1123)
	copy(dst[len(dst)-3:], "GMT")
	*log = append(*log, string(dst))
	dst = append(dst, s.Owner.Name...)
	dst[0] |= ' '
	return dst
}

// Stamped panics behind what it logs.
func Stamped(s *Stamp, log *[]string) (b []byte, problem bool) {
	defer func() { problem = recover() != nil }()
	return s.appendTo(nil, log), false
}

// Zones are those that a search goes through.
type Zones struct {
	Name  string
	List  []string
	Outer *Zones
}

// Zoned panics at most for zones that are not there.
func Zoned(z *Zones, name string, long bool) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 2)
	all[0] = name + "."
	if long {
		suffix := "svc." + name
		all[1] = z.Outer.Name + suffix
	}
	all = append(all, z.List...)
	all = append(all, z.Outer.List...)
	return all, nil
}

// Searched panics for a place that is not in the name before it does for the zones.
func Searched(z *Zones, name string, at int) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 2)
	all[0] = name[at:]
	all[1] = name
	all = append(all, z.List...)
	return all, nil
}

// Unzoned needs no zones where there is no name.
func Unzoned(z *Zones, name string) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 1)
	if name == "" {
		return nil, nil
	}
	all[0] = name
	all = append(all, z.List...)
	return all, nil
}

// Counted has counted a search that panics.
func Counted(z *Zones, name string, n *int) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 1)
	all[0] = name
	*n++
	all = append(all, z.List...)
	return all, nil
}

// Captured returns what lies behind an array that a function still sees.
func Captured(text string) (out []byte, look func() byte) {
	var head [2]byte
	head[0] = 'h'
	look = func() byte { head[0]++; return head[0] }
	return append(head[:], text...), look
}

// Beyond fills a part that the array may not have.
func Beyond(text string, n int) (out []byte, problem bool) {
	defer func() { problem = recover() != nil }()
	var head [4]byte
	copy(head[:n], "some bytes")
	return append(head[:], text...), false
}
