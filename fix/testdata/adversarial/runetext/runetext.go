// Package runetext has texts of characters that are kept, and numbers that are none.
package runetext

import "strings"

// Bytes above 0x7f are characters of two bytes.
func Bytes(s string) []string {
	all := make([]string, 0, len(s))
	for i := range len(s) {
		all = append(all, string(s[i]))
	}
	return all
}

// Numbers that are no characters have the text of U+FFFD.
func Numbers(s string) (all []string) {
	for _, r := range s {
		all = append(all, string(r-100), string(r<<16), string(-r))
	}
	return all
}

type name string

func (n name) String() string { return "<" + string(n) + ">" }

type letter int32

func (l letter) String() string { return "letter" }

type entry struct {
	name  name
	times int
}

// A type's own text is not the character's.
func Names(s string) (entries []entry, text string) {
	seen := map[name]int{}
	for _, r := range s {
		seen[name(letter(r))]++
		entries = append(entries, entry{name: name(r), times: seen[name(letter(r))]})
		text += letter(r).String() + name(r).String()
	}
	return entries, text
}

// The names of the package hide those of the language.
func Hidden(s string) (all []any) {
	type rune = byte
	type string []int32
	for i := range len(s) {
		var r rune = s[i]
		all = append(all, string{int32(r)}, text(r))
	}
	return all
}

func text(b byte) string { return string(b) }

// A number of more bits than a rune has is cut nowhere.
func Wide(s string) (all []string) {
	for i, r := range s {
		n := int64(r) | int64(i)<<32
		all = append(all, wide(n), wide(uint32(n)), wide(uint64(n)>>1))
	}
	return all
}

func wide[N int64 | uint32 | uint64 | rune](n N) string { return string(rune(n>>1)) + string(rune(n)) }

// What is evaluated is evaluated once, and panics as before.
func Once(s string) (first, next string, calls int) {
	at := func(i int) rune {
		calls++
		return []rune(s)[i]
	}
	defer func() {
		if e := recover(); e != nil {
			next = strings.ToUpper(first) + e.(error).Error()
		}
	}()
	first = string(at(0))
	next = string(at(1))
	return first + next, string(at(calls)), calls
}

type state struct {
	last   string
	parts  [2]string
	byText map[string]int
}

// Fields, elements and keys.
func State(s string) state {
	st := state{byText: map[string]int{}}
	for i, r := range s {
		st.last = string(r)
		st.parts[i%2] = string(r)
		st.byText[string(r)] += i
		if i > 0 && st.byText[string(r)] > 3 {
			delete(st.byText, string(r))
		}
	}
	return st
}

// The characters change before the text is kept.
func Found(s string) (found []string) {
	runes := []rune(s)
	next := func() bool {
		runes = runes[1:]
		return len(runes) > 0
	}
	for len(runes) > 1 {
		word := string(runes[:2])
		if strings.ToUpper(word) == word && next() {
			found = append(found, word)
		}
		if !next() {
			break
		}
	}
	return found
}

// The text is asked for when there is none.
func Asked(s string, n int) (text string) {
	runes := []rune(s)
	defer func() {
		if e := recover(); e != nil {
			text = e.(error).Error()
		}
	}()
	word := string(runes[n:])
	if strings.EqualFold(word, "text") {
		return word
	}
	return text
}
