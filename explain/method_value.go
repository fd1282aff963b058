package explain

import "strings"

// methodValueRule is the rule of method-value. The compiler makes a struct of a
// code pointer and the receiver, named R.
func methodValueRule() rule {
	return rule{
		Cause:  cause("method-value"),
		escape: true,
		itself: func(t *trail) bool {
			return t.act == newObject &&
				(t.kind == methodValue || strings.HasPrefix(t.typ, "struct { F uintptr; R "))
		},
	}
}
