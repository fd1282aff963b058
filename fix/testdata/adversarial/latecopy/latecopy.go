// Package latecopy has arguments that are copied for an error, or seem to be only for
// one.
package latecopy

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Bad is an error that holds a part of the input.
type Bad struct{ Text []byte }

// Error quotes it.
func (b *Bad) Error() string { return fmt.Sprintf("bad: %q", b.Text) }

// Checked writes over its scratch after an error was made.
func Checked(b []byte) error {
	text := bytes.Clone(b)
	for i := range b {
		b[i] = '-'
	}
	if len(text) > 3 {
		return &Bad{text}
	}
	return nil
}

// Kept keeps its argument also without an error.
func Kept(list *[][]byte, b []byte) error {
	text := bytes.Clone(b)
	*list = append(*list, text)
	if len(b) == 0 {
		return &Bad{text}
	}
	return nil
}

// Number names the text that is none.
func Number(s string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0, fmt.Errorf("number %q: %w", s, err)
	}
	return n, nil
}

// All joins what is wrong with each.
func All(words []string) error {
	var errs []error
	for i, w := range words {
		if w == "" {
			errs = append(errs, fmt.Errorf("word %d of %v", i, words))
			words[i] = "?"
		}
	}
	return errors.Join(errs...)
}

// Deferred makes its error when everything has been changed.
func Deferred(xs []int) (err error) {
	first := slices.Clone(xs)
	defer func() {
		if len(xs) > 0 && xs[0] < 0 {
			err = fmt.Errorf("%v became %v", first, xs)
		}
	}()
	for i := range xs {
		xs[i]--
	}
	return nil
}

// Panics tells the value as it was.
func Panics(b []byte) (n int) {
	was := bytes.Clone(b)
	for i := range b {
		b[i] ^= 0x20
	}
	if len(b) > 2 {
		panic(fmt.Sprintf("%q", was))
	}
	return len(b)
}

type kind byte

func (k kind) String() string { return fmt.Sprintf("<%d>", byte(k)) }

// allowed takes what it finds from the list.
func allowed(k kind, list ...kind) error {
	for i, l := range list {
		if l == k && k != 0 {
			list[i] = 0
			return nil
		}
	}
	return fmt.Errorf("%v is none of %v", k, list)
}

// Allowed asks for a kind twice, and for others.
func Allowed(k, a, b byte) string {
	list := []kind{kind(a), kind(b), 1}
	first := allowed(kind(k), list...)
	return fmt.Sprint(first, allowed(kind(k), list...), list,
		allowed(kind(k), kind(b), kind(a)), allowed(kind(a)))
}

type shelf struct{ names [][]byte }

// put changes what it got, keeps a copy, and changes what it got again where that is all of it.
func (s *shelf) put(name []byte) int {
	for i := range name {
		name[i] |= 0x20
	}
	if len(name) > 2 {
		name = append([]byte(nil), name...)
		s.names = append(s.names, name)
		name[0] = '^'
	}
	return cap(name[:len(name):len(name)])
}

// Shelved keeps copies of the long names only.
func Shelved(a, b string) string {
	s := new(shelf)
	first, second := []byte(a), []byte(b)
	n := s.put(first) + s.put(second)
	return fmt.Sprintf("%q %q %q %d", s.names, string(first), string(second), n)
}

// last puts a copy of each row, changed by what is there, behind the others.
func last(rows [][]int, row []int) [][]int {
	undo := func(by int) {
		for i := range row {
			row[i] -= by
		}
	}
	undo(1)
	row = slices.Clone(row)
	rows = append(rows, row)
	undo(len(rows))
	return rows
}

// Rows changes the copies, not what was copied, when they are kept already.
func Rows(n int) string {
	var rows [][]int
	cells := []int{n, n + 1, n + 2}
	for range n % 4 {
		rows = last(rows, cells[:n%3])
	}
	return fmt.Sprint(rows, cells[0], cells[2])
}
