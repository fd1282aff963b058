package explain

import "strings"

// variadicSlice is the rule of variadic-slice. The arguments are put into an
// array of as many elements, and that array is what is allocated. Without the
// compiler's word, a literal on the line is likelier.
func variadicSlice() rule {
	return rule{
		Cause:  cause("variadic-slice"),
		escape: true,
		itself: func(t *trail) bool {
			if t.act != newObject {
				return false
			}
			return t.kind == variadic ||
				t.kind == noRemark && t.itself() && isArray(t.typ) && t.text != "" &&
					!strings.Contains(t.text, "{") && !strings.Contains(t.text, "new(")
		},
	}
}
