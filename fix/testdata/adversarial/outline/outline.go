// Package outline has functions that make values and return pointers to them, with what is
// different when another function fills them.
package outline

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Scanner reads fields of a text.
type Scanner struct {
	text   string
	fields []string
	first  *string
	err    error
	spare  [4]string
}

// newScanner points into itself.
func newScanner(text string, sep byte) *Scanner {
	s := &Scanner{text: strings.TrimSpace(text)}
	s.fields = s.spare[:0]
	for f := range strings.SplitSeq(s.text, string(rune(sep))) {
		s.fields = append(s.fields, strings.ToUpper(f))
	}
	s.first = &s.fields[0]
	s.fields[0] += "!"
	return s
}

// First reads what the scanner's pointer points to.
func First(text string) string {
	s := newScanner(text, ',')
	s.fields[0] += "?"
	return *s.first + strconv.Itoa(len(s.fields))
}

// Pair is two numbers.
type Pair struct{ a, b int }

var errParts = errors.New("not two parts")

// parsePair gives up in several ways.
func parsePair(text string) (*Pair, error) {
	a, b, ok := strings.Cut(text, ":")
	if !ok {
		return nil, errParts
	}
	x, err := strconv.Atoi(a)
	if err != nil {
		return nil, err
	}
	if b == "" {
		return &Pair{a: x}, nil
	}
	y, err := strconv.Atoi(b)
	if err != nil {
		return nil, fmt.Errorf("second: %w", err)
	}
	return &Pair{x, y}, nil
}

// Sum adds two pairs.
func Sum(one, two string) (int, error) {
	p, err := parsePair(one)
	if err != nil {
		return p.orNothing(), err
	}
	q, err := parsePair(two)
	if err != nil {
		return q.orNothing() + p.a, err
	}
	return p.a + q.a*10 + p.b*100 + q.b*1000, nil
}

func (p *Pair) orNothing() int {
	if p == nil {
		return -1
	}
	return p.a + p.b
}

// Counter counts letters.
type Counter struct {
	letters [128]int
	total   int
	failed  bool
}

// countLetters returns what it has next to its error.
func countLetters(text string, limit int) (*Counter, error) {
	var c Counter
	var err error
	for _, r := range text {
		if c.total == limit {
			c.failed = true
			return &c, errors.New("too many after " + strconv.Itoa(c.total))
		}
		if r > 127 {
			err = fmt.Errorf("letter %q", r)
			continue
		}
		c.letters[r]++
		c.total++
	}
	return &c, err
}

// Letters tells what was counted, also where it failed.
func Letters(text string, limit int) string {
	c, err := countLetters(text, limit)
	return fmt.Sprint(c.total, c.letters['a'], c.failed, err)
}

// Named results that nothing uses.
func half(text string) (p *Pair, err error) {
	n, failed := strconv.Atoi(strings.TrimSpace(text))
	if failed != nil {
		return nil, failed
	}
	return &Pair{n / 2, n - n/2}, nil
}

// Half is the smaller half of a number.
func Half(text string) (int, bool) {
	p, err := half(text)
	if err != nil {
		return 0, p == nil
	}
	return p.a - p.b, p != nil
}

// Tree keeps numbers in order.
type Tree struct {
	left, right *Tree
	n           int
}

// newTree calls itself, and hands its results on.
func newTree(numbers []int) *Tree {
	t := &Tree{n: -1}
	for i, n := range numbers {
		if i == 0 {
			t.n = n
			continue
		}
		t.insert(n)
	}
	if len(numbers) > 4 {
		t.right = newTree(numbers[len(numbers)-2:])
	}
	return t
}

func (t *Tree) insert(n int) {
	for next := &t.left; ; {
		if *next == nil {
			*next = &Tree{n: n}
			return
		}
		if n < (*next).n {
			next = &(*next).left
		} else {
			next = &(*next).right
		}
	}
}

// Depth is how deep a tree is.
func Depth(numbers []int) int {
	t := newTree(numbers)
	return t.depth()
}

func (t *Tree) depth() int {
	if t == nil {
		return 0
	}
	return 1 + max(t.left.depth(), t.right.depth())
}

// Stack has a method that fills what it returns.
type Stack struct{ items []string }

// Cut takes the last items; where there are too few, it panics after it began.
func (s *Stack) cut(n int, mark string) *Scanner {
	out := &Scanner{text: mark}
	rest := s.items
	for i := range n {
		last := rest[len(rest)-1-i]
		out.fields = append(out.fields, strings.Repeat(last, 2))
		s.items = s.items[:len(s.items)-1]
	}
	if out.fields == nil {
		out.text = "none"
	}
	return out
}

// Cut tells what was taken, and what is left after a panic.
func Cut(text string, n int) (taken string, left int) {
	s := &Stack{strings.Fields(text)}
	defer func() {
		if v := recover(); v != nil {
			taken = fmt.Sprint(v)
		}
		left = len(s.items)
	}()
	out := s.cut(n, "some")
	return out.text + strings.Join(out.fields, "/"), 0
}

// Registry keeps one of the values that it makes.
type Registry struct{ all map[string]*Pair }

func (r *Registry) add(name string) *Pair {
	p := &Pair{a: len(name)}
	r.all[strings.ToLower(strings.TrimSpace(name))] = p
	return p
}

// Added changes what the registry has.
func Added(names []string) int {
	r := &Registry{all: map[string]*Pair{}}
	for i, name := range names {
		p := r.add(name)
		p.b += i + 1
	}
	sum := 0
	for _, p := range r.all {
		sum += p.a + p.b*10
	}
	return sum
}

// limb is a part of a number that methods fill.
type limb struct{ words [2]int }

func (l *limb) set(a *limb) *limb {
	*l = *a
	return l
}

func (l *limb) noted(a *limb) *limb {
	*l = *a
	lastLimb = l
	return l
}

var lastLimb *limb

// Point is what constructors make for parsers.
type Point struct {
	x, y limb
	at   *limb
}

func newPoint(x, y *limb) *Point {
	var p Point
	p.x.set(x)
	p.y.set(y)
	return &p
}

// notedPoint is known elsewhere when it is returned.
func notedPoint(x, y *limb) *Point {
	var p Point
	p.x.set(x)
	p.y.noted(y)
	return &p
}

// tiedPoint points into itself.
func tiedPoint(x, y *limb) *Point {
	var p Point
	p.y.set(y)
	p.at = p.x.set(x)
	return &p
}

// maybePoint is nil where the first part is zero.
func maybePoint(x, y *limb) *Point {
	if x.words[0] == 0 {
		return nil
	}
	return &Point{x: *x, y: *y}
}

func limbs(text string) (x, y limb, err error) {
	a, b, _ := strings.Cut(strings.TrimSpace(text), ":")
	if x.words[0], err = strconv.Atoi(a); err != nil {
		return x, y, err
	}
	y.words[1], err = strconv.Atoi(b)
	return x, y, err
}

func parsePoint(text string) (*Point, error) {
	x, y, err := limbs(text)
	if err != nil {
		return nil, fmt.Errorf("point: %w", err)
	}
	if x == y {
		return &Point{}, nil
	}
	return newPoint(&x, &y), nil
}

func parseNoted(text string) (*Point, error) {
	x, y, err := limbs(text)
	if err != nil {
		return nil, fmt.Errorf("noted: %w", err)
	}
	return notedPoint(&x, &y), nil
}

func parseTied(text string) (*Point, error) {
	x, y, err := limbs(text)
	if err != nil {
		return nil, fmt.Errorf("tied: %w", err)
	}
	return tiedPoint(&x, &y), nil
}

func parseMaybe(text string) (*Point, error) {
	x, y, err := limbs(text)
	if err != nil {
		return nil, fmt.Errorf("maybe: %w", err)
	}
	return maybePoint(&x, &y), nil
}

// Distance changes a point that nothing else has.
func Distance(text string) (int, error) {
	p, err := parsePoint(text)
	if err != nil {
		return -1, err
	}
	p.x.words[1] += 2
	return p.x.words[0] + 10*p.x.words[1] + 100*p.y.words[1], nil
}

// Noted changes the point through what its method has stored.
func Noted(text string) (int, error) {
	p, err := parseNoted(text)
	if err != nil {
		return -1, err
	}
	lastLimb.words[0] += 5
	return p.x.words[0] + 10*p.y.words[0] + 100*p.y.words[1], nil
}

// Tied changes the point through its own pointer.
func Tied(text string) (int, error) {
	p, err := parseTied(text)
	if err != nil {
		return -1, err
	}
	p.at.words[1] += 5
	return p.x.words[0] + 10*p.x.words[1] + 100*p.y.words[1], nil
}

// Maybe has neither a point nor an error for zero.
func Maybe(text string) (int, error) {
	p, err := parseMaybe(text)
	if err != nil || p == nil {
		return -1, err
	}
	return p.x.words[0] + 10*p.y.words[1], nil
}

// pairOf is split already, and its second part returns what it has next to an error.
func pairOf(text string, step int) (*Pair, error) { return pairInto(new(Pair), text, step) }

//go:noinline
func pairInto(p *Pair, text string, step int) (*Pair, error) {
	p.a = step
	for i, part := range strings.Split(text, ":") {
		n, err := strconv.Atoi(part)
		if i > 1 {
			return nil, errParts
		}
		if p.b += n; err != nil {
			return p, fmt.Errorf("part %d: %w", i, err)
		}
	}
	return p, nil
}

func anyPair(text string, step int) (*Pair, error) {
	if text = strings.TrimSpace(text); text == "" {
		return &Pair{a: -step}, errParts
	}
	return pairOf(text, step+len(text))
}

// Parts has a pair next to some of the errors.
func Parts(text string) (int, error) {
	p, err := anyPair(text, 3)
	if p == nil {
		return -1, err
	}
	return p.a*10 + p.b, err
}
