package latecopy

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The copy is made when the text has been written over.
func Checked(b []byte) error {
	for i := range b {
		b[i] = '-'
	}
	if len(b) > 3 {
		return &Bad{bytes.Clone(b)}
	}
	return nil
}

// Without an error the caller's memory is kept.
func Kept(list *[][]byte, b []byte) error {
	*list = append(*list, b)
	if len(b) == 0 {
		return &Bad{bytes.Clone(b)}
	}
	return nil
}

// The blanks are gone.
func Number(s string) (int, error) {
	s = strings.TrimSpace(s)
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("number %q: %w", s, err)
	}
	return n, nil
}

// The words are those at the end.
func All(words []string) error {
	var wrong []int
	for i, w := range words {
		if w == "" {
			wrong = append(wrong, i)
			words[i] = "?"
		}
	}
	var errs []error
	for _, i := range wrong {
		errs = append(errs, fmt.Errorf("word %d of %v", i, words))
	}
	return errors.Join(errs...)
}

// Both are as in the end.
func Deferred(xs []int) (err error) {
	defer func() {
		if len(xs) > 0 && xs[0] < 0 {
			err = fmt.Errorf("%v became %v", xs, xs)
		}
	}()
	for i := range xs {
		xs[i]--
	}
	return nil
}

// The value is that after the change.
func Panics(b []byte) (n int) {
	for i := range b {
		b[i] ^= 0x20
	}
	if len(b) > 2 {
		panic(fmt.Sprintf("%q", b))
	}
	return len(b)
}

// What is found stays in the list.
func Allowed(k, a, b byte) string {
	list := []kind{kind(a), kind(b), 1}
	first := allowed(kind(k), slices.Clone(list)...)
	return fmt.Sprint(first, allowed(kind(k), list...), list,
		allowed(kind(k), kind(b), kind(a)), allowed(kind(a)))
}

// The copies are those of the names as they came.
func Shelved(a, b string) string {
	s := new(shelf)
	first, second := []byte(a), []byte(b)
	n := shelve(s, first) + shelve(s, second)
	return fmt.Sprintf("%q %q %q %d", s.names, string(first), string(second), n)
}

func shelve(s *shelf, name []byte) int {
	newName := append([]byte(nil), name...)
	for i := range name {
		name[i] |= 0x20
	}
	if len(name) > 2 {
		s.names = append(s.names, newName)
		newName[0] = '^'
	}
	return len(name)
}

// What is done at last is done to what was copied.
func Rows(n int) string {
	var rows [][]int
	cells := []int{n, n + 1, n + 2}
	for range n % 4 {
		row := cells[:n%3]
		undo := func(by int) {
			for i := range row {
				row[i] -= by
			}
		}
		undo(1)
		rows = append(rows, slices.Clone(row))
		undo(len(rows))
	}
	return fmt.Sprint(rows, cells[0], cells[2])
}
