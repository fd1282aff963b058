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

// makesError reports whether c exists to make an error. A package of errors
// does other things too: it looks into them and prints them.
func makesError(c *call) bool {
	return strings.HasSuffix(c.pkg, "errors") && c.starts("New", "Errorf", "Join", "Wrap",
		"WithStack", "WithMessage") ||
		c.is("fmt", "Errorf") || c.is("time", "newParseError") ||
		c.in("strconv", "internal/strconv") && c.starts("syntaxError", "rangeError", "toError")
}

// isError reports whether typ is named like an error. A pointer to an error, or
// whatever else is made of errors, is none.
func isError(typ string) bool {
	if strings.ContainsAny(typ, "*[{ ") {
		return false
	}
	base := typ[strings.LastIndexAny(typ, "./")+1:]
	return strings.HasSuffix(base, "Error") || strings.HasSuffix(base, "rrorString") ||
		base == "Errno" || base == "wrapErrors"
}
