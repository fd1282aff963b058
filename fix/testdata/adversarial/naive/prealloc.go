package prealloc

import (
	"bytes"
	"maps"
	"slices"
)

// No names are an empty list.
func Names(ids map[int]string) (names []string) {
	names = make([]string, 0, len(ids))
	for _, name := range ids {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// After a panic all elements are there.
func Inverse(xs []int, partly *[]int) []int {
	out := make([]int, len(xs))
	defer func() { *partly = out }()
	for i, x := range xs {
		out[i] = 1000 / x
	}
	return out
}

// What comes after the negative one is zero.
func UntilNegative(xs []int) []int {
	out := make([]int, len(xs))
	for i, x := range xs {
		if x < 0 {
			break
		}
		out[i] = 2 * x
	}
	return out
}

// It has room for the shorter list only, and the rest is lost.
func Interleaved(a, b []string) []string {
	out := make([]string, 0, 2*min(len(a), len(b)))
	for i := range min(len(a), len(b)) {
		out = append(out, a[i], b[i])
	}
	return out
}

// The prefixes share an array.
func Prefixes(words []string) [][]string {
	all := make([][]string, 0, len(words))
	for i := range words {
		all = append(all, words[:i+1])
	}
	return all
}

// A negative length panics.
func Countdown(n int) []int {
	out := make([]int, 0, min(n, 100))
	for i := n; i > 0 && i > n-100; i-- {
		out = append(out, i)
	}
	return out
}

// No names are an empty list.
func Ordered(ids map[int]string) []string {
	names := slices.AppendSeq(make([]string, 0, len(ids)), maps.Values(ids))
	slices.Sort(names)
	return names
}

// The keys are those of before.
func Lengths(ids map[int]string) []int {
	keys := slices.AppendSeq(slices.Grow([]int(nil), len(ids)), maps.Keys(ids))
	slices.Sort(keys)
	add := func() int {
		ids[-len(ids)] = "new"
		return len(ids)
	}
	return append([]int{add()}, keys...)
}

// A team that is not there is counted before it is told of others.
func Roster(teams []*Team, told *[]string) []string {
	total := 0
	for _, t := range teams {
		total += len(t.Members)
	}
	var all []string
	if total > 0 {
		all = make([]string, 0, total)
	}
	for _, t := range teams {
		*told = append(*told, t.Name)
		all = append(all, t.Members...)
	}
	return all
}

// Nobody is nil.
func Everybody(teams map[string]Team) []string {
	var all []string
	for _, t := range teams {
		for _, name := range t.Members {
			all = append(all, name, t.Name)
		}
	}
	slices.Sort(all)
	return all
}

// The copy has an array of its own at once.
func Copied(t *Team, names []string) []string {
	all := slices.Grow(t.Members, len(names))
	for _, name := range names {
		if len(t.Members) > 0 {
			t.Members[0] += name
		}
		all = append(all, name)
	}
	return all
}

// A team that is not there panics before the first group.
func Joined(t *Team, groups [][]string, told *[]string) {
	total := 0
	for _, g := range groups {
		total += len(g) + 1
	}
	t.Members = slices.Grow(t.Members, total)
	for _, g := range groups {
		*told = append(*told, g...)
		t.Members = append(t.Members, g...)
		t.Members = append(t.Members, t.Name)
	}
}

// No pairs are an empty list.
func Pairs(a, b []string) []string {
	all := make([]string, 0, 2*len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			all = append(all, x, y)
		}
	}
	return all
}

// What is left of nothing is empty.
func Unquoted(text []byte) (out []byte, same bool, err error) {
	data := text
	parts := make([]byte, 0, len(text))
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

// The text makes room for itself, and is longer than what was read of it.
func Spelled(text []byte) []byte {
	data := text
	parts := text[:0]
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
