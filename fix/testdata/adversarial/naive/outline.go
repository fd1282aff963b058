package outline

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The pointer points to a copy.
func First(text string) string {
	s := newScanner(text, ',')
	first := *s.first
	s.fields[0] += "?"
	return first + strconv.Itoa(len(s.fields))
}

func parsed(text string) (*Pair, error) {
	p := new(Pair)
	q, err := parsePair(text)
	if err == nil {
		*p = *q
	}
	return p, err
}

// There is a value next to the error.
func Sum(one, two string) (int, error) {
	p, err := parsed(one)
	if err != nil {
		return p.orNothing(), err
	}
	q, err := parsed(two)
	if err != nil {
		return q.orNothing() + p.a, err
	}
	return p.a + q.a*10 + p.b*100 + q.b*1000, nil
}

// There is no value next to the error.
func Letters(text string, limit int) string {
	c, err := countLetters(text, limit)
	if err != nil {
		c = new(Counter)
	}
	return fmt.Sprint(c.total, c.letters['a'], c.failed, err)
}

// The value is there, whatever the error is.
func Half(text string) (int, bool) {
	p := new(Pair)
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		return 0, p == nil
	}
	*p = Pair{n / 2, n - n/2}
	return p.a - p.b, true
}

// What panics has taken nothing.
func Cut(text string, n int) (taken string, left int) {
	s := &Stack{strings.Fields(text)}
	defer func() {
		if v := recover(); v != nil {
			taken = fmt.Sprint(v)
		}
		left = len(s.items)
	}()
	if n > len(s.items) {
		panic(errors.New("runtime error: index out of range [-1]"))
	}
	out := s.cut(n, "some")
	return out.text + strings.Join(out.fields, "/"), 0
}

// The registry keeps another value than the caller.
func Added(names []string) int {
	r := &Registry{all: map[string]*Pair{}}
	for i, name := range names {
		p := *r.add(name)
		p.b += i + 1
	}
	sum := 0
	for _, p := range r.all {
		sum += p.a + p.b*10
	}
	return sum
}

// What the method stores is a copy.
func Noted(text string) (int, error) {
	x, y, err := limbs(text)
	if err != nil {
		return -1, fmt.Errorf("noted: %w", err)
	}
	p := Point{x: x, y: y}
	noted := p.y
	noted.words[0] += 5
	return p.x.words[0] + 10*p.y.words[0] + 100*p.y.words[1], nil
}

// The copy points into the value that was copied.
func Tied(text string) (int, error) {
	x, y, err := limbs(text)
	if err != nil {
		return -1, fmt.Errorf("tied: %w", err)
	}
	was := Point{x: x, y: y}
	was.at = &was.x
	p := was
	p.at.words[1] += 5
	return p.x.words[0] + 10*p.x.words[1] + 100*p.y.words[1], nil
}

// There is always a point to copy.
func Maybe(text string) (int, error) {
	x, y, err := limbs(text)
	if err != nil {
		return -1, fmt.Errorf("maybe: %w", err)
	}
	p := *maybePoint(&x, &y)
	return p.x.words[0] + 10*p.y.words[1], nil
}

// There is a pair next to each error.
func Parts(text string) (int, error) {
	if text = strings.TrimSpace(text); text == "" {
		return -30, errParts
	}
	var p Pair
	_, err := pairInto(&p, text, 3+len(text))
	return p.a*10 + p.b, err
}
