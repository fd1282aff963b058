package explain

import "strings"

// methodValueRule is the rule of method-value: a function that carries its
// receiver.
func methodValueRule() rule {
	return rule{
		Cause:  cause("method-value"),
		escape: true,
		itself: func(t *trail) bool {
			return t.act == newObject && (t.kind == methodValue || isMethodValue(t.typ))
		},
	}
}

// isMethodValue reports whether typ is what the compiler makes for a method
// value, as a record spells it: "method value{*T}".
func isMethodValue(typ string) bool { return strings.HasPrefix(typ, "method value{") }
