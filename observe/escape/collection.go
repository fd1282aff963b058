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
	for i := range out {
		name, ok := strings.CutSuffix(out[i].Message, escapes)
		if ok && isName(name) && !has(c.blank, out[i]) {
			out[i].Message = "moved to heap: " + name
		}
	}
	for _, f := range c.blank {
		if !has(c.said, f) {
			f.Message = strings.TrimSpace(escapes)
			out = append(out, f)
		}
	}
	return unique(out)
}

// has reports whether sorted holds a fact about f's place.
func has(sorted []alloc.Fact, f alloc.Fact) bool {
	_, found := slices.BinarySearchFunc(sorted, f, comparePlaces)
	return found
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
