package replaceonce

import "github.com/wring-go/wring/technique"

// helper is the pass. A strings.Replacer makes a second object of a text that is longer than 32
// bytes, also where the chain makes one. Counting finds what is not there as fast as the chain
// does, and where one kind of byte is found, strings.ReplaceAll skips the rest of the text faster
// than the loop.
var helper = technique.Helper{
	Name:    "replaceEach",
	Imports: []string{"strings"},
	Text: `// replaceEach returns s with another text for each byte that is the first of a pair,
// and s itself where there is none.
func replaceEach(s string, pairs ...string) string {
	size, kinds, last := len(s), 0, 0
	for i := 0; i < len(pairs); i += 2 {
		if n := strings.Count(s, pairs[i]); n > 0 {
			size += n * (len(pairs[i+1]) - 1)
			kinds, last = kinds+1, i
		}
	}
	switch kinds {
	case 0:
		return s
	case 1:
		return strings.ReplaceAll(s, pairs[last], pairs[last+1])
	}
	var index [256]uint8 // of the text for a byte
	for i := 0; i < len(pairs); i += 2 {
		index[pairs[i][0]] = uint8(i + 1)
	}
	var b strings.Builder
	b.Grow(size)
	done := 0
	for i := 0; i < len(s); i++ {
		if at := index[s[i]]; at > 0 {
			b.WriteString(s[done:i])
			b.WriteString(pairs[at])
			done = i + 1
		}
	}
	b.WriteString(s[done:])
	return b.String()
}`,
}

// pairsHelper is a replacer that is not built: each position is compared with all that is looked
// for, in the order in which a strings.Replacer prefers them.
var pairsHelper = technique.Helper{
	Name:    "replacePairs",
	Imports: []string{"strings"},
	Text: `// replacePairs returns what strings.NewReplacer(pairs...).Replace(s) does.
// The first text of a pair is not empty.
func replacePairs(s string, pairs ...string) string {
	size, found := len(s), false
	for i := 0; i < len(pairs); i += 2 {
		if n := strings.Count(s, pairs[i]); n > 0 {
			size += n * (len(pairs[i+1]) - len(pairs[i]))
			found = true
		}
	}
	if !found {
		return s
	}
	var b strings.Builder
	if size > 0 {
		b.Grow(size)
	}
	done := 0
scan:
	for i := 0; i < len(s); {
		for p := 0; p < len(pairs); p += 2 {
			if strings.HasPrefix(s[i:], pairs[p]) {
				b.WriteString(s[done:i])
				b.WriteString(pairs[p+1])
				i += len(pairs[p])
				done = i
				continue scan
			}
		}
		i++
	}
	b.WriteString(s[done:])
	return b.String()
}`,
}
