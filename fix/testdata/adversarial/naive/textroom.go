package textroom

import (
	"slices"
	"strconv"
	"strings"
)

// The room is length, too.
func Pair(key, value string) []byte {
	b := make([]byte, len(key)+len(value)+2)
	b = append(b, key...)
	b = append(b, ": "...)
	b = append(b, value...)
	return b
}

// Where both are empty, it is nil.
func Joined(s, t string) []byte {
	return append([]byte(nil), s+t...)
}

// There is room for 20 digits of ten, not for those of two.
func Based(n int64, base int) []byte {
	b := make([]byte, 22)
	at := copy(b, "<")
	at += copy(b[at:], strconv.FormatInt(n, base))
	at += copy(b[at:], ">")
	return b[:at]
}

// The room is that of the format g.
func Float(f float64) []byte {
	b := make([]byte, 25)
	at := copy(b, "~")
	at += copy(b[at:], strconv.FormatFloat(f, 'f', -1, 64))
	return b[:at]
}

// A line that is longer than its part of the room is written over by the next.
func Rows(ns []int64) [][]byte {
	var rows [][]byte
	room := make([]byte, 4*len(ns)+40)
	for i, n := range ns {
		b := room[4*i : 4*i]
		b = strconv.AppendInt(b, int64(i), 10)
		b = append(b, '=')
		b = strconv.AppendInt(b, n, 10)
		rows = append(rows, b)
	}
	return rows
}

// The second is always written over the first.
func Siblings(n int64) string {
	b := make([]byte, 0, 21)
	b = strconv.AppendInt(b, n, 10)
	b = append(b, '-')
	x := append(b, 'a')
	y := append(b, 'b')
	return string(x) + string(y)
}

// The head has room for what its callers append.
func Titles(n int64) string {
	h := slices.Grow(head(n), 20)
	x := append(h, 'x')
	y := append(h, 'y')
	return string(x) + string(y)
}

// It is full later.
func Chunks(s string) []string {
	var out []string
	b := make([]byte, 0, len(s)+3)
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

// A panic comes before anything is written.
func Partly(xs []int, at int) (out []byte) {
	defer func() { recover() }()
	number := strconv.Itoa(xs[at])
	b := make([]byte, 0, len(number)+2)
	b = append(b, '[')
	b = append(b, number...)
	b = append(b, ']')
	return b
}

// The capacity is negative.
func Shadowed(s string) []byte {
	len := func(s string) int { return strings.Count(s, "a") - 1 }
	b := make([]byte, 0, len(s))
	b = append(b, s...)
	b = strconv.AppendInt(b, int64(len(s)), 10)
	return b
}

// There is room for twice the first text.
func Doubled(s string) []byte {
	p := &s
	b := make([]byte, 2*len(s))
	at := copy(b, s)
	*p += "/" + *p
	at += copy(b[at:], s)
	return b[:at]
}

// All words lie in one slice, which is read when the last one is in it.
func Sent(words []string) string {
	done := make(chan []byte, len(words))
	b := make([]byte, 0, 64)
	for i, w := range words {
		b = append(b[:0], w...)
		b = append(b, '#')
		b = strconv.AppendInt(b, int64(i), 10)
		done <- b
	}
	var all []string
	for range words {
		all = append(all, string(<-done))
	}
	slices.Sort(all)
	return strings.Join(all, ",")
}

// The room is for all arguments, wanted or not.
func Arguments(names []string, all, long bool) []string {
	args := append(make([]string, 0, len(names)+4), "list")
	if all {
		args = append(args, "-a", "-")
	}
	args = append(args, names...)
	if long {
		args = append(args, "-l")
	}
	return args[:len(names)+4]
}

// The old list lies in the new one.
func Old(names []string) ([]string, []string) {
	list := append(make([]string, 0, len(names)+1), names...)
	old := list
	list = append(list, "new")
	list[0] = "first"
	return old, list
}

// What is kept changes.
func Kept(ns []int) (out [][]int) {
	keep := func(list []int) { out = append(out, list) }
	for _, n := range ns {
		list := append(make([]int, 0, 3), n)
		keep(list)
		list = append(list, n+1, n+2)
		list[0]++
		keep(list)
	}
	return out
}

// It is empty where there is nothing.
func None(a, b []int, mark bool) []int {
	all := make([]int, 0, len(a)+len(b)+1)
	all = append(all, a...)
	all = append(all, b...)
	if mark {
		all = append(all, -1)
	}
	return all
}

// Nothing is lost.
func Gone(words []string) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := append(make([]string, 0, len(words)), words...)
	return append(all, words[0]), nil
}

// Both have room in the same place.
func Branches(n int) ([]int, []int) {
	list := append(make([]int, 0, 4), n)
	list = append(list, n, n)
	return append(list, 1), append(list, 2)
}

// It is nil where nothing is in it.
func Headed(name string, more []byte) ([]byte, bool) {
	b := append([]byte(nil), name...)
	b = append(b, more...)
	return b, b == nil
}

// The sender is looked at first.
func Forwarded(m *Message, log *[]string) (b []byte, problem any) {
	defer func() { problem = recover() != nil }()
	out := make([]byte, 0, 2+len(m.From.Body)+len(m.Body))
	out = append(out, m.Kind, ' ')
	*log = append(*log, string(out))
	out = append(out, m.From.Body...)
	return append(out, m.Body...), nil
}

// The body is as long as it was.
func Marshal(m *Message) []byte {
	b := make([]byte, 2+len(m.Body))
	b[0], b[1] = m.Kind, byte(len(m.Body))
	m.Body = append(m.Body, "..."...)
	copy(b[2:], m.Body)
	return b
}

// There is room for all of it, and for what is appended beside it.
func Entry(name, value string) ([]byte, int) {
	b := make([]byte, 0, len(name)+len(value)+1)
	b = append(b, name...)
	shared := b
	b = append(b, '=')
	b = append(b, value...)
	_ = append(shared, '!')
	return b, len(shared)
}

// The name is looked at first.
func Stamped(s *Stamp, log *[]string) (b []byte, problem bool) {
	defer func() { problem = recover() != nil }()
	return s.appendTo(make([]byte, 0, len(s.Owner.Name)+39), log), false
}

// Where there is nothing before it, a panic is the one of the zones.
func Searched(z *Zones, name string, at int) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 2, 2+len(z.List))
	all[0] = name[at:]
	all[1] = name
	all = append(all, z.List...)
	return all, nil
}

// It looks at zones that it does not need.
func Unzoned(z *Zones, name string) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 1, 1+len(z.List))
	if name == "" {
		return nil, nil
	}
	all[0] = name
	all = append(all, z.List...)
	return all, nil
}

// It panics before it counts.
func Counted(z *Zones, name string, n *int) (list []string, problem any) {
	defer func() { problem = recover() }()
	all := make([]string, 1, 1+len(z.List))
	all[0] = name
	*n++
	all = append(all, z.List...)
	return all, nil
}

// The zones around those that are not there have no names.
func Zoned(z *Zones, name string, long bool) (list []string, problem any) {
	defer func() { problem = recover() }()
	if z == nil || z.Outer == nil {
		return nil, "no zones"
	}
	all := make([]string, 2, 2+len(z.List)+len(z.Outer.List))
	all[0] = name + "."
	if long {
		all[1] = z.Outer.Name + "svc." + name
	}
	return append(append(all, z.List...), z.Outer.List...), nil
}
