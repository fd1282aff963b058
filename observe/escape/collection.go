package escape

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// collection gathers the diagnostics of one file.
//
// For an expression that is allocated on the heap the compiler logs, beside the
// message with the explanation, a blank one at the same place. For a variable
// that is moved there it logs no blank one, and that is the only difference.
type collection struct {
	said  []alloc.Fact
	blank []alloc.Fact
}

func (c *collection) add(f alloc.Fact, blank bool) {
	if blank {
		c.blank = append(c.blank, f)
		return
	}
	c.said = append(c.said, f)
}

// escapes ends the compiler's message for anything that reaches the heap.
const escapes = " escapes to heap"

// facts merges the blank diagnostics with the others and returns the facts in
// order, each once, those of generated code left out.
func (c *collection) facts() []alloc.Fact {
	slices.SortStableFunc(c.said, comparePlaces)
	slices.SortStableFunc(c.blank, comparePlaces)
	out := c.said
	for rest := out; len(rest) > 0; {
		n := 1
		for n < len(rest) && comparePlaces(rest[0], rest[n]) == 0 {
			n++
		}
		nameMoved(rest[:n], count(c.blank, rest[0]))
		rest = rest[n:]
	}
	for _, f := range c.blank {
		if count(c.said, f) == 0 {
			f.Message = strings.TrimSpace(escapes)
			out = append(out, f)
		}
	}
	return unique(out)
}

// nameMoved puts the messages about variables that are moved to the heap as the
// compiler does for people. The facts are those of one place, where the compiler
// logged so many blank diagnostics besides. These belong to the expressions,
// which a message that is no name must be about; names are variables unless
// there are more.
func nameMoved(facts []alloc.Fact, blanks int) {
	for _, f := range facts {
		if _, ok := escapingName(f.Message); !ok {
			blanks--
		}
	}
	if blanks > 0 {
		return
	}
	for i, f := range facts {
		if name, ok := escapingName(f.Message); ok {
			facts[i].Message = "moved to heap: " + name
		}
	}
}

// count returns how many facts in sorted are about f's place.
func count(sorted []alloc.Fact, f alloc.Fact) int {
	first, _ := slices.BinarySearchFunc(sorted, f, comparePlaces)
	n := 0
	for first+n < len(sorted) && comparePlaces(sorted[first+n], f) == 0 {
		n++
	}
	return n
}

// escapingName returns the name that a message is about, if it is about one.
func escapingName(message string) (name string, ok bool) {
	name, ok = strings.CutSuffix(message, escapes)
	return name, ok && isName(name)
}

// isName reports whether the compiler's text is that of a variable: an
// identifier, with the package in front when it was inlined from there.
func isName(text string) bool {
	return text != "" && !strings.ContainsAny(text, " ()[]{}\"'`*&+-<>=!,")
}

// unique sorts the facts and returns each once. Of equal ones it keeps that
// with the longest explanation. Facts of generated code, which stands in no
// file, are left out.
func unique(facts []alloc.Fact) []alloc.Fact {
	facts = slices.DeleteFunc(facts, func(f alloc.Fact) bool {
		return !path.IsAbs(f.File) || f.Line == 0
	})
	slices.SortStableFunc(facts, func(a, b alloc.Fact) int {
		return cmp.Or(compareFacts(a, b), cmp.Compare(len(b.Flow), len(a.Flow)))
	})
	return slices.CompactFunc(facts, func(a, b alloc.Fact) bool { return compareFacts(a, b) == 0 })
}

// compareFacts orders facts by what they say about which place.
func compareFacts(a, b alloc.Fact) int {
	return cmp.Or(comparePlaces(a, b), strings.Compare(a.Message, b.Message))
}

// comparePlaces orders facts by where the code stands and where it was inlined.
func comparePlaces(a, b alloc.Fact) int {
	return cmp.Or(
		comparePositions(a.Position, b.Position),
		slices.CompareFunc(a.Inlined, b.Inlined, comparePositions),
	)
}

func comparePositions(a, b alloc.Position) int {
	return cmp.Or(
		strings.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
	)
}
