package firstroom

import "strings"

// Nothing is no longer nil.
func Words(s string) []string {
	list := make([]string, 0, 8)
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		if word != "" {
			list = append(list, word)
		}
		s = rest
	}
	return list
}

// Nothing is nil now.
func Marks(s string) []int {
	var at []int
	for i := 0; i < len(s); i++ {
		if s[i] == '!' {
			if at == nil {
				at = make([]int, 0, 8)
			}
			at = append(at, i)
		}
	}
	return at
}

// With room to spare the ways share their ends.
func Paths(s string) [][]byte {
	var all [][]byte
	var path []byte
	for i := 0; i < len(s); i++ {
		path = append(path, s[i])
		all = append(all, append(path, '.'), append(path, '!'))
		path = append(make([]byte, 0, 64), path...)
	}
	return all
}

// The first is zero.
func Lines(s string) []int {
	at := make([]int, 1, 8)
	for i := 0; i < len(s); i++ {
		if s[i] == '\n' {
			at = append(at, i+1)
		}
	}
	return at
}

// The groups are in one array.
func Groups(s string) [][]int {
	var groups [][]int
	now := make([]int, 0, 64)
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			groups = append(groups, now)
			now = now[:0]
			continue
		}
		now = append(now, i)
	}
	return append(groups, now)
}

// The list is as long as the text from the beginning.
func Count(s string) []int {
	list := make([]int, len(s))
	for i := 0; i < len(s); i++ {
		list[i] = len(list) * int(s[i])
	}
	return list
}

// Where there is none, it is empty.
func Listed(s string) (List, bool) {
	words := make([]string, 0, 8)
	for {
		word, rest, ok := strings.Cut(s, " ")
		if !ok {
			return newList(words), false
		}
		words = append(words, word)
		if s = rest; s == "!" {
			return newList(words), true
		}
	}
}

// What is held changes with what it goes on with.
func Steps(s string) (all []List) {
	var words []string
	var l List
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		if words == nil {
			words = make([]string, 0, 8)
		}
		words = append(words, word)
		l.set(words)
		all = append(all, l)
		words[0] += "'"
		s = rest
	}
	return all
}

// What is appended in two ways lies in the same place.
func Both(s string) List {
	words := make([]string, 0, 8)
	for s != "" {
		word, rest, _ := strings.Cut(s, " ")
		words = append(words, word)
		s = rest
	}
	return both(words)
}
