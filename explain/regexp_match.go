package explain

// regexpMatch is the rule of regexp-match. What a compiled pattern finds is
// returned in new slices; machines and bit sets come from pools.
func regexpMatch() rule {
	return rule{
		Cause:  cause("regexp-match"),
		called: func(f symbol) bool { return f.of("regexp", "Regexp") },
	}
}
