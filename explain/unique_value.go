package explain

// uniqueValue is the rule of unique-value. Below package unique stand weak
// pointers and cleanups of the runtime.
func uniqueValue() rule {
	return rule{
		Cause:  cause("unique-value"),
		called: func(f symbol) bool { return f.in("unique", "weak") },
		itself: func(t *trail) bool { return t.act == weakly },
	}
}
