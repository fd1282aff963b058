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
	above := t.above()
	for _, f := range x.facts[t.leaf().at()] {
		if !fits(t.act, kindOf(f)) {
			continue
		}
		if score := likeness(f, t, above); score > top {
			best, top = f, score
		}
	}
	return best
}

// likeness scores how well f fits t, whose frames from the leaf outwards are
// above; 0 is not at all. The inline chain weighs most: the same line inlined
// in two places has two remarks. Then the form of the type, then its name; a
// remark with a path to the heap beats one without.
func likeness(f *alloc.Fact, t *trail, above []*call) int {
	named := 0
	if formed(t.typ, kindOf(f)) {
		named += 4
	}
	if typ := shortType(t.typ); typ != "" && strings.Contains(f.Message, typ) {
		named += 2
	}
	score := named + 1
	if len(f.Flow) > 0 {
		score++
	}
	chain := places(f)
	switch {
	case inlinedAs(chain, above):
		return score + 8 + 8*len(chain)
	case chain[0] == above[0].at():
		return score
	case named > 0 && broughtTo(chain, above):
		return score
	default:
		return 0
	}
}

// places returns where the code of f stands, then the calls that brought it
// elsewhere, innermost first.
func places(f *alloc.Fact) []place {
	chain := []place{{f.File, f.Line}}
	for _, p := range f.Inlined {
		chain = append(chain, place{p.File, p.Line})
	}
	return chain
}

// inlinedAs reports whether chain is how the frames begin.
func inlinedAs(chain []place, frames []*call) bool {
	if len(chain) > len(frames) {
		return false
	}
	for i, at := range chain {
		if frames[i].at() != at {
			return false
		}
	}
	return true
}

// broughtTo reports whether the end of chain is how the frames begin. The
// compiler gives some values that inlined code makes, such as the array of a
// literal that it returns, the line of the call.
func broughtTo(chain []place, frames []*call) bool {
	for i := 1; i < len(chain); i++ {
		if inlinedAs(chain[i:], frames) {
			return true
		}
	}
	return false
}

// formed reports whether what a remark of kind k is about has a type of the
// form that typ has.
func formed(typ string, k kind) bool {
	switch {
	case isArray(typ):
		return k == sliceLiteral || k == variadic || k == converted
	case isClosure(typ):
		return k == closure
	case isMethodValue(typ):
		return k == methodValue
	default:
		return false
	}
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
