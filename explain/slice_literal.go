package explain

import "strings"

// sliceLiteralRule is the rule of slice-literal. A slice literal is an array
// and a header; the array is what is allocated.
func sliceLiteralRule() rule {
	return rule{
		Cause:  cause("slice-literal"),
		escape: true,
		itself: func(t *trail) bool {
			if t.act != newObject {
				return false
			}
			return t.kind == sliceLiteral || isArray(t.typ) && (t.kind == literal ||
				t.kind == noRemark && t.itself() && strings.Contains(t.text, "{"))
		},
	}
}

// isArray reports whether typ is an array's type, "[3]int".
func isArray(typ string) bool {
	return len(typ) > 1 && typ[0] == '[' && typ[1] >= '0' && typ[1] <= '9'
}
