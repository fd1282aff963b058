// Package firstroom has slices that grow, and whose beginning matters.
package firstroom

import "strings"

// Words returns nil for a text without any.
func Words(s string) []string {
	var list []string
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		if word != "" {
			list = append(list, word)
		}
		s = rest
	}
	return list
}

// Marks returns an empty slice where there are none.
func Marks(s string) []int {
	at := []int{}
	for i := 0; i < len(s); i++ {
		if s[i] == '!' {
			at = append(at, i)
		}
	}
	return at
}

// Paths returns the ways to the places of a letter, each its own.
func Paths(s string) [][]byte {
	var all [][]byte
	var path []byte
	for i := 0; i < len(s); i++ {
		path = append(path, s[i])
		all = append(all, append(path, '.'), append(path, '!'))
		path = append([]byte(nil), path...)
	}
	return all
}

// Lines begins with what begins a line.
func Lines(s string) []int {
	at := []int{len(s)}
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' {
			at = append(at, i+1)
		}
	}
	return at
}

// Groups begins anew at each blank.
func Groups(s string) [][]int {
	var groups [][]int
	var now []int
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			groups = append(groups, now)
			now = nil
			continue
		}
		now = append(now, i)
	}
	return append(groups, now)
}

// Count counts in what it appends.
func Count(s string) []int {
	var list []int
	for i := 0; i < len(s); i++ {
		list = append(list, len(list)*int(s[i]))
	}
	return list
}

// Stops returns what was found before it stopped.
func Stops(s string, n int) (list []byte, err any) {
	defer func() { err = recover() }()
	for i := 0; i < n; i++ {
		list = append(list, s[i])
	}
	return list, nil
}
