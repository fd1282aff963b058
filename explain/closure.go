package explain

import "strings"

// closureRule is the rule of closure. The compiler makes a struct of a code
// pointer F and what is captured.
func closureRule() rule {
	return rule{
		Cause:  cause("closure"),
		escape: true,
		itself: func(t *trail) bool {
			return t.act == newObject &&
				(t.kind == closure || strings.HasPrefix(t.typ, "struct { F uintptr"))
		},
	}
}
