package runetext

import "strings"

// A byte is taken for a text of one byte.
func Bytes(s string) []string {
	all := make([]string, 0, len(s))
	for i := range len(s) {
		all = append(all, s[i:i+1])
	}
	return all
}

// All numbers below 0x80 are taken for characters.
func Numbers(s string) (all []string) {
	text := func(r rune) string {
		if r < 0x80 {
			return string([]byte{byte(r)})
		}
		return string(r)
	}
	for _, r := range s {
		all = append(all, text(r-100), text(r<<16), text(-r))
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

// The text is that of the type.
func Names(s string) (entries []entry, text string) {
	seen := map[name]int{}
	for _, r := range s {
		seen[name(letter(r).String())]++
		entries = append(entries, entry{name: name(r), times: seen[name(letter(r).String())]})
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
		all = append(all, string{int32(r)}, texts[int(r):int(r)+1])
	}
	return all
}

// The table has as many texts as a byte has values.
func text(b byte) string { return string(b) }

var texts = func() string {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}()

// A number of more bits is cut.
func Wide(s string) (all []string) {
	for i, r := range s {
		n := int64(r) | int64(i)<<32
		all = append(all, wide(n), wide(uint32(n)), string(rune(n>>2))+string([]byte{byte(n >> 1)}))
	}
	return all
}

func wide[N int64 | uint32 | uint64 | rune](n N) string {
	return string(rune(n>>1)) + string(rune(n))
}

// The character is asked for again.
func Once(s string) (first, next string, calls int) {
	at := func(i int) rune {
		calls++
		return []rune(s)[i]
	}
	text := func(i int) string {
		if at(i) < 0x80 {
			return string([]byte{byte(at(i))})
		}
		return string(at(i))
	}
	defer func() {
		if e := recover(); e != nil {
			next = strings.ToUpper(first) + e.(error).Error()
		}
	}()
	first = text(0)
	next = text(1)
	return first + next, text(calls), calls
}

type state struct {
	last   string
	parts  [2]string
	byText map[string]int
}

// The bytes of a text are taken for its characters.
func State(s string) state {
	st := state{byText: map[string]int{}}
	for i := range s {
		st.last = s[i : i+1]
		st.parts[i%2] = s[i : i+1]
		st.byText[s[i:i+1]] += i
		if i > 0 && st.byText[s[i:i+1]] > 3 {
			delete(st.byText, s[i:i+1])
		}
	}
	return st
}

// The text is made when the characters have changed.
func Found(s string) (found []string) {
	runes := []rune(s)
	next := func() bool {
		runes = runes[1:]
		return len(runes) > 0
	}
	for len(runes) > 1 {
		if strings.ToUpper(string(runes[:2])) == string(runes[:2]) && next() {
			found = append(found, string(runes[:min(2, len(runes))]))
		}
		if !next() {
			break
		}
	}
	return found
}

// Too few characters have no text.
func Asked(s string, n int) (text string) {
	runes := []rune(s)
	defer func() {
		if e := recover(); e != nil {
			text = e.(error).Error()
		}
	}()
	if n <= len(runes) && strings.EqualFold(string(runes[n:]), "text") {
		return string(runes[n:])
	}
	return text
}
