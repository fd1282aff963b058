package explain

import "strings"

// closureRule is the rule of closure.
func closureRule() rule {
	return rule{
		Cause:  cause("closure"),
		escape: true,
		itself: func(t *trail) bool {
			return t.act == newObject && (t.kind == closure || isClosure(t.typ))
		},
	}
}

// isClosure reports whether typ is what the compiler makes for a function that
// carries values, as a record spells it: "closure{int, *T}".
func isClosure(typ string) bool { return strings.HasPrefix(typ, "closure{") }
