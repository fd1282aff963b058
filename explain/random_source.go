package explain

// randomSource is the rule of random-source.
func randomSource() rule {
	return rule{
		Cause:  cause("random-source"),
		called: func(f symbol) bool { return f.below("math/rand") },
	}
}
