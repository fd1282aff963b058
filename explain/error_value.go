package explain

import (
	"slices"
	"strings"
)

// errorValue is the rule of error-value. Errors are known by the functions that
// make them, and by their types' names: the standard library's all end in
// Error, or are errorString and the like.
func errorValue() rule {
	return rule{
		Cause: cause("error-value"),
		anywhere: func(t *trail) bool {
			return (t.act == newObject || t.act == box) && isError(t.typ) ||
				slices.ContainsFunc(t.callees, makesError)
		},
	}
}

// makesError reports whether c exists to make an error.
func makesError(c call) bool {
	return strings.HasSuffix(c.pkg, "errors") || c.is("fmt", "Errorf") ||
		c.in("strconv", "internal/strconv") && c.starts("syntaxError", "rangeError", "toError")
}

// isError reports whether typ is named like an error.
func isError(typ string) bool {
	base := typ[strings.LastIndexAny(typ, "./")+1:]
	return strings.HasSuffix(base, "Error") || strings.HasSuffix(base, "rrorString") ||
		base == "Errno" || base == "wrapErrors"
}
