// Package lend has helpers that make slices for those who call them.
package lend

import (
	"io"
	"strconv"
	"strings"
)

// Both holds two of them at once.
func Both(s string, c, d byte) [2]int {
	first, second := positions(s, c), positions(s, d)
	var sums [2]int
	for i, p := range first {
		sums[0] += (i + 1) * p
	}
	for i, p := range second {
		sums[1] += (i + 1) * p
	}
	return sums
}

func positions(s string, c byte) []int {
	at := make([]int, 0, 16)
	for i := 0; i < len(s); i++ {
		if s[i] == c {
			at = append(at, i)
		}
	}
	return at
}

// None tells what is nil from what is empty.
func None(s string) (int, bool) {
	list := widths(s, len(s)/4)
	return len(list), list == nil
}

func widths(s string, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = int(s[4*i]) % 5
		for list[i] > 3 {
			list[i]--
		}
	}
	return list
}

// Ways appends to one slice twice.
func Ways(s string) string {
	steps := path(s)
	left, right := append(steps, 'l'), append(steps, 'r')
	return string(left) + string(right)
}

func path(s string) []byte {
	steps := make([]byte, len(s))
	for i := range steps {
		steps[i] = s[len(s)-1-i]
		if steps[i] == ' ' {
			steps[i] = '_'
		}
	}
	return steps
}

// Totals needs zeros each time.
func Totals(words []string) (all []int) {
	for _, w := range words {
		n := 0
		for i, c := range counts(w) {
			n += i * c
		}
		all = append(all, n)
	}
	return all
}

func counts(w string) []int {
	found := make([]int, 8)
	for i := 0; i < len(w); i++ {
		found[w[i]%8]++
		if w[i] == 'x' {
			found[0]++
		}
	}
	return found
}

// Table panics where the number is negative.
func Table(s string, n int) (sum int, err any) {
	defer func() { err = recover() }()
	for _, x := range table(s, n) {
		sum += x
	}
	return sum, nil
}

func table(s string, n int) []int {
	list := make([]int, n)
	for i := range list {
		for j := 0; j < len(s); j++ {
			list[i] += i ^ int(s[j])
		}
	}
	return list
}

// Records reads as many bytes as a number says that has more bits than an int of some machines.
func Records(s string, n int64) (sum int, err any) {
	defer func() { err = recover() }()
	for _, c := range record(s, n) {
		sum = sum*3 + int(c)
	}
	return sum, nil
}

func record(s string, n int64) []byte {
	b := make([]byte, n)
	copy(b, s)
	return b
}

// Titled asks whether it is the first.
func Titled(s string, n int) string { return string(titled(nil, s, n)) }

func titled(dst []byte, s string, n int) []byte {
	if dst == nil {
		dst = append(dst, '#')
	}
	dst = append(dst, s...)
	if n > 0 {
		return titled(dst, strconv.Itoa(n%7), n-1)
	}
	return dst
}

// Nested keeps what each level found, until all are there.
func Nested(s string) int {
	sum := 0
	for i, n := range nested(s) {
		sum += i * n
	}
	return sum
}

func nested(s string) []int {
	own := make([]int, 0, 8)
	for i := 0; i < len(s); i++ {
		if s[i] != '(' {
			own = append(own, int(s[i]))
			continue
		}
		for _, n := range nested(s[i+1:]) {
			own = append(own, n+1)
		}
		break
	}
	return own
}

// Last keeps what it got for the next call.
func Last(words []string) (out []string) {
	var last []byte
	for _, w := range words {
		now := reversed(w)
		out = append(out, string(last)+"/"+string(now))
		last = now
	}
	return out
}

func reversed(w string) []byte {
	b := make([]byte, 0, 32)
	for i := len(w) - 1; i >= 0; i-- {
		b = append(b, w[i])
		if w[i] == '\\' {
			b = append(b, '\\')
		}
	}
	return b
}

// Found has another function ask whether there is anything.
func Found(s string) string { return told(marks(s)) }

func marks(s string) []int {
	var at []int
	for i := 0; i < len(s); i++ {
		if s[i] == '!' || s[i] == '(' {
			at = append(at, i)
		}
	}
	return at
}

func told(at []int) string {
	if at == nil {
		return "nothing"
	}
	sum := 0
	for _, i := range at {
		sum += i
	}
	return strconv.Itoa(sum)
}

// Spread goes over elements that append has moved, while others change.
func Spread(s string) (sum int) {
	for i, n := range spread(s) {
		sum += i * n
	}
	return sum
}

func spread(s string) []int {
	var list []int
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

// Levels is exported, and callers elsewhere see its capacity.
func Levels(s string) []int {
	list := make([]int, len(s))
	for i := range list {
		list[i] = int(s[i]) % 7
		for list[i] > 4 {
			list[i]--
		}
	}
	return list
}

// Highest only looks at the levels, and twice at those of the same text.
func Highest(s string) (n, sum int) {
	all := Levels(s)
	for i, l := range Levels(s) {
		n = max(n, l)
		sum += l * all[i]
	}
	return n, sum
}

// Deeper keeps the levels, and adds to them in two ways.
func Deeper(s string) ([]int, []int, bool) {
	all := Levels(s)
	return append(all, 1), append(all, 2), cap(all) == cap(make([]int, len(s)))
}

// Nodes calls itself where it is called by others.
func Nodes(s string) []string {
	var list []string
	for i := 0; i < len(s); i++ {
		if s[i] == '(' {
			for _, n := range Nodes(s[i+1:]) {
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

// Counted asks whether there are any.
func Counted(s string) (int, bool) {
	list := Nodes(s)
	return len(list), list != nil
}

// escaped returns a text as it is, or with marks, or nil.
func escaped(s string) []byte {
	switch {
	case s == "":
		return nil
	case s[0] == '(':
		return strconv.AppendQuote(nil, s)
	}
	return []byte(s)
}

// Escaped looks at what it has, when the next one is there.
func Escaped(words []string) string {
	var last []byte
	n := 0
	for _, s := range words {
		b := escaped(s)
		if string(b) != string(last) {
			n++
		}
		last = b
	}
	return strconv.Itoa(n) + string(last)
}

// Pieces keeps them all, and asks which are nil.
func Pieces(words []string) (all [][]byte, none int) {
	for _, s := range words {
		b := escaped(s)
		if b == nil {
			none++
		}
		all = append(all, b)
	}
	return all, none
}

// Sizes only counts.
func Sizes(words []string) (sum int) {
	for _, s := range words {
		sum += len(escaped(s))
	}
	return sum
}

var registry = map[string]map[string]int{}

func perLetter(s string) map[string]int {
	m := make(map[string]int)
	for i := range len(s) {
		m[s[i:i+1]]++
	}
	return m
}

// Registered keeps the map of each text, and counts one anew.
func Registered(texts []string) (n int) {
	clear(registry)
	for _, s := range texts {
		registry[s] = perLetter(s)
		n += perLetter(s)["a"] * 100
	}
	for _, m := range registry {
		n += len(m)
	}
	return n
}

type tally map[string]int

// Letters returns nil for no text.
func Letters(s string) tally {
	if s == "" {
		return nil
	}
	m := make(tally, len(s)/2)
	for i := range len(s) {
		m[s[i:i+1]]++
	}
	return m
}

func (t tally) none() bool { return t == nil }

// Compared asks two maps, of which one is changed meanwhile.
func Compared(s, t string) (n int, none bool) {
	a, b := Letters(s), Letters(t)
	for k := range a {
		n += b[k]
		delete(b, k)
	}
	return n*1000 + len(b), Letters(s).none()
}

// tape notes what is written to it, after another tape has it.
type tape struct {
	lines []string
	other *tape
}

func (t *tape) Write(p []byte) (int, error) {
	if t.other != nil {
		play(t.other, strings.ToUpper(string(p)))
	}
	t.lines = append(t.lines, string(p))
	return len(p), nil
}

// line is the text with a mark behind it.
func line(s string) []byte {
	b := make([]byte, 0, 16)
	b = append(b, s...)
	return append(b, ';')
}

func play(w io.Writer, texts ...string) {
	for _, s := range texts {
		w.Write(line(s))
	}
}

// Played writes while it writes.
func Played(texts []string) (lines, upper []string) {
	t := &tape{other: &tape{}}
	play(t, texts...)
	return t.lines, t.other.lines
}

var lines = map[string][]byte{}

// stored keeps the line of each short text.
func stored(s string) []byte {
	if b, ok := lines[s]; ok {
		return b
	}
	b := make([]byte, 0, 16)
	b = append(b, s...)
	b = append(b, '|')
	if len(s) < 3 {
		lines[s] = b
	}
	return b
}

// Stored writes lines that are kept.
func Stored(texts []string) []string {
	t := &tape{}
	var w io.Writer = t
	for range 2 {
		for _, s := range texts {
			w.Write(stored(s))
		}
	}
	return t.lines
}

// scroll writes in capitals to another one before it keeps what it gets.
type scroll struct {
	frames []string
	other  *scroll
}

func (t *scroll) Write(p []byte) (int, error) {
	if t.other != nil {
		unroll(t.other, strings.ToUpper(string(p)))
	}
	t.frames = append(t.frames, string(p))
	return len(p), nil
}

// framed has the length of the text before it.
func framed(s string, n int) []byte {
	b := make([]byte, 0, n)
	b = strconv.AppendInt(b, int64(len(s)), 10)
	b = append(b, ' ')
	return append(b, s...)
}

// unroll guesses how long a frame is.
func unroll(w io.Writer, texts ...string) {
	for _, s := range texts {
		w.Write(framed(s, 3*len(s)-6))
	}
}

// Framed writes while it writes, and panics where a text is too short.
func Framed(texts []string) (frames, upper []string, err any) {
	t := &scroll{other: &scroll{}}
	defer func() { frames, upper, err = t.frames, t.other.frames, recover() }()
	unroll(t, texts...)
	return
}

// marksOf has a second result that is a part of the first.
func marksOf(s string) (all, last []int) {
	all = make([]int, len(s))
	for i := range len(s) {
		all[i] = int(s[i]) * (i + 1)
	}
	return all, all[len(all)/2:]
}

// Tails keeps the second of two results, and looks at the first.
func Tails(texts []string) (list [][]int, sum int) {
	for _, s := range texts {
		all, last := marksOf(s)
		for _, m := range all {
			sum += m
		}
		list = append(list, last)
	}
	return list, sum
}

// gauge has a length that grows as it is asked.
type gauge struct {
	text  string
	asked int
}

func (g *gauge) length() int {
	g.asked++
	return len(g.text) + g.asked
}

func (g *gauge) line() []byte {
	b := make([]byte, g.length())
	copy(b, g.text)
	return b
}

// Gauged asks for lines of one gauge.
func Gauged(s string, n int) (sum, asked int) {
	g := &gauge{text: s}
	for range n % 9 {
		for i, c := range g.line() {
			sum += int(c) + i
		}
	}
	return sum, g.asked
}

// signOf returns a part of the text, or a literal.
func signOf(s string) []byte {
	for i := range len(s) {
		switch s[i] {
		case ' ':
		case '+', '-':
			return []byte(s)[i : i+1 : i+1]
		case '0':
			return []byte{'+', '0'}
		}
	}
	return nil
}

// Signed appends twice to the same.
func Signed(s string) (a, b []byte, n int) {
	sign := signOf(s)
	a = append(sign, 'a')
	b = append(sign, 'b')
	for _, c := range signOf(s) {
		n += int(c)
	}
	return a, b, n
}

// appendBoxed asks for the type of what it gets.
func appendBoxed(dst []byte, v any) []byte {
	switch n := v.(type) {
	case int64:
		return append(strconv.AppendInt(dst, n, 10), 'l')
	case int:
		return strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, '?')
}

func boxed(n int64) []byte { return appendBoxed(nil, n) }

// Boxed passes constants that become of another type.
func Boxed(n int64) string { return string(boxed(1000)) + string(boxed(n)) }

// listed returns the words of a text.
func listed(s string) []string {
	list := make([]string, 0, strings.Count(s, " ")+1)
	for _, word := range strings.Split(s, " ") {
		list = append(list, word)
	}
	return list
}

type described struct {
	words []string
	n     int
}

// describe keeps a copy, with a mark at its end.
func describe(list []string) described {
	words := append([]string(nil), list...)
	return described{append(words, "."), len(list)}
}

// Described keeps what is made of each text.
func Described(texts []string) (all [][]string, n int) {
	for _, s := range texts {
		d := describe(listed(s))
		all = append(all, d.words)
		n += d.n
	}
	return all, n
}

// halves returns what it gets in two.
func halves(list []string) [2][]string {
	return [2][]string{list[:len(list)/2], list[len(list)/2:]}
}

// Halves keeps both parts of each text.
func Halves(texts []string) (all [][]string) {
	for _, s := range texts {
		two := halves(listed(s))
		all = append(all, two[0], two[1])
	}
	return all
}

func marked(s string) []byte {
	var out []byte
	if string(append(out, s...)) == string(append(out, strings.ToUpper(s)...)) {
		out = append(out, '=')
	}
	for _, c := range []byte(s) {
		if c != ' ' {
			out = append(out, c)
		}
	}
	return out
}

// Marked says of a text whether it is the same in capital letters.
func Marked(s string) string { return string(marked(s)) + "." }
