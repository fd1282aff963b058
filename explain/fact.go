package explain

import (
	"strings"

	"github.com/wring-go/wring/alloc"
)

// fact returns the compiler's remark about the line of t's leaf that fits t
// best, or nil. A remark that contradicts the act is worse than none.
func (x *index) fact(t *trail) *alloc.Fact {
	var best *alloc.Fact
	top := 0
	for _, f := range x.facts[t.leaf().at()] {
		if !fits(t.act, kindOf(f)) {
			continue
		}
		if score := likeness(f, t); score > top {
			best, top = f, score
		}
	}
	return best
}

// likeness scores how well f fits t. The inline chain weighs most: the same
// line inlined in two places has two remarks. Then the form of the type, then
// its name; a remark with a path to the heap beats one without.
func likeness(f *alloc.Fact, t *trail) int {
	score := 1
	if inlinedAs(f.Inlined, t.above()[1:]) {
		score += 8 + 8*len(f.Inlined)
	}
	if formed(t.typ, kindOf(f)) {
		score += 4
	}
	if typ := shortType(t.typ); typ != "" && strings.Contains(f.Message, typ) {
		score += 2
	}
	if len(f.Flow) > 0 {
		score++
	}
	return score
}

// formed reports whether what a remark of kind k is about has a type of the
// form that typ has.
func formed(typ string, k kind) bool {
	switch {
	case isArray(typ):
		return k == sliceLiteral || k == variadic || k == converted
	case isClosure(typ):
		return k == closure || k == methodValue
	default:
		return false
	}
}

// inlinedAs reports whether the calls in chain, innermost first, are those of
// the frames.
func inlinedAs(chain []alloc.Position, frames []call) bool {
	if len(chain) > len(frames) {
		return false
	}
	for i, p := range chain {
		if frames[i].at() != (place{p.File, p.Line}) {
			return false
		}
	}
	return true
}

// shortType returns the last part of a type's name, as the compiler's remarks
// in its own package spell it: "T" for "*example.com/m/p.T".
func shortType(typ string) string {
	return typ[strings.LastIndexAny(typ, "./*]")+1:]
}

// subject returns the expression that a remark is about: "make([]T, n)" of
// "make([]T, n) escapes to heap".
func subject(message string) string {
	s, _, _ := strings.Cut(message, " escapes to heap")
	s, _, _ = strings.Cut(s, " does not escape")
	return strings.TrimPrefix(s, "moved to heap: ")
}

// step returns the text of a step without what the compiler's own output puts
// around it.
func step(s alloc.Step) string {
	return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(s.Text), "escflow:"))
}

// returned reports whether the value of f reaches the heap because the
// function returns it.
func returned(f *alloc.Fact) bool {
	return f != nil && len(f.Flow) > 0 && strings.HasSuffix(step(f.Flow[len(f.Flow)-1]), "(return)")
}

// tooLarge reports whether f says that the value would not fit on a stack.
func tooLarge(f *alloc.Fact) bool {
	if f == nil {
		return false
	}
	for _, s := range f.Flow {
		if strings.HasSuffix(step(s), "(too large for stack)") {
			return true
		}
	}
	return false
}

// reasons returns the compiler's words about f: the remark, then each value
// that it flows through.
func reasons(f *alloc.Fact) []string {
	if f == nil {
		return []string{}
	}
	words := []string{f.Message}
	for _, s := range f.Flow {
		if text := step(s); strings.HasPrefix(text, "flow:") {
			words = append(words, strings.TrimSuffix(text, ":"))
		}
	}
	return words
}
