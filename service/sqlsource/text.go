package sqlsource

import (
	"slices"
	"strings"
)

// text is what an expression may be: constant parts with holes between them. A
// list of strings is a text too, with an end mark after each element.
type text struct {
	parts []string
	at    *call // the call whose arguments brought it in; nil where none did
}

// endMark ends each element of a list.
const endMark = "\x00"

// hole is a text of which nothing is known.
func hole() text { return text{parts: []string{"", ""}} }

func fixed(s string) text { return text{parts: []string{s}} }

// known reports whether enough of the text is constant to look for it.
func (t text) known() bool {
	n := 0
	for _, part := range t.parts {
		n += len(strings.TrimSpace(part))
	}
	return n >= leastKnown
}

// constant reports whether any of it is.
func (t text) constant() bool { return strings.Join(t.parts, "") != "" }

// leastKnown is how many constant bytes tell a statement from others.
const leastKnown = 8

// most is how many texts one expression may be.
const most = 32

// join returns a followed by b.
func join(a, b text) text {
	last := len(a.parts) - 1
	parts := append([]string{}, a.parts[:last]...)
	parts = append(parts, a.parts[last]+b.parts[0])
	at := a.at
	if at == nil {
		at = b.at
	}
	parts = append(parts, b.parts[1:]...)
	// Two holes with nothing between them are one.
	for i := len(parts) - 2; i > 0; i-- {
		if parts[i] == "" {
			parts = slices.Delete(parts, i, i+1)
		}
	}
	return text{parts: parts, at: at}
}

func joinAll(a, b []text) []text {
	var all []text
	for _, x := range a {
		for _, y := range b {
			all = append(all, join(x, y))
		}
	}
	return limited(all)
}

// union returns what is in either.
func union(a, b []text) []text {
	all := slices.Clone(a)
	for _, x := range b {
		if !slices.ContainsFunc(all, func(y text) bool {
			return x.at == y.at && slices.Equal(x.parts, y.parts)
		}) {
			all = append(all, x)
		}
	}
	return limited(all)
}

// limited returns the texts, or where these are too many one that is open behind
// what all begin with.
func limited(all []text) []text {
	if len(all) <= most {
		return all
	}
	start := all[0].parts[0]
	for _, t := range all {
		n := 0
		for n < len(start) && n < len(t.parts[0]) && start[n] == t.parts[0][n] {
			n++
		}
		start = start[:n]
	}
	return []text{{parts: []string{start, ""}, at: all[0].at}}
}

// each applies f to every constant part.
func (t text) each(f func(string) string) text {
	parts := slices.Clone(t.parts)
	for i := range parts {
		parts[i] = f(parts[i])
	}
	return text{parts: parts, at: t.at}
}

// replaced returns t with the texts of new in place of old.
func (t text) replaced(old string, new text) text {
	out := text{parts: []string{""}, at: t.at}
	for i, part := range t.parts {
		if i > 0 {
			out = join(out, hole())
		}
		for j, piece := range strings.Split(part, old) {
			if j > 0 {
				out = join(out, new)
			}
			out = join(out, fixed(piece))
		}
	}
	return out
}

// joined returns the elements of a list with a separator between them.
func (t text) joined(separator text) text {
	parts := slices.Clone(t.parts)
	last := len(parts) - 1
	if last > 0 && parts[last] == "" {
		last-- // the unknown elements at the end may be none
	}
	parts[last] = strings.TrimSuffix(parts[last], endMark)
	return text{parts: parts, at: t.at}.replaced(endMark, separator)
}
