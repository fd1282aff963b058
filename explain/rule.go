package explain

import "slices"

// Cause is a reason why a line allocates.
type Cause struct {
	Name  string // lower case, words joined by hyphens; reads well after "allow"
	Title string // one line
	Page  string // Markdown: what happens in the machine, when it is fine, what helps
}

// rule tells by which trails a cause is known. A nil part never matches.
type rule struct {
	Cause

	// escape says that the cause is only that a value outlives its frame, so
	// that it explains little without the compiler's word for it.
	escape bool

	// anywhere matches wherever in the chain it happened.
	anywhere func(t *trail) bool
	// called matches a function that the own line calls, at any depth.
	called func(f symbol) bool
	// itself matches what the code of the leaf does, by the runtime's entry,
	// the compiler's remark, the type and the text.
	itself func(t *trail) bool
}

// cause returns the rule for t. What matches anywhere comes first. Then the
// outermost call that has a cause of its own speaks for everything beneath it,
// because that call is what the own line says. Only when there is none does the
// leaf's code speak: for its own line, or for the line that called it. With
// -leaf, the leaf's code is asked first.
func (x *index) cause(t *trail) rule {
	for _, r := range x.rules {
		if r.anywhere != nil && r.anywhere(t) {
			return r
		}
	}
	ways := []func(*trail) (rule, bool){x.byCall, x.byCode}
	if t.asLeaf {
		slices.Reverse(ways)
	}
	for _, way := range ways {
		if r, ok := way(t); ok {
			return r
		}
	}
	return unknown()
}

func (x *index) byCall(t *trail) (rule, bool) {
	for _, c := range slices.Backward(t.libraries()) {
		for _, r := range x.rules {
			if r.called != nil && r.called(c.symbol) {
				return r, true
			}
		}
	}
	return rule{}, false
}

func (x *index) byCode(t *trail) (rule, bool) {
	for _, r := range x.rules {
		if r.itself != nil && r.itself(t) {
			return r, true
		}
	}
	return rule{}, false
}
