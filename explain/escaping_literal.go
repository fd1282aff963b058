package explain

import "strings"

// escapingLiteral is the rule of escaping-literal. Without the compiler's word
// the text has to do.
func escapingLiteral() rule {
	return rule{
		Cause:  cause("escaping-literal"),
		escape: true,
		itself: func(t *trail) bool {
			return t.act == newObject && (t.kind == pointed || t.kind == literal ||
				t.kind == noRemark && t.itself() &&
					(strings.Contains(t.text, "new(") || takesLiteral(t.text)))
		},
	}
}

// takesLiteral reports whether text holds an address of a composite literal.
func takesLiteral(text string) bool {
	_, after, ok := strings.Cut(text, "&")
	return ok && strings.Contains(after, "{") && !strings.HasPrefix(after, "&")
}
