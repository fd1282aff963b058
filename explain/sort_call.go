package explain

// sortCall is the rule of sort-call. The slice's header is boxed on the own
// line, which is boxed-argument.
func sortCall() rule {
	return rule{
		Cause:  cause("sort-call"),
		called: func(f symbol) bool { return f.in("sort", "internal/reflectlite") },
	}
}
