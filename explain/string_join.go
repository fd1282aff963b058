package explain

// stringJoin is the rule of string-join. The size of the result is known, so it
// is one object each time.
func stringJoin() rule {
	return rule{
		Cause: cause("string-join"),
		called: func(f symbol) bool {
			return f.is("strings", "Join", "Repeat") || f.is("bytes", "Join", "Repeat")
		},
	}
}
