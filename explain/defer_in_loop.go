package explain

import "strings"

// deferInLoop is the rule of defer-in-loop. A defer statement that runs at most
// once keeps its closure on the stack, so one whose closure is on the heap is
// in a loop.
func deferInLoop() rule {
	return rule{
		Cause: cause("defer-in-loop"),
		itself: func(t *trail) bool {
			return t.act == deferred ||
				t.act == newObject && t.kind == closure && t.itself() &&
					strings.HasPrefix(t.text, "defer ")
		},
	}
}
