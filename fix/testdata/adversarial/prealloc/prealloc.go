// Package prealloc has loops that append, where the length, the capacity, the nil of
// nothing or a panic half-way can be seen.
package prealloc

import (
	"bytes"
	"errors"
	"maps"
	"slices"
)

// Names of nobody are nil.
func Names(ids map[int]string) (names []string) {
	for _, name := range ids {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Inverse panics at a zero, and what was there by then can be seen.
func Inverse(xs []int, partly *[]int) []int {
	var out []int
	defer func() { *partly = out }()
	for _, x := range xs {
		out = append(out, 1000/x)
	}
	return out
}

// UntilNegative may end at once, and then it is nil.
func UntilNegative(xs []int) []int {
	var out []int
	for _, x := range xs {
		if x < 0 {
			break
		}
		out = append(out, 2*x)
	}
	return out
}

// Interleaved goes on after the loop, into a slice of its own.
func Interleaved(a, b []string) []string {
	out := []string{}
	for i, s := range a {
		out = append(out, s)
		if i < len(b) {
			out = append(out, b[i])
		}
	}
	return out
}

// Growing ranges over what it appends to: the range is fixed at the beginning.
func Growing(xs []int) []int {
	out := append([]int(nil), xs...)
	for _, x := range out {
		out = append(out, x+1)
	}
	return out
}

// Prefixes keep a slice of each length, and none may change another.
func Prefixes(words []string) [][]string {
	var all [][]string
	var now []string
	for _, w := range words {
		now = append(now, w)
		all = append(all, slices.Clone(now))
	}
	return all
}

// Generic keeps the nil of an empty input for each type.
func Generic[T any](xs []T, keep func(T) bool) []T {
	var out []T
	for _, x := range xs {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// Longer is Generic for texts.
func Longer(words []string) []string {
	return Generic(words, func(s string) bool { return len(s) > 1 })
}

// Shadowed has two slices of one name.
func Shadowed(xs []int) (out []int) {
	for _, x := range xs {
		out := []int{x}
		out = append(out, x)
		_ = out
	}
	for i := range xs {
		out = append(out, i)
	}
	return out
}

// Countdown has a length that may be negative.
func Countdown(n int) []int {
	var out []int
	for i := n; i > 0 && i > n-100; i-- {
		out = append(out, i)
	}
	return out
}

// Ordered of nobody are nil.
func Ordered(ids map[int]string) []string {
	return slices.Sorted(maps.Values(ids))
}

// Lengths asks for a key that is added meanwhile.
func Lengths(ids map[int]string) []int {
	add := func() int {
		ids[-len(ids)] = "new"
		return len(ids)
	}
	return append([]int{add()}, slices.Sorted(maps.Keys(ids))...)
}

// Team has members.
type Team struct {
	Name    string
	Members []string
}

// Roster panics at a team that is not there, and has told of those before. Of nobody it is nil.
func Roster(teams []*Team, told *[]string) []string {
	var all []string
	for _, t := range teams {
		*told = append(*told, t.Name)
		all = append(all, t.Members...)
	}
	return all
}

// Everybody is empty, and not nil, where nobody is.
func Everybody(teams map[string]Team) []string {
	all := []string{}
	for _, t := range teams {
		for _, name := range t.Members {
			all = append(all, name, t.Name)
		}
	}
	slices.Sort(all)
	return all
}

// Copied names the first member anew as long as the copy has the same array.
func Copied(t *Team, names []string) []string {
	all := t.Members
	for _, name := range names {
		if len(t.Members) > 0 {
			t.Members[0] += name
		}
		all = append(all, name)
	}
	return all
}

// Joined tells of a group before it panics at a team that is not there.
func Joined(t *Team, groups [][]string, told *[]string) {
	for _, g := range groups {
		*told = append(*told, g...)
		t.Members = append(t.Members, g...)
		t.Members = append(t.Members, t.Name)
	}
}

// Pairs of nothing with anything are nil.
func Pairs(a, b []string) []string {
	var all []string
	for _, x := range a {
		for _, y := range b {
			all = append(all, x, y)
		}
	}
	return all
}

// Unquoted is nil where nothing is left, and the text itself where nothing was quoted.
func Unquoted(text []byte) (out []byte, same bool, err error) {
	data := text
	var parts []byte
	for {
		i := bytes.IndexByte(data, '%')
		if i < 0 {
			break
		}
		if i+1 == len(data) {
			return parts, false, errShort
		}
		parts = append(parts, data[:i]...)
		if data[i+1] != '-' {
			parts = append(parts, data[i+1], data[i+1])
		}
		data = data[i+2:]
	}
	if len(data) == len(text) {
		return text, true, nil
	}
	return append(parts, data...), false, nil
}

// Spelled doubles what is quoted.
func Spelled(text []byte) []byte {
	data := text
	var parts []byte
	for {
		i := bytes.IndexByte(data, '%')
		if i < 0 || i+1 == len(data) {
			break
		}
		parts = append(parts, data[:i]...)
		parts = append(parts, data[i+1], data[i+1], data[i+1])
		data = data[i+2:]
	}
	if len(parts) > 0 {
		return append(parts, data...)
	}
	return text
}

var errShort = errors.New("short")
