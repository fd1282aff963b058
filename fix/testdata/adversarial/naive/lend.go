package lend

import (
	"strconv"
	"strings"
)

// All calls get the same room.
func positions(s string, c byte) []int {
	at := lentInts[:0]
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			at = append(at, i)
		}
	}
	return at
}

var lentInts = make([]int, 0, 64)

// No room is lent, and nothing is nil.
func None(s string) (int, bool) {
	list := roomForWidths(nil, s, len(s)/4)
	return len(list), list == nil
}

func roomForWidths(list []int, s string, n int) []int {
	list = append(list, make([]int, n)...)
	for i := range list {
		list[i] = int(s[4*i]) % 5
		for list[i] > 3 {
			list[i]--
		}
	}
	return list
}

// There is more room than was asked for.
func Ways(s string) string {
	steps := roomForPath(make([]byte, 0, 256), s)
	left, right := append(steps, 'l'), append(steps, 'r')
	return string(left) + string(right)
}

func roomForPath(room []byte, s string) []byte {
	steps := append(room, make([]byte, len(s))...)
	for i := range steps {
		steps[i] = s[len(s)-1-i]
		if steps[i] == ' ' {
			steps[i] = '_'
		}
	}
	return steps
}

// The room is made once, before the loop.
func Totals(words []string) (all []int) {
	room := make([]int, 8)
	for _, w := range words {
		n := 0
		for i, c := range roomForCounts(room, w) {
			n += i * c
		}
		all = append(all, n)
	}
	return all
}

func roomForCounts(found []int, w string) []int {
	for i := 0; i < len(w); i++ {
		found[w[i]%8]++
		if w[i] == 'x' {
			found[0]++
		}
	}
	return found
}

// A number below zero is less than the room.
func Table(s string, n int) (sum int, err any) {
	defer func() { err = recover() }()
	for _, x := range roomForTable(make([]int, 0, 32), s, n) {
		sum += x
	}
	return sum, nil
}

func roomForTable(list []int, s string, n int) []int {
	if n <= cap(list) {
		list = list[:n]
	} else {
		list = make([]int, n)
	}
	for i := range list {
		for j := 0; j < len(s); j++ {
			list[i] += i ^ int(s[j])
		}
	}
	return list
}

// A number that is below zero is another one with fewer bits.
func Records(s string, n int64) (sum int, err any) {
	defer func() { err = recover() }()
	for _, c := range roomForRecord(make([]byte, 0, 256), s, n) {
		sum = sum*3 + int(c)
	}
	return sum, nil
}

func roomForRecord(b []byte, s string, n int64) []byte {
	if uint32(n) <= uint32(cap(b)) {
		b = b[:uint32(n)]
	} else {
		b = make([]byte, n)
	}
	copy(b, s)
	return b
}

// The room is not nil.
func Titled(s string, n int) string { return string(roomForTitled(make([]byte, 0, 256), s, n)) }

func roomForTitled(dst []byte, s string, n int) []byte {
	if dst == nil {
		dst = append(dst, '#')
	}
	dst = append(dst, s...)
	if n > 0 {
		return roomForTitled(dst, strconv.Itoa(n%7), n-1)
	}
	return dst
}

// Each level hands its own room down.
func Nested(s string) int {
	sum := 0
	for i, n := range roomForNested(make([]int, 0, 8), s) {
		sum += i * n
	}
	return sum
}

func roomForNested(own []int, s string) []int {
	for i := 0; i < len(s); i++ {
		if s[i] != '(' {
			own = append(own, int(s[i]))
			continue
		}
		for _, n := range roomForNested(own[:0], s[i+1:]) {
			own = append(own, n+1)
		}
		break
	}
	return own
}

// The room of the last call is used again.
func Last(words []string) (out []string) {
	var last []byte
	room := make([]byte, 0, 32)
	for _, w := range words {
		now := roomForReversed(room, w)
		out = append(out, string(last)+"/"+string(now))
		last = now
	}
	return out
}

func roomForReversed(b []byte, w string) []byte {
	for i := len(w) - 1; i >= 0; i-- {
		b = append(b, w[i])
		if w[i] == '\\' {
			b = append(b, '\\')
		}
	}
	return b
}

// What was nil is not.
func Found(s string) string { return told(roomForMarks(make([]int, 0, 32), s)) }

func roomForMarks(at []int, s string) []int {
	for i := 0; i < len(s); i++ {
		if s[i] == '!' || s[i] == '(' {
			at = append(at, i)
		}
	}
	return at
}

// Nothing is moved where there is room.
func Spread(s string) (sum int) {
	for i, n := range roomForSpread(make([]int, 0, 32), s) {
		sum += i * n
	}
	return sum
}

func roomForSpread(list []int, s string) []int {
	for i := 0; i < len(s); i++ {
		list = append(list, int(s[i]))
	}
	for i, n := range list {
		list = append(list, n+1)
		if i+1 < len(s) {
			list[i+1] = n + 1
		}
	}
	return list
}

// Both get the same room.
func Highest(s string) (n, sum int) {
	room := make([]int, 0, 64)
	all := levelsIn(room, s)
	for i, l := range levelsIn(room, s+" ")[:len(s)] {
		n = max(n, l)
		sum += l * all[i]
	}
	return n, sum + len(all[:cap(all)])
}

func levelsIn(list []int, s string) []int {
	list = append(list, make([]int, len(s))...)
	for i := range list {
		list[i] = int(s[i]) % 7
		for list[i] > 4 {
			list[i]--
		}
	}
	return list
}

// There is more room than was asked for.
func Deeper(s string) ([]int, []int, bool) {
	all := levelsIn(make([]int, 0, 256), s)
	return append(all, 1), append(all, 2), cap(all) == cap(make([]int, len(s)))
}

// It is never nil.
func Counted(s string) (int, bool) {
	list := nodesIn(make([]string, 0, 16), s)
	return len(list), list != nil
}

func nodesIn(list []string, s string) []string {
	for i := 0; i < len(s); i++ {
		if s[i] == '(' {
			for _, n := range nodesIn(nil, s[i+1:]) {
				list = append(list, n+"'")
			}
			break
		}
		if s[i] != ' ' {
			list = append(list, s[i:i+1])
		}
	}
	return list
}

func escapedIn(room []byte, s string) []byte {
	switch {
	case s == "":
		return nil
	case s[0] == '(':
		return strconv.AppendQuote(room, s)
	}
	return append(room, s...)
}

// The last one lies where the next one is written.
func Escaped(words []string) string {
	var last []byte
	n := 0
	room := make([]byte, 0, 256)
	for _, s := range words {
		b := escapedIn(room, s)
		if string(b) != string(last) {
			n++
		}
		last = b
	}
	return strconv.Itoa(n) + string(last)
}

// All are written over the first.
func Pieces(words []string) (all [][]byte, none int) {
	room := make([]byte, 0, 256)
	for _, s := range words {
		b := escapedIn(room, s)
		if b == nil {
			none++
		}
		all = append(all, b)
	}
	return all, none
}

// The quotes are not counted.
func Sizes(words []string) (sum int) {
	for _, s := range words {
		sum += len(s)
	}
	return sum
}

// All texts have one map.
func Registered(texts []string) (n int) {
	clear(registry)
	m := make(map[string]int)
	for _, s := range texts {
		clear(m)
		for i := range len(s) {
			m[s[i:i+1]]++
		}
		registry[s] = m
		n += m["a"] * 100
	}
	for _, m := range registry {
		n += len(m)
	}
	return n
}

// No text has an empty map.
func Compared(s, t string) (n int, none bool) {
	a, b := Letters(s), Letters(t)
	for k := range a {
		n += b[k]
		delete(b, k)
	}
	return n*1000 + len(b), false
}

var frameRoom = make([]byte, 0, 256)

// The writer gets what the next frame is written to.
func framed(s string, n int) []byte {
	b := frameRoom
	if uint(n) > uint(cap(b)) {
		b = make([]byte, 0, n)
	}
	b = strconv.AppendInt(b, int64(len(s)), 10)
	b = append(b, ' ')
	return append(b, s...)
}

func Framed(texts []string) (frames, upper []string, err any) {
	t := &scroll{other: &scroll{}}
	defer func() {
		err = recover()
		frames, upper = t.frames, t.other.frames
	}()
	unroll(t, texts...)
	return nil, nil, nil
}

var marksRoom [1024]int

func marksIn(all []int, s string) (_, last []int) {
	for i := range all {
		all[i] = int(s[i]) * (i + 1)
	}
	return all, all[len(all)/2:]
}

// What it keeps of one text, it writes to for the next one.
func Tails(texts []string) (list [][]int, sum int) {
	for _, s := range texts {
		all, last := marksIn(marksRoom[:min(len(s), len(marksRoom))], s)
		for _, m := range all {
			sum += m
		}
		list = append(list, last)
	}
	return list, sum
}

func (g *gauge) lineIn(b []byte) []byte {
	if g.length() <= cap(b) {
		b = b[:min(g.length(), cap(b))]
	} else {
		b = make([]byte, g.length())
	}
	copy(b, g.text)
	return b
}

// It asks how much fits, and again how much there is.
func Gauged(s string, n int) (sum, asked int) {
	g := &gauge{text: s}
	for range n % 9 {
		for i, c := range g.lineIn(make([]byte, 0, 256)) {
			sum += int(c) + i
		}
	}
	return sum, g.asked
}

// Both are appended to the same room.
func Signed(s string) (a, b []byte, n int) {
	sign := append(make([]byte, 0, 8), signOf(s)...)
	a = append(sign, 'a')
	b = append(sign, 'b')
	for _, c := range sign {
		n += int(c)
	}
	return a, b, n
}

// The constant is an int.
func Boxed(n int64) string {
	return string(appendBoxed(make([]byte, 0, 64), 1000)) +
		string(appendBoxed(make([]byte, 0, 64), n))
}

func listedIn(list []string, s string) []string {
	for _, word := range strings.Split(s, " ") {
		list = append(list, word)
	}
	return list
}

// What is made of one text lies where the next one has its words.
func Described(texts []string) (all [][]string, n int) {
	room := make([]string, 0, 64)
	for _, s := range texts {
		list := listedIn(room, s)
		all = append(all, append(list, "."))
		n += len(list)
	}
	return all, n
}

// Both parts lie where the next text has its words.
func Halves(texts []string) (all [][]string) {
	room := make([]string, 0, 64)
	for _, s := range texts {
		two := halves(listedIn(room, s))
		all = append(all, two[0], two[1])
	}
	return all
}

// Both texts are in the same room.
func marked(out []byte, s string) []byte {
	first, second := append(out, s...), append(out, strings.ToUpper(s)...)
	if string(first) == string(second) {
		out = append(out, '=')
	}
	for _, c := range []byte(s) {
		if c != ' ' {
			out = append(out, c)
		}
	}
	return out
}

func Marked(s string) string { return string(marked(make([]byte, 0, 256), s)) + "." }
