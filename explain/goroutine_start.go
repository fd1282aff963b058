package explain

import "strings"

// goroutineStart is the rule of goroutine-start. The go statement makes a
// closure that carries the arguments, and takes a goroutine that is free or
// makes one.
func goroutineStart() rule {
	return rule{
		Cause: cause("goroutine-start"),
		itself: func(t *trail) bool {
			return t.act == start ||
				t.act == newObject && t.itself() && (t.kind == closure || isClosure(t.typ)) &&
					strings.HasPrefix(t.text, "go ")
		},
	}
}
